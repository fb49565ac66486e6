//! An engine at the board, as the referee sees it.

use crate::openings::Opening;
use crate::{Cause, TimeControl};
use longjump_engine::Score;
use longjump_rules::Seat;
use std::time::Duration;

/// An engine at the board. The referee knows nothing else of it.
pub(crate) trait Player: Send {
    /// Gets ready for a game that begins with this opening. Whatever is random in its play
    /// is to follow from the seed.
    fn begin(&mut self, opening: &Opening, seed: u64) -> Result<(), Fault>;

    /// Is told a move that was played, its own too.
    fn observe(&mut self, mv: &str);

    /// Chooses a move.
    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Fault>;
}

/// What the referee asks.
pub(crate) struct Question<'a> {
    pub(crate) start: Option<&'a str>,
    pub(crate) moves: &'a [String],
    pub(crate) seat: Seat,
    pub(crate) control: &'a TimeControl,
    /// What is left on each seat's clock, and what it gets for a move.
    pub(crate) clocks: &'a [Option<(Duration, Duration)>],
    /// How long to wait for an answer before the engine is given up.
    pub(crate) patience: Duration,
}

/// What an engine decides.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) mv: String,
    pub(crate) took: Duration,
    /// How good it thinks its position is.
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// How an engine failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) cause: Cause,
    /// What happened, in words.
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn new(cause: Cause, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { cause, detail }
    }

    /// Whether the engine is gone, and has to be started anew.
    pub(crate) fn is_fatal(&self) -> bool {
        !matches!(self.cause, Cause::Time | Cause::IllegalMove)
    }
}
