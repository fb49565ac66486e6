//! Searches for two to six seats that deepen move by move.
//!
//! [`search`] has one number for a position, how it is for the seat at the root, and a
//! window as with two seats; a [`Policy`] says what the others do. [`max_n()`] has a number
//! for each seat, and every seat looks after its own.

mod max_n;
mod memory;
mod policy;
mod root;
mod window;
mod worker;

pub use memory::Memory;
pub use policy::{BestReply, BestReplyOrdered, Paranoid, Policy, Replies};

use crate::{Answer, Problem, SearchInfo, SeatEvaluator, Task};
use longjump_rules::Position;
use worker::Worker;

/// Finds the best moves of a position for the seat to move if the others play by a
/// policy, telling `sink` how it goes.
pub fn search<R: Policy, P: Position, E: SeatEvaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&SearchInfo),
) -> Answer {
    let mut worker = Worker::new(problem, task, memory);
    worker.deepen(sink, Worker::search_lines::<R>)
}

/// Finds the best moves of a position if each seat plays for itself, telling `sink` how
/// it goes. Where two are left a window finds the same sooner.
pub fn max_n<P: Position, E: SeatEvaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&SearchInfo),
) -> Answer {
    let mut worker = Worker::new(problem, task, memory);
    worker.deepen(sink, Worker::max_n_lines)
}
