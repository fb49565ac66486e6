//! Why there are no openings.

use super::Tally;
use longjump_engine::EngineError;
use longjump_rules::{NotationError, SpecError};

/// Why openings could not be read or made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There is no engine to search with.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A line is no opening.
    #[error(
        "line {number} is no opening of this game; correct it, or put a # before it to leave it out\n\
         {problem}"
    )]
    Line {
        /// Its number from 1.
        number: usize,
        /// What is wrong with it.
        problem: NotationError,
    },
    /// There is no opening in the text.
    #[error(
        "there is no opening here, only remarks; \
         'longjump openings {spec} --out FILE' makes some, and the line 'start' is one"
    )]
    Empty {
        /// The game they were to be for.
        spec: String,
    },
    /// Random games don't last that long.
    #[error("games of random moves are over before {plies} plies; give fewer plies")]
    TooLong {
        /// How many were wanted.
        plies: usize,
    },
    /// Balance was asked for in a game for more than two.
    #[error(
        "balance is measured for two seats and the game has {seats}; leave --balance out, \
         and openings are still distinct"
    )]
    BalanceForMany {
        /// How many seats the game has.
        seats: usize,
    },
    /// Too few were found.
    #[error("{tally}, of {wanted} wanted; {}", loosen(tally))]
    TooFew {
        /// How many were wanted.
        wanted: usize,
        /// What came of those tried.
        tally: Tally,
    },
}

/// What would help.
fn loosen(tally: &Tally) -> &'static str {
    if tally.ended > tally.tried / 2 {
        "give fewer --plies"
    } else if tally.unbalanced > 0 {
        "give a larger --balance, more --plies or a smaller --count"
    } else {
        "give more --plies or a smaller --count"
    }
}
