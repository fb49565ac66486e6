//! What came of a tournament, as one object: what the page of a report is made from.

mod build;
mod calibration;
mod causes;
mod games;
mod pace;
mod players;
mod turns;

pub use build::{ReportInfo, report};
