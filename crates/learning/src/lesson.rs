//! What is learned: positions, what each should be worth, and which are kept for checking.

use crate::data::LARGEST_GUESS;
use crate::error::LearningError;
use crate::samples::{Note, Samples};
use crate::trainer::Settings;
use longjump_dataset::{Checksum, fitted_scale, mixed, sigmoid};

/// Of so many games one is kept for checking.
const CHECKED: u64 = 20;
/// The scale is fitted to about so many positions at most; it changes little with more.
const FITTED: usize = 500_000;

/// Positions with what they should be worth.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub(crate) samples: Samples,
    /// What share of the points the side to move should expect of each position.
    pub(crate) targets: Vec<f32>,
    /// The positions to learn from.
    pub(crate) training: Vec<u32>,
    /// Those of other games.
    pub(crate) validation: Vec<u32>,
    scale: f64,
}

impl Lesson {
    /// Says what positions should be worth, and keeps some games for checking.
    ///
    /// # Errors
    /// When there are too few games, scores tell nothing about results, or the settings make
    /// no sense.
    pub fn new(samples: Samples, settings: &Settings) -> Result<Self, LearningError> {
        settings.check()?;
        let seed = settings.seed;
        let is_checked = |note: &Note| mixed(seed, note.game.into()).is_multiple_of(CHECKED);
        let all = 0..samples.len() as u32;
        let (validation, training): (Vec<u32>, Vec<u32>) =
            all.partition(|&number| is_checked(&samples.notes()[number as usize]));
        if validation.is_empty() || training.is_empty() {
            return Err(LearningError::TooLittle {
                positions: samples.len(),
                games: samples.games(),
            });
        }
        let scale = match settings.scale {
            Some(scale) => scale,
            None => scale_of(&samples, &training)?,
        };
        let target = |note: &Note| {
            let result = f64::from(note.result);
            let share = settings.lambda;
            (share * expected(note.score, scale) + (1.0 - share) * result) as f32
        };
        Ok(Self {
            targets: samples.notes().iter().map(target).collect(),
            samples,
            training,
            validation,
            scale,
        })
    }

    /// What being a move ahead adds to the logarithm of the odds.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// How many positions are learned from.
    pub fn learned(&self) -> usize {
        self.training.len()
    }

    /// How many positions of other games it is checked with.
    pub fn checked(&self) -> usize {
        self.validation.len()
    }

    /// A number that is another for other positions or targets.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut sum = Checksum::default();
        for number in 0..self.samples.len() {
            let inputs = self.samples.inputs(number);
            for inputs in inputs.chunks(4) {
                let word = inputs
                    .iter()
                    .fold(0, |word, &input| word << 16 | u64::from(input));
                sum.add(&word.to_le_bytes());
            }
            sum.add(&self.targets[number].to_le_bytes());
        }
        sum.value()
    }

    /// The positions.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }
}

/// The scale with which scores fit results best; claims are left aside.
fn scale_of(samples: &Samples, training: &[u32]) -> Result<f64, LearningError> {
    let step = training.len().div_ceil(FITTED);
    let notes = training.iter().step_by(step);
    let notes = notes.map(|&number| samples.notes()[number as usize]);
    let fitted: Vec<(f64, f64)> = notes
        .filter(|note| !is_claim(note.score))
        .map(|note| (note.score.into(), note.result.into()))
        .collect();
    // Scores are in hundredths.
    let scale = fitted_scale(fitted.iter().copied()).ok_or(LearningError::NoScale)?;
    Ok(100.0 * scale)
}

fn is_claim(score: i16) -> bool {
    i32::from(score).abs() > LARGEST_GUESS
}

/// The share of the points that a score leads to expect.
fn expected(score: i16, scale: f64) -> f64 {
    if is_claim(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    sigmoid(scale * f64::from(score) / 100.0)
}
