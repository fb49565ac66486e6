//! What games with days for a move have besides: vacations that they are told of, and answers that players
//! have decided on before.

mod games;
mod lines;
mod plans;
mod vacation;
mod vacations;

pub use games::{ByDays, Games};
pub use plans::{DuePlan, KeptPlan, due_plans, games_with_due_plans, keep_rest, plans_of, went_on};
pub use vacations::{UntoldVacation, games_by_days, tell_new_game, told, untold};

use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What can be asked about games by days, and the document that describes it.
pub fn described() -> (Router<Arc<ByDays>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(vacation::show, vacation::take, vacation::end))
        .routes(routes!(lines::show, lines::keep))
        .split_for_parts()
}
