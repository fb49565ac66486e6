//! The dataset: positions with their targets, split into a training and a validation set.

use crate::data::LARGEST_GUESS;
use crate::error::LearningError;
use crate::samples::{Label, Samples};
use crate::settings::Settings;
use longjump_dataset::{Checksum, fitted_scale, mixed, sigmoid};

/// Of so many games one is kept for validation.
const VALIDATION_SHARE: u64 = 20;
/// The scale is fitted to about so many positions at most; it changes little with more.
const MOST_FITTED: usize = 500_000;

/// Positions with their targets, split into a training and a validation set.
#[derive(Clone, Debug)]
pub struct Dataset {
    pub(crate) samples: Samples,
    /// What share of the points the side to move should expect of each position.
    pub(crate) targets: Vec<f32>,
    /// The numbers of the positions to learn from.
    pub(crate) training: Vec<u32>,
    /// Those of other games, to validate with.
    pub(crate) validation: Vec<u32>,
    scale: f64,
}

impl Dataset {
    /// Computes the targets and keeps some games for validation.
    ///
    /// # Errors
    /// When there are too few games, scores tell nothing about results, or the settings make
    /// no sense.
    pub fn new(samples: Samples, settings: &Settings) -> Result<Self, LearningError> {
        settings.check()?;
        let is_kept = validation_games(settings.seed, samples.games() as u32);
        let all = 0..samples.len() as u32;
        let (validation, training): (Vec<u32>, Vec<u32>) =
            all.partition(|&number| is_kept(samples.labels()[number as usize].game));
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
        let target = |label: &Label| {
            let result = f64::from(label.result);
            let share = settings.lambda;
            (share * expected(label.score, scale) + (1.0 - share) * result) as f32
        };
        Ok(Self {
            targets: samples.labels().iter().map(target).collect(),
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

    /// How many positions the training set has.
    pub fn training_len(&self) -> usize {
        self.training.len()
    }

    /// How many positions the validation set has.
    pub fn validation_len(&self) -> usize {
        self.validation.len()
    }

    /// A number that is another for other positions or targets.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut sum = Checksum::default();
        for number in 0..self.samples.len() {
            let features = self.samples.features(number);
            for features in features.chunks(4) {
                let word = features
                    .iter()
                    .fold(0, |word, &feature| word << 16 | u64::from(feature));
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

/// Whether a game, by its number, is kept for validation.
fn validation_games(seed: u64, games: u32) -> impl Fn(u32) -> bool {
    let is_drawn = move |game: u32| mixed(seed, game.into()).is_multiple_of(VALIDATION_SHARE);
    // Of a few games none may be drawn; one is kept all the same.
    let none_is_drawn = !(0..games).any(is_drawn);
    let instead = (0..games).min_by_key(|&game| mixed(seed, game.into()));
    let instead = instead.filter(|_| none_is_drawn);
    move |game| is_drawn(game) || instead == Some(game)
}

/// The scale with which scores fit results best; claims of wins and losses are left aside.
fn scale_of(samples: &Samples, training: &[u32]) -> Result<f64, LearningError> {
    let step = training.len().div_ceil(MOST_FITTED);
    let labels = training.iter().step_by(step);
    let labels = labels.map(|&number| samples.labels()[number as usize]);
    let fitted: Vec<(f64, f64)> = labels
        .filter(|label| !is_claim(label.score))
        .map(|label| (label.score.into(), label.result.into()))
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
