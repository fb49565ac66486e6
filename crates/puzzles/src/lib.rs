//! Puzzles: positions of games in which one move is clearly the answer.
//!
//! [`Mine`] finds them in games, [`check()`] looks whether they hold: proofs are made again by other, slower
//! code, and other answers are searched for with more nodes. `docs/puzzles.md` says what is clear, what is proven
//! and what each theme means.

mod again;
mod check;
mod error;
mod file;
mod games;
mod mine;
mod miner;
mod moment;
mod pack;
mod prove;
mod puzzle;
mod rating;
mod settings;
mod themes;
mod thinker;

pub use again::{Again, prove_again};
pub use check::{CheckSettings, Checked, Count, check};
pub use error::PuzzleError;
pub use file::{Header, PuzzleFile, Tally};
pub use games::{GivenGame, SelfPlay, Source, given_games};
pub use mine::{Mine, MineOptions};
pub use miner::Miner;
pub use moment::Moment;
pub use pack::Pack;
pub use prove::proof_of;
pub use puzzle::{Proof, Puzzle, Step, Theme};
pub use rating::rating_of;
pub use settings::MinerSettings;
pub use themes::board_themes;
