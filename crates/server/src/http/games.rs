//! Games: opened, shown, played and exported.

use super::error::{ApiError, Problem};
use super::session::Me;
use crate::app::App;
use crate::names;
use crate::rooms::Accepted;
use crate::socket::Wish;
use crate::store::{NewGame, Player};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum_extra::extract::WithRejection;
use longjump_online::{
    Actor, Command, Control, ControlError, Event, Given, Moment, Occupant, Room, RoomSetup,
    RoomView, Span, category, open_board,
};
use longjump_rules::{GameSpec, Seat};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

type Body<T> = WithRejection<Json<T>, ApiError>;
type GamePath = WithRejection<Path<String>, ApiError>;

/// A game to be opened.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game with its options, such as `star:seats=3`.
    #[schema(example = "star:seats=3")]
    pub(crate) game: String,
    /// The time control: `300+3`, `20/move` or `3d`.
    #[schema(example = "300+3")]
    pub(crate) control: String,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub(crate) rated: bool,
    /// Whether the lobby lists it; else it is found by its link.
    #[serde(default)]
    pub(crate) public: bool,
    /// The seat of whoever opens it, from 0; the first if not given.
    #[serde(default)]
    #[schema(maximum = 5)]
    pub(crate) seat: Option<usize>,
    /// The level of engines for all other seats, for a game that begins at once.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10)]
    pub(crate) engines: Option<u8>,
}

/// A game that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    /// What it is called in addresses.
    id: String,
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    /// How many moves were played before it.
    ply: u32,
    /// The move.
    #[schema(example = "a1b2")]
    mv: String,
    /// What the client calls this message: sent again with the same, it is answered alike.
    #[schema(min_length = 1, max_length = 64)]
    id: String,
}

/// Anything else that changes a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanting {
    /// What.
    what: Wish,
    /// What the client calls this message.
    #[schema(min_length = 1, max_length = 64)]
    id: String,
}

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// The version of the game that has it.
    version: usize,
    /// Whether it had been done before.
    repeated: bool,
}

impl From<Accepted> for Json<Done> {
    fn from(done: Accepted) -> Self {
        Json(Done {
            version: done.version,
            repeated: done.repeated,
        })
    }
}

/// What a room is opened with, if it makes sense.
pub(crate) fn setup(game: &str, control: &str, rated: bool) -> Result<RoomSetup, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError::Wrong(error.to_string());
    if game.len() > 100 {
        return Err(ApiError::Wrong("no game has such a long name".to_owned()));
    }
    let game: GameSpec = game.parse().map_err(|error| wrong(&error))?;
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

/// Open a game and sit down.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = Wanted,
    responses((status = OK, body = Opened), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Me(player): Me,
    WithRejection(Json(wanted), _): Body<Wanted>,
) -> Result<Json<Opened>, ApiError> {
    let setup = setup(&wanted.game, &wanted.control, wanted.rated)?;
    let store = &app.rooms.store;
    let at = store.now();
    let mut wishes = vec![Wish::Sit { seat: wanted.seat }];
    wishes.extend(wanted.engines.map(|level| Wish::Fill { level }));
    let (room, events) = begin(&setup, &player, at, &wishes)?;
    let id = names::game_id();
    store
        .create(&NewGame {
            id: &id,
            public: wanted.public,
            by: player.id,
            room: &room,
            events: &events,
            at,
        })
        .await?;
    app.rooms.call_engine(&id, &room);
    Ok(Json(Opened { id }))
}

/// A new room in which somebody's wishes were carried out.
fn begin(
    setup: &RoomSetup,
    player: &Player,
    at: Moment,
    wishes: &[Wish],
) -> Result<(Room, Vec<Event>), ApiError> {
    let given = Given {
        now: at,
        lag: Span(0),
        next_game: "",
    };
    let mut room = Room::open(setup).map_err(|_| ApiError::Away)?;
    let mut events = Vec::new();
    for wish in wishes {
        let command = wish.command(player).ok_or_else(no_such_seat)?;
        let decided = room.decide(&given, Actor::Person(player.id), &command);
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
    responses((status = OK, description = "the game", body = Object), (status = 404, body = Problem),
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
    let record = look(&app, &id, |room| {
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
    });
    let record = record.await?.ok_or(ApiError::Away)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

/// What can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct Choice {
    /// How many moves were played.
    ply: usize,
    /// The position, as in docs/notation.md.
    position: String,
    /// The legal moves; none once the game is over.
    legal: Vec<String>,
}

/// The legal moves.
#[utoipa::path(get, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = Choice), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn legal(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
) -> Result<Json<Choice>, ApiError> {
    let choice = look(&app, &id, |room| Choice {
        ply: room.board().ply(),
        position: room.board().position(),
        legal: match room.outcome() {
            Some(_) => Vec::new(),
            None => room.board().moves(),
        },
    });
    Ok(Json(choice.await?))
}

/// Play a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)), request_body = Move,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
    Me(player): Me,
    WithRejection(Json(given), _): Body<Move>,
) -> Result<Json<Done>, ApiError> {
    let command = Command::Move {
        ply: given.ply as usize,
        mv: given.mv,
    };
    act(&app, &id, Actor::Person(player.id), &command, &given.id).await
}

/// Change a game in any other way.
#[utoipa::path(post, path = "/api/games/{id}/wishes", tag = "games", params(("id" = String, Path)), request_body = Wanting,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn wish(
    State(app): State<Arc<App>>,
    WithRejection(Path(id), _): GamePath,
    Me(player): Me,
    WithRejection(Json(given), _): Body<Wanting>,
) -> Result<Json<Done>, ApiError> {
    let command = given.what.command(&player).ok_or_else(no_such_seat)?;
    act(&app, &id, Actor::Person(player.id), &command, &given.id).await
}

async fn act(
    app: &Arc<App>,
    game: &str,
    actor: Actor,
    command: &Command,
    id: &str,
) -> Result<Json<Done>, ApiError> {
    if !names::is_message_id(id) {
        return Err(ApiError::Wrong("an id has 1 to 64 characters".to_owned()));
    }
    let done = app
        .rooms
        .act(game, actor, command, Span(0), Some(id))
        .await?;
    Ok(done.into())
}

/// A look at a game.
pub(crate) async fn look<T>(
    app: &App,
    game: &str,
    look: impl FnOnce(&longjump_online::Room) -> T,
) -> Result<T, ApiError> {
    let unknown = ApiError::NotFound("there is no such game");
    app.rooms
        .look(game, |room, _| look(room))
        .await?
        .ok_or(unknown)
}
