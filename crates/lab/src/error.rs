//! What can go wrong in the laboratory.

use longjump_arena::{LogError, TournamentError};
use longjump_engine::EngineError;
use longjump_evaluation::network::NetError;
use longjump_learning::LearningError;
use longjump_rules::{NotationError, SpecError};
use std::io;

/// Why experiments ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// An engine could not be made, or did not take a position.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A match could not be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A match could not be kept.
    #[error(transparent)]
    Log(#[from] LogError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A position or a move is not one of the game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A net could not be trained.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// A net does not fit into its file.
    #[error(transparent)]
    Net(#[from] NetError),
    /// An engine chose no move.
    #[error("{spec} found no move")]
    NoMove {
        /// The engine.
        spec: String,
    },
    /// The folder for nets could not be made or written to.
    #[error("can't keep nets in the folder for temporary files: {0}")]
    Folder(#[from] io::Error),
}
