//! How fast move generation and search are, and whether the search is still the same.
//!
//! [`Playouts`] are games of random moves; [`positions`] are searched to fixed depths, and the
//! nodes that takes are the signature of a search.
//!
//! ```
//! use longjump_benchmarks::Playouts;
//! let playouts = Playouts { games: Some(100), ..Playouts::default() };
//! let tally = playouts.run(&"minicheckers".parse()?, &mut |_| {})?;
//! assert_eq!(tally.games, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod playouts;
mod signatures;

pub use playouts::{Playouts, PlayoutsSoFar, Tally};
pub use signatures::{BenchPosition, BenchResult, BenchRun, BenchSettings, changed, positions};
