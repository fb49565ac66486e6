//! Starting positions for matches: made at random, kept if they are fair, written and read.
//!
//! A file of them is plain text, an opening a line; `docs/command-line.md` describes it.

mod balance;
mod canonical;
mod error;
mod generate;
mod list;
mod opening;
mod random;
mod tally;
#[cfg(test)]
mod tests;

pub use balance::Balance;
pub use error::OpeningsError;
pub use generate::OpeningsPlan;
pub use list::Openings;
pub use opening::Opening;
pub use random::random_opening;
pub use tally::Tally;
