//! The site's files, in the program and served from it, and the documents beside them.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:4766").await?;
//! axum::serve(listener, longjump_site::router("")).await
//! # }
//! ```

mod book;

use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use std::future::Future;
use std::io;
use std::net::TcpListener;

/// The files that `web/build.sh` makes, if it was run before this program was
/// built. A debug build reads them from their folder each time.
#[derive(Embed)]
#[folder = "../../web/app/dist"]
#[allow_missing = true]
struct Site;

/// The same files compressed, each with `.br` or `.gz` at the end of its name; not those that
/// don't get smaller.
#[derive(Embed)]
#[folder = "../../web/app/compressed"]
#[allow_missing = true]
struct Compressed;

/// What a file can be sent as, and the end of its name then; the smallest first.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether this program was built with the site.
pub fn is_built() -> bool {
    Site::get("index.html").is_some()
}

/// A text file of the site, if this program was built with it.
pub fn text(path: &str) -> Option<String> {
    let file = Site::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The site, for a server that answers more than that, with the documents that are in the folder
/// `book`; if that is empty, in the one where packages put them.
pub fn router(book: &str) -> Router {
    book::router(book).fallback(file)
}

/// Answers requests until `end` comes; `book` is as for [`router`].
///
/// # Errors
/// When nothing can be listened at, or the connection fails.
pub fn serve(listener: TcpListener, book: &str, end: impl Future<Output = ()>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let site = axum::serve(listener, router(book));
        // Browsers keep connections open; nobody waits for them.
        tokio::select! {
            result = site => result,
            () = end => Ok(()),
        }
    })
}

/// The smallest that a browser understands of a compressed file, and what that is called.
fn compressed(path: &str, accepted: &str) -> Option<(EmbeddedFile, &'static str)> {
    let offers = |name: &str| {
        let mut offered = accepted.split(',').map(|offer| offer.split(';'));
        offered.any(|mut offer| {
            let is_it = offer.next().is_some_and(|encoding| encoding.trim() == name);
            is_it && offer.next().is_none_or(|weight| weight.trim() != "q=0")
        })
    };
    ENCODINGS
        .into_iter()
        .filter(|(name, _)| offers(name))
        .find_map(|(name, end)| Some((Compressed::get(&format!("{path}.{end}"))?, name)))
}

async fn file(uri: Uri, request: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Site::get(path) else {
        return (StatusCode::NOT_FOUND, "There is no such file here.").into_response();
    };
    // Names under assets/ change with what is in them.
    let keeping = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, file.metadata.mimetype()),
        (header::CACHE_CONTROL, keeping),
        (header::VARY, "accept-encoding"),
    ];
    let accepted = request.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    match compressed(path, accepted.unwrap_or_default()) {
        Some((smaller, name)) => {
            (headers, [(header::CONTENT_ENCODING, name)], smaller.data).into_response()
        }
        None => (headers, file.data).into_response(),
    }
}
