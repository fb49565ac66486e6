//! One thread's search: what it keeps, and how it goes down and up the tree.

use crate::services::frame::{Frame, enter};
use crate::services::history::Histories;
use crate::services::pruning::Reductions;
use crate::services::repetition::Path;
use crate::services::window::Window;
use crate::{
    Clock, Control, Evaluator, Limits, Problem, Score, SearchParameters, TranspositionTable,
};
use longjump_rules::{Move, Position, Seat};

/// After so many positions a thread looks at the clock.
const CHECK_EVERY: u64 = 512;

/// What stays the same through a search, for all threads.
pub(super) struct Setting<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) parameters: &'a SearchParameters,
    pub(super) reductions: &'a Reductions,
    pub(super) table: &'a TranspositionTable,
    pub(super) only: &'a [Move],
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) clock: &'a dyn Clock,
}

/// Copied freely, whatever the evaluator: it is only referred to.
impl<E> Clone for Setting<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Setting<'_, E> {}

/// A question about a position, and who is to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) seat: Seat,
}

impl Node {
    /// The question about the position after a move, seen from the other side.
    #[inline]
    pub(super) fn below(&self, depth: i32, alpha: Score, beta: Score) -> Self {
        Self {
            window: Window {
                depth,
                ply: self.window.ply + 1,
                alpha: -beta,
                beta: -alpha,
            },
            seat: self.seat.opponent(),
        }
    }
}

/// One thread's search.
pub(super) struct Worker<'a, P: Position, E: Evaluator<P>> {
    pub(super) setting: Setting<'a, E>,
    pub(super) position: P,
    pub(super) path: Path,
    pub(super) histories: &'a mut Histories<2>,
    /// How deep the present round goes.
    pub(super) depth: i32,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Those that the other threads know of.
    told: u64,
    next_check: u64,
    /// The deepest ply looked at.
    pub(super) reached: usize,
    /// Set when the search has to end; scores mean nothing from then on.
    pub(super) is_ended: bool,
}

impl<'a, P: Position, E: Evaluator<P>> Worker<'a, P, E> {
    pub(super) fn new(
        setting: Setting<'a, E>,
        problem: &Problem<P>,
        histories: &'a mut Histories<2>,
    ) -> Self {
        let limit = problem.repetition_limit;
        let limit = limit.filter(|_| setting.parameters.repetition);
        let mut worker = Self {
            path: Path::new(&problem.earlier, problem.position.key(), limit),
            position: problem.position.clone(),
            setting,
            histories,
            depth: 0,
            nodes: 0,
            told: 0,
            next_check: 0,
            reached: 0,
            is_ended: false,
        };
        worker.plan_check();
        worker
    }

    /// A frame for each ply, with the sums of the root in the first.
    pub(super) fn frames(&self) -> Vec<Frame<E::Sums>> {
        Frame::for_all_plies(self.setting.evaluator.fresh(&self.position))
    }

    /// Plays a move from the first frame into the second.
    #[inline(always)]
    pub(super) fn play(&mut self, frames: &mut [Frame<E::Sums>], mv: Move) -> P::Undo {
        let sums = enter(frames, mv);
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
        crate::play_followed(&mut self.position, mv, self.setting.evaluator, sums)
    }

    /// Sees whether it is time to end.
    #[cold]
    fn check(&mut self) {
        let Setting {
            limits,
            control,
            clock,
            ..
        } = self.setting;
        let nodes = control.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
        let out_of_nodes = limits.nodes.is_some_and(|most| nodes >= most);
        let time = clock.elapsed();
        let out_of_time = limits.end.is_some_and(|end| time >= end);
        if out_of_nodes || out_of_time {
            control.end();
        }
        self.is_ended |= control.is_ended();
        self.plan_check();
    }

    /// The next check comes when the limit of nodes is reached, or soon.
    fn plan_check(&mut self) {
        let left = self.setting.limits.nodes.map_or(CHECK_EVERY, |most| {
            most.saturating_sub(self.setting.control.nodes()).max(1)
        });
        self.next_check = self.nodes + left.min(CHECK_EVERY);
    }

    /// Tells the other threads of all positions looked at.
    pub(super) fn tell_nodes(&mut self) -> u64 {
        let nodes = self.nodes - self.told;
        self.told = self.nodes;
        self.setting.control.add_nodes(nodes)
    }
}
