//! The explorer in a service: fed with the public games that end there, asked over HTTP, and all public
//! games of a month written down.

mod dump;
mod feed;
mod finished;
mod http;

pub use dump::{DumpError, Dumped, Month, dump};
pub use http::Exploration;

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked of the explorer, and the document that describes it.
pub fn described() -> (Router<Arc<Exploration>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(http::ask))
        .routes(routes!(http::record))
        .split_for_parts()
}
