//! From the games of a tournament to training data: positions with what the engine thought of them
//! and how the game ended, in the files of `longjump_dataset`.

mod collect;
mod header;
mod signature;
#[cfg(test)]
mod tests;

pub use collect::Collector;
pub use header::training_header;
