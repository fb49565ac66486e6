//! The root: its moves, their lines, and deepening.

use super::worker::{DEEPEST, Frame, Worker};
use crate::services::budget::Pace;
use crate::two_sided::{Answer, Line};
use crate::{INFINITE, Report, Score, SeatEvaluator, WIN, is_proven};
use longjump_rules::{Move, Position};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score at the last depth that came to it, if it was among the best.
    pub(super) score: Score,
    pub(super) line: Vec<Move>,
    /// Positions looked at after it, at the last depth.
    pub(super) nodes: u64,
}

/// The moves of the root, the best first, and how deep they were searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
    depth: u32,
}

/// A way to search the root's moves to a depth.
type SearchDepth<W, S> = fn(&mut W, &mut [Frame<S>], &mut [RootMove], u32);

impl<P: Position, E: SeatEvaluator<P>> Worker<'_, P, E> {
    /// The root's moves in the order of their promise.
    fn root_moves(&self, frames: &mut [Frame<E::Sums>]) -> Vec<RootMove> {
        let known = self.table.find(self.key(false)).and_then(|known| known.mv);
        self.generate(&mut frames[0]);
        let only = self.task.only;
        let mut moves: Vec<RootMove> = std::iter::from_fn(|| frames[0].picker.next())
            .filter(|mv| only.is_empty() || only.contains(mv))
            .map(|mv| RootMove {
                mv,
                score: -INFINITE,
                line: vec![mv],
                nodes: 0,
            })
            .collect();
        moves.sort_by_key(|root_move| Some(root_move.mv) != known);
        moves
    }

    /// Searches deeper and deeper until a limit is reached. `search` searches the root's
    /// moves to a depth and puts the best of them first, as many as lines are wanted.
    pub(super) fn deepen(
        &mut self,
        sink: &mut dyn FnMut(&Report),
        search: SearchDepth<Self, E::Sums>,
    ) -> Answer {
        let mut frames = self.frames();
        let mut root = Root {
            moves: self.root_moves(&mut frames),
            depth: 0,
        };
        let mut pace = Pace::default();
        let deepest = self.task.limits.depth.unwrap_or(u32::MAX);
        for depth in 1..=deepest.min(DEEPEST as u32) {
            let nodes_before = self.watch.nodes();
            search(self, &mut frames, &mut root.moves, depth);
            if self.watch.is_over() {
                break;
            }
            root.depth = depth;
            self.report(&root, sink);
            let Some(best) = root.moves.first() else {
                break;
            };
            let nodes = self.watch.nodes() - nodes_before;
            let share = best.nodes as f64 / nodes.max(1) as f64;
            pace.note(self.task.clock.elapsed(), best.mv, best.score, share);
            if !pace.progress.goes_on(self.task.limits) || is_decided(best.score, depth) {
                break;
            }
        }
        self.answer(root)
    }

    fn report(&self, root: &Root, sink: &mut dyn FnMut(&Report)) {
        let lines = root.moves.iter().take(self.task.lines.max(1));
        for (rank, root_move) in lines.enumerate() {
            sink(&Report {
                depth: root.depth,
                reached: (self.reached as u32).max(root.depth),
                rank: rank + 1,
                score: root_move.score,
                line: root_move.line.clone(),
                nodes: self.watch.nodes(),
                time: self.task.clock.elapsed(),
                table_use: self.table.use_in_thousandths(),
            });
        }
    }

    fn answer(&self, root: Root) -> Answer {
        let lines = root.moves.into_iter().take(self.task.lines.max(1));
        Answer {
            lines: lines
                .map(|root_move| Line {
                    moves: root_move.line,
                    score: root_move.score,
                })
                .collect(),
            depth: root.depth,
            nodes: self.watch.nodes(),
        }
    }
}

/// Whether looking deeper can't change anything: the game ends within what was
/// looked at.
fn is_decided(score: Score, depth: u32) -> bool {
    is_proven(score) && WIN - score.abs() <= depth as Score
}
