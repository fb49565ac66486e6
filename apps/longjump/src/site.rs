//! The site, served from this program to browsers on this machine.

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use std::future::Future;
use std::io;
use std::net::TcpListener;

/// The files that `web/build.sh` makes, if it was run before this program was
/// built. A debug build reads them from their folder each time.
#[derive(Embed)]
#[folder = "../../web/app/dist"]
#[allow_missing = true]
struct Site;

/// Whether this program was built with the site.
pub(crate) fn is_built() -> bool {
    Site::get("index.html").is_some()
}

/// A text file of the site, if this program was built with it.
pub(crate) fn text(path: &str) -> Option<String> {
    let file = Site::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The site, for a server that answers more than that.
pub(crate) fn router() -> Router {
    Router::new().fallback(file)
}

/// Answers requests until `end` comes.
pub(crate) fn serve(listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let site = axum::serve(listener, router());
        // Browsers keep connections open; nobody waits for them.
        tokio::select! {
            result = site => result,
            () = end => Ok(()),
        }
    })
}

async fn file(uri: Uri) -> Response {
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
    ];
    (headers, file.data).into_response()
}
