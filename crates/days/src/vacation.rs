//! Vacations, taken and ended.

use crate::games::ByDays;
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
    State(days): State<Arc<ByDays>>,
    SignedIn(player): SignedIn,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    view(&days, &player).await
}

async fn view(days: &ByDays, player: &Player) -> Result<Json<VacationView>, ApiError> {
    let now = days.games.now();
    Ok(Json(days.accounts.vacation(player.id, now).await?))
}

/// Go on vacation: one's clocks stand in all games with days for a move.
#[utoipa::path(post, path = "/api/account/vacation", tag = "account", request_body = TakeVacation,
    responses((status = OK, body = VacationView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn take(
    State(days): State<Arc<ByDays>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(wanted), _): WithRejection<Json<TakeVacation>, ApiError>,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    let length = i64::from(wanted.days);
    if !(1..=DAYS_A_YEAR).contains(&length) {
        let why = format!("a vacation has 1 to {DAYS_A_YEAR} days");
        return Err(ApiError::Wrong(why));
    }
    let now = days.games.now();
    match days.accounts.take_vacation(player.id, length, now).await? {
        Ok(()) => changed(&days, &player).await,
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
    State(days): State<Arc<ByDays>>,
    SignedIn(player): SignedIn,
) -> Result<Json<VacationView>, ApiError> {
    must_have_account(&player)?;
    let now = days.games.now();
    days.accounts.end_vacation(player.id, now).await?;
    changed(&days, &player).await
}

/// Tells games at once; should that fail, some server does so in a moment.
async fn changed(days: &ByDays, player: &Player) -> Result<Json<VacationView>, ApiError> {
    days.games.tell_of_vacations().await;
    view(days, player).await
}
