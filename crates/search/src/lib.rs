#![doc = include_str!("../README.md")]
//!
//! [`two_sided`] is the engine's search for two seats, [`many_sided`] and
//! [`monte_carlo`] are for up to six; [`historic`] has the plain algorithms they
//! are held against. What they share is in [`services`].

mod evaluator;
pub mod historic;
pub mod many_sided;
pub mod monte_carlo;
mod places;
mod problem;
mod score;
pub mod services;
mod solve;
pub mod two_sided;

pub use evaluator::{Certainty, Evaluator, SeatEvaluator, Verdict, play_followed};
pub use places::settled_pair;
pub use problem::Problem;
pub use score::{
    DRAW, EVALUATION_LIMIT, INFINITE, Outlook, Score, WIN, is_proven, lost_in, win_in,
};
pub use services::limits::{Clock, Control, Limits, NoClock};
pub use services::parameters::{Margins, SearchParameters, TableUse};
pub use services::report::{Bound, SearchInfo};
pub use services::table::TranspositionTable;
pub use services::task::{Answer, Line, Task};
pub use solve::{Solved, Solver, SolverTask, Value};
