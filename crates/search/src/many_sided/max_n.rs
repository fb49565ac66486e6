//! Max^n (Luckhardt and Irani, 1986): a position has a value for each seat, and who is to
//! move goes for the most for itself.

use super::worker::{Stage, Worker};
use crate::places::{playing, score_if_drawn, score_of_place, settled_pair};
use crate::services::frame::{DEEPEST, Frame, extend_line};
use crate::services::pruning::{Trend, moves_before_pruning};
use crate::services::report::Bound;
use crate::services::root::{RootMove, best_first};
use crate::services::table::{Entry, from_node};
use crate::{EVALUATION_LIMIT, INFINITE, Score, SeatEvaluator, TableUse, WIN, win_in};
use longjump_rules::{Move, PerSeat, Position, Seat};

/// What each seat gets.
type Values = PerSeat<Score>;

/// A question about a position.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: usize,
    /// Who moved last, and what it has elsewhere: values that give it no more are of no
    /// interest.
    before: Option<(Seat, Score)>,
}

impl<P: Position, E: SeatEvaluator<P>> Worker<'_, P, E> {
    /// Searches the root's moves to a depth and puts the best first.
    pub(super) fn max_n_lines(
        &mut self,
        frames: &mut [Frame<E::Sums>],
        moves: &mut [RootMove],
        depth: u32,
    ) {
        let mut best = -INFINITE;
        for number in 0..moves.len() {
            let root_move = &mut moves[number];
            let nodes_before = self.watch.nodes();
            let undo = self.play(frames, root_move.mv);
            let node = Node {
                depth: depth as i32 - 1,
                ply: 1,
                before: (self.task.lines <= 1).then_some((self.root, best)),
            };
            let values = self.values_below(&mut frames[1..], self.root, node);
            self.position.undo(root_move.mv, undo);
            if self.watch.is_over() {
                return;
            }
            extend_line(frames, root_move.mv);
            root_move.score = values[self.root];
            root_move.line.clone_from(&frames[0].line);
            root_move.nodes = self.watch.nodes() - nodes_before;
            if root_move.score > best {
                best = root_move.score;
                // So that it stands even if the search has to end now.
                moves[..=number].rotate_right(1);
            }
        }
        best_first(moves);
    }

    /// The values after the move that a seat has just played. If that was its last one,
    /// its place counts from here, however far the others are followed.
    fn values_below(&mut self, frames: &mut [Frame<E::Sums>], mover: Seat, node: Node) -> Values {
        let place = score_of_place(&self.position, mover, node.ply);
        let mut values = self.values(frames, node);
        if let Some(place) = place {
            values[mover] = place;
        }
        values
    }

    fn values(&mut self, frames: &mut [Frame<E::Sums>], node: Node) -> Values {
        frames[0].line.clear();
        let is_leaf = node.depth <= 0 || node.ply >= DEEPEST || self.watch.is_over();
        if is_leaf || self.position.standings().is_some() {
            return self.leaf_values(&frames[0], node.ply);
        }
        self.path.push(self.position.key());
        let values = if self.path.is_repeated() {
            let seats = self.position.seats();
            PerSeat::from_fn(seats, |seat| score_if_drawn(&self.position, seat, node.ply))
        } else {
            self.best_values(frames, node)
        };
        self.path.pop();
        values
    }

    /// The values at the end of the depth: places as far as there are, else evaluations.
    fn leaf_values(&self, frame: &Frame<E::Sums>, ply: usize) -> Values {
        let evaluator = self.task.evaluator;
        PerSeat::from_fn(self.position.seats(), |seat| {
            score_of_place(&self.position, seat, ply).unwrap_or_else(|| {
                let value = evaluator.value(&self.position, &frame.sums, seat);
                value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
            })
        })
    }

    /// The values that who is to move goes for.
    fn best_values(&mut self, frames: &mut [Frame<E::Sums>], node: Node) -> Values {
        let seat = self.position.turn();
        let uses_table = self.parameters().table != TableUse::Off;
        let key = self.key(false);
        let known = uses_table.then(|| self.table.find(key)).flatten();
        let known = known.and_then(|known| known.mv);
        let enough = moves_before_pruning(self.parameters(), node.depth, Trend::Unknown);
        let too_much = self.too_much(node.before);
        let mut best: Option<(Values, Move)> = None;
        let mut stage = Stage::Known;
        let mut number = 0;
        self.reached = self.reached.max(node.ply);
        frames[0].tried.clear();
        while let Some(mv) = self.next_move(&mut frames[0], known, &mut stage) {
            let most = best.map_or(-INFINITE, |(values, _)| values[seat]);
            // Nothing is left out as long as all that was looked at loses.
            if number >= enough && most > -EVALUATION_LIMIT {
                break;
            }
            let undo = self.play(frames, mv);
            let below = Node {
                depth: node.depth - 1,
                ply: node.ply + 1,
                before: Some((seat, most)),
            };
            let values = self.values_below(&mut frames[1..], seat, below);
            self.position.undo(mv, undo);
            if self.watch.is_over() {
                return values;
            }
            number += 1;
            frames[0].note_tried(mv);
            if values[seat] > most {
                best = Some((values, mv));
                extend_line(frames, mv);
                if values[seat] >= too_much.min(win_in(node.ply + 1)) {
                    break;
                }
            }
        }
        let Some((values, mv)) = best else {
            return self.leaf_values(&frames[0], node.ply);
        };
        self.learn(&frames[0], node.depth, mv);
        if uses_table {
            let entry = Entry {
                mv: Some(mv),
                score: from_node(values[seat], node.ply),
                depth: node.depth,
                bound: Bound::Exact,
            };
            self.table.store(key, entry);
        }
        values
    }

    /// Shallow pruning (Korf, 1991): with this much for who is to move, who moved last
    /// gets no more than elsewhere. What the values of all but one add up to says
    /// something of that one only while no more than two play.
    fn too_much(&self, before: Option<(Seat, Score)>) -> Score {
        let Some((last, elsewhere)) = before else {
            return INFINITE;
        };
        let position = &self.position;
        let is_between_two = position.place(last).is_none() && playing(position).count() == 2;
        if !is_between_two {
            return INFINITE;
        }
        let seats = position.seats();
        let settled = |seat| {
            let place = position.place(seat).map_or(0, Score::from);
            settled_pair(seats) * (seats as Score + 1 - 2 * place)
        };
        let others = Seat::first(seats).filter(|&seat| position.place(seat).is_some());
        // A win is more than its pairs together.
        let bonus = WIN - settled_pair(seats) * (seats as Score - 1);
        // And values are rounded.
        let bonus = if seats == 2 { 0 } else { bonus + 6 };
        let both = bonus - others.map(settled).sum::<Score>();
        both - elsewhere
    }
}
