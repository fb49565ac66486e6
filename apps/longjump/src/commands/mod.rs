//! One file a command.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod data;
pub(crate) mod engines;
pub(crate) mod fairplay;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod levels;
pub(crate) mod llr;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playouts;
pub(crate) mod ratings;
pub(crate) mod report;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solo;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod ugi;
pub(crate) mod worker;

use crate::Failure;
use clap::Args;
use longjump_rules::{Game, GameSpec, NotationError, Position, notation};

/// A game as an argument.
#[derive(Args, Debug)]
pub(crate) struct SpecArgument {
    /// The game with its options, such as star:seats=3,corners=open
    #[arg(value_name = "SPEC")]
    text: String,
}

impl SpecArgument {
    pub(crate) fn parse(&self) -> Result<GameSpec, Failure> {
        self.text
            .parse()
            .map_err(|error: NotationError| Failure::from(longjump_rules::SpecError::from(error)))
    }
}

/// A position as an argument.
#[derive(Args, Debug)]
pub(crate) struct PositionArgument {
    /// A position as one line of text; the start when left out
    #[arg(value_name = "POSITION")]
    words: Vec<String>,
}

impl PositionArgument {
    /// The words together, if there are any.
    pub(crate) fn text(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }

    pub(crate) fn parse<G: Game>(&self, game: &G) -> Result<G::Position, NotationError> {
        match self.text() {
            Some(text) => notation::read_position(game, &text),
            None => Ok(game.start()),
        }
    }
}

/// The seat to move, if the game is not over.
pub(crate) fn turn_of(position: &impl Position) -> Option<String> {
    let goes_on = position.standings().is_none();
    goes_on.then(|| position.turn().to_string())
}
