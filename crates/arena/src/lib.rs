//! Measuring engines against each other: fair games between two to six of them, and what
//! the results mean.
//!
//! An [`Event`] says who plays whom; [`hold()`] plays its games and keeps them in a [`Log`],
//! from which an event goes on after an interruption, and a [`Report`] is made. [`openings`]
//! are what games begin with; [`statistics`] are pure functions from results to what they mean;
//! [`training`] keeps the positions of games to learn from, and [`tuning`] finds better weights.
//!
//! ```
//! use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
//! let engine = |spec: &str| -> Result<EngineConfig, longjump_engine::EngineError> {
//!     Ok(EngineConfig { spec: spec.parse()?, control: TimeControl::nodes(50) })
//! };
//! let games = PairedMatch {
//!     ours: engine("knightthrough/greedy")?,
//!     theirs: engine("knightthrough/random")?,
//!     pairs: 2,
//!     opening_plies: 2,
//!     seed: 1,
//! };
//! let score = games.play(1, &mut |played| println!("{played} games"))?;
//! assert_eq!(score.won + score.drawn + score.lost, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bots;
mod control;
mod event;
mod export;
mod hold;
mod log;
pub mod openings;
mod paired_match;
mod player;
mod record;
mod referee;
mod report;
mod schedule;
mod scoreboard;
mod self_play;
mod speed;
pub mod statistics;
pub mod training;
pub mod tuning;

pub use bots::{Bots, BotsError, MatchFile};
pub use control::{ClockControl, ControlError, TimeControl};
pub use event::{Event, EventError, OpeningChoice, TestSettings};
pub use export::Exporter;
pub use hold::{Hall, hold};
pub use log::{BlockRecords, Header, HeaderContender, Log, LogError, read_log};
pub use paired_match::{EngineConfig, MatchScore, PairedMatch};
pub use player::{Body, Contender, Program, SeatError};
pub use record::{Cause, GameRecord, SeatFault, TurnNote};
pub use referee::HouseRules;
pub use report::{Imprint, PlayerLine, Report};
pub use schedule::{Block, BlockPoints, Format, Next, Schedule, ScheduleError};
pub use scoreboard::Scoreboard;
pub use speed::{nodes_per_second, time_factor};
