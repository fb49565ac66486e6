//! Ratings of puzzles, and of those who solve them.
//!
//! Solver against puzzle is a game of Glicko-2, once for each of both. Pages say how it ended, and are believed: a
//! solver's rating is for themselves alone, and no puzzle's rating is moved far by one of them.

mod handlers;
mod packs;
mod store;

pub use handlers::Solving;
pub use store::{OwnSolving, own_solving};

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked, and the document that describes it.
pub fn described() -> (Router<Arc<Solving>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(handlers::solver))
        .routes(routes!(handlers::tried))
        .split_for_parts()
}
