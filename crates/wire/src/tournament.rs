//! Tournaments: what is asked about them over HTTP, and what is answered.

use crate::room::PlayerId;
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

/// How a tournament is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "tournament.ts")]
pub enum TournamentKind {
    /// For a time, whoever comes back from a game has the next one.
    Arena,
    /// So many rounds, each against somebody of as many points.
    Swiss,
    /// Everybody against everybody.
    RoundRobin,
    /// So many rounds at tables of three to six, with points by place.
    Tables,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "tournament.ts")]
pub enum TournamentStatus {
    /// It has not begun.
    Announced,
    /// It goes on.
    Running,
    /// It goes on later: who organises it has stopped it.
    Paused,
    /// It is over.
    Over,
    /// It did not take place, or was called off.
    Cancelled,
}

/// A tournament to be announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "tournament.ts")]
pub struct NewTournament {
    /// What it is called.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// How it is played.
    pub kind: TournamentKind,
    /// The game with its options; for tables without `seats`.
    #[schema(example = "star")]
    pub game: String,
    /// The time control: `300+3`, `20/move` or `3d`.
    #[schema(example = "300+3")]
    pub control: String,
    /// Whether its games count for ratings.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// Whether it is listed; else it is found by its link.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub public: bool,
    /// How many rounds, of a Swiss tournament or of tables; how often everybody meets everybody in a round
    /// robin.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 15)]
    #[ts(as = "Option<u8>", optional)]
    pub rounds: u8,
    /// How many sit at a table, if that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 3, maximum = 6)]
    #[ts(optional = nullable)]
    pub table: Option<u8>,
    /// How long an arena takes, in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 10_080)]
    #[ts(optional = nullable)]
    pub minutes: Option<u32>,
    /// In how many seconds it begins.
    #[schema(minimum = 0, maximum = 7_776_000)]
    pub begins_in: u32,
    /// How many seconds there are between two rounds, at least.
    #[serde(default = "half_a_minute")]
    #[schema(maximum = 86_400)]
    #[ts(as = "Option<u32>", optional)]
    pub rest: u32,
    /// How many may take part.
    #[schema(minimum = 2, maximum = 1_000)]
    pub most: u32,
    /// What the client calls this request; sent again with the same, it is the same tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 64)]
    #[ts(optional = nullable)]
    pub id: Option<String>,
}

fn one() -> u8 {
    1
}

fn half_a_minute() -> u32 {
    30
}

/// What somebody does about a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "tournament.ts")]
pub enum TournamentAction {
    /// To take part, or again after leaving.
    Join,
    /// To take part no more, or not for now; a game that is being played goes on.
    Leave,
    /// To have nothing paired until `resume`; for who organises it.
    Pause,
    /// To go on.
    Resume,
    /// To begin before it is time.
    Start,
    /// To call it off.
    Cancel,
}

/// Something done about a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "tournament.ts")]
pub struct TournamentDeed {
    /// What.
    pub action: TournamentAction,
}

/// A tournament in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "tournament.ts")]
pub struct TournamentLine {
    /// What it is called in addresses.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How it is played.
    pub kind: TournamentKind,
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// How far it is.
    pub status: TournamentStatus,
    /// How many rounds there are: none for an arena, and before a round robin has begun.
    pub rounds: u32,
    /// How many are paired.
    pub round: u32,
    /// When it begins, or began.
    pub starts_at: Moment,
    /// When an arena is over, once it has begun.
    pub ends_at: Option<Moment>,
    /// How many take part.
    pub players: u32,
    /// How many may.
    pub most: u32,
}

/// Somebody's line in the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "tournament.ts")]
pub struct TournamentPlayer {
    /// Who, in tables.
    pub number: u32,
    /// Whoever that is; none whose account is gone.
    pub player: Option<PlayerId>,
    /// Their name.
    pub name: String,
    /// Their place.
    pub place: u32,
    /// Their points: 120 for a won game or a first place, none for the last.
    pub points: u32,
    /// What decides among as many points, as in docs/tournaments.md.
    pub ties: Vec<u32>,
    /// How many games they have played.
    pub played: u32,
    /// Whether they take part no more, or not for now.
    pub is_out: bool,
}

/// A table of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "tournament.ts")]
pub struct TournamentTable {
    /// In which round, from 1.
    pub round: u32,
    /// The game; none for a bye.
    pub game: Option<String>,
    /// The numbers of who sits there, by seat.
    pub players: Vec<u32>,
    /// What it was worth to each, once it is over.
    pub points: Option<Vec<u32>>,
    /// The seat of whoever was not there, if that ended it.
    pub absent: Option<u8>,
}

/// A tournament as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "tournament.ts")]
pub struct TournamentView {
    /// The tournament.
    pub tournament: TournamentLine,
    /// Rises whenever something changes.
    pub version: u32,
    /// Who organises it.
    pub organiser: Option<PlayerId>,
    /// Their name.
    pub organiser_name: String,
    /// Whether one may join.
    pub is_open: bool,
    /// How many sit at a table, if that is possible.
    pub table: u8,
    /// When the next round begins, if that is known.
    pub next_at: Option<Moment>,
    /// What time it is.
    pub now: Moment,
    /// Everybody who ever took part, the first first.
    pub standings: Vec<TournamentPlayer>,
    /// The tables of the round asked for, else of the last one; of an arena those that go on and the last
    /// that are over.
    pub tables: Vec<TournamentTable>,
}

/// Which round of a tournament is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[ts(export_to = "tournament.ts")]
pub struct RoundWanted {
    /// From 1; the last one if not given.
    #[param(minimum = 1)]
    #[ts(optional)]
    pub round: Option<u32>,
}
