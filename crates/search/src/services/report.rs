//! What a search tells while it goes on.

use crate::Score;
use longjump_rules::Move;
use std::time::Duration;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub reached: u32,
    /// Which of several lines this is, the best being 1.
    pub rank: usize,
    /// How good the position is for the seat to move if it goes for this line.
    pub score: Score,
    /// The moves expected, best first move first.
    pub line: Vec<Move>,
    /// Positions looked at so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_use: u32,
}
