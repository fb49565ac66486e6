//! Gradient descent by Adam (Kingma and Ba, *ICLR* 2015), with a learning rate that falls along
//! half a cosine.

use std::f64::consts::PI;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// What is left of the learning rate at the end.
const FINAL_SHARE: f64 = 0.01;

/// The optimiser's state: running means of gradients and of their squares.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam {
    pub(crate) first_moment: Vec<f32>,
    pub(crate) second_moment: Vec<f32>,
    pub(crate) steps: u64,
}

impl Adam {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            first_moment: vec![0.0; count],
            second_moment: vec![0.0; count],
            steps: 0,
        }
    }

    /// One step against the gradient.
    pub(crate) fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f64) {
        self.steps += 1;
        // At first both means are too small, as they began with nothing.
        let correction = |beta: f32| 1.0 - f64::from(beta).powi(self.steps.min(100_000) as i32);
        let rate = (rate / correction(BETA1)) as f32;
        let second_correction = (1.0 / correction(BETA2)) as f32;
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for ((parameter, &slope), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(moments)
        {
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            *parameter -= rate * *mean / ((*square * second_correction).sqrt() + EPSILON);
        }
    }
}

/// The learning rate of a step: half a cosine from the first to a hundredth of it.
pub(crate) fn cosine_rate(first: f64, step: u64, steps: u64) -> f64 {
    let share = step as f64 / steps.max(1) as f64;
    let cosine = (1.0 + (PI * share.min(1.0)).cos()) / 2.0;
    first * (FINAL_SHARE + (1.0 - FINAL_SHARE) * cosine)
}
