//! Bodies of requests and answers; `GET /api/openapi.json` has the requests they belong to.

use crate::room::{EndReason, PlayerId};
use crate::socket::RoomAction;
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

/// The body of every answer that is no success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct Problem {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub why: String,
}

/// A game to be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct CreateGame {
    /// The game with its options, such as `star:seats=3`.
    #[schema(example = "star:seats=3")]
    pub game: String,
    /// The time control: `300+3`, `20/move` or `3d`.
    #[schema(example = "300+3")]
    pub control: String,
    /// Whether it counts for ratings.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// Whether the lobby lists it; else it is found by its link.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub public: bool,
    /// The seat of whoever opens it, from 0; the first if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 5)]
    #[ts(optional = nullable)]
    pub seat: Option<usize>,
    /// The level of engines for all other seats, for a game that begins at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 10)]
    #[ts(optional = nullable)]
    pub engines: Option<u8>,
    /// What the client calls this request; sent again with the same, it is the same game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 64)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

/// A game that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct GameCreated {
    /// What it is called in addresses.
    pub id: String,
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct MoveRequest {
    /// How many moves were played before it.
    #[schema(format = Int64, maximum = 4_294_967_295_u32)]
    pub ply: u32,
    /// The move.
    #[schema(example = "a1b2")]
    pub mv: String,
    /// What the client calls this message: sent again with the same, it is answered alike.
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
}

/// Anything else that changes a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct ActionRequest {
    /// How.
    pub action: RoomAction,
    /// What the client calls this message: sent again with the same, it is answered alike.
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
}

/// What was done, and where in the log it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct Accepted {
    /// The version of the room that has it.
    pub version: usize,
    /// Whether it had been done before, for the same message sent earlier.
    pub repeated: bool,
}

/// What can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct LegalMoves {
    /// How many moves were played.
    pub ply: usize,
    /// The position, as in docs/notation.md.
    pub position: String,
    /// The legal moves; none once the game is over.
    pub legal: Vec<String>,
}

/// A public game that waits for players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct OpenGame {
    /// What it is called in addresses.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who sits already, seat by seat; engines have names like `level 3`, free seats none.
    pub players: Vec<String>,
    /// Their ratings; engines, guests and free seats have none.
    pub ratings: Vec<Option<f64>>,
    /// When it was opened.
    pub created_at: Moment,
}

/// A public game that is being played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct RunningGame {
    /// What it is called in addresses.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who plays, seat by seat; engines have names like `level 3`.
    pub players: Vec<String>,
    /// Their ratings; engines and guests have none.
    pub ratings: Vec<Option<f64>>,
    /// The moves played.
    pub moves: Vec<String>,
    /// How many watch it who don't play.
    #[ts(type = "number")]
    pub spectators: i64,
}

/// How many want to be paired for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "rest.ts")]
pub struct SeekCount {
    /// The game.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether it is to count for ratings.
    pub rated: bool,
    /// How many.
    pub count: i64,
}

/// What goes on at the service, as `/api/lobby/stream` tells it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "rest.ts")]
pub struct Lobby {
    /// How many people are here, as far as servers have noted.
    pub people: i64,
    /// How many games are being played by people who are here.
    pub games: i64,
    /// Some of them to watch, those of the strongest players first.
    pub running: Vec<RunningGame>,
    /// Public games that wait for players, the newest first.
    pub waiting: Vec<OpenGame>,
    /// What those want who seek somebody to play with.
    pub seeks: Vec<SeekCount>,
}

/// What a seat's player is rated at in games of this kind and speed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct SeatRating {
    /// The seat, from 0.
    pub seat: usize,
    /// The rating; once the game has counted, that from before it.
    pub rating: f64,
    /// The rating after it, if it has counted.
    pub after: Option<f64>,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "rest.ts")]
