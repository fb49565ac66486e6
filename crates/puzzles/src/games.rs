//! Where games come from.

use crate::{Moment, PuzzleError, thinker::Thinker};
use longjump_arena::openings::random_opening;
use longjump_arena::read_log;
use longjump_dataset::mixed;
use longjump_engine::{open_record, open_table};
use longjump_rules::GameSpec;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenGame {
    /// The position it began from.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
}

/// Where games come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The engine plays itself.
    SelfPlay(SelfPlay),
    /// They are there already.
    Given(Vec<GivenGame>),
}

/// How the engine plays itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlay {
    /// How many positions it looks at for a move; few, so that there are mistakes to see.
    pub nodes: u64,
    /// How many random moves each game begins with.
    pub plies: usize,
    /// Where random numbers come from.
    pub seed: u64,
}

/// Games end after so many moves, if not before.
const LONGEST: usize = 400;

impl SelfPlay {
    /// The game of a number, which follows from the seed and the number alone.
    pub(crate) fn play(
        &self,
        spec: &GameSpec,
        thinker: &mut Thinker,
        number: u64,
    ) -> Result<GivenGame, PuzzleError> {
        let mut table = open_table(spec)?;
        let start = table.position();
        let seed = mixed(self.seed, number);
        random_opening(&mut *table, self.plies, seed);
        let moment = Moment {
            moves: table.played(),
            ..Moment::new(spec, start)
        };
        Ok(GivenGame {
            moves: thinker.play_on(&moment, self.nodes, LONGEST)?,
            start: moment.position,
        })
    }
}

/// The games of a log of the arena, or of a file of records, one after the other.
///
/// # Errors
/// When it is neither, or has games of another kind.
pub fn given_games(path: &Path, spec: &GameSpec) -> Result<Vec<GivenGame>, PuzzleError> {
    let text = std::fs::read_to_string(path).map_err(|error| PuzzleError::File {
        path: path.to_owned(),
        error,
    })?;
    if text.starts_with('{') {
        return games_of_log(path, spec);
    }
    let mut games = Vec::new();
    for record in records(&text) {
        let (found, mut table, _) = open_record(record)?;
        of_same_game(&found, spec)?;
        let moves = table.played();
        while table.take_back().is_some() {}
        games.push(GivenGame {
            start: table.position(),
            moves,
        });
    }
    Ok(games)
}

fn games_of_log(path: &Path, spec: &GameSpec) -> Result<Vec<GivenGame>, PuzzleError> {
    let (header, blocks) = read_log(path)?;
    of_same_game(
        &header
            .game
            .parse::<GameSpec>()
            .map_err(longjump_rules::SpecError::from)?,
        spec,
    )?;
    let usual = open_table(spec)?.position();
    let game = |record: longjump_arena::GameRecord| GivenGame {
        start: record.start.unwrap_or_else(|| usual.clone()),
        moves: record.moves.split_whitespace().map(str::to_owned).collect(),
    };
    Ok(blocks.into_iter().flatten().map(game).collect())
}

fn of_same_game(found: &GameSpec, wanted: &GameSpec) -> Result<(), PuzzleError> {
    let lasting = |spec| longjump_games::lasting(spec).to_string();
    if lasting(found) == lasting(wanted) {
        return Ok(());
    }
    Err(PuzzleError::OtherGame {
        found: found.to_string(),
        wanted: wanted.to_string(),
    })
}

/// The records of a file: each begins with its game.
fn records(text: &str) -> impl Iterator<Item = &str> {
    let mut starts: Vec<usize> = text.match_indices("[Game ").map(|(at, _)| at).collect();
    starts.push(text.len());
    (0..starts.len() - 1).map(move |number| &text[starts[number]..starts[number + 1]])
}
