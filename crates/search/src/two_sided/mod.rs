//! The search for two seats: deepening principal variation search over a
//! shared table, with every step that prunes behind its own switch.

mod leaf;
mod line;
mod node;
mod parameters;
mod pruning;
mod root;
mod worker;

pub use parameters::{Margins, SearchParameters, TableUse};

use crate::services::history::Histories;
use crate::{Clock, Control, Evaluator, Limits, Problem, Report, Score, Table};
use longjump_rules::{Move, Position};
pub(crate) use pruning::{Reductions, moves_before_pruning, reverse_futility};
use root::{Role, Root};
use worker::{Setting, Worker};

/// What a search leaves behind for the next one.
#[derive(Debug)]
pub struct Memory {
    table: Table,
    histories: Vec<Box<Histories<2>>>,
}

impl Memory {
    /// A table of so many MiB, and room for so many threads.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            histories: (0..threads.max(1)).map(|_| Histories::new()).collect(),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The best lines, the best one first, as many as were wanted and there
    /// are; none if the game is over.
    pub lines: Vec<Line>,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The moves, at least one.
    pub moves: Vec<Move>,
    /// How good the position is for the seat to move if it goes for this line.
    pub score: Score,
}

/// How to search.
pub struct Task<'a, E> {
    /// What positions are worth.
    pub evaluator: &'a E,
    /// Which steps to take.
    pub parameters: &'a SearchParameters,
    /// How far to go.
    pub limits: &'a Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// The moves to choose from; all when there are none.
    pub only: &'a [Move],
    /// How the search is told to end.
    pub control: &'a Control,
    /// What time it is.
    pub clock: &'a dyn Clock,
}

/// Finds the best moves of a position, telling `sink` how it goes.
pub fn search<P: Position, E: Evaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&Report),
) -> Answer {
    memory.table.next_age();
    let reductions = Reductions::new(task.parameters);
    let setting = Setting {
        evaluator: task.evaluator,
        parameters: task.parameters,
        reductions: &reductions,
        table: &memory.table,
        only: task.only,
        limits: task.limits,
        control: task.control,
        clock: task.clock,
    };
    let [main, helpers @ ..] = &mut memory.histories[..] else {
        unreachable!("there is at least one thread");
    };
    let lines = task.lines.max(1);
    task.control.begin();
    let root = std::thread::scope(|scope| {
        for (number, histories) in helpers.iter_mut().enumerate() {
            scope.spawn(move || {
                let mut role = Role {
                    helper: Some(number),
                    lines,
                    sink: &mut |_| {},
                };
                run(setting, problem, histories, &mut role);
            });
        }
        let mut role = Role {
            helper: None,
            lines,
            sink,
        };
        let root = run(setting, problem, main, &mut role);
        task.control.end();
        root
    });
    answer(root, lines, task.control.nodes())
}

/// One thread's part of a search.
fn run<P: Position, E: Evaluator<P>>(
    setting: Setting<'_, E>,
    problem: &Problem<P>,
    histories: &mut Histories<2>,
    role: &mut Role<'_>,
) -> Root {
    histories.fade();
    let mut worker = Worker::new(setting, problem, histories);
    let root = worker.deepen(role);
    worker.tell_nodes();
    root
}

fn answer(root: Root, lines: usize, nodes: u64) -> Answer {
    let lines = root.moves.into_iter().take(lines);
    Answer {
        lines: lines
            .map(|root_move| Line {
                moves: root_move.line,
                score: root_move.score,
            })
            .collect(),
        depth: root.depth,
        nodes,
    }
}
