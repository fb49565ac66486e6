//! All that decides what is learned from data.

use crate::error::SettingError;
use crate::parameters::WIDTHS;
use serde::{Deserialize, Serialize};

/// All that decides what is learned from data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How wide the hidden layer is: one of [`WIDTHS`].
    pub hidden: usize,
    /// The most epochs.
    pub epochs: usize,
    /// How many positions make a batch.
    pub batch: usize,
    /// The learning rate of the first steps; that of the last is a hundredth of it.
    pub rate: f64,
    /// How much of a position's target is from the engine's score; the rest is from the game's
    /// result.
    pub lambda: f64,
    /// What being a move ahead adds to the logarithm of the odds; fitted to the data if it is
    /// not given.
    #[serde(default)]
    pub scale: Option<f64>,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: longjump_evaluation::network::HIDDEN,
            epochs: 30,
            batch: 16_384,
            rate: 4e-3,
            lambda: 0.7,
            scale: None,
            seed: 1,
        }
    }
}

impl Settings {
    /// Looks whether they make sense.
    ///
    /// # Errors
    /// The first setting that does not.
    pub fn check(&self) -> Result<(), SettingError> {
        if !WIDTHS.contains(&self.hidden) {
            return Err(SettingError::Hidden(self.hidden));
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return Err(SettingError::Rate(self.rate));
        }
        if !(0.0..=1.0).contains(&self.lambda) {
            return Err(SettingError::Lambda(self.lambda));
        }
        if let Some(scale) = self.scale
            && !(scale > 0.0 && scale <= 10.0)
        {
            return Err(SettingError::Scale(scale));
        }
        Ok(())
    }
}
