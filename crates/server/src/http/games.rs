//! Games: opened, shown, played and exported.

use super::error::refused;
use crate::app::{App, command};
use crate::names;
use crate::store::NewGame;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, Player, SignedIn};
use longjump_online::{
    Actor, Command, Context, Control, ControlError, Refusal, Room, RoomSetup, category, open_board,
    read_game,
};
use longjump_ratings::{RatedGame, ratings_in};
use longjump_rules::Seat;
use longjump_wire::rest::{
    Accepted, ActionRequest, CreateGame, GameCreated, LegalMoves, MoveRequest, PlayerKind, Problem,
    SeatRating,
};
use longjump_wire::room::{Occupant, RoomEvent, RoomView};
use longjump_wire::socket::RoomAction;
use longjump_wire::time::{Moment, Span};
use std::sync::Arc;

/// How many rooms of one person may wait for players.
const MOST_OPEN_ROOMS: i64 = 5;

type Body<T> = WithRejection<Json<T>, ApiError>;
type GamePath = WithRejection<Path<String>, ApiError>;

/// What a room is opened with, if it makes sense.
pub(crate) fn setup(game: &str, control: &str, rated: bool) -> Result<RoomSetup, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError::Wrong(error.to_string());
    if game.len() > 100 {
        return Err(ApiError::Wrong("no game has such a long name".to_owned()));
    }
    let game = read_game(game).map_err(|error| wrong(&error))?;
    let control: Control = control
        .parse()
        .map_err(|error: ControlError| wrong(&error))?;
    open_board(&game).map_err(|error| wrong(&error))?;
    if rated && category(&game).is_none() {
        let why = "games with such options can't be rated; leave rated out";
        return Err(ApiError::Wrong(why.to_owned()));
    }
    Ok(RoomSetup {
        game,
        control,
        rated,
    })
}

/// Whether somebody may play such a game: ratings of guests, whom everybody can be again and
/// again, would mean nothing.
pub(crate) async fn may_play(
    app: &App,
    player: &Player,
    setup: &RoomSetup,
) -> Result<(), ApiError> {
    if setup.rated && player.kind == PlayerKind::Guest {
        return Err(refused(&Refusal::NeedsAccount));
    }
    Ok(app.may_be_rated(player.id, setup.rated).await?)
}

/// Open a game and sit down.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = CreateGame,
    responses((status = OK, body = GameCreated), (status = 401, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(wanted), _): Body<CreateGame>,
) -> Result<Json<GameCreated>, ApiError> {
    let setup = setup(&wanted.game, &wanted.control, wanted.rated)?;
    may_play(&app, &player, &setup).await?;
    let store = &app.rooms.store;
    let at = store.now();
    let mut actions = vec![RoomAction::Sit { seat: wanted.seat }];
    actions.extend(wanted.engines.map(|level| RoomAction::Fill { level }));
    // What makes no sense is refused first, also when it is asked for again.
    let (room, events) = begin(&setup, &player, at, &actions)?;
    if let Some(client) = &wanted.id {
        check_message_id(client)?;
        // Asked for again: no new room, so nothing is counted.
        if let Some(id) = store.opened(player.id, client).await? {
            return Ok(Json(GameCreated { id }));
        }
    }
    app.may_begin(player.id, setup.control).await?;
    if store.open_rooms(player.id).await? >= MOST_OPEN_ROOMS {
        let why = "you have many open rooms already; close one first";
        return Err(ApiError::Refused("too_many_rooms", why.to_owned()));
    }
    if wanted.engines.is_some() {
        app.rooms.may_have_engines(player.id).await?;
    }
    let new = names::game_id();
    let id = store
        .create(&NewGame {
            id: &new,
            client: wanted.id.as_deref(),
            public: wanted.public,
            by: player.id,
            room: &room,
            events: &events,
            at,
        })
        .await?;
    if id == new {
        app.rooms.call_engine(&id, &room);
    }
    Ok(Json(GameCreated { id }))
}

/// A new room in which somebody has done these things.
fn begin(
    setup: &RoomSetup,
    player: &Player,
    at: Moment,
    actions: &[RoomAction],
) -> Result<(Room, Vec<RoomEvent>), ApiError> {
    let context = Context::at(at);
    let mut room = Room::open(setup).map_err(|_| ApiError::Away)?;
    let mut events = Vec::new();
    for &action in actions {
        let command = command(player, action).ok_or_else(no_such_seat)?;
        let decided = room.decide(&context, Actor::Person(player.id), &command);
        for event in decided.map_err(|refusal| ApiError::Wrong(refusal.to_string()))? {
            room.apply(at, &event).map_err(|_| ApiError::Away)?;
            events.push(event);
        }
    }
    Ok((room, events))
}

