//! Weights fitted to games, as they are written.

use crate::fit::{Fit, FitSettings, cross_entropy};
use crate::linear::Dataset;
use crate::tunable::Parameter;

/// Weights that were fitted, and what that gained.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightFit {
    /// What a hundredth of a move is worth.
    pub scale: f64,
    /// The losses on training and validation positions, at the start and after each iteration.
    pub losses: Vec<[f64; 2]>,
    /// The same losses with the weights as they are written.
    pub after: [f64; 2],
    /// The weights as they are written.
    pub values: Vec<f64>,
}

impl WeightFit {
    /// Fits weights to a dataset.
    pub fn new(
        dataset: &Dataset,
        weights: &[Parameter],
        scale: f64,
        settings: FitSettings,
    ) -> Self {
        let fit = Fit::new(&dataset.training, scale, settings);
        let losses = |changes: &[f64]| {
            [&dataset.training, &dataset.validation]
                .map(|samples| cross_entropy(samples, scale, changes))
        };
        // Weights are rounded when they are written; what counts are those that are played.
        let written = |(weight, by): (&Parameter, &f64)| {
            let written = weight.written(weight.value + by);
            written.parse().unwrap_or(weight.value)
        };
        let values: Vec<f64> = weights.iter().zip(&fit.changes).map(written).collect();
        let pairs = weights.iter().zip(&values);
        let rounded: Vec<f64> = pairs.map(|(weight, value)| value - weight.value).collect();
        Self {
            scale,
            losses: fit.path.iter().map(|changes| losses(changes)).collect(),
            after: losses(&rounded),
            values,
        }
    }
}
