#![doc = include_str!("../README.md")]
//!
//! [`two_sided`] is the engine's search for two seats, [`many_sided`] and
//! [`monte_carlo`] are for up to six.

mod evaluator;
pub mod many_sided;
pub mod monte_carlo;
mod places;
mod problem;
mod score;
mod services;
mod solve;
pub mod two_sided;

pub use evaluator::{Certainty, Evaluator, SeatEvaluator, Verdict, play_followed};
pub use places::settled_pair;
pub use problem::{Problem, final_score};
pub use score::{
    DRAW, EVALUATION_LIMIT, INFINITE, Outlook, Score, WIN, is_proven, lost_in, win_in,
};
pub use services::budget::Allowance;
pub use services::limits::{Clock, Control, Limits, NoClock};
pub use services::parameters::{Margins, SearchParameters, TableUse};
pub use services::report::{Bound, SearchInfo};
pub use services::sorting::{by_key, sort_keyed};
pub(crate) use services::table::TranspositionTable;
pub use services::table::table_fits;
pub use services::task::{Answer, Line, Task};
pub use services::watch::Watch;
pub use solve::{Solved, Solver, SolverTask, Value};
