//! The evaluation of the corners paper, chapter II.B.1, term by term.

use super::{GOAL, SIDE, seen_by, squares_where};
use crate::generic::{PieceSums, PieceValues, follow_pieces};
use longjump_games::corners::CornersRules;
use longjump_games::squares::SquarePosition;
use longjump_rules::{Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

type Corners = SquarePosition<CornersRules>;

/// What a structure that can never finish costs.
const DEAD: Score = 5_000;

/// The evaluation as one seat, the paper's bot, has it.
#[derive(Clone, Debug)]
pub struct PaperEvaluator {
    values: PieceValues,
    /// For each seat its last two rows, then its last two columns, the last first.
    edges: [[[u64; 2]; 2]; 2],
}

impl PaperEvaluator {
    /// For the bot in this seat: its pieces in the goal count 2, the other's 1.
    pub fn new(bot: Seat) -> Self {
        let value = |seat: Seat, square: usize| {
            let (column, row) = seen_by(seat.index(), square);
            let in_goal = column >= GOAL && row >= GOAL;
            let bonus = if seat == bot { 2 } else { 1 };
            (column + row) as Score + if in_goal { bonus } else { 0 }
        };
        let edges = [0, 1].map(|seat| {
            [
                [SIDE - 1, SIDE - 2].map(|wanted| squares_where(seat, |_, row| row == wanted)),
                [SIDE - 1, SIDE - 2]
                    .map(|wanted| squares_where(seat, |column, _| column == wanted)),
            ]
        });
        Self {
            values: PieceValues::new(value),
            edges,
        }
    }

    /// More than three pieces in the last row or column, or three there and more
    /// than three in the one before: they can't go back.
    fn is_dead(&self, seat: Seat, pieces: u64) -> bool {
        self.edges[seat.index() & 1].iter().any(|[last, before]| {
            let last = (pieces & last).count_ones();
            last > 3 || last == 3 && (pieces & before).count_ones() > 3
        })
    }
}

impl Evaluator<Corners> for PaperEvaluator {
    follow_pieces!(Corners);

    fn evaluate(&self, position: &Corners, sums: &PieceSums) -> Score {
        let value = |seat: Seat| {
            let dead = self.is_dead(seat, position.pieces(seat));
            sums[seat.index() & 1] - if dead { DEAD } else { 0 }
        };
        let turn = position.turn();
        value(turn) - value(turn.opponent())
    }

    fn gains(&self, position: &Corners) -> impl Fn(Move) -> Score {
        self.values.steps(position.turn())
    }
}
