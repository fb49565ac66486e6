//! The evaluation of the diamond paper, chapter II.A: how far along all marbles
//! are, and a little for where in their rows they stand.

use crate::generic::Geometry;
use longjump_games::diamond::Diamond;
use longjump_games::race::Race;
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

/// Rows and sides as the paper weighs them, in quarters of a row.
#[derive(Clone, Debug)]
pub struct BeamEvaluator {
    rows: [[Score; Hole::LIMIT]; 2],
    sides: [Score; Hole::LIMIT],
}

impl BeamEvaluator {
    /// For the board of a game.
    pub fn new(diamond: &Diamond) -> Self {
        let geometry = Geometry::new(&diamond.layout(), 2);
        let mut evaluator = Self {
            rows: [[0; Hole::LIMIT]; 2],
            sides: [0; Hole::LIMIT],
        };
        for hole in diamond.grid().holes() {
            for seat in Seat::first(2) {
                evaluator.rows[seat.index()][hole.index()] = geometry.row(seat, hole) as Score;
            }
            evaluator.sides[hole.index()] = side_cost(geometry.side(Seat::FIRST, hole));
        }
        evaluator
    }

    fn value(&self, seat: Seat, hole: Hole) -> Score {
        let hole = hole.index() & 127;
        4 * self.rows[seat.index() & 1][hole] - self.sides[hole]
    }
}

/// In halves of what the paper calls horizontal, of which half counts. In rows
/// with a hole in the middle that hole costs 1, those beside it nothing, and
/// each one farther off 1 more. In the rows between every hole costs a half:
/// the paper means to charge the outer ones too, but its condition always holds.
fn side_cost(side: f64) -> Score {
    let in_the_middle = side.round() as Score;
    if (side - side.round()).abs() > 0.25 {
        return 1;
    }
    match in_the_middle {
        0 => 2,
        off => 2 * (off - 1),
    }
}

impl Evaluator<Race> for BeamEvaluator {
    type Sums = [Score; 2];

    fn fresh(&self, position: &Race) -> [Score; 2] {
        [Seat::new(0), Seat::new(1)].map(|seat| {
            let marbles = position.marbles(seat);
            let holes = (0..Hole::LIMIT).filter(|hole| marbles >> hole & 1 == 1);
            holes.map(|hole| self.value(seat, Hole::new(hole))).sum()
        })
    }

    fn lift(&self, sums: &mut [Score; 2], seat: Seat, hole: Hole) {
        sums[seat.index() & 1] -= self.value(seat, hole);
    }

    fn place(&self, sums: &mut [Score; 2], seat: Seat, hole: Hole) {
        sums[seat.index() & 1] += self.value(seat, hole);
    }

    fn evaluate(&self, position: &Race, sums: &[Score; 2]) -> Score {
        let turn = position.turn().index() & 1;
        sums[turn] - sums[turn ^ 1]
    }

    /// The rows that a move advances.
    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let rows = &self.rows[position.turn().index() & 1];
        |mv| rows[mv.to().index() & 127] - rows[mv.from().index() & 127]
    }
}
