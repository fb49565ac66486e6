//! Fitting weights to results: logistic regression over what each weight adds to a score.
//!
//! A position with the score e is expected to give 1 / (1 + exp(-k e)) points. Nothing here
//! knows a game: see [`read_dataset`](crate::read_dataset).

use crate::matrix::solve;
use longjump_dataset::{fitted_scale, sigmoid};

/// A position as the fit sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Its score for the seat to move with the weights there were.
    pub score: f64,
    /// What one more of each weight adds to the score.
    pub features: Vec<f32>,
    /// What the game gave that seat: 1, 1/2 or 0.
    pub result: f64,
}

impl Sample {
    /// The score with weights that are others by so much.
    fn score_with(&self, changes: &[f64]) -> f64 {
        let features = self.features.iter().zip(changes);
        self.score + features.map(|(&one, by)| f64::from(one) * by).sum::<f64>()
    }
}

/// The mean cross-entropy of results against what scores lead to expect, with weights that
/// are others by so much: 0.693 (the logarithm of 2) for scores that tell nothing.
pub fn cross_entropy(samples: &[Sample], scale: f64, changes: &[f64]) -> f64 {
    let loss = |sample: &Sample| {
        let odds = scale * sample.score_with(changes);
        // log(1 + exp(odds)), without numbers too large.
        odds.max(0.0) + (-odds.abs()).exp().ln_1p() - sample.result * odds
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// The scale k with which scores fit results best; none if who is ahead gets no more points
/// than who is behind.
pub fn scale_of(samples: &[Sample]) -> Option<f64> {
    fitted_scale(samples.iter().map(|sample| (sample.score, sample.result)))
}

/// When to stop, and how much weights hold on to what they were.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// The pull towards the start: for each weight half of this times the mean square by
    /// which its change moves the logarithm of the odds is added to the loss.
    pub pull: f64,
    /// The fit ends when an iteration makes the loss less by no more than this.
    pub least_gain: f64,
    /// Or after so many iterations.
    pub most_iterations: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            pull: 0.001,
            least_gain: 1e-8,
            most_iterations: 100,
        }
    }
}

/// What a fit came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// By how much each weight is another.
    pub changes: Vec<f64>,
    /// The changes after each iteration; at first there are none.
    pub path: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method from the weights there were, steps halved as long as they lead up.
    pub fn new(samples: &[Sample], scale: f64, settings: FitSettings) -> Self {
        let count = samples.first().map_or(0, |sample| sample.features.len());
        let pulls = pulls(samples, count, scale, settings.pull);
        let loss = |changes: &[f64]| {
            let held = pulls.iter().zip(changes);
            let held: f64 = held.map(|(pull, by)| pull * by * by / 2.0).sum();
            cross_entropy(samples, scale, changes) + held
        };
        let mut fit = Self {
            changes: vec![0.0; count],
            path: vec![vec![0.0; count]],
        };
        let mut last = loss(&fit.changes);
        while fit.path.len() <= settings.most_iterations {
            let Some(step) = newton_step(samples, scale, &fit.changes, &pulls) else {
                break;
            };
            let go = |share: f64| -> Vec<f64> {
                let both = fit.changes.iter().zip(&step);
                both.map(|(change, step)| change - share * step).collect()
            };
            let mut share = 1.0;
            let mut next = go(share);
            while loss(&next) > last && share > 1e-6 {
                share /= 2.0;
                next = go(share);
            }
            let gained = last - loss(&next);
            if gained <= 0.0 {
                break;
            }
            last -= gained;
            fit.changes.clone_from(&next);
            fit.path.push(next);
            if gained <= settings.least_gain {
                break;
            }
        }
        fit
    }
}

/// The pull of each weight; one that no position has is held where it is.
fn pulls(samples: &[Sample], count: usize, scale: f64, pull: f64) -> Vec<f64> {
    let mean_square = |weight: usize| {
        let squares = samples
            .iter()
            .map(|it| f64::from(it.features[weight]).powi(2));
        squares.sum::<f64>() / samples.len() as f64
    };
    (0..count)
        .map(|weight| match mean_square(weight) {
            0.0 => 1.0,
            mean => pull.max(1e-9) * scale * scale * mean,
        })
        .collect()
}

