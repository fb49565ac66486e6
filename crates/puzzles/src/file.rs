//! Files of puzzles: a line of JSON for how they were mined, one for each puzzle, and after those of a game one that
//! says what became of its positions.

use crate::{MinerSettings, Puzzle, PuzzleError, SelfPlay};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The form of files that this program writes and reads.
pub(crate) const VERSION: u32 = 1;

/// How puzzles were mined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The form of the file.
    pub longjump_puzzles: u32,
    /// The game.
    pub spec: String,
    /// What counts as a puzzle.
    pub settings: MinerSettings,
    /// How the engine played itself, if it did.
    pub self_play: Option<SelfPlay>,
    /// A number that tells the given games from others.
    pub given: Option<String>,
}

impl Header {
    /// One of this form.
    pub(crate) fn new(
        spec: String,
        settings: MinerSettings,
        self_play: Option<SelfPlay>,
        given: Option<String>,
    ) -> Self {
        Self {
            longjump_puzzles: VERSION,
            spec,
            settings,
            self_play,
            given,
        }
    }
}

/// What became of the positions of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of the game.
    pub game: u64,
    /// How many positions were looked at.
    pub positions: u64,
    /// With a single legal move.
    pub single: u64,
    /// Without a clear answer.
    pub unclear: u64,
    /// Whose answer takes back what has just taken.
    pub recapture: u64,
    /// Whose answer was another one, or not clear, with more positions looked at.
    pub unsure: u64,
    /// Whose answer is found at once.
    pub easy: u64,
    /// Found, but the same as a puzzle before, or its mirror image.
    pub same: u64,
    /// Puzzles.
    pub found: u64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.single += other.single;
        self.unclear += other.unclear;
        self.recapture += other.recapture;
        self.unsure += other.unsure;
        self.easy += other.easy;
        self.same += other.same;
        self.found += other.found;
    }
}

/// A line after the first.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Puzzle(Puzzle),
    Tally(Tally),
}

/// A file read back.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleFile {
    /// How they were mined.
    pub header: Header,
    /// The puzzles in their order.
    pub puzzles: Vec<Puzzle>,
    /// What became of each game that was finished, in their order.
    pub tallies: Vec<Tally>,
    /// Where the last finished game ends.
    pub(crate) length: u64,
}

impl PuzzleFile {
    /// Reads a file, up to the last finished game.
    ///
    /// # Errors
    /// When it can't be read or has no puzzles.
    pub fn read(path: &Path) -> Result<Self, PuzzleError> {
        let text = std::fs::read_to_string(path).map_err(|error| PuzzleError::File {
            path: path.to_owned(),
            error,
        })?;
        let wrong = |line: usize, reason: String| PuzzleError::Malformed {
            path: path.to_owned(),
            line,
            reason,
        };
        // A line without an end was being written when the run was killed.
        let mut lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let first = lines
            .next()
            .ok_or_else(|| wrong(1, "it is empty".to_owned()))?;
        let header: Header =
            serde_json::from_str(first).map_err(|error| wrong(1, error.to_string()))?;
        let mut file = Self {
            header,
            puzzles: Vec::new(),
            tallies: Vec::new(),
            length: first.len() as u64,
        };
        if file.header.longjump_puzzles != VERSION {
            return Err(wrong(
                1,
                format!("it is of form {}", file.header.longjump_puzzles),
            ));
        }
        let mut of_game = Vec::new();
        let mut at = file.length;
        for (number, line) in (2..).zip(lines) {
            at += line.len() as u64;
            match serde_json::from_str(line).map_err(|error| wrong(number, error.to_string()))? {
                Line::Puzzle(puzzle) => of_game.push(puzzle),
                Line::Tally(tally) => {
                    file.puzzles.append(&mut of_game);
                    file.tallies.push(tally);
                    file.length = at;
                }
            }
        }
        Ok(file)
    }

    /// What became of all positions.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for tally in &self.tallies {
            total.add(tally);
        }
        total
    }
}

/// The lines of a finished game.
pub(crate) fn lines_of_game(puzzles: &[Puzzle], tally: Tally) -> String {
    let puzzles = puzzles.iter().cloned().map(Line::Puzzle);
    let lines = puzzles.chain([Line::Tally(tally)]);
    lines
        .map(|line| serde_json::to_string(&line).expect("a line can be written") + "\n")
        .collect()
}
