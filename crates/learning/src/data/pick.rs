//! A few positions to look at.

use super::game_of;
use crate::LearningError;
use longjump_dataset::{TrainingReader, TrainingRecord};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, notation};
use serde::Serialize;
use std::io::{Read, Seek};

/// A position of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Picked {
    /// The number of its record, from 1.
    pub record: u64,
    /// The number of its game.
    pub game: u32,
    /// How many moves were played before.
    pub moves: u16,
    /// The position as text.
    pub position: String,
    /// The score for the seat to move, in hundredths of a move or a claim.
    pub score: Option<i32>,
    /// What the game gave the seat to move, of 1.
    pub result: f64,
}

/// Picks random positions of a file, each as likely as any other, and returns them in the
/// order of the file.
///
/// # Errors
/// When the file is damaged, or no game can come to a position.
pub fn pick<R: Read + Seek>(
    reader: TrainingReader<R>,
    count: usize,
    seed: u64,
) -> Result<Vec<Picked>, LearningError> {
    let game = game_of(reader.header());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut picked: Vec<(u64, TrainingRecord)> = Vec::new();
    for (number, record) in (1..).zip(reader) {
        let record = (number, record?);
        if picked.len() < count {
            picked.push(record);
        } else if let Some(other) = picked.get_mut(random.u64(..number) as usize) {
            // The last of n comes in with a probability of count in n, in the place of any.
            *other = record;
        }
    }
    picked.sort_unstable_by_key(|&(number, _)| number);
    with_game(&game, Describe(picked))?
}

struct Describe(Vec<(u64, TrainingRecord)>);

impl GameAction for Describe {
    type Output = Result<Vec<Picked>, LearningError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let describe = |(number, record): (u64, TrainingRecord)| {
            let position = game.position_from(&record.setup).map_err(|error| {
                let reason = format!("no game can come to its position: {error}");
                LearningError::Record { number, reason }
            })?;
            Ok(Picked {
                record: number,
                game: record.game,
                moves: record.moves,
                position: notation::write_position(&game, &position),
                score: record.score,
                result: record.result(),
            })
        };
        self.0.into_iter().map(describe).collect()
    }
}
