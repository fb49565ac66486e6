//! Whether every record of a file can be what it says.

use super::{LARGEST_SCORE, game_of};
use crate::LearningError;
use longjump_dataset::{TrainingError, TrainingReader, TrainingRecord};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, Position, Standings};
use std::io::{Read, Seek};

/// A file whose records are all right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many they are.
    pub records: u64,
    /// Whether there was a checksum, which files of the first form do not have.
    pub has_checksum: bool,
}

/// Looks at every record of a file, calling `on_progress` with how many were read: games can come to its
/// position, somebody has to move there, its score is in bounds, and its result is one. When
/// all were read their checksum is looked at.
///
/// # Errors
/// The first record that is wrong, or that they are not those that were written.
pub fn check<R: Read + Seek>(
    reader: TrainingReader<R>,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Checked, LearningError> {
    let game = game_of(reader.header());
    with_game(
        &game,
        Check {
            reader,
            on_progress,
        },
    )?
}

struct Check<'a, R> {
    reader: TrainingReader<R>,
    on_progress: &'a mut dyn FnMut(u64),
}

impl<R: Read + Seek> GameAction for Check<'_, R> {
    type Output = Result<Checked, LearningError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let checked = Checked {
            records: self.reader.records(),
            has_checksum: self.reader.header().longjump_training > 1,
        };
        for (number, record) in (1..).zip(self.reader) {
            let record = match record {
                Err(TrainingError::Damaged { number, reason }) => {
                    let reason = reason.to_owned();
                    return Err(LearningError::Record { number, reason });
                }
                record => record?,
            };
            let wrong = fault(&game, &record);
            if let Some(reason) = wrong {
                return Err(LearningError::Record { number, reason });
            }
            (self.on_progress)(number);
        }
        Ok(checked)
    }
}

/// What is wrong with a record.
fn fault<G: Game>(game: &G, record: &TrainingRecord) -> Option<String> {
    let position = match game.position_from(&record.setup) {
        Err(error) => return Some(format!("no game can come to its position: {error}")),
        Ok(position) => position,
    };
    if position.standings().is_some() {
        return Some("the game is over in its position".to_owned());
    }
    if let Some(score) = record.score
        && score.abs() > LARGEST_SCORE
    {
        return Some(format!("its score of {score} is out of all bounds"));
    }
    let standings = Standings::from_places(record.places);
    let is_none = standings.is_none();
    is_none.then(|| "the places of its result are none that a game ends with".to_owned())
}
