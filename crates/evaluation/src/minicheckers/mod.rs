//! Mini-Checkers: material, mobility, tempo.

mod paper;

pub use paper::{PaperEvaluator, PaperWeights, STRENGTHS};

use crate::Weights;
use crate::generic::{PieceSums, PieceValues, follow_pieces};
use longjump_games::minicheckers::MiniCheckersRules;
use longjump_games::squares::SquarePosition;
use longjump_rules::{Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};
use serde::Deserialize;

type Men = SquarePosition<MiniCheckersRules>;

const SIDE: usize = 6;
const BOARD: u64 = (1 << 36) - 1;
const FILE_A: u64 = 1 + (1 << 6) + (1 << 12) + (1 << 18) + (1 << 24) + (1 << 30);
const FILE_F: u64 = FILE_A << 5;

/// What counts, in hundredths of a move; `weights.toml` says what each means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MiniCheckersWeights {
    man: Score,
    row: Score,
    mobility: Score,
    turn: Score,
}

impl Weights for MiniCheckersWeights {
    const DEFAULT: &'static str = include_str!("weights.toml");
}

/// The default evaluation of minicheckers.
#[derive(Clone, Debug)]
pub struct MiniCheckersEvaluator {
    values: PieceValues,
    weights: MiniCheckersWeights,
}

/// How many steps are open to men going up, and to men going down.
#[inline]
fn open_steps(up: u64, down: u64) -> [Score; 2] {
    let empty = BOARD & !(up | down);
    let count = |squares: u64| (squares & empty).count_ones() as Score;
    [
        count((up & !FILE_F) << 7) + count((up & !FILE_A) << 5),
        count((down & !FILE_A) >> 7) + count((down & !FILE_F) >> 5),
    ]
}

impl MiniCheckersEvaluator {
    /// With these weights.
    pub fn new(weights: MiniCheckersWeights) -> Self {
        let value = |seat: Seat, square: usize| {
            let row = square / SIDE;
            let row = if seat == Seat::FIRST {
                row
            } else {
                // Squares beyond the board are never looked up.
                (SIDE - 1).saturating_sub(row)
            };
            weights.man + weights.row * row as Score
        };
        Self {
            values: PieceValues::new(value),
            weights,
        }
    }
}

impl Evaluator<Men> for MiniCheckersEvaluator {
    follow_pieces!(Men);

    #[inline]
    fn evaluate(&self, position: &Men, sums: &PieceSums) -> Score {
        let steps = open_steps(position.pieces(Seat::new(0)), position.pieces(Seat::new(1)));
        let value = |seat: usize| sums[seat] + self.weights.mobility * steps[seat];
        let turn = position.turn().index() & 1;
        value(turn) - value(turn ^ 1) + self.weights.turn
    }

    #[inline]
    fn gains(&self, position: &Men) -> impl Fn(Move) -> Score {
        let step = self.values.steps(position.turn());
        move |mv| step(mv) + Score::from(position.takes(mv)) * self.weights.man
    }
}
