#![doc = include_str!("../README.md")]

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
pub use participant::{
    EngineSource, MoveFunction, Participant, Program, SeatError, TraceFolder, TurnToPlay,
};
pub use record::{Cause, GameRecord, SeatFault, TurnNote};
pub use referee::RefereeSettings;
pub use report::{ReportInfo, report};
pub use run::{RunOptions, run_tournament};
pub use schedule::{BlockPoints, Format, Schedule, ScheduleError};
pub use scoreboard::Scoreboard;
pub use speed::time_factor;
pub use tournament::{OpeningChoice, TestSettings, Tournament, TournamentError};
