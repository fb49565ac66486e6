//! Why something can't be tuned.

use longjump_arena::{LogError, TournamentError};
use longjump_dataset::TrainingError;
use longjump_engine::EngineError;
use thiserror::Error;

/// Why something can't be tuned.
#[derive(Debug, Error)]
pub enum TuningError {
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engines can't play each other.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Levels to try out could not be written.
    #[error("levels to try out can't be written to the folder for temporary files: {0}")]
    Levels(std::io::Error),
    /// It was interrupted.
    #[error("stopped before the end; nothing is left of it")]
    Stopped,
    /// The games could not be kept.
    #[error(transparent)]
    Log(#[from] LogError),
    /// There is no such number.
    #[error("{engine} has no parameter called '{name}' to tune; it has {known}")]
    Unknown {
        /// The engine.
        engine: String,
        /// The name given.
        name: String,
        /// Those there are, with their values.
        known: String,
    },
    /// Something is not a parameter.
    #[error(
        "'{0}' is not a parameter: write NAME=START:LEAST:MOST or NAME=START:LEAST:MOST:STEP, such \
         as last=190:100:300:10, several of them with commas; without START it is the value now"
    )]
    Malformed(String),
    /// A range is wrong.
    #[error("the range of {name} is not possible: {reason}")]
    BadRange {
        /// The parameter.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A name is there twice.
    #[error("the parameter {0} is given twice")]
    Twice(String),
    /// There is nothing to fit.
    #[error("{0} has no weights to fit; a game's default engine has")]
    NoWeights(String),
    /// A parameter of the search where only weights can be.
    #[error(
        "{0} is a parameter of the search; only weights of the evaluation can be fitted to games"
    )]
    NotAWeight(String),
    /// A file of training data is wrong.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// A file of training data of another game.
    #[error("the data is of {data}, and {game} is to be tuned; give a file of the same game")]
    OtherGame {
        /// The data's game.
        data: String,
        /// The engine's.
        game: String,
    },
    /// Fitting is for two.
    #[error("results can be fitted in games for two, and this one has {0} seats")]
    Seats(usize),
    /// There is too little to learn from.
    #[error(
        "there is too little to learn from: {positions} quiet positions of {games} games that were \
         not certain yet; give a file of twenty games at least"
    )]
    TooLittle {
        /// Positions that can be used.
        positions: usize,
        /// And their games.
        games: usize,
    },
}
