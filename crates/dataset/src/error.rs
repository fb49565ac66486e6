//! What can be wrong with training data.

use crate::header::VERSION;
use longjump_rules::SpecError;
use std::io;
use thiserror::Error;

/// What can be wrong with a file of training data.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// It can't be read or written.
    #[error("it can't be read or written: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no training data: {0}")]
    NotTrainingData(String),
    /// It has another version of the format.
    #[error("it is of version {0} and this program reads versions 1 to {VERSION}")]
    OtherVersion(u32),
    /// Its game is not known.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// It is not whole.
    #[error(
        "it is not whole: {0}; the run that wrote it was stopped, or part of the file was lost \
         on the way"
    )]
    Truncated(String),
    /// Its records are not those that were written.
    #[error(
        "its records are not those that were written: their checksum is {found:016x} and not \
         {expected:016x}; part of the file was changed on the way, so fetch or make it again"
    )]
    Checksum {
        /// What is there.
        found: u64,
        /// What should be.
        expected: u64,
    },
    /// A record makes no sense.
    #[error("record {number} is damaged: {reason}")]
    Damaged {
        /// The record, from 1.
        number: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A position that a record has no room for.
    #[error("a position can't be written: {0}")]
    DoesNotFit(&'static str),
    /// A game whose moves are not legal.
    #[error("game {game} can't be replayed: {reason}")]
    Replay {
        /// The number of its block.
        game: usize,
        /// What is wrong.
        reason: String,
    },
}
