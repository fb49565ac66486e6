//! Game records: tag pairs and numbered moves with comments and variations, shaped like
//! chess' PGN.
//!
//! Reading goes in two steps, as the game is named inside: [`RecordText`] is the
//! text taken apart, and [`RecordText::read`] plays its moves by the game's rules.

mod annotation;
mod shape;
mod text;
mod write;

pub use annotation::{Annotation, Evaluation};
pub use shape::{Colour, Shape};
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
    /// What was noted before the first move.
    pub preface: Annotation,
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
    /// What could have been played instead, and how it would have gone on.
    pub variations: Vec<Vec<Turn>>,
}

impl Turn {
    /// A move about which nothing was noted.
    pub fn plain(mv: Move) -> Self {
        Self {
            mv,
            annotation: Annotation::default(),
            variations: Vec::new(),
        }
    }
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
/// How deep variations of variations may lie.
const DEEPEST: usize = 100;
