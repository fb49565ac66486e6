//! Monte-Carlo tree search for two to six seats.
//!
//! Every simulation goes down the tree to a leaf, plays on for a few plies, and asks the
//! evaluation what the position it came to is worth to each seat: games of random moves
//! would not come to an end here. On the way back every move is credited with what it
//! brought the seat that played it (max^n). Which move to go down by depends on what it
//! brought so far, on what moves look like at first sight, and on how the same move did
//! elsewhere in the tree (progressive history; Nijssen and Winands, 2011).

mod history;
mod memory;
mod parameters;
mod reward;
mod simulation;
mod task;
mod tree;

pub use memory::Memory;
pub use parameters::MonteCarloParameters;
pub use task::Task;

use crate::{Answer, Line, Problem, SearchInfo, SeatEvaluator};
use longjump_rules::Position;
use simulation::Simulator;

/// After so many simulations it is looked at how far the search has come.
const LOOK_EVERY: u64 = 32;

/// Finds the best moves of a position, telling `sink` how it goes.
pub fn search<P: Position, E: SeatEvaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&SearchInfo),
) -> Answer {
    let mut simulator = Simulator::new(problem, task, memory);
    let mut next_report = 1_024;
    let mut simulations = 0u64;
    while !simulator.is_over() && simulator.has_choice() {
        simulator.simulate();
        simulations += 1;
        if simulations.is_multiple_of(LOOK_EVERY) && is_enough(task, &simulator) {
            break;
        }
        if simulations == next_report {
            next_report *= 2;
            report(task, &simulator, sink);
        }
    }
    report(task, &simulator, sink);
    let lines = simulator.lines(task.lines);
    Answer {
        depth: lines.first().map_or(0, |line| line.moves.len() as u32),
        lines,
        nodes: simulator.nodes(),
    }
}

/// Whether the line is as long as was asked for, or as much time has gone by as was meant.
fn is_enough<P: Position, E: SeatEvaluator<P>>(
    task: &Task<'_, E>,
    simulator: &Simulator<'_, P, E>,
) -> bool {
    let is_late = |aim| task.clock.elapsed() >= aim;
    let is_deep = |depth| simulator.is_full() || simulator.depth() >= depth;
    task.limits.aim.is_some_and(is_late) || task.limits.depth.is_some_and(is_deep)
}

fn report<P: Position, E: SeatEvaluator<P>>(
    task: &Task<'_, E>,
    simulator: &Simulator<'_, P, E>,
    sink: &mut dyn FnMut(&SearchInfo),
) {
    let lines = simulator.lines(task.lines);
    let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
    for (index, Line { moves, score }) in lines.into_iter().enumerate() {
        sink(&SearchInfo {
            depth,
            reached: depth.max(simulator.reached()),
            rank: index + 1,
            score,
            line: moves,
            nodes: simulator.nodes(),
            time: task.clock.elapsed(),
            table_use: simulator.use_in_thousandths(),
        });
    }
}
