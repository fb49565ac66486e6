//! Values of single pieces on squares.

use longjump_games::squares::{SquarePosition, SquareRules};
use longjump_rules::{Hole, Move, Seat};
use longjump_search::Score;

/// What a piece of each seat is worth on each square.
#[derive(Clone, Debug)]
pub(crate) struct PieceValues([[Score; 64]; 2]);

/// For each seat its pieces' values together.
pub(crate) type PieceSums = [Score; 2];

impl PieceValues {
    pub(crate) fn new(value: impl Fn(Seat, usize) -> Score) -> Self {
        let values = |seat| std::array::from_fn(|square| value(Seat::new(seat), square));
        Self([values(0), values(1)])
    }

    #[inline]
    pub(crate) fn of(&self, seat: Seat, hole: Hole) -> Score {
        self.0[seat.index() & 1][hole.index() & 63]
    }

    pub(crate) fn fresh<R: SquareRules>(&self, position: &SquarePosition<R>) -> PieceSums {
        let mut sums = [0; 2];
        for seat in Seat::first(2) {
            let pieces = position.pieces(seat);
            for square in (0..64).filter(|square| pieces >> square & 1 == 1) {
                self.place(&mut sums, seat, Hole::new(square));
            }
        }
        sums
    }

    #[inline(always)]
    pub(crate) fn lift(&self, sums: &mut PieceSums, seat: Seat, hole: Hole) {
        sums[seat.index() & 1] -= self.of(seat, hole);
    }

    #[inline(always)]
    pub(crate) fn place(&self, sums: &mut PieceSums, seat: Seat, hole: Hole) {
        sums[seat.index() & 1] += self.of(seat, hole);
    }

    /// What moves of a seat change for it, captures left aside.
    #[inline(always)]
    pub(crate) fn steps(&self, seat: Seat) -> impl Fn(Move) -> Score {
        let values = &self.0[seat.index() & 1];
        |mv: Move| values[mv.to().index() & 63] - values[mv.from().index() & 63]
    }
}

/// Lets an evaluator with a field `values` of [`PieceValues`] follow pieces through it.
macro_rules! follow_pieces {
    ($position:ty) => {
        type Sums = $crate::generic::PieceSums;

        fn fresh(&self, position: &$position) -> Self::Sums {
            self.values.fresh(position)
        }

        #[inline(always)]
        fn lift(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole) {
            self.values.lift(sums, seat, hole);
        }

        #[inline(always)]
        fn place(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole) {
            self.values.place(sums, seat, hole);
        }
    };
}
pub(crate) use follow_pieces;
