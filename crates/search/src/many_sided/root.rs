//! The root: its moves, their lines, and deepening.

use super::worker::Worker;
use crate::services::budget::Pace;
use crate::services::frame::{DEEPEST, Frame};
use crate::services::root::{Root, RootMove};
use crate::{Answer, SearchInfo, SeatEvaluator};
use longjump_rules::Position;

/// A way to search the root's moves to a depth.
type SearchDepth<W, S> = fn(&mut W, &mut [Frame<S>], &mut [RootMove], u32);

impl<P: Position, E: SeatEvaluator<P>> Worker<'_, P, E> {
    /// The root's moves in the order of their promise.
    fn root_moves(&self, frames: &mut [Frame<E::Sums>]) -> Vec<RootMove> {
        let known = self.table.find(self.key(false)).and_then(|known| known.mv);
        self.generate(&mut frames[0]);
        let moves = std::iter::from_fn(|| frames[0].picker.next());
        RootMove::of(moves, self.task.only, known)
    }

    /// Searches deeper and deeper until a limit is reached. `search` searches the root's
    /// moves to a depth and puts the best of them first, as many as lines are wanted.
    pub(super) fn deepen(
        &mut self,
        sink: &mut dyn FnMut(&SearchInfo),
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
            if !pace.progress.goes_on(self.task.limits) || root.is_decided() {
                break;
            }
        }
        root.answer(self.task.lines.max(1), self.watch.nodes())
    }

    fn report(&self, root: &Root, sink: &mut dyn FnMut(&SearchInfo)) {
        let lines = root.moves.iter().take(self.task.lines.max(1));
        for (rank, root_move) in lines.enumerate() {
            sink(&SearchInfo {
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
}
