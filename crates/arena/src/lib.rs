//! Measuring engines against each other: fair games between two to six of them, and what
//! the results mean.
//!
//! A [`Tournament`] says who plays whom; [`run_tournament`] plays its games and keeps them in a
//! [`Log`], from which a tournament goes on after an interruption, and a [`report()`] is made.
//! [`openings`] are what games begin with; [`training`] keeps the positions of games to learn
//! from. What results mean is in `longjump-statistics`.
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
mod built_in;
mod control;
mod export;
mod log;
pub mod openings;
mod paired_match;
mod participant;
mod record;
mod referee;
mod report;
mod run;
mod schedule;
mod scoreboard;
mod speed;
pub mod summary;
mod tournament;
pub mod training;

pub use bots::{Bots, BotsError, MatchSettings};
pub use control::{ClockControl, ControlError, TimeControl};
pub use export::Exporter;
pub use log::{BlockRecords, Header, HeaderParticipant, Log, LogError, read_log};
pub use paired_match::{EngineConfig, MatchScore, PairedMatch};
pub use participant::{EngineSource, Participant, Program, SeatError, TraceFolder};
pub use record::{Cause, GameRecord, SeatFault, TurnNote};
pub use referee::RefereeSettings;
pub use report::{ReportInfo, report};
pub use run::{RunOptions, run_tournament};
pub use schedule::{Block, BlockPoints, Format, Next, Schedule, ScheduleError};
pub use scoreboard::Scoreboard;
pub use speed::{nodes_per_second, time_factor};
pub use tournament::{OpeningChoice, TestSettings, Tournament, TournamentError};
