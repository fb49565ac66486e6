//! What is asked over HTTP to keep order: reports of players, and the page of those who look into them.

mod games;
mod handlers;

pub use games::finished_games;
pub use handlers::Desk;

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked to keep order, and the document that describes it.
pub fn described() -> (Router<Arc<Desk>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(handlers::report))
        .routes(routes!(handlers::reports))
        .routes(routes!(handlers::file))
        .routes(routes!(handlers::act))
        .routes(routes!(handlers::log))
        .routes(routes!(handlers::paces))
        .split_for_parts()
}
