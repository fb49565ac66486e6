//! What can go wrong with learning.

use longjump_dataset::TrainingError;
use longjump_rules::SpecError;
use thiserror::Error;

/// Why nothing can be learned.
#[derive(Debug, Error)]
pub enum LearningError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A file can't be read.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// The data is of another game.
    #[error("the data is of {data} and not of {game}; give files of one game")]
    OtherGame {
        /// What the data is of.
        data: String,
        /// What it should be of.
        game: String,
    },
    /// A game that nets can't look at.
    #[error(
        "nets are for games whose seats see the same board, which {0} is not; try star, \
         diamond or corners"
    )]
    NoViews(String),
    /// There is too little data.
    #[error(
        "{positions} positions of {games} games are too little to learn from and to check with; \
         play more games with 'longjump selfplay'"
    )]
    TooLittle {
        /// How many positions there are.
        positions: usize,
        /// Of how many games.
        games: usize,
    },
    /// Scores tell nothing about results.
    #[error(
        "in these games who was ahead got no more points than who was behind, so no scale \
         fits scores to results; play more games, or with more nodes, or learn from scores alone \
         with --lambda 1 --scale 0.2"
    )]
    NoScale,
    /// A record can't be what it says.
    #[error("record {number} is wrong: {reason}")]
    Record {
        /// The record, from 1.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A setting makes no sense.
    #[error("{0}")]
    Setting(String),
    /// A saved state can't be gone on with.
    #[error("{0}")]
    State(String),
}
