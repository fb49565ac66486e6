//! Games: opened, shown, played and exported.

use super::error::{ApiError, Problem};
use super::session::Me;
use crate::app::App;
use crate::names;
use crate::rooms::{Accepted, played_room};
use crate::socket::Wish;
use crate::store::NewGame;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum_extra::extract::WithRejection;
use longjump_online::{
    Actor, Command, Control, ControlError, Event, Occupant, RoomSetup, RoomView, Span, category,
    open_board,
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
    let wrong = |why: &str| ApiError::Wrong(why.to_owned());
    let seats = open_board(&setup.game).map_or(0, |board| board.seats());
    let own = wanted.seat.unwrap_or(0);
    if own >= seats {
        return Err(wrong("the game has no such seat"));
    }
    if wanted
        .engines
        .is_some_and(|level| !(1..=10).contains(&level))
    {
        return Err(wrong("levels are 1 to 10"));
    }
    if wanted.engines.is_some() && wanted.rated {
        return Err(wrong("games with engines can't be rated"));
    }
    let who = Occupant::Person {
        player: player.id,
        name: player.name.clone(),
        bot: player.kind == crate::store::Kind::Bot,
    };
    let mut events = vec![Event::Seated {
        seat: Seat::new(own),
        who,
    }];
    if let Some(level) = wanted.engines {
        let others = Seat::first(seats).filter(|seat| seat.index() != own);
        events.extend(others.map(|seat| Event::Seated {
            seat,
            who: Occupant::Engine { level },
        }));
        events.push(Event::Started);
    }
    let room = played_room(&setup, at, &events).ok_or(ApiError::Away)?;
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
    let command = given.what.command(&player);
    let command = command.ok_or_else(|| ApiError::Wrong("there is no such seat".to_owned()))?;
    act(&app, &id, Actor::Person(player.id), &command, &given.id).await
}

async fn act(
    app: &Arc<App>,
    game: &str,
    actor: Actor,
    command: &Command,
    id: &str,
) -> Result<Json<Done>, ApiError> {
    if !names::is_game_id(game) {
        return Err(ApiError::NotFound("there is no such game"));
    }
    if id.is_empty() || id.len() > 64 || id.contains('\0') {
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
    if !names::is_game_id(game) {
        return Err(unknown);
    }
    app.rooms
        .look(game, |room, _| look(room))
        .await?
        .ok_or(unknown)
}
