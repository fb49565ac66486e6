//! Values of single marbles of two armies that cross a board.

use super::PieceSums;
use longjump_games::race::Race;
use longjump_rules::{Hole, Seat};
use longjump_search::Score;

/// What a marble of each seat is worth in each hole.
#[derive(Clone, Debug)]
pub(crate) struct MarbleValues([[Score; Hole::LIMIT]; 2]);

impl MarbleValues {
    /// Of these holes; no others are ever asked about.
    pub(crate) fn new(
        holes: impl Iterator<Item = Hole>,
        value: impl Fn(Seat, Hole) -> Score,
    ) -> Self {
        let mut values = [[0; Hole::LIMIT]; 2];
        for hole in holes {
            for seat in Seat::first(2) {
                values[seat.index()][hole.index()] = value(seat, hole);
            }
        }
        Self(values)
    }

    pub(crate) fn of(&self, seat: Seat, hole: Hole) -> Score {
        self.0[seat.index() & 1][hole.index() & 127]
    }

    pub(crate) fn fresh(&self, position: &Race) -> PieceSums {
        [Seat::new(0), Seat::new(1)].map(|seat| {
            let marbles = holes_in(position.marbles(seat));
            marbles.map(|hole| self.of(seat, hole)).sum()
        })
    }

    pub(crate) fn lift(&self, sums: &mut PieceSums, seat: Seat, hole: Hole) {
        sums[seat.index() & 1] -= self.of(seat, hole);
    }

    pub(crate) fn place(&self, sums: &mut PieceSums, seat: Seat, hole: Hole) {
        sums[seat.index() & 1] += self.of(seat, hole);
    }
}

/// The holes of a set.
pub(crate) fn holes_in(set: u128) -> impl Iterator<Item = Hole> {
    (0..Hole::LIMIT)
        .filter(move |hole| set >> hole & 1 == 1)
        .map(Hole::new)
}
