//! Finding better numbers for an engine: by playing ([`Spsa`]), or by fitting them to games
//! that were played ([`Fit`]).
//!
//! What can be tuned is found in [`TunableEngine`]: the weights of the engine's evaluation and the
//! numbers of its search. `docs/tuning.md` has the formulas.

mod error;
mod fit;
mod linear;
mod matrix;
mod spsa;
mod tunable;
mod weights;

pub use error::TuningError;
pub use fit::{Fit, FitSettings, Sample, cross_entropy, scale_of};
pub use linear::{Dataset, read_dataset};
pub use spsa::{Range, Spsa, SpsaSettings, Trial};
pub use tunable::{Parameter, RangedParameter, TunableEngine, TunedEngine};
