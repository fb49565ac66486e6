//! Why there are no openings.

use longjump_rules::{NotationError, SpecError};

/// Why openings could not be read or made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
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
}
