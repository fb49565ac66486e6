//! Files of openings.

use super::error::OpeningsError;
use super::opening::{MOVES, Opening, POSITION};
use super::random::{random_opening, seed_of};
use longjump_engine::{Table, open_table};
use longjump_rules::{GameSpec, NotationError};
use std::fmt;

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
            let seed = seed_of(seed, number);
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
