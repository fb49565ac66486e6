//! How the search for openings goes.

use std::fmt;

/// What came of the candidates tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many there were.
    pub tried: u64,
    /// How many were kept.
    pub found: u64,
    /// How many led to a position that was there before, up to symmetry.
    pub same: u64,
    /// How many a search found unfair.
    pub unbalanced: u64,
    /// How many ended the game, whatever was tried.
    pub ended: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} found in {} tried: {} the same by symmetry, {} not balanced, {} ended the game",
            self.found, self.tried, self.same, self.unbalanced, self.ended
        )
    }
}
