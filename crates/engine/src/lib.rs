#![doc = include_str!("../README.md")]

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
pub use players::name_of_levels;
pub use race_result::RaceResult;
pub use roster::{EngineEntry, engines};
pub use solution::{GameSolver, Solution, solve};
pub use spec::EngineSpec;
pub use table::{Table, open_record, open_table};

pub use longjump_search::{
    Allowance, Clock, Control, Limits, NoClock, Outlook, Score, SearchParameters, Value,
};
