//! Vacations, taken and ended.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, DAYS_A_YEAR, NoVacation, Player, SignedIn};
use longjump_wire::account::{TakeVacation, VacationView};
use longjump_wire::rest::{PlayerKind, Problem};
use std::sync::Arc;

fn must_have_account(player: &Player) -> Result<(), ApiError> {
    if player.kind == PlayerKind::Account {
        return Ok(());
    }
    Err(ApiError::Forbidden("vacations are for accounts; make one"))
}

/// Whether one is on vacation, and how many days one may still take.
#[utoipa::path(get, path = "/api/account/vacation", tag = "account",
    responses((status = OK, body = VacationView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    view(&app, &player).await
}

async fn view(app: &App, player: &Player) -> Result<Json<VacationView>, ApiError> {
    let now = app.rooms.store.now();
    Ok(Json(app.accounts.vacation(player.id, now).await?))
}

/// Go on vacation: one's clocks stand in all games with days for a move.
#[utoipa::path(post, path = "/api/account/vacation", tag = "account", request_body = TakeVacation,
    responses((status = OK, body = VacationView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn take(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(wanted), _): WithRejection<Json<TakeVacation>, ApiError>,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    let days = i64::from(wanted.days);
    if !(1..=DAYS_A_YEAR).contains(&days) {
        let why = format!("a vacation has 1 to {DAYS_A_YEAR} days");
        return Err(ApiError::Wrong(why));
    }
    let now = app.rooms.store.now();
    match app.accounts.take_vacation(player.id, days, now).await? {
        Ok(()) => changed(&app, &player).await,
        Err(NoVacation::OnVacation) => Err(ApiError::Refused(
            "on_vacation",
            "you are on vacation already; end it first".to_owned(),
        )),
        Err(NoVacation::NoDaysLeft) => Err(ApiError::Refused(
            "no_days_left",
            format!("there are {DAYS_A_YEAR} days of vacation a year, and fewer are left"),
        )),
    }
}

/// Come back early: a day that has begun counts.
#[utoipa::path(delete, path = "/api/account/vacation", tag = "account",
    responses((status = OK, body = VacationView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    let now = app.rooms.store.now();
    app.accounts.end_vacation(player.id, now).await?;
    changed(&app, &player).await
}

/// Tells games at once; should that fail, some server does so in a moment.
async fn changed(app: &App, player: &Player) -> Result<Json<VacationView>, ApiError> {
    app.rooms.tell_of_vacations().await;
    view(app, player).await
}
