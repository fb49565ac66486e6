//! Steps down the slope, by Adam (Kingma and Ba, *ICLR* 2015), each a little shorter than the
//! last.

use std::f64::consts::PI;

const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// What is left of the rate at the end.
const LAST_SHARE: f64 = 0.01;

/// What is remembered of the slopes so far.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam {
    pub(crate) slopes: Vec<f32>,
    pub(crate) squares: Vec<f32>,
    pub(crate) steps: u64,
}

impl Adam {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            slopes: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// Goes a step down a slope.
    pub(crate) fn step(&mut self, numbers: &mut [f32], slope: &[f32], rate: f64) {
        self.steps += 1;
        // At first both means are too small, as they began with nothing.
        let whole = |share: f32| 1.0 - f64::from(share).powi(self.steps.min(100_000) as i32);
        let rate = (rate / whole(SLOPES)) as f32;
        let square_whole = (1.0 / whole(SQUARES)) as f32;
        let memory = self.slopes.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(slope).zip(memory) {
            *mean = SLOPES * *mean + (1.0 - SLOPES) * slope;
            *square = SQUARES * *square + (1.0 - SQUARES) * slope * slope;
            *number -= rate * *mean / ((*square * square_whole).sqrt() + LEAST);
        }
    }
}

/// The rate of a step: half a wave from the first to a hundredth of it.
pub(crate) fn rate_at(first: f64, step: u64, steps: u64) -> f64 {
    let share = step as f64 / steps.max(1) as f64;
    let wave = (1.0 + (PI * share.min(1.0)).cos()) / 2.0;
    first * (LAST_SHARE + (1.0 - LAST_SHARE) * wave)
}
