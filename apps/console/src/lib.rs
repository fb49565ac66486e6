//! What the commands of `longjump` share: failures with what helps, files, progress bars, arguments,
//! and matches as they are run in a terminal.

pub mod arena;
pub mod arguments;
mod failure;
pub mod files;
pub mod machine;
pub mod progress;
pub mod training;

pub use failure::Failure;
