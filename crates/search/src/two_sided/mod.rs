//! The search for two seats: deepening principal variation search over a
//! shared table, with every step that prunes behind its own switch.

mod leaf;
mod line;
mod node;
mod root;
mod singular;
mod stage;
mod worker;

use crate::services::history::Histories;
use crate::services::pruning::Reductions;
use crate::services::root::Root;
use crate::{Answer, Evaluator, Problem, SearchInfo, Task, TranspositionTable};
use longjump_rules::Position;
use root::Role;
use worker::{Setting, Worker};

/// What a search leaves behind for the next one.
#[derive(Debug)]
pub struct Memory {
    table: TranspositionTable,
    histories: Vec<Box<Histories<2>>>,
}

impl Memory {
    /// A table of so many MiB, and room for so many threads.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self {
            table: TranspositionTable::new(mebibytes),
            histories: (0..threads.max(1)).map(|_| Histories::new()).collect(),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
    }
}

/// Finds the best moves of a position, telling `sink` how it goes.
pub fn search<P: Position, E: Evaluator<P>>(
    problem: &Problem<P>,
    task: &Task<'_, E>,
    memory: &mut Memory,
    sink: &mut dyn FnMut(&SearchInfo),
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
    root.answer(lines, task.control.nodes())
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