fn no_such_seat() -> ApiError {
    ApiError::Wrong("there is no such seat".to_owned())
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = RoomView), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
) -> Result<Json<RoomView>, ApiError> {
    let view = look(&app, &id, |room| room.view()).await?;
    Ok(Json(view))
}

/// A game as a record.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = String, Path)),
    responses((status = OK, description = "the record", body = String, content_type = "text/plain"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
) -> Result<impl IntoResponse, ApiError> {
    let record = look(&app, &id, |room| record_of(&id, room)).await?;
    let record = record.ok_or(ApiError::Away)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

/// The game of a room as a record; none if its moves can't be played again.
pub(crate) fn record_of(id: &str, room: &Room) -> Option<String> {
    let name = |seat: Seat| match room.contender(seat) {
        Some(Occupant::Person { name, .. }) => name.clone(),
        Some(Occupant::Engine { level }) => format!("Longjump level {level}"),
        None => "?".to_owned(),
    };
    let mut tags = vec![
        ("Event".to_owned(), format!("Longjump {id}")),
        ("Control".to_owned(), room.setup().control.to_string()),
    ];
    tags.extend(room.seats().map(|seat| {
        let number = seat.index() + 1;
        (format!("Seat{number}"), name(seat))
    }));
    room.board().record(&tags, room.standings())
}

/// What the players are rated at, and what the game made of that.
#[utoipa::path(get, path = "/api/games/{id}/ratings", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = Vec<SeatRating>), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn ratings(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
) -> Result<Json<Vec<SeatRating>>, ApiError> {
    let game = look(&app, &id, |room| {
        let setup = room.setup();
        RatedGame::new(&id, &setup.game.to_string(), &setup.control.to_string())
    });
    let game = game.await?.into_iter().collect();
    let mut ratings = ratings_in(&app.rooms.store.pool(), game).await?;
    Ok(Json(ratings.remove(&id).unwrap_or_default()))
}

/// The legal moves.
#[utoipa::path(get, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = LegalMoves), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn legal(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
) -> Result<Json<LegalMoves>, ApiError> {
    let legal = look(&app, &id, |room| LegalMoves {
        ply: room.board().ply(),
        position: room.board().position(),
        legal: match room.outcome() {
            Some(_) => Vec::new(),
            None => room.board().moves(),
        },
    });
    Ok(Json(legal.await?))
}

/// Play a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = OK, body = Accepted), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): Body<MoveRequest>,
) -> Result<Json<Accepted>, ApiError> {
    let command = Command::Move {
        ply: given.ply as usize,
        mv: given.mv,
    };
    carry_out(&app, &id, Actor::Person(player.id), &command, &given.id).await
}

/// Change a game in any other way.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games", params(("id" = String, Path)), request_body = ActionRequest,
    responses((status = OK, body = Accepted), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): Body<ActionRequest>,
) -> Result<Json<Accepted>, ApiError> {
    let command = command(&player, given.action).ok_or_else(no_such_seat)?;
    app.may_do(&id, player.id, &command).await?;
    carry_out(&app, &id, Actor::Person(player.id), &command, &given.id).await
}

async fn carry_out(
    app: &Arc<App>,
    game: &str,
    actor: Actor,
    command: &Command,
    id: &str,
) -> Result<Json<Accepted>, ApiError> {
    check_message_id(id)?;
    let rooms = Arc::clone(&app.rooms);
    let (game, command, id) = (game.to_owned(), command.clone(), id.to_owned());
    // In a task of its own: who hangs up ends the request, but not what has begun.
    let acting = tokio::spawn(async move {
        let no_lag = Span(0);
        rooms.act(&game, actor, &command, no_lag, Some(&id)).await
    });
    let done = acting.await.map_err(|_| ApiError::Away)??;
    Ok(Json(done))
}

fn check_message_id(id: &str) -> Result<(), ApiError> {
    if names::is_message_id(id) {
        return Ok(());
    }
    Err(ApiError::Wrong("an id has 1 to 64 characters".to_owned()))
}

/// A look at a game.
pub(crate) async fn look<T>(
    app: &App,
    game: &str,
    look: impl FnOnce(&Room) -> T,
) -> Result<T, ApiError> {
    let unknown = ApiError::NotFound("there is no such game");
    app.rooms
        .look(game, |room, _| look(room))
        .await?
        .ok_or(unknown)
}
