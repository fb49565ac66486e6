//! The evaluation of the Mini-Checkers report: six parameters, three sets of weights.

use super::{Men, SIDE, open_steps};
use longjump_rules::{Captures, Hole, Move, MoveList, Position, Seat};
use longjump_search::{Evaluator, Score};

/// How many parameters there are.
const PARAMETERS: usize = 6;

/// A weight for each parameter: logarithms of the ratios of men, friendships,
/// captures and moves; the average row; the distance to the middle column.
pub type PaperWeights = [f64; PARAMETERS];

/// The report's three strengths.
pub const STRENGTHS: [(&str, PaperWeights); 3] = [
    ("easy", [0.6979, 0.2415, 0.0835, 0.0289, 0.0100, 0.0035]),
    ("medium", [0.5495, 0.7160, 0.1225, 0.3750, -0.1995, 1.4420]),
    ("hard", [0.4174, 0.8370, 0.0456, 0.1986, 0.1112, 0.3588]),
];

/// Utilities are whole numbers here: so many for the report's 1.
const ONE: f64 = 100_000.0;
/// Half the width of the board, between its two middle rows or columns.
const MIDDLE: f64 = 2.5;

/// The report's evaluation function.
#[derive(Clone, Debug)]
pub struct PaperEvaluator {
    weights: PaperWeights,
}

impl PaperEvaluator {
    /// With these weights.
    pub fn new(weights: PaperWeights) -> Self {
        Self { weights }
    }

    /// The six parameters, for the seat to move.
    pub fn parameters(position: &Men) -> PaperWeights {
        let turn = position.turn();
        let both = [turn, turn.opponent()];
        let men = both.map(|seat| position.pieces(seat));
        let steps = open_steps(position.pieces(Seat::new(0)), position.pieces(Seat::new(1)));
        let captures = both.map(|seat| captures(position, seat));
        let moves = [0, 1].map(|one| match captures[one] {
            0 => steps[both[one].index() & 1] as u32,
            forced => forced,
        });
        let [own_home, enemy_home] = both.map(|seat| sum(position, seat, |_, row| MIDDLE - row));
        let [own_middle, enemy_middle] =
            both.map(|seat| sum(position, seat, |column, _| MIDDLE - (column - MIDDLE).abs()));
        [
            ratio(men.map(u64::count_ones)),
            ratio(both.map(|seat| friendships(position, seat))),
            ratio(captures),
            ratio(moves),
            (own_home - enemy_home) / MIDDLE,
            (own_middle - enemy_middle) / MIDDLE,
        ]
    }
}

/// The logarithm of a ratio. Where one of the two is 0 the report says nothing;
/// here both get one more.
fn ratio([own, enemy]: [u32; 2]) -> f64 {
    let more = u32::from(own == 0 || enemy == 0);
    (f64::from(own + more) / f64::from(enemy + more)).ln()
}

/// Column and row of a square, rows counted from a seat's own side.
fn seen_by(seat: Seat, square: usize) -> (usize, usize) {
    let (column, row) = (square % SIDE, square / SIDE);
    if seat == Seat::FIRST {
        (column, row)
    } else {
        (column, SIDE - 1 - row)
    }
}

fn squares(men: u64) -> impl Iterator<Item = usize> {
    (0..SIDE * SIDE).filter(move |square| men >> square & 1 == 1)
}

fn sum(position: &Men, seat: Seat, value: impl Fn(f64, f64) -> f64) -> f64 {
    let of_square = |square| {
        let (column, row) = seen_by(seat, square);
        value(column as f64, row as f64)
    };
    squares(position.pieces(seat)).map(of_square).sum()
}

/// A man in the own back row is one, and each man diagonally behind another.
fn friendships(position: &Men, seat: Seat) -> u32 {
    let men = position.pieces(seat);
    let is_man = |column: usize, row: usize| {
        let row = if seat == Seat::FIRST {
            row
        } else {
            SIDE - 1 - row
        };
        column < SIDE && men >> (row * SIDE + column) & 1 == 1
    };
    let of_man = |square| {
        let (column, row) = seen_by(seat, square);
        let in_back_row = u32::from(row == 0);
        let in_front = row + 1;
        let ahead = |column| u32::from(in_front < SIDE && is_man(column, in_front));
        in_back_row + ahead(column + 1) + column.checked_sub(1).map_or(0, ahead)
    };
    squares(men).map(of_man).sum()
}

/// The captures that a seat could make if it were its turn.
fn captures(position: &Men, seat: Seat) -> u32 {
    let mut moves = MoveList::new();
    let mut position = *position;
    if position.turn() != seat {
        position.play(Move::PASS);
    }
    debug_assert_eq!(Men::CAPTURES, Captures::Compulsory);
    position.capturing_moves(&mut moves);
    moves.len() as u32
}

impl Evaluator<Men> for PaperEvaluator {
    type Sums = ();

    fn fresh(&self, _: &Men) {}
    fn lift(&self, (): &mut (), _: Seat, _: Hole) {}
    fn place(&self, (): &mut (), _: Seat, _: Hole) {}

    fn evaluate(&self, position: &Men, (): &()) -> Score {
        let parameters = Self::parameters(position);
        let products = parameters.iter().zip(self.weights);
        let utility: f64 = products.map(|(parameter, weight)| parameter * weight).sum();
        (ONE * utility).round() as Score
    }

    fn gains(&self, _: &Men) -> impl Fn(Move) -> Score {
        |_| 0
    }
}
