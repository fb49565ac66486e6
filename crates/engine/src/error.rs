//! Why there is no such engine.

use longjump_rules::{NotationError, SpecError};

/// Why a spec or an option did not lead to an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There is no such player.
    #[error("there is no player called '{name}'")]
    UnknownPlayer {
        /// The name given.
        name: String,
        /// The game it was to play.
        game: &'static str,
    },
    /// The spec is not written as one.
    #[error(
        "'{text}' is no engine; write GAME/PLAYER:OPTION=VALUE,... such as star/default:level=3"
    )]
    Malformed {
        /// What was given.
        text: String,
    },
    /// The player has no such option.
    #[error("the player {player} has no option '{option}'; it has {known}")]
    UnknownOption {
        /// The player.
        player: &'static str,
        /// The option given.
        option: String,
        /// Those there are.
        known: String,
    },
    /// The option does not take this value.
    #[error("'{value}' is not a value of the option '{option}'; it takes {expected}")]
    BadValue {
        /// The option.
        option: String,
        /// The value given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// The game can't be solved.
    #[error("{game} is too large to be solved; minicheckers is not")]
    TooLarge {
        /// The game.
        game: String,
    },
    /// The player is for fewer seats.
    #[error("the player {player} plays with two seats and the game has {seats}; try default")]
    Seats {
        /// The player.
        player: String,
        /// How many the game has.
        seats: usize,
    },
}

impl From<NotationError> for EngineError {
    fn from(error: NotationError) -> Self {
        Self::Game(SpecError::from(error))
    }
}
