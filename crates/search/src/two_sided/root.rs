//! The root: its moves, their lines, and deepening.

use super::node::extend_line;
use super::node::{Found, Stage};
use super::worker::{Frame, Node, Worker};
use crate::services::budget::Pace;
use crate::{Evaluator, INFINITE, Report, Score};
use longjump_rules::{Move, Position};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score at the last depth that came to it, if it was among the best.
    pub(super) score: Score,
    pub(super) line: Vec<Move>,
    /// Positions looked at after it, at the last depth.
    nodes: u64,
}

/// The moves of the root, the best first, and how deep they were searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
    pub(super) depth: u32,
}

/// What the threads differ in.
pub(super) struct Role<'a> {
    /// Helpers skip some depths, so that threads don't do the same at the same time.
    pub(super) helper: Option<usize>,
    /// How many lines are wanted.
    pub(super) lines: usize,
    /// Who hears of progress.
    pub(super) sink: &'a mut dyn FnMut(&Report),
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The root's moves in the order of their promise.
    fn root_moves(&self, frames: &mut [Frame<E::Sums>], node: &Node) -> Vec<RootMove> {
        let known = self.setting.table.find(self.position.memory_key());
        let known = known.and_then(|known| known.mv);
        let mut stage = Stage::Known;
        let mut found = Found::nothing(node);
        let next = || self.next_move::<true>(frames, node, None, &mut stage, &mut found);
        let only = self.setting.only;
        let mut moves: Vec<RootMove> = std::iter::from_fn(next)
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

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(&mut self, role: &mut Role<'_>) -> Root {
        let mut frames = self.frames();
        let mut node = Node {
            depth: 1,
            ply: 0,
            alpha: -INFINITE,
            beta: INFINITE,
            seat: self.position.turn(),
        };
        let mut root = Root {
            moves: self.root_moves(&mut frames, &node),
            depth: 0,
        };
        let mut pace = Pace::default();
        let deepest = self.setting.limits.depth.unwrap_or(u32::MAX);
        for depth in 1..=deepest.min(super::worker::DEEPEST as u32) {
            if role.helper.is_some_and(|helper| skips(helper, depth)) && depth < deepest {
                continue;
            }
            node.depth = depth as i32;
            let nodes_before = self.nodes;
            for rank in 0..role.lines.min(root.moves.len()) {
                self.search_line(&mut frames, &mut root.moves[rank..], &node);
                if self.is_ended {
                    break;
                }
                root.moves[..=rank].sort_by_key(|root_move| -root_move.score);
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
                if !pace.progress.goes_on(self.setting.limits) || is_decided(&root, depth) {
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
        let expected = moves[0].score;
        let mut width = parameters.margins.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if parameters.aspiration && node.depth >= 4 && !crate::is_proven(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let score = self.search_root(
                frames,
                moves,
                &Node {
                    alpha,
                    beta,
                    ..*node
                },
            );
            if self.is_ended {
                return;
            }
            width *= 3;
            if score <= alpha {
                alpha = widened(score - width);
            } else if score >= beta {
                beta = widened(score + width);
            } else {
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
        let mut best = -INFINITE;
        let mut alpha = node.alpha;
        // The best of the last depth stays first, the others by the effort they took.
        moves[1..].sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
        for number in 0..moves.len() {
            let mv = moves[number].mv;
            let nodes_before = self.nodes;
            let undo = self.play(frames, mv);
            let reduction = self.reduction::<true>(node, number);
            let score = self.score_of_move::<true>(frames, node, alpha, number, reduction);
            self.position.undo(mv, undo);
            if self.is_ended {
                return best;
            }
            moves[number].nodes = self.nodes - nodes_before;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha || number == 0 {
                extend_line(frames, mv);
                moves[number].score = score;
                moves[number].line.clone_from(&frames[0].line);
                moves[..=number].rotate_right(1);
                alpha = alpha.max(score);
            }
            if score >= node.beta {
                break;
            }
        }
        best
    }

    fn report(&mut self, root: &Root, role: &mut Role<'_>) {
        let nodes = self.tell_nodes();
        let lines = &root.moves[..role.lines.min(root.moves.len())];
        for (rank, root_move) in lines.iter().enumerate() {
            let mut line = root_move.line.clone();
            self.complete(&mut line, root_move.score);
            (role.sink)(&Report {
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

fn widened(bound: Score) -> Score {
    if crate::is_proven(bound) {
        INFINITE * bound.signum()
    } else {
        bound
    }
}

/// Whether looking deeper can't change anything: the game ends within what was
/// looked at.
fn is_decided(root: &Root, depth: u32) -> bool {
    let Some(best) = root.moves.first() else {
        return true;
    };
    let distance = crate::WIN - best.score.abs();
    crate::is_proven(best.score) && distance <= depth as Score
}

/// Every helper leaves out every other depth, half of them the odd ones: while it
/// is a depth ahead, what it finds is new to the others.
fn skips(helper: usize, depth: u32) -> bool {
    !(depth as usize + helper).is_multiple_of(2)
}
