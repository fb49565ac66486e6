//! Finding somebody to play with.

use super::games::{may_play, setup};
use crate::app::App;
use crate::names;
use crate::rooms::played_room;
use axum::Json;
use axum::extract::{Query, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, SignedIn};
use longjump_online::{category, open_board};
use longjump_ratings::rating_of;
use longjump_rules::Seat;
use longjump_wire::rest::{LiveGames, OpenGame, Problem, RunningGame, Seek, SeekStatus};
use longjump_wire::room::{Occupant, PlayerId, RoomEvent};
use longjump_wire::time::Moment;
use std::sync::Arc;

/// Games that wait for players.
#[utoipa::path(get, path = "/api/lobby", tag = "lobby",
    responses((status = OK, body = Vec<OpenGame>), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn open_games(
    State(app): State<Arc<App>>,
) -> Result<Json<Vec<OpenGame>>, ApiError> {
    Ok(Json(app.rooms.store.open_games().await?))
}

/// Public games that are played just now, with minutes on the clock: those of the strongest players first.
#[utoipa::path(get, path = "/api/live", tag = "lobby", params(LiveGames),
    responses((status = OK, body = Vec<RunningGame>), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    WithRejection(Query(wanted), _): WithRejection<Query<LiveGames>, ApiError>,
) -> Result<Json<Vec<RunningGame>>, ApiError> {
    let name = wanted.game.as_deref();
    if name.is_some_and(|name| name.contains('\0')) {
        return Err(ApiError::Wrong("there is no such game".to_owned()));
    }
    Ok(Json(app.rooms.store.live_games(name).await?))
}

/// Be paired with somebody of one's strength. Listen to `/api/seek/stream`, or ask for the state
/// every few seconds: who does neither is taken to have left.
#[utoipa::path(post, path = "/api/seek", tag = "lobby", request_body = Seek,
    responses((status = OK, body = SeekStatus), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn seek(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): WithRejection<Json<Seek>, ApiError>,
) -> Result<Json<SeekStatus>, ApiError> {
    let setup = setup(&given.game, &given.control, given.rated)?;
    may_play(&app, &player, &setup).await?;
    let wrong = || ApiError::Wrong("only games for two are paired; open a room instead".to_owned());
    let (category, _) = category(&setup.game).ok_or_else(wrong)?;
    if open_board(&setup.game).map_or(0, |board| board.seats()) != 2 {
        return Err(wrong());
    }
    let store = &app.rooms.store;
    let speed = setup.control.speed().name();
    let rating = rating_of(&store.pool(), player.id, &category, speed).await?;
    let wanted = Seek {
        game: setup.game.to_string(),
        control: setup.control.to_string(),
        rated: setup.rated,
    };
    // Who was paired and does not know it yet is told so.
    if let (found @ SeekStatus::Found { .. }, _) = store.seek_state(player.id).await? {
        return Ok(Json(found));
    }
    app.may_begin(player.id, setup.control).await?;
    store.seek(player.id, &wanted, rating).await?;
    pair(&app, &wanted).await?;
    state(&app, player.id).await
}

/// What became of one's seek.
#[utoipa::path(get, path = "/api/seek", tag = "lobby",
    responses((status = OK, body = SeekStatus), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn seek_state(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
) -> Result<Json<SeekStatus>, ApiError> {
    state(&app, player.id).await
}

/// Stop seeking.
#[utoipa::path(delete, path = "/api/seek", tag = "lobby",
    responses((status = OK, body = SeekStatus), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn end_seek(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
) -> Result<Json<SeekStatus>, ApiError> {
    app.rooms.store.end_seek(player.id).await?;
    Ok(Json(SeekStatus::None))
}

async fn state(app: &App, player: PlayerId) -> Result<Json<SeekStatus>, ApiError> {
    let store = &app.rooms.store;
    let (mut status, wanted) = store.seek_state(player).await?;
    // Windows widen with time, so who waits may fit now.
    if let (SeekStatus::Waiting, Some(wanted)) = (&status, wanted)
        && pair(app, &wanted).await?
    {
        status = store.seek_state(player).await?.0;
    }
    Ok(Json(status))
}

/// Pairs two who want the same, if two fit.
pub(super) async fn pair(app: &App, wanted: &Seek) -> Result<bool, ApiError> {
    let setup = setup(&wanted.game, &wanted.control, wanted.rated)?;
    let id = names::game_id();
    let open = |at: Moment, pair: [Occupant; 2]| {
        // Chance decides who begins, as names of games are chance.
        let first = usize::from(id.as_bytes()[0] % 2);
        let seated = pair.into_iter().enumerate().map(|(index, who)| {
            let seat = Seat::new((index + first) % 2);
            RoomEvent::Seated { seat, who }
        });
        let mut events: Vec<RoomEvent> = seated.collect();
        events.push(RoomEvent::Started);
        let room = played_room(&setup, at, &events)?;
        Some((room, events))
    };
    Ok(app.rooms.store.pair(wanted, &id, open).await?)
}
