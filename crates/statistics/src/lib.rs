#![doc = include_str!("../README.md")]

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
