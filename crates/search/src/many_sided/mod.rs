//! Searches for two to six seats that deepen move by move.
//!
//! [`search`] has one number for a position, how it is for the seat at the root, and a
//! window as with two seats; a [`Policy`] says what the others do. [`max_n()`] has a number
//! for each seat, and every seat looks after its own.

mod max_n;
mod policy;
mod root;
mod window;
mod worker;

pub use policy::{BestReply, BestReplyOrdered, Paranoid, Policy, Replies};

use crate::services::history::Histories;
use crate::{Answer, Problem, Report, SeatEvaluator, Table, Task};
use longjump_rules::{Position, Seat};
use worker::Worker;

/// A power of two that is no less than the most seats.
const SEAT_SLOTS: usize = 8;

/// What a search leaves behind for the next one.
#[derive(Debug)]
pub struct Memory {
    table: Table,
    histories: Box<Histories<SEAT_SLOTS>>,
}

impl Memory {
    /// A table of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            histories: Histories::new(),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::new();
    }
}

/// Finds the best moves of a position for the seat to move if the others play by a
/// policy, telling `sink` how it goes.
pub fn search<R: Policy, P: Position, E: SeatEvaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&Report),
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
    sink: &mut dyn FnMut(&Report),
) -> Answer {
    let mut worker = Worker::new(problem, task, memory);
    worker.deepen(sink, Worker::max_n_lines)
}

/// The seats that have no place yet.
fn playing<P: Position>(position: &P) -> impl Iterator<Item = Seat> + '_ {
    Seat::first(position.seats()).filter(|&seat| position.place(seat).is_none())
}