/// What to take off the changes.
fn newton_step(samples: &[Sample], scale: f64, changes: &[f64], pulls: &[f64]) -> Option<Vec<f64>> {
    let count = changes.len();
    let mut slope = vec![0.0; count];
    let mut bend = vec![vec![0.0; count]; count];
    for sample in samples {
        let hope = sigmoid(scale * sample.score_with(changes));
        let miss = scale * (hope - sample.result);
        let weight = scale * scale * hope * (1.0 - hope);
        for (row, &feature) in sample.features.iter().enumerate() {
            if feature == 0.0 {
                continue;
            }
            let feature = f64::from(feature);
            slope[row] += miss * feature;
            for (bend, &other) in bend[row][..=row].iter_mut().zip(&sample.features) {
                *bend += weight * feature * f64::from(other);
            }
        }
    }
    let all = samples.len() as f64;
    for row in 0..count {
        slope[row] = slope[row] / all + pulls[row] * changes[row];
        bend[row].iter_mut().for_each(|bend| *bend /= all);
        bend[row][row] += pulls[row];
    }
    solve(bend, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose results are drawn with weights that are others by `truth`.
    fn samples(count: usize, scale: f64, truth: &[f64], seed: u64) -> Vec<Sample> {
        let mut random = fastrand::Rng::with_seed(seed);
        let sample = |_| {
            let mut sample = Sample {
                score: random.f64() * 400.0 - 200.0,
                features: truth.iter().map(|_| random.i32(-5..=5) as f32).collect(),
                result: 0.0,
            };
            let chance = sigmoid(scale * sample.score_with(truth));
            sample.result = f64::from(u8::from(random.f64() < chance));
            sample
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn what_results_were_drawn_with_is_found() {
        let truth = [30.0, -12.0, 0.0];
        let samples = samples(40_000, 0.01, &truth, 3);
        let settings = FitSettings {
            pull: 1e-6,
            ..FitSettings::default()
        };
        let fit = Fit::new(&samples, 0.01, settings);
        for (found, truth) in fit.changes.iter().zip(truth) {
            assert!((found - truth).abs() < 1.5, "{:?}", fit.changes);
        }
        assert!(fit.path.len() < 20, "Newton's method is quick");
        let loss = |changes: &[f64]| cross_entropy(&samples, 0.01, changes);
        assert!(
            fit.path
                .windows(2)
                .all(|two| loss(&two[1]) <= loss(&two[0]) + 1e-9)
        );
    }

    #[test]
    fn the_scale_is_found() {
        for scale in [0.002, 0.02] {
            let samples = samples(20_000, scale, &[], 4);
            let found = scale_of(&samples).expect("who is ahead wins");
            assert!((found / scale - 1.0).abs() < 0.1, "{found} for {scale}");
        }
        let mut samples = samples(1_000, 0.01, &[], 4);
        samples.iter_mut().for_each(|it| it.score = -it.score);
        assert_eq!(scale_of(&samples), None, "who is ahead loses");
    }

    #[test]
    fn a_strong_pull_keeps_weights_and_a_weight_nobody_has_stays() {
        let mut samples = samples(2_000, 0.01, &[30.0, 0.0], 5);
        samples.iter_mut().for_each(|it| it.features[1] = 0.0);
        let pulled = |pull| {
            let settings = FitSettings {
                pull,
                ..FitSettings::default()
            };
            Fit::new(&samples, 0.01, settings).changes
        };
        assert!(pulled(1e-6)[0] > 20.0);
        assert!(pulled(100.0)[0] < 1.0);
        assert_eq!(pulled(1e-6)[1], 0.0);
    }

    #[test]
    fn scores_that_tell_nothing_cost_a_coin() {
        let samples = samples(10, 0.01, &[0.0], 1);
        assert!((cross_entropy(&samples, 0.0, &[0.0]) - 2f64.ln()).abs() < 1e-12);
    }
}
