//! What can be wrong with a net.

use super::phases::PHASES;
use super::shape::HIDDEN;
use thiserror::Error;

/// Why a net can't be used.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// It is something else.
    #[error("it is no net: nets begin with {:?}", "LJUMPNN")]
    NotANet,
    /// It has another form.
    #[error("the net has form {0} and this program reads forms 1 and 2; train it anew")]
    Form(u8),
    /// Its hidden layer has another width.
    #[error("the net's hidden layer is {0} wide and this program plays nets of {HIDDEN}")]
    Hidden(usize),
    /// It has another number of phases.
    #[error("the net has {0} phases and this program plays nets with 1 or {PHASES}")]
    Phases(usize),
    /// It is not whole.
    #[error("the net is not whole: it should have {expected} bytes and has {found}")]
    Length {
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// What it is for and where it is from can't be read.
    #[error("what the net is for is not written in UTF-8")]
    NotText,
    /// It is damaged.
    #[error("the net is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// What is there.
        found: u64,
        /// What should be.
        expected: u64,
    },
    /// It is for another game.
    #[error("the net is for {net} and the game is {game}")]
    Game {
        /// The net's.
        net: String,
        /// Ours.
        game: String,
    },
    /// The player can't show the game to a net.
    #[error("this player has no use for nets in {0}; give one that has, such as default")]
    Unseen(String),
    /// It has other features.
    #[error("the net has {net} features and the board {board}")]
    Features {
        /// The net's.
        net: usize,
        /// The board's.
        board: usize,
    },
    /// A weight can't be a small integer.
    #[error("a weight of {0} is too large for small integers; train with weights kept small")]
    Weight(f32),
}
