//! Measuring engines against each other.
//!
//! So far this is [`openings`], what games of a match begin with, and [`statistics`], pure
//! functions from results to what they mean.

pub mod openings;
pub mod statistics;
