//! What many commands take as arguments.

use crate::Failure;
use clap::Args;
use longjump_rules::{Game, GameSpec, NotationError, Position, notation};

/// A game as an argument.
#[derive(Args, Debug)]
pub struct SpecArgument {
    /// The game with its options, such as star:seats=3,corners=open
    #[arg(value_name = "SPEC")]
    text: String,
}

impl SpecArgument {
    /// The game that it names.
    ///
    /// # Errors
    /// When it names none.
    pub fn parse(&self) -> Result<GameSpec, Failure> {
        self.text
            .parse()
            .map_err(|error: NotationError| Failure::from(longjump_rules::SpecError::from(error)))
    }
}

/// A position as an argument.
#[derive(Args, Debug)]
pub struct PositionArgument {
    /// A position as one line of text; the start when left out
    #[arg(value_name = "POSITION")]
    words: Vec<String>,
}

impl PositionArgument {
    /// The words together, if there are any.
    pub fn text(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }

    /// The position that it names.
    ///
    /// # Errors
    /// When it is no position of the game.
    pub fn parse<G: Game>(&self, game: &G) -> Result<G::Position, NotationError> {
        match self.text() {
            Some(text) => notation::read_position(game, &text),
            None => Ok(game.start()),
        }
    }
}

/// The seat to move, if the game is not over.
pub fn turn_of(position: &impl Position) -> Option<String> {
    let goes_on = position.standings().is_none();
    goes_on.then(|| position.turn().to_string())
}
