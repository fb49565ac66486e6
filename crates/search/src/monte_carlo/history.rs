//! How moves did anywhere in the tree.

use longjump_rules::{Hole, Move, Seat};

/// A power of two that is no less than the most seats.
const SEAT_SLOTS: usize = 8;

/// The mean reward of each seat's moves, wherever they were played.
#[derive(Debug)]
pub(super) struct MoveHistory(Vec<Mean>);

/// A mean that grows with what it is of.
#[derive(Clone, Copy, Default, Debug)]
struct Mean {
    value: f32,
    count: f32,
}

fn index(seat: Seat, mv: Move) -> usize {
    let (from, to) = (mv.from().index() & 127, mv.to().index() & 127);
    (seat.index() * Hole::LIMIT + from) * Hole::LIMIT + to
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self(vec![
            Mean::default();
            SEAT_SLOTS * Hole::LIMIT * Hole::LIMIT
        ])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Mean::default());
    }

    /// How a move of a seat did on average, if it was ever played.
    #[inline]
    pub(super) fn mean(&self, seat: Seat, mv: Move) -> Option<f32> {
        let mean = &self.0[index(seat, mv)];
        (mean.count > 0.0).then_some(mean.value)
    }

    /// A seat played a move, and this came of it.
    #[inline]
    pub(super) fn learn(&mut self, seat: Seat, mv: Move, reward: f32) {
        let mean = &mut self.0[index(seat, mv)];
        mean.count += 1.0;
        mean.value += (reward - mean.value) / mean.count;
    }
}
