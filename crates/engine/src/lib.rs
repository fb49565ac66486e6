//! Players put together from games, evaluations and search.
//!
//! A spec such as `star/default:threads=2,hash=128` becomes a `Box<dyn Engine>`
//! with [`build`]; terminal, browser, arena and server know only that and
//! [`Table`]. [`ugi`] lets one be used by any manager that speaks the
//! Universal Game Interface.
//!
//! ```
//! use longjump_engine::{Control, Limits, NoClock, build};
//! let mut engine = build(&"minicheckers/default:hash=1".parse()?)?;
//! engine.table().set_up(None, &["b2a3"])?;
//! let choice = engine.choose(&Limits::depth(5), &NoClock, &Control::default(), &mut |_| {});
//! engine.table().play(&choice.expect("the game goes on").mv)?;
//! assert_eq!(engine.table().played().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cargo run --release -p longjump-engine --example self_play` lets one play a whole game.

mod assets;
mod at_level;
mod book;
mod book_builder;
mod engine;
mod error;
mod exhibits;
mod list;
mod options;
mod players;
mod race_result;
mod roster;
mod solution;
mod spec;
mod table;
pub mod test_boards;
pub mod ugi;

pub use assets::assets;
pub use at_level::choose_at_level;
pub use book::BookMove;
pub use book_builder::{BookBuilder, BuiltBook};
pub use engine::{Choice, Engine, Thought, build};
pub use error::EngineError;
pub use options::{EngineOption, OptionKind};
pub use race_result::RaceResult;
pub use roster::{EngineEntry, engines};
pub use solution::{Solution, solve};
pub use spec::EngineSpec;
pub use table::{Table, open_record, open_table};

pub use longjump_search::SearchParameters;
pub use longjump_search::services::budget::Allowance;
pub use longjump_search::{Clock, Control, Limits, NoClock, Outlook, Score, Value};