pub enum GameStatus {
    /// It waits for players.
    Open,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct GameSummary {
    /// What it is called in addresses.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How far it is.
    pub status: GameStatus,
    /// How many moves were played.
    pub ply: usize,
    /// Who plays, seat by seat; engines have names like `level 3`, free seats none.
    pub players: Vec<String>,
    /// The place of each seat, once it is over; none if it was called off.
    pub places: Option<Vec<u8>>,
    /// Why it is over.
    pub reason: Option<EndReason>,
    /// When it was opened.
    pub created_at: Moment,
}

/// Lines of moves for later, in a game with days for a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct Lines {
    /// How many moves were played before them.
    pub ply: u32,
    /// Each begins with a move of the opponent and ends with an answer: 8 at most, of 10 moves at most.
    #[schema(max_items = 8)]
    pub lines: Vec<Vec<String>>,
}

/// A game that waits for who asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct Turn {
    /// What it is called in addresses.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// When the clock is up.
    pub deadline: Option<Moment>,
}

/// What somebody wants to be paired for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct Seek {
    /// A game for two.
    #[schema(example = "star")]
    pub game: String,
    /// The time control.
    #[schema(example = "300+3")]
    pub control: String,
    /// Whether it counts for ratings.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
}

/// What became of a seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
#[ts(export_to = "rest.ts")]
pub enum SeekStatus {
    /// There is none.
    None,
    /// Nobody fits yet.
    Waiting,
    /// A game was found.
    Found {
        /// The game.
        game: String,
    },
}

/// What a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "rest.ts")]
pub enum PlayerKind {
    /// Somebody without an account.
    Guest,
    /// Somebody with one.
    Account,
    /// A program.
    Bot,
}

impl PlayerKind {
    /// By its word in the database.
    pub fn from_word(word: &str) -> Self {
        match word {
            "account" => Self::Account,
            "bot" => Self::Bot,
            _ => Self::Guest,
        }
    }
}

/// A player, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct PublicPlayer {
    /// Their name.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
}

/// A player, as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct OwnPlayer {
    /// The number that seats have for them.
    pub id: PlayerId,
    /// Their name.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
}

/// It is done, and there is nothing to say about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct Done {}

/// Whoever asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct WhoAmI {
    /// `null` without a session.
    pub player: Option<OwnPlayer>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct Credentials {
    /// 3 to 20 letters, digits, `-` and `_`.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    pub name: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// A bot to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "rest.ts")]
pub struct CreateBot {
    /// 3 to 20 letters, digits, `-` and `_`.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    pub name: String,
}

/// A bot and the token that it signs in with, which is shown only now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct BotToken {
    /// The bot's name.
    pub name: String,
    /// Its token.
    pub token: String,
}

/// Whose games count for a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "rest.ts")]
pub enum RatingPool {
    /// Games among people.
    People,
    /// Games with a bot in them.
    Bots,
}

/// A rating, as others see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct PlayerRating {
    /// The game, and with more than two seats their number, such as `star-3`, or its rules, such as `corners-race`.
    pub category: String,
    /// How fast: `fast`, `blitz`, `rapid` or `days`.
    pub speed: String,
    /// Whose games count for it.
    pub pool: RatingPool,
    /// The strength, 1500 for newcomers.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// The games behind it.
    pub games: i32,
    /// Whether too little is known yet.
    pub provisional: bool,
}

/// A player's page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "rest.ts")]
pub struct Profile {
    /// Their name.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
    /// Their ratings, those with the most games first.
    pub ratings: Vec<PlayerRating>,
}

/// Which games that are played just now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(export_to = "rest.ts")]
pub struct LiveGames {
    /// Those of this game alone, with whatever rules.
    #[param(example = "star")]
    #[ts(optional)]
    pub game: Option<String>,
}

/// Which part of a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(export_to = "rest.ts")]
pub struct GamesPage {
    /// Games opened before this moment, in milliseconds since 1970.
    #[param(minimum = 0)]
    #[ts(optional)]
    pub before: Option<u64>,
    /// How many, 50 at most.
    #[param(minimum = 1, maximum = 50)]
    #[ts(optional)]
    pub limit: Option<u8>,
}
