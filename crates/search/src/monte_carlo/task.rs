//! What a tree search is told to do.

use super::parameters::MonteCarloParameters;
use crate::{Clock, Control, Limits};
use longjump_rules::Move;

/// How to search.
pub struct Task<'a, E> {
    /// What positions are worth.
    pub evaluator: &'a E,
    /// How to grow the tree.
    pub parameters: &'a MonteCarloParameters,
    /// How far to go. The depth is that of the line expected.
    pub limits: &'a Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// The moves to choose from; all if there are none.
    pub only: &'a [Move],
    /// Where chances come from.
    pub seed: u64,
    /// How the search is told to end.
    pub control: &'a Control,
    /// What time it is.
    pub clock: &'a dyn Clock,
}
