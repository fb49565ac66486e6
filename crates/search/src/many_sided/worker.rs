//! What the searches for many seats keep, and how they go down the tree.

use super::{Memory, SEAT_SLOTS};
use crate::services::history::{Before, Histories};
use crate::services::picker::{HIGHEST, Picker};
use crate::services::repetition::Path;
use crate::services::watch::Watch;
use crate::two_sided::{Reductions, SearchParameters, Task};
use crate::{Problem, Score, SeatEvaluator, Table};
use longjump_rules::{LOOK_AHEAD, Move, Position, Seat};

/// The deepest ply that is ever looked at.
pub(super) const DEEPEST: usize = LOOK_AHEAD as usize - 1;

/// Where the next move of a node comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move the table knows, before any move is generated.
    Known,
    Generate,
    Rest,
}

/// What a node needs while it is being looked at, one for each ply.
#[derive(Clone, Debug)]
pub(super) struct Frame<S> {
    pub(super) sums: S,
    pub(super) picker: Picker,
    pub(super) before: Before,
    pub(super) evaluation: Score,
    /// The moves expected from here.
    pub(super) line: Vec<Move>,
    /// Moves that were tried and were not the best.
    pub(super) tried: Vec<Move>,
}

/// A search under way.
pub(super) struct Worker<'a, P: Position, E: SeatEvaluator<P>> {
    pub(super) task: &'a Task<'a, E>,
    pub(super) reductions: Reductions,
    pub(super) table: &'a Table,
    pub(super) histories: &'a mut Histories<SEAT_SLOTS>,
    pub(super) position: P,
    pub(super) path: Path,
    pub(super) watch: Watch<'a>,
    /// The seat to move at the root.
    pub(super) root: Seat,
    /// The deepest ply looked at.
    pub(super) reached: usize,
}

impl<'a, P: Position, E: SeatEvaluator<P>> Worker<'a, P, E> {
    pub(super) fn new(problem: &Problem<P>, task: &'a Task<'a, E>, memory: &'a mut Memory) -> Self {
        memory.table.next_age();
        memory.histories.fade();
        let limit = problem.repetition_limit;
        let limit = limit.filter(|_| task.parameters.repetition);
        Self {
            task,
            reductions: Reductions::new(task.parameters),
            table: &memory.table,
            histories: &mut memory.histories,
            position: problem.position.clone(),
            path: Path::new(&problem.earlier, problem.position.key(), limit),
            watch: Watch::new(task.limits, task.control, task.clock),
            root: problem.position.turn(),
            reached: 0,
        }
    }

    pub(super) fn parameters(&self) -> &'a SearchParameters {
        self.task.parameters
    }

    /// A frame for each ply, with the sums of the root in the first.
    pub(super) fn frames(&self) -> Vec<Frame<E::Sums>> {
        let empty = Frame {
            sums: E::Sums::default(),
            picker: Picker::new(),
            before: [Move::PASS; 2],
            evaluation: 0,
            line: Vec::with_capacity(DEEPEST + 1),
            tried: Vec::with_capacity(64),
        };
        let mut frames = vec![empty; DEEPEST + 2];
        frames[0].sums = self.task.evaluator.fresh(&self.position);
        frames
    }

    /// Whether the seat at the root is to move.
    #[inline]
    pub(super) fn is_ours(&self) -> bool {
        self.position.turn() == self.root
    }

    /// Plays a move from the first frame into the second.
    #[inline(always)]
    pub(super) fn play(&mut self, frames: &mut [Frame<E::Sums>], mv: Move) -> P::Undo {
        let [here, below, ..] = frames else {
            unreachable!("there is a frame for each ply and one more");
        };
        below.sums = here.sums;
        below.before = [mv, here.before[0]];
        self.watch.count();
        let evaluator = self.task.evaluator;
        crate::play_followed(&mut self.position, mv, evaluator, &mut below.sums)
    }

    /// Generates the moves of a node and puts them in order by gain and history.
    pub(super) fn generate(&self, frame: &mut Frame<E::Sums>) {
        let parameters = self.parameters();
        let weight = parameters.margins.gain;
        let (history, continuation) = (parameters.history, parameters.continuation);
        let histories = self.histories.view(self.position.turn(), frame.before);
        frame.picker.moves.clear();
        self.position.legal_moves(&mut frame.picker.moves);
        let gain = self.task.evaluator.gains(&self.position);
        frame.picker.score(|mv| {
            let mut score = HIGHEST / 2 + ((weight * gain(mv)) >> 1);
            if history {
                score += histories.of_move(mv) >> 2;
            }
            if continuation {
                score += histories.of_answer(mv) >> 3;
            }
            Some(score)
        });
    }

    /// The next move of a node, the table's first, before any are generated.
    #[inline]
    pub(super) fn next_move(
        &self,
        frame: &mut Frame<E::Sums>,
        known: Option<Move>,
        stage: &mut Stage,
    ) -> Option<Move> {
        if *stage == Stage::Known {
            *stage = Stage::Generate;
            if known.is_some() {
                return known;
            }
        }
        if *stage == Stage::Generate {
            *stage = Stage::Rest;
            self.generate(frame);
        }
        let next = frame.picker.next();
        if next.is_some() && next == known {
            return frame.picker.next();
        }
        next
    }

    /// A move turned out best at a node of this depth: it moves ahead elsewhere, and
    /// those tried before it fall back.
    pub(super) fn learn(&mut self, frame: &Frame<E::Sums>, depth: i32, mv: Move) {
        let parameters = self.parameters();
        if parameters.history || parameters.continuation {
            let seat = self.position.turn();
            let bonus = (depth * depth * 16 + 64 * depth).min(2_000);
            self.histories.learn(seat, frame.before, mv, bonus);
            for &other in frame.tried.iter().filter(|&&other| other != mv) {
                self.histories.learn(seat, frame.before, other, -bonus);
            }
        }
    }
}

/// The line from here is this move and the line after it.
pub(super) fn extend_line<S>(frames: &mut [Frame<S>], mv: Move) {
    let [here, below, ..] = frames else {
        unreachable!("there is a frame for each ply and one more");
    };
    here.line.clear();
    here.line.push(mv);
    here.line.extend_from_slice(&below.line);
}
