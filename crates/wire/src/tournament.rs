//! Tournaments between people.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

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
