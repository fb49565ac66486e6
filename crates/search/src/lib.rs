//! Search over any game: it knows [`Position`](longjump_rules::Position) and
//! [`Evaluator`], and names no game and no evaluation.
//!
//! [`two_sided`] is the engine's search for two seats, [`many_sided`] and
//! [`monte_carlo`] are for up to six; [`historic`] has the plain algorithms they
//! are held against. What they share is in [`services`].
//! Time, a wish to stop and progress come and go as values: [`Clock`],
//! [`Control`] and a sink for [`SearchInfo`]s.
//!
//! ```
//! use longjump_rules::{Move, Position};
//! use longjump_search::two_sided::{Memory, search};
//! use longjump_search::{Control, Evaluator, Limits, NoClock, Problem, SearchParameters, Task};
//!
//! /// The best move of any position for two, six plies deep.
//! fn best_move<P: Position>(position: P, evaluator: &impl Evaluator<P>) -> Option<Move> {
//!     let task = Task {
//!         evaluator,
//!         parameters: &SearchParameters::default(),
//!         limits: &Limits::depth(6),
//!         lines: 1,
//!         only: &[],
//!         control: &Control::default(),
//!         clock: &NoClock,
//!     };
//!     let mut memory = Memory::new(16, 1);
//!     let answer = search(&Problem::new(position), &task, &mut memory, &mut |_| {});
//!     Some(answer.lines.first()?.moves[0])
//! }
//! ```

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
