//! Training data looked at, checked and mixed.

mod check;
mod images;
mod info;
mod mix;
mod pick;
#[cfg(test)]
mod tests;

pub use check::{Checked, check};
pub use info::{Info, Quantiles};
pub use mix::{Mix, Mixed};
pub use pick::{Picked, pick};

use longjump_dataset::TrainingHeader;
use longjump_rules::GameSpec;

/// Scores beyond are claims of wins and losses (`docs/training-data.md`).
pub(crate) const LARGEST_GUESS: i32 = 31_000;
/// And none is beyond this.
const LARGEST_SCORE: i32 = 32_000;

/// The game of a file that was opened.
fn game_of(header: &TrainingHeader) -> GameSpec {
    let game = header.game.parse();
    game.expect("readers open files of games that are known")
}
