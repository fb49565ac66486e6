#![doc = include_str!("../README.md")]

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
