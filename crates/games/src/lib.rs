//! The rules of Longjump's games on bitboards.
//!
//! Each game is a folder and one line in [`visit_games`]; everything else is
//! written once against [`longjump_rules::Game`].
//!
//! Code that is to run with any of them is a [`GameAction`](longjump_rules::GameAction):
//!
//! ```
//! use longjump_games::with_game;
//! use longjump_rules::{Game, GameAction, Playthrough};
//! struct CountMoves;
//! impl GameAction for CountMoves {
//!     type Output = usize;
//!     fn run<G: Game>(self, game: G) -> usize {
//!         Playthrough::new(game).legal_moves().len()
//!     }
//! }
//! assert_eq!(with_game(&"star".parse()?, CountMoves)?, 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cargo run -p longjump-games --example random_game` plays a whole game.

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

pub use list::{read_record, visit_games, with_game};
