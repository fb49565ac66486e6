//! Nets learned from games: [`data`] looks at training data, checks and mixes it, and
//! [`Trainer`] makes a net of it.
//!
//! Training is a loop over positions with few inputs each, so it is written out here instead of
//! taken from a library of tensors; `docs/learning.md` has what both take. The same data,
//! settings and seed give the same net to the last bit, whatever the number of threads.
//!
//! ```
//! use longjump_learning::{Samples, Settings};
//! let settings = Settings { epochs: 10, lambda: 0.7, ..Settings::default() };
//! settings.check()?;
//! let samples = Samples::of(&"star".parse()?)?;
//! assert!(samples.is_empty(), "no file was read yet");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adam;
mod batch;
pub mod data;
mod dataset;
mod error;
mod kernel;
mod parameters;
mod perspective;
mod progress;
mod samples;
mod settings;
mod state;
#[cfg(test)]
mod tests;
mod trainer;

pub use dataset::Dataset;
pub use error::{Difference, LearningError, SettingError, StateError};
pub use parameters::WIDTHS;
pub use progress::{EpochLosses, Progress, StopReason};
pub use samples::{Filter, Samples};
pub use settings::Settings;
pub use trainer::Trainer;
