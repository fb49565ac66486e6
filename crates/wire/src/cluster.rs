//! What servers and workers tell each other over NATS. No client sees it, so it has no
//! TypeScript.

use crate::room::{LoggedEvent, Phrase};
use serde::{Deserialize, Serialize};

/// An event with what only servers may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The event and its place.
    #[serde(flatten)]
    pub logged: LoggedEvent,
    /// Who sent it and what they call it: not for others' eyes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// What servers tell each other of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RoomNotice {
    /// The log went on.
    Events {
        /// The entries, without a gap.
        log: Vec<LogEntry>,
    },
    /// Somebody said a set phrase.
    Phrase {
        /// Who.
        seat: usize,
        /// What.
        phrase: Phrase,
    },
    /// Somebody came, or left.
    Presence {
        /// Who.
        seat: usize,
        /// Whether they are there.
        here: bool,
    },
}

/// A position for a worker to find a move in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The game.
    pub game: String,
    /// How many events there were.
    pub version: usize,
    /// Its rules.
    pub spec: String,
    /// The moves played.
    pub moves: Vec<String>,
    /// How strong to play.
    pub level: u8,
}

/// A worker's question whether a game still waits for a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobQuestion {
    /// The game.
    pub game: String,
    /// The version that is to be thought about.
    pub version: usize,
}

/// The move a worker has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// The game.
    pub game: String,
    /// The version that was thought about: after a take-back plies come again, versions don't.
    pub version: usize,
    /// How many moves were played before it.
    pub ply: usize,
    /// The move.
    pub mv: String,
}

/// What a server answers to a worker's move, or to its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobReceipt {
    /// It was played, or nobody needs it any more.
    Settled,
    /// It could not be written down; send it again. Or: it is still wanted.
    Retry,
}
