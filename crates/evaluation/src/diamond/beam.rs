//! The evaluation of the diamond paper, chapter II.A: how far along all marbles
//! are, and a little for where in their rows they stand.

use crate::generic::{Geometry, MarbleValues, PieceSums, follow_pieces};
use longjump_games::diamond::Diamond;
use longjump_games::race::Race;
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

/// Rows and sides as the paper weighs them, in quarters of a row.
#[derive(Clone, Debug)]
pub struct BeamEvaluator {
    values: MarbleValues,
    /// What is gained by them alone says which moves are kept.
    rows: MarbleValues,
}

impl BeamEvaluator {
    /// For the board of a game.
    pub fn new(diamond: &Diamond) -> Self {
        let geometry = Geometry::new(&diamond.layout(), 2);
        let holes = || diamond.grid().holes();
        let row = |seat: Seat, hole: Hole| geometry.row(seat, hole) as Score;
        Self {
            values: MarbleValues::new(holes(), |seat, hole| {
                4 * row(seat, hole) - side_cost(geometry.side(Seat::FIRST, hole))
            }),
            rows: MarbleValues::new(holes(), row),
        }
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
    follow_pieces!(Race);

    fn evaluate(&self, position: &Race, sums: &PieceSums) -> Score {
        let turn = position.turn().index() & 1;
        sums[turn] - sums[turn ^ 1]
    }

    /// The rows that a move advances.
    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let seat = position.turn();
        move |mv| self.rows.of(seat, mv.to()) - self.rows.of(seat, mv.from())
    }
}
