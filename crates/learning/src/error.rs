//! What can go wrong with learning.

use crate::parameters::WIDTHS;
use longjump_dataset::TrainingError;
use longjump_rules::SpecError;
use thiserror::Error;

/// Why nothing can be learned.
#[derive(Debug, Error)]
pub enum LearningError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A file can't be read.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// The data is of another game.
    #[error("the data is of {data} and not of {game}; give files of one game")]
    OtherGame {
        /// What the data is of.
        data: String,
        /// What it should be of.
        game: String,
    },
    /// A game that has no features for a net.
    #[error(
        "nets are for games whose seats see the same board, which {0} is not; try star, \
         diamond or corners"
    )]
    NoFeatures(String),
    /// There is too little data.
    #[error("{positions} positions of {games} games are too little to train and to validate with")]
    TooLittle {
        /// How many positions there are.
        positions: usize,
        /// Of how many games.
        games: usize,
    },
    /// Scores tell nothing about results.
    #[error(
        "in these games the side ahead got no more points than the side behind, so no scale fits \
         scores to results"
    )]
    NoScale,
    /// A record can't be what it says.
    #[error("record {number} is wrong: {reason}")]
    Record {
        /// The record, from 1.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Training can't be resumed from a saved state.
    #[error(transparent)]
    State(#[from] StateError),
}

/// A setting that makes no sense.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SettingError {
    /// The hidden layer has another width than those there are kernels for.
    #[error("the hidden layer can't be {0} wide, only {widths}", widths = list(&WIDTHS))]
    Hidden(usize),
    /// The learning rate is not above 0 and at most 1.
    #[error("nothing is learned at a rate of {0}: it is above 0 and at most 1")]
    Rate(f64),
    /// The share of scores is not from 0 to 1.
    #[error("{0} is no share of scores: 0 is results alone, 1 is scores alone")]
    Lambda(f64),
    /// The scale is not above 0 and at most 10.
    #[error("being a move ahead can't be worth {0}: it is above 0 and at most 10")]
    Scale(f64),
}

fn list(widths: &[usize]) -> String {
    let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
    widths.join(", ")
}

/// Why training can't be resumed from a saved state.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StateError {
    /// It is something else.
    #[error("it is no training state that this program can resume from")]
    NotAState,
    /// Part of it was changed or lost.
    #[error("it is damaged")]
    Damaged,
    /// It was saved with other settings or data.
    #[error("it was saved in another training, with {}", describe(.0))]
    OtherTraining(Vec<Difference>),
}

/// One setting that differs between a saved state and the training that should go on from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The setting's name.
    pub setting: String,
    /// What it was when the state was saved, as JSON.
    pub saved: String,
    /// What it is now.
    pub now: String,
}

fn describe(differences: &[Difference]) -> String {
    let words = differences.iter().map(|it| {
        let Difference {
            setting,
            saved,
            now,
        } = it;
        format!("{setting} {saved} and not {now}")
    });
    words.collect::<Vec<_>>().join(", ")
}
