//! What can go wrong.

use longjump_arena::LogError;
use longjump_engine::EngineError;
use longjump_rules::{NotationError, SpecError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why puzzles can't be mined or checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A position or a move is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A log can't be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file can't be read or written.
    #[error("can't use {}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no file of puzzles.
    #[error("{} is no file of puzzles: line {line}: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file was mined in another way.
    #[error("{} has puzzles that were mined in another way: {difference}", .path.display())]
    OtherPuzzles {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Games of another game than that asked for.
    #[error("the games are of {found}, not of {wanted}")]
    OtherGame {
        /// That of the games.
        found: String,
        /// That asked for.
        wanted: String,
    },
}
