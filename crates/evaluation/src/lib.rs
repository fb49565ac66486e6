//! What positions are worth: one folder a game, one file an evaluation.
//!
//! Scores are in hundredths of a move ahead. Every evaluation here implements
//! [`Evaluator`](longjump_search::Evaluator): sums that follow the pieces, which
//! tests hold against sums computed afresh, and the rest from the position.
//! Weights stand in a `weights.toml` beside each game and can be replaced by
//! another file of the same form.
//!
//! ```
//! use longjump_evaluation::Weights;
//! use longjump_evaluation::corners::{CornersEvaluator, CornersWeights};
//! use longjump_games::corners::Corners;
//! use longjump_rules::{Game, Settings};
//! use longjump_search::Evaluator;
//! let start = Corners::configure(&Settings::default())?.start();
//! let evaluator = CornersEvaluator::new(CornersWeights::standard());
//! let sums = evaluator.fresh(&start);
//! assert_eq!(evaluator.evaluate(&start, &sums), 0, "nobody is ahead at the start");
//! # Ok::<(), longjump_rules::SpecError>(())
//! ```

pub mod corners;
pub mod diamond;
pub mod generic;
pub mod knightthrough;
pub mod minicheckers;
pub mod network;
pub mod race;
pub mod star;
mod weights;

pub use weights::{Weights, WeightsError};

#[cfg(test)]
mod tests;
