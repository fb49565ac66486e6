//! Moves for later, in games by days: lines of what the opponent may play and what one answers. Only who
//! made them sees them.

use crate::games::ByDays;
use crate::plans;
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, Player, SignedIn};
use longjump_online::{Control, Plan, PlanError, Planned, Room};
use longjump_rules::Seat;
use longjump_wire::rest::{Lines, Problem};
use std::sync::Arc;

/// How often lines are checked anew because the game had gone on meanwhile.
const TRIES: usize = 4;

async fn room(days: &ByDays, game: &str) -> Result<Room, ApiError> {
    let room = days.games.room(game).await?;
    room.ok_or(ApiError::NotFound("there is no such game"))
}

/// Somebody's seat, in a game in which moves can be planned.
fn seat_of(room: &Room, player: &Player) -> Result<Seat, ApiError> {
    let refused = |code, why: &str| Err(ApiError::Refused(code, why.to_owned()));
    let Some(seat) = room.seat_of(player.id) else {
        return refused("not_seated", "you have no seat here");
    };
    if !room.is_playing() {
        return refused("not_started", "the game is not being played");
    }
    if !matches!(room.setup().control, Control::Days { .. }) {
        return refused("not_by_days", "only games with days for a move have that");
    }
    if room.seats().count() != 2 {
        return refused("not_for_two", "only games for two have that");
    }
    Ok(seat)
}

/// What is left of a plan as the game stands.
fn lines_of(plan: Option<Plan>, room: &Room) -> Lines {
    let played = room.board().played();
    let ply = played.len();
    let lines = match plan.map(|plan| plan.after(&played)) {
        Some(Planned::Waits(rest)) => rest.lines().to_vec(),
        _ => Vec::new(),
    };
    Lines {
        ply: ply as u32,
        lines,
    }
}

/// One's own lines.
#[utoipa::path(get, path = "/api/games/{id}/lines", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = Lines), (status = 401, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn show(
    State(days): State<Arc<ByDays>>,
    WithRejection(Path(id), _): WithRejection<Path<String>, ApiError>,
    SignedIn(player): SignedIn,
) -> Result<Json<Lines>, ApiError> {
    let seat = seat_of(&room(&days, &id).await?, &player)?;
    let plan = plans::plan(&days.pool, &id, seat).await?;
    Ok(Json(lines_of(plan, &room(&days, &id).await?)))
}

/// Keep lines in place of those before: while the opponent is to move, each begins with a move of theirs and
/// ends with an answer.
#[utoipa::path(put, path = "/api/games/{id}/lines", tag = "games", params(("id" = String, Path)), request_body = Lines,
    responses((status = OK, body = Lines), (status = 401, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn keep(
    State(days): State<Arc<ByDays>>,
    WithRejection(Path(id), _): WithRejection<Path<String>, ApiError>,
    SignedIn(player): SignedIn,
    WithRejection(Json(wanted), _): WithRejection<Json<Lines>, ApiError>,
) -> Result<Json<Lines>, ApiError> {
    for _ in 0..TRIES {
        let room = room(&days, &id).await?;
        let (seat, plan) = check(&room, &player, &wanted)?;
        if plans::keep(&days.pool, &id, room.version(), seat, &plan).await? {
            return Ok(Json(Lines {
                ply: plan.ply() as u32,
                lines: plan.lines().to_vec(),
            }));
        }
    }
    Err(ApiError::Away)
}

fn check(room: &Room, player: &Player, wanted: &Lines) -> Result<(Seat, Plan), ApiError> {
    let seat = seat_of(room, player)?;
    if room.board().ply() != wanted.ply as usize || room.turn() == Some(seat) {
        let why = "the game has gone on; lines are kept while the other one is to move";
        return Err(ApiError::Refused("wrong_ply", why.to_owned()));
    }
    let plan = Plan::new(room.board(), &wanted.lines).map_err(|error| match error {
        PlanError::TwoAnswers(_) => ApiError::Refused("two_answers", error.to_string()),
        error => ApiError::Wrong(error.to_string()),
    })?;
    Ok((seat, plan))
}
