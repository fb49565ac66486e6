//! What `ARCHITECTURE.md` promises of the source tree, so that tests can check it: which crate
//! may know which, no circles between files, no crate too large to find one's way in.
//!
//! Sources are parsed, not compiled, so checking all of them takes a second or two.
//!
//! ```
//! use longjump_tidy::circles;
//! let arrows = [("board", "piece"), ("piece", "board"), ("screen", "board")];
//! assert_eq!(circles(&arrows), [vec!["board", "piece"]]);
//! ```

mod circles;
mod files;
mod literals;
mod picture;
pub mod policy;
mod resolve;
mod sources;
mod workspace;

pub use circles::circles;
pub use files::{FileArrow, file_arrows};
pub use literals::{Literal, literals};
pub use picture::{is_current, rewrite};
pub use sources::{SourceFile, Sources, foreign_reexports};
pub use workspace::{Package, Workspace, rust_files};
