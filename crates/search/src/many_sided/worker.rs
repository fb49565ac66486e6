//! What the searches for many seats keep, and how they go down the tree.

use super::memory::{Memory, SEAT_SLOTS};
use crate::services::frame::{Frame, enter};
use crate::services::history::Histories;
use crate::services::picker::HIGHEST;
use crate::services::pruning::Reductions;
use crate::services::repetition::Path;
use crate::services::watch::Watch;
use crate::{Problem, SearchParameters, SeatEvaluator, Task, TranspositionTable};
use longjump_rules::{Move, Position, Seat};

/// Where the next move of a node comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move the table knows, before any move is generated.
    Known,
    Generate,
    Rest,
}

/// A search under way.
pub(super) struct Worker<'a, P: Position, E: SeatEvaluator<P>> {
    pub(super) task: &'a Task<'a, E>,
    pub(super) reductions: Reductions,
    pub(super) table: &'a TranspositionTable,
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
        Frame::for_all_plies(self.task.evaluator.fresh(&self.position))
    }

    /// Whether the seat at the root is to move.
    #[inline]
    pub(super) fn is_ours(&self) -> bool {
        self.position.turn() == self.root
    }

    /// Plays a move from the first frame into the second.
    #[inline(always)]
    pub(super) fn play(&mut self, frames: &mut [Frame<E::Sums>], mv: Move) -> P::Undo {
        let sums = enter(frames, mv);
        self.watch.count();
        crate::play_followed(&mut self.position, mv, self.task.evaluator, sums)
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
