//! Starting positions for matches: made at random, kept if they are fair, written and read.
//!
//! A file of them is plain text, an opening a line; `docs/command-line.md` describes it.

mod balance;
mod canonical;
mod error;
mod generate;
mod random;
#[cfg(test)]
mod tests;

pub use balance::Balance;
pub use canonical::{Canonical, Symmetries};
pub use error::OpeningsError;
pub use generate::{OpeningsPlan, Tally};
pub use random::random_opening;

use longjump_engine::{Table, open_table};
use longjump_rules::{GameSpec, NotationError};
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
const POSITION: &str = "position ";
/// What separates a position from the moves after it.
const MOVES: &str = " moves ";

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

/// A list of openings with notes on where they are from. As text it is a file of openings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// Lines for people, each written after a `#`.
    pub notes: Vec<String>,
    /// The openings in their order.
    pub list: Vec<Opening>,
}

impl Openings {
    /// Reads a file of openings for this game.
    ///
    /// ```
    /// use longjump_arena::openings::Openings;
    /// let text = "# two ways to begin\nb2c4 g7f5\nb2a4 g7f5\n";
    /// let openings = Openings::read(text, &"knightthrough".parse()?)?;
    /// assert_eq!(openings.list.len(), 2);
    /// assert_eq!(openings.to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such game, a line is wrong, or there is no opening at all.
    pub fn read(text: &str, spec: &GameSpec) -> Result<Self, OpeningsError> {
        let mut table = open_table(spec)?;
        let mut openings = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(note) = line.strip_prefix('#') {
                openings.notes.push(note.trim().to_owned());
            } else if !line.is_empty() {
                let opening = Opening::from(line);
                check(&opening, line, &mut *table).map_err(|problem| OpeningsError::Line {
                    number: index + 1,
                    problem,
                })?;
                openings.list.push(opening);
            }
        }
        if openings.list.is_empty() {
            return Err(OpeningsError::Empty {
                spec: spec.to_string(),
            });
        }
        Ok(openings)
    }

    /// Random openings, quickly made: nothing is looked at but that the game goes on. Each
    /// depends on its number and the seed alone, so more of them begin with the same. With
    /// few plies a position may come more than once.
    ///
    /// # Errors
    /// When there is no such game, or random games are over before so many plies.
    pub fn random(
        spec: &GameSpec,
        plies: usize,
        seed: u64,
        count: usize,
    ) -> Result<Self, OpeningsError> {
        let mut table = open_table(spec)?;
        let make = |number| {
            let seed = random::seed_of(seed, number);
            let moves = random_opening(&mut *table, plies, seed);
            let moves = moves.ok_or(OpeningsError::TooLong { plies })?;
            Ok(Opening { start: None, moves })
        };
        let list = (0..count as u64).map(make);
        Ok(Self {
            notes: Vec::new(),
            list: list.collect::<Result<_, OpeningsError>>()?,
        })
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            writeln!(f, "{}", format!("# {note}").trim_end())?;
        }
        self.list
            .iter()
            .try_for_each(|opening| writeln!(f, "{opening}"))
    }
}

/// Plays an opening move by move, so that an error shows where in its line it is.
fn check(opening: &Opening, line: &str, table: &mut dyn Table) -> Result<(), NotationError> {
    const SUBJECT: &str = "opening";
    let mut at = 0;
    let mut next = |word: &str| {
        at += line[at..].find(word).unwrap_or(0);
        let here = at;
        at += word.len();
        here
    };
    if opening.start.is_some() {
        next(POSITION);
    }
    let start = opening.start.as_deref();
    let at_start = next(start.unwrap_or_default());
    let placed = table.set_up(start, &[]);
    placed.map_err(|error| error.within(SUBJECT, line, at_start))?;
    if start.is_some() && !opening.moves.is_empty() {
        next(MOVES);
    }
    for mv in &opening.moves {
        let at_move = next(mv);
        let played = table.play(mv);
        played.map_err(|error| error.within(SUBJECT, line, at_move))?;
    }
    match table.standings() {
        None => Ok(()),
        Some(_) => Err(NotationError::contradiction(
            SUBJECT,
            line,
            0,
            "the game is over with it, and nothing is left to play",
        )),
    }
}
