//! What was played from a position: by whom, how often, and with what result.
//!
//! Games are handed in once and counted at the positions they came to, positions that mirror each
//! other together. The store is one file on disk, and any question is one look into it.
//!
//! ```
//! use longjump_explorer::{Explorer, Kind, NewGame, Question};
//! let folder = std::env::temp_dir().join(format!("explorer-{}", std::process::id()));
//! let explorer = Explorer::open(&folder)?;
//! let game = NewGame {
//!     spec: "knightthrough".to_owned(),
//!     start: None,
//!     moves: "b2c4 a7b5 c4d6 b5a3 d6f7 a3b1".to_owned(),
//!     places: vec![2, 1],
//!     kind: Kind::ARENA,
//!     id: String::new(),
//!     players: vec!["Ada".to_owned(), "Bo".to_owned()],
//!     day: 0,
//!     name: b"the first".to_vec(),
//! };
//! assert_eq!(explorer.add(std::slice::from_ref(&game), None)?.new, 1);
//! assert_eq!(explorer.add(&[game], None)?.known, 1);
//! let question = Question { game: "knightthrough".to_owned(), ..Question::default() };
//! let explored = explorer.ask(&question)?;
//! assert_eq!(explored.moves[0].lost, 1);
//! assert_eq!(explored.last[0].players, ["Ada", "Bo"]);
//! # drop(explorer);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod add;
mod ask;
mod board;
mod game;
mod images;
mod kind;
mod node;
mod store;
mod varint;

pub use add::{Added, LONGEST};
pub use ask::{LONGEST_QUESTION, Question};
pub use game::NewGame;
pub use kind::{Filter, Kind};
pub use store::{Explorer, ExplorerError, Size};
