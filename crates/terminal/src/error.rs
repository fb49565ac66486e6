//! What can go wrong while playing.

use std::io;

/// Why a game in the terminal ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TerminalError {
    /// The terminal can't be drawn on, or keys can't be read.
    #[error("can't use this terminal: {0}")]
    Screen(#[from] io::Error),
    /// The thread of the engines is gone.
    #[error("the engine has stopped working; please report this")]
    EngineGone,
}
