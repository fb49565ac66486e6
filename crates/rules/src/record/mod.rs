//! Game records: tag pairs and numbered moves with comments, shaped like chess' PGN.
//!
//! Reading goes in two steps, as the game is named inside: [`RecordText`] is the
//! text taken apart, and [`RecordText::read`] plays its moves by the game's rules.

mod annotation;
mod text;
mod write;

pub use annotation::{Annotation, Evaluation};
pub use text::RecordText;
pub use write::{WriteError, write_record};

use crate::{Move, Standings};

/// A whole game, or what has been played of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// Names and values, other than the game, the start and the result.
    pub tags: Vec<(String, String)>,
    /// The text of the position it starts from, if that is not the usual start.
    pub start: Option<String>,
    /// The moves with what was noted about them.
    pub turns: Vec<Turn>,
    /// The order of finish; `None` while the game goes on.
    pub result: Option<Standings>,
}

/// One move of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The move.
    pub mv: Move,
    /// What was noted about it.
    pub annotation: Annotation,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find_map(|(tag, value)| (tag == name).then_some(value.as_str()))
    }
}

/// Tags that are fields of their own.
const GAME: &str = "Game";
const START: &str = "Start";
const RESULT: &str = "Result";
/// Says why a game ended that the rules would let go on, such as `resigned`.
const TERMINATION: &str = "Termination";
/// The result of a game that goes on.
const UNFINISHED: &str = "*";
