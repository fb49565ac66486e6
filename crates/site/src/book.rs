//! The documents under `/book/`. They are in no program but in a folder, which packages bring.

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{Html, Redirect, Response};
use axum::routing::{any, get};
use std::path::PathBuf;
use tower_http::services::ServeDir;

/// Where packages put the documents, from the folder of the program.
const INSTALLED: &str = "../share/doc/longjump/book";

/// What browsers are to show as it says of itself. All else is a source, and text to read.
const SHOWN: [&str; 6] = [
    "text/html",
    "text/css",
    "text/javascript",
    "application/json",
    "image/",
    "font/",
];

const NO_BOOK: &str = "<h1>There are no documents here</h1><p>They come with Longjump's packages, \
    and are in the folder <code>docs</code> of its sources.</p>";
const NO_PAGE: &str =
    "<h1>There is no such page</h1><p>See <a href=\"/book/\">all documents</a>.</p>";

/// The documents of a folder; if it has no name, of the one where packages put them.
pub(crate) fn router(folder: &str) -> Router {
    let folder = match folder {
        "" => installed(),
        given => Some(PathBuf::from(given)),
    };
    let site = Router::new().route("/book", get(async || Redirect::permanent("/book/")));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        return site.nest_service("/book/", any(async || missing(NO_BOOK)));
    };
    let files = ServeDir::new(folder)
        .redirect_path_prefix("/book")
        .fallback(any(async || missing(NO_PAGE)));
    let files = Router::new().fallback_service(files);
    site.nest_service("/book/", files.layer(map_response(describe)))
}

fn installed() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    Some(program.parent()?.join(INSTALLED))
}

async fn describe(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(kind) = headers.get_mut(header::CONTENT_TYPE) {
        let is_shown = |start: &&str| kind.as_bytes().starts_with(start.as_bytes());
        if !SHOWN.iter().any(is_shown) {
            *kind = HeaderValue::from_static("text/plain; charset=utf-8");
        }
    }
    response
}

fn missing(text: &str) -> (StatusCode, Html<String>) {
    let head = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Longjump</title>\
        <style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }\
        body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }</style>";
    (
        StatusCode::NOT_FOUND,
        Html(format!("{head}<main>{text}</main>")),
    )
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener, TcpStream};

    /// Serves the documents of a folder for as long as the tests run.
    fn start(folder: &str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let folder = folder.to_owned();
        std::thread::spawn(move || crate::serve(listener, &folder, std::future::pending()));
        address
    }

    /// Asks for a path as it is written, and gives the head of the answer and its body.
    fn ask(address: SocketAddr, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_ascii_lowercase(), body.to_owned())
    }

    fn book() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let book = folder.path().join("book");
        fs::create_dir_all(book.join("api")).expect("a folder");
        for (name, text) in [
            ("../secret", "secret"),
            ("index.html", "<h1>Book</h1>"),
            ("script.js", "1"),
            ("api/index.html", "<h1>API</h1>"),
            ("api/page.html", "<h1>Page</h1>"),
            ("nats.conf", "conf"),
            ("types.ts", "types"),
            ("LICENSE", "licence"),
        ] {
            fs::write(book.join(name), text).expect("a file");
        }
        folder
    }

    #[test]
    fn documents_are_served_as_what_they_are_and_sources_as_text() {
        let folder = book();
        let address = start(&folder.path().join("book").to_string_lossy());
        for (path, kind, text) in [
            ("/book/", "text/html", "<h1>Book</h1>"),
            ("/book/index.html", "text/html", "<h1>Book</h1>"),
            ("/book/script.js?v=1", "text/javascript", "1"),
            ("/book/api/", "text/html", "<h1>API</h1>"),
            ("/book/api/page.html", "text/html", "<h1>Page</h1>"),
            ("/book/nats.conf", "text/plain; charset=utf-8", "conf"),
            ("/book/types.ts", "text/plain; charset=utf-8", "types"),
            ("/book/LICENSE", "text/plain; charset=utf-8", "licence"),
        ] {
            let (head, body) = ask(address, path);
            assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
            assert!(
                head.contains(&format!("content-type: {kind}\r\n")),
                "{head}"
            );
            assert!(head.contains("cache-control: no-cache"), "{head}");
            assert_eq!(body, text, "{path}");
        }
        for (path, to) in [("/book", "/book/"), ("/book/api", "/book/api/")] {
            let (head, _) = ask(address, path);
            assert!(head.starts_with("http/1.1 30"), "{path}: {head}");
            assert!(head.contains(&format!("location: {to}\r\n")), "{head}");
        }
    }

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let folder = book();
        let address = start(&folder.path().join("book").to_string_lossy());
        for path in [
            "/book/../secret",
            "/book/api/../../secret",
            "/book/%2e%2e/secret",
            "/book/..%2fsecret",
            "/book/%2e%2e%2fsecret",
            "/book/..%5csecret",
            "/book//../secret",
            "/book/%2fetc/passwd",
            "/book//etc/passwd",
            "/book/gone.html",
        ] {
            let (head, body) = ask(address, path);
            assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
            assert!(body.contains("There is no such page"), "{path}: {body}");
        }
    }

    #[test]
    fn without_documents_a_page_says_where_they_are() {
        for folder in ["", "/no/such/folder"] {
            let address = start(folder);
            for path in ["/book/", "/book/docs/guide.html"] {
                let (head, body) = ask(address, path);
                assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
                assert!(head.contains("content-type: text/html"), "{head}");
                assert!(body.contains("There are no documents here"), "{body}");
            }
        }
    }
}
