//! The root: its moves, their lines, and deepening.

use super::stage::Stage;
use super::worker::{Node, Worker};
use crate::services::budget::Pace;
use crate::services::frame::{DEEPEST, Frame};
use crate::services::pruning::Trend;
use crate::services::root::{Aspiration, Root, RootMove, RootPass, best_first};
use crate::services::window::{Found, Window};
use crate::{Evaluator, INFINITE, Score, SearchInfo};
use longjump_rules::Position;

/// What the threads differ in.
pub(super) struct Role<'a> {
    /// Helpers skip some depths, so that threads don't do the same at the same time.
    pub(super) helper: Option<usize>,
    /// How many lines are wanted.
    pub(super) lines: usize,
    /// Who hears of progress.
    pub(super) sink: &'a mut dyn FnMut(&SearchInfo),
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The root's moves in the order of their promise.
    fn root_moves(&self, frames: &mut [Frame<E::Sums>], node: &Node) -> Vec<RootMove> {
        let known = self.setting.table.find(self.position.memory_key());
        let known = known.and_then(|known| known.mv);
        let mut stage = Stage::Known;
        let mut found = Found::nothing(node.window.alpha);
        let next = || self.next_move::<true>(frames, node, None, &mut stage, &mut found);
        RootMove::of(std::iter::from_fn(next), self.setting.only, known)
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(&mut self, role: &mut Role<'_>) -> Root {
        let mut frames = self.frames();
        frames[0].evaluation = self.evaluate(&frames[0]);
        // Nothing is known of what was before: it counts as rising.
        frames[0].earlier = [-INFINITE; 2];
        let mut node = Node {
            window: Window {
                depth: 1,
                ply: 0,
                alpha: -INFINITE,
                beta: INFINITE,
            },
            seat: self.position.turn(),
        };
        let mut root = Root {
            moves: self.root_moves(&mut frames, &node),
            depth: 0,
        };
        let mut pace = Pace::default();
        let deepest = self.setting.limits.depth.unwrap_or(u32::MAX);
        for depth in 1..=deepest.min(DEEPEST as u32) {
            if role.helper.is_some_and(|helper| skips(helper, depth)) && depth < deepest {
                continue;
            }
            node.window.depth = depth as i32;
            self.depth = depth as i32;
            let nodes_before = self.nodes;
            for rank in 0..role.lines.min(root.moves.len()) {
                self.search_line(&mut frames, &mut root.moves[rank..], &node);
                if self.is_ended {
                    break;
                }
                best_first(&mut root.moves[..=rank]);
            }
            if self.is_ended {
                break;
            }
            root.depth = depth;
            if role.helper.is_none() {
                self.report(&root, role);
                if let Some(best) = root.moves.first() {
                    let share = best.nodes as f64 / (self.nodes - nodes_before).max(1) as f64;
                    let elapsed = self.setting.clock.elapsed();
                    pace.note(elapsed, best.mv, best.score, share);
                }
                if !pace.progress.goes_on(self.setting.limits) || root.is_decided() {
                    break;
                }
            }
        }
        root
    }

    /// Finds the best of these moves and puts it first, beginning with a window
    /// around the last score.
    fn search_line(&mut self, frames: &mut [Frame<E::Sums>], moves: &mut [RootMove], node: &Node) {
        let parameters = self.setting.parameters;
        let mut window = Aspiration::new(parameters, node.window.depth, moves[0].score);
        loop {
            let Aspiration { alpha, beta, .. } = window;
            let mut node = *node;
            (node.window.alpha, node.window.beta) = (alpha, beta);
            let score = self.search_root(frames, moves, &node);
            if self.is_ended || window.has(score) {
                return;
            }
        }
    }

    fn search_root(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        moves: &mut [RootMove],
        node: &Node,
    ) -> Score {
        let mut pass = RootPass::begin(moves, node.window.alpha);
        for number in 0..moves.len() {
            let mv = moves[number].mv;
            let nodes_before = self.nodes;
            let undo = self.play(frames, mv);
            let reduction = self.reduction::<true>(node.window.depth, number, Trend::Unknown);
            let score = self.score_of_move::<true>(frames, node, pass.alpha, number, reduction);
            self.position.undo(mv, undo);
            if self.is_ended {
                break;
            }
            moves[number].nodes = self.nodes - nodes_before;
            pass.note(frames, moves, number, score);
            if score >= node.window.beta {
                break;
            }
        }
        pass.best
    }

    fn report(&mut self, root: &Root, role: &mut Role<'_>) {
        let nodes = self.tell_nodes();
        let lines = &root.moves[..role.lines.min(root.moves.len())];
        for (rank, root_move) in lines.iter().enumerate() {
            let mut line = root_move.line.clone();
            self.complete(&mut line, root_move.score);
            (role.sink)(&SearchInfo {
                depth: root.depth,
                reached: (self.reached as u32).max(root.depth),
                rank: rank + 1,
                score: root_move.score,
                line,
                nodes,
                time: self.setting.clock.elapsed(),
                table_use: self.setting.table.use_in_thousandths(),
            });
        }
    }
}

/// Every helper leaves out every other depth, half of them the odd ones: while it
/// is a depth ahead, what it finds is new to the others.
fn skips(helper: usize, depth: u32) -> bool {
    !(depth as usize + helper).is_multiple_of(2)
}
