//! Tournaments in the service: what is kept of them, what is asked about them over HTTP, and what moves
//! them on. Who plays whom is said by `longjump-tournaments`.
//!
//! Every step is one transaction that begins with the lock of the tournament's row: to take in results, to
//! pair a round, to end it. So a round is paired once, whichever server dies. What a round was paired from is
//! kept with it, and games are opened after that, each under a name that was chosen with the tables; a
//! server that comes later opens those that are missing.

mod announce;
mod boards;
mod handlers;
mod results;
mod rows;
mod steps;
mod view;
mod views;

pub use boards::{Boards, Contests, NewBoard};
pub use rows::{Kept, OwnTournament, kept, tournaments_of};
pub use steps::{is_of_tournament, move_on};

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked about tournaments, and the document that describes it.
pub fn described() -> (Router<Arc<Contests>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(handlers::list, handlers::announce))
        .routes(routes!(handlers::show))
        .routes(routes!(handlers::act))
        .split_for_parts()
}
