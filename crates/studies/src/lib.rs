//! Studies: trees of analysis in chapters, shared by link and edited by several people at once.
//!
//! A study is the fold of its edits, in the order in which the database took them. An edit says what somebody
//! wants and not where that was in anybody's memory, so it can be applied whatever came before it: by
//! [`apply`], which is total, and by the same function of the site. The tests of both go by
//! `tests/edits.json`.

mod bounds;
mod content;
mod handlers;
mod live;
mod own;
mod store;
mod tree;

pub use content::apply;
pub use live::{Studies, StudyWatcher};
pub use own::{OwnEdit, own_edits, own_studies, own_study};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body that is read: a chapter with all of its moves.
const LARGEST_BODY: usize = 128 * 1024;

/// What can be asked about studies, and the document that describes it.
pub fn described() -> (Router<Arc<Studies>>, utoipa::openapi::OpenApi) {
    let (router, document) = OpenApiRouter::new()
        .routes(routes!(handlers::own, handlers::make))
        .routes(routes!(handlers::show, handlers::delete))
        .routes(routes!(handlers::edit))
        .routes(routes!(handlers::share))
        .routes(routes!(handlers::new_key, handlers::end_key))
        .split_for_parts();
    (router.layer(DefaultBodyLimit::max(LARGEST_BODY)), document)
}
