//! What a search is told to do, and what comes of it.

use super::parameters::SearchParameters;
use crate::{Clock, Control, Limits, Score};
use longjump_rules::Move;

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The best lines, the best one first, as many as were wanted and there
    /// are; none if the game is over.
    pub lines: Vec<Line>,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The moves, at least one.
    pub moves: Vec<Move>,
    /// How good the position is for the seat to move if it goes for this line.
    pub score: Score,
}

/// How to search.
pub struct Task<'a, E> {
    /// What positions are worth.
    pub evaluator: &'a E,
    /// Which steps to take.
    pub parameters: &'a SearchParameters,
    /// How far to go.
    pub limits: &'a Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// The moves to choose from; all when there are none.
    pub only: &'a [Move],
    /// How the search is told to end.
    pub control: &'a Control,
    /// What time it is.
    pub clock: &'a dyn Clock,
}
