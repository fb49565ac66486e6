//! Why there are no openings.

use super::tally::Tally;
use longjump_engine::EngineError;
use longjump_rules::{NotationError, SpecError};

/// Why openings could not be read or made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There is no engine to search with.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A line is no opening.
    #[error(
        "line {number} is not an opening of this game; correct it, or put a # before it to leave it out\n\
         {problem}"
    )]
    Line {
        /// Its number from 1.
        number: usize,
        /// What is wrong with it.
        problem: NotationError,
    },
    /// There is no opening in the text.
    #[error("there is no opening here, only comments; the line 'start' is one")]
    Empty {
        /// The game they were to be for.
        spec: String,
    },
    /// Random games don't last that long.
    #[error("random games are over before {plies} plies; give fewer plies")]
    TooLong {
        /// How many were wanted.
        plies: usize,
    },
    /// Balance was asked for in a game for more than two.
    #[error("balance is measured for two seats and the game has {seats}")]
    BalanceForMany {
        /// How many seats the game has.
        seats: usize,
    },
    /// Too few were found.
    #[error("{tally}, of {wanted} wanted")]
    TooFew {
        /// How many were wanted.
        wanted: usize,
        /// What came of those tried.
        tally: Tally,
    },
}
