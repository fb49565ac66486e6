//! How a game begins.

use longjump_engine::Table;
use longjump_rules::NotationError;
use std::fmt;

/// How a game begins: moves from the start or from a given position.
///
/// ```
/// use longjump_arena::openings::Opening;
/// let opening = Opening::from("position 6/6/6/2b3/1a4/a5 a moves b2d4");
/// assert_eq!(opening.start.as_deref(), Some("6/6/6/2b3/1a4/a5 a"));
/// assert_eq!(opening.moves, ["b2d4"]);
/// assert_eq!(opening.to_string(), "position 6/6/6/2b3/1a4/a5 a moves b2d4");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position it begins with, the game's own start if there is none.
    pub start: Option<String>,
    /// The moves that are played from there.
    pub moves: Vec<String>,
}

/// The line of an opening that is the start itself.
const START: &str = "start";
/// What a position's line begins with.
pub(super) const POSITION: &str = "position ";
/// What separates a position from the moves after it.
pub(super) const MOVES: &str = " moves ";

impl Opening {
    /// Sets up a table with it. An opening that was read for the table's game can be.
    ///
    /// # Errors
    /// When the position or a move is wrong; nothing is changed then.
    pub fn set_up(&self, table: &mut dyn Table) -> Result<(), NotationError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        table.set_up(self.start.as_deref(), &moves)
    }
}

/// Reads a line as it stands; whether its moves are legal only a table can tell.
impl From<&str> for Opening {
    fn from(line: &str) -> Self {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let line = line.trim();
        match line.strip_prefix(POSITION) {
            None if line == START => Self::default(),
            None => Self {
                start: None,
                moves: words(line),
            },
            Some(rest) => {
                let (position, moves) = rest.split_once(MOVES).unwrap_or((rest, ""));
                Self {
                    start: Some(position.trim().to_owned()),
                    moves: words(moves),
                }
            }
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves.join(" ");
        match &self.start {
            None if moves.is_empty() => f.write_str(START),
            None => f.write_str(&moves),
            Some(position) if moves.is_empty() => write!(f, "{POSITION}{position}"),
            Some(position) => write!(f, "{POSITION}{position}{MOVES}{moves}"),
        }
    }
}
