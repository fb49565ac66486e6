//! Row numbers and nothing else: how far along all pieces are together.

use super::Geometry;
use longjump_rules::{Game, Hole, MAX_SEATS, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

/// Each row that a piece is ahead counts as one move. Works for any game; it
/// is the first evaluation of the 1999 thesis.
#[derive(Clone, Debug)]
pub struct Rows<G> {
    game: G,
    geometry: Geometry,
}

impl<G: Game> Rows<G> {
    /// For the board of a game.
    pub fn new(game: G) -> Self {
        Self {
            geometry: Geometry::new(&game.layout(), game.seats()),
            game,
        }
    }

    fn value(&self, seat: Seat, hole: Hole) -> Score {
        100 * self.geometry.row(seat, hole) as Score
    }
}

impl<G: Game> Evaluator<G::Position> for Rows<G> {
    type Sums = [Score; MAX_SEATS];

    fn fresh(&self, position: &G::Position) -> Self::Sums {
        let mut sums = [0; MAX_SEATS];
        let setup = self.game.setup_of(position);
        for (index, piece) in setup.pieces.iter().enumerate() {
            if let Some(seat) = *piece {
                sums[seat.index()] += self.value(seat, Hole::new(index));
            }
        }
        sums
    }

    fn lift(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole) {
        sums[seat.index()] -= self.value(seat, hole);
    }

    fn place(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole) {
        sums[seat.index()] += self.value(seat, hole);
    }

    /// Against the best of the others.
    fn evaluate(&self, position: &G::Position, sums: &Self::Sums) -> Score {
        let turn = position.turn();
        let others = Seat::first(position.seats()).filter(|&seat| seat != turn);
        let best = others.map(|seat| sums[seat.index()]).max();
        sums[turn.index()] - best.unwrap_or(0)
    }

    fn gains(&self, position: &G::Position) -> impl Fn(Move) -> Score {
        let seat = position.turn();
        move |mv| self.value(seat, mv.to()) - self.value(seat, mv.from())
    }
}
