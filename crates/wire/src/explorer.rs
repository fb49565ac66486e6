//! What was played from a position, as it is asked for and answered.

use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

/// Where a game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "explorer.ts")]
pub enum GameSource {
    /// Between people, in this service.
    Online,
    /// Between engines, measured against each other.
    Arena,
    /// Between engines, to learn from it or to try something out.
    Lab,
}

/// How fast a game between people was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "explorer.ts")]
pub enum GameSpeed {
    /// Under three minutes a player.
    Fast,
    /// Under eight minutes.
    Blitz,
    /// Longer, but at one sitting.
    Rapid,
    /// Days for each move.
    Days,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[ts(export_to = "explorer.ts")]
pub struct Exploring {
    /// The game with its options.
    #[param(example = "star", max_length = 200)]
    pub game: String,
    /// The position it begins from, if not the usual one.
    #[serde(default)]
    #[param(max_length = 500)]
    #[ts(optional)]
    pub start: Option<String>,
    /// The moves up to the position, with spaces or commas between them; 500 at most.
    #[serde(default)]
    #[param(example = "m4m5,e14e13", max_length = 4000)]
    #[ts(optional)]
    pub moves: Option<String>,
    /// Games from there only, several with commas between them: `online`, `arena`, `lab`.
    #[serde(default)]
    #[param(example = "online,arena")]
    #[ts(optional)]
    pub source: Option<String>,
    /// Games that fast only: `fast`, `blitz`, `rapid`, `days`. Games of engines have no speed.
    #[serde(default)]
    #[param(example = "blitz,rapid")]
    #[ts(optional)]
    pub speed: Option<String>,
    /// Games of players whose mean rating is this or more: 1200, 1400, 1600, 1800 or 2000.
    #[serde(default)]
    #[param(example = "1600", maximum = 4000)]
    #[ts(optional)]
    pub rating: Option<u32>,
}

/// What was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "explorer.ts")]
pub struct Explored {
    /// How many games came to the position.
    pub games: u64,
    /// How many of them ended there.
    pub ended: u64,
    /// What was played, the most frequent first. Of moves that mirror each other one is named.
    pub moves: Vec<ExploredMove>,
    /// The last games that came there, the newest first.
    pub last: Vec<ExploredGame>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "explorer.ts")]
pub struct ExploredMove {
    /// The move.
    pub mv: String,
    /// Games that whoever played it won, coming first alone.
    pub won: u64,
    /// Games in which they shared the first place.
    pub drawn: u64,
    /// All others.
    pub lost: u64,
}

/// A game that came to a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "explorer.ts")]
pub struct ExploredGame {
    /// Its number, for `GET /api/explorer/games/{number}`.
    pub number: u32,
    /// What it is called in this service, if it was played there.
    pub id: Option<String>,
    /// Where it was played.
    pub source: GameSource,
    /// Who played, seat by seat, as they are called now.
    pub players: Vec<String>,
    /// The place of each seat.
    pub places: Vec<u8>,
    /// The day it ended, if that is known.
    pub at: Option<Moment>,
}
