#![doc = include_str!("../README.md")]

mod bits;
mod boards;
#[cfg(test)]
mod breakthrough;
#[cfg(test)]
mod conformance;
mod keys;
mod lattice;
mod list;
mod options;
#[cfg(test)]
mod testing;

pub mod corners;
pub mod diamond;
pub mod knightthrough;
pub mod minicheckers;
pub mod race;
pub mod squares;
pub mod star;

pub use list::{lasting, read_record, stored, visit_games, with_game};
