//! What results mean: sequential tests, Elo and ratings, for any number of seats.
//!
//! Everything here is a pure function of results; whatever is random takes a seed.
//! `docs/statistics.md` has the formulas and how well they were measured to hold.
//!
//! ```
//! use longjump_statistics::{elo_of_score, score_of_elo};
//! assert_eq!(elo_of_score(0.75).round(), 191.0);
//! assert!((score_of_elo(191.0) - 0.75).abs() < 0.001);
//! ```

mod block;
mod elo;
mod normal;
mod ratings;
mod sprt;
mod tilting;

pub use block::{BlockScores, CountsError, half_points};
pub use elo::{
    Estimate, elo_of_score, least_elo, logistic_elo, normalised_elo, score_of_elo, superiority,
};
pub use ratings::{Anchor, Finish, Pool, PoolError, mean_over_blocks, rate, ratings, seat_scores};
pub use sprt::{EloModel, Hypotheses, SequentialTest, SprtDecision, TestError};
