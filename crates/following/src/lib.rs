//! Whom somebody follows, what somebody has played lately, and how two have played against each other.

mod follows;
mod handlers;
mod played;

pub use follows::followed_by;
pub use handlers::Following;

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked, and the document that describes it.
pub fn described() -> (Router<Arc<Following>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(handlers::follows))
        .routes(routes!(handlers::follow, handlers::unfollow))
        .routes(routes!(handlers::activity))
        .routes(routes!(handlers::against))
        .routes(routes!(handlers::times))
        .split_for_parts()
}
