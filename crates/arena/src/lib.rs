//! Measuring engines against each other.
//!
//! So far this is [`statistics`]: pure functions from results to what they mean.

pub mod statistics;
