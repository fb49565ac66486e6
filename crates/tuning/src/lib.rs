//! Finding better numbers for an engine: by playing ([`Spsa`]), or by fitting them to games
//! that were played ([`Fit`]).
//!
//! What can be tuned is found in [`TunableEngine`]: the weights of the engine's evaluation and the
//! numbers of its search. `docs/tuning.md` has the formulas. [`LevelGames`] is for weaker players:
//! levels that are even steps.
//!
//! ```
//! use longjump_tuning::{Range, Spsa, SpsaSettings};
//! let range = Range { start: 10.0, least: 0.0, most: 100.0, step: 5.0 };
//! let settings = SpsaSettings { iterations: 50, rate: 0.05, seed: 1 };
//! let mut spsa = Spsa::new(vec![range], settings);
//! while let Some(trial) = spsa.next_trial() {
//!     // Whoever is nearer to 60 wins.
//!     let won = (trial.minus[0] - 60.0).abs() - (trial.plus[0] - 60.0).abs();
//!     spsa.learn(&trial, won.signum());
//! }
//! assert!(spsa.values()[0] > 10.0);
//! ```

mod error;
mod fit;
mod levels;
mod linear;
mod matrix;
mod spsa;
mod spsa_games;
mod tunable;
mod weight_fit;
mod weights;
mod winners;

pub use error::TuningError;
pub use fit::{Fit, FitSettings, Sample, cross_entropy, scale_of};
pub use levels::{
    LEVELS, LevelGames, LevelPlan, LevelPoint, MeasuredLevels, page_of_levels, with_levels,
};
pub use linear::{Dataset, read_dataset};
pub use spsa::{Range, Spsa, SpsaSettings, Trial};
pub use spsa_games::{SpsaFound, SpsaGames};
pub use tunable::{Parameter, RangedParameter, TunableEngine, TunedEngine};
pub use weight_fit::WeightFit;
pub use winners::{MiniCheckersWeights, WinnersAverage, WinnersRound, written_weights};
