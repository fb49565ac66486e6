//! KnightThrough: material, advancement, protection, and runners that nobody
//! can stop any more.

mod paper;

pub use paper::{PaperEvaluator, PaperFunction};

use crate::Weights;
use crate::generic::{PieceSums, PieceValues, follow_pieces};
use crate::network::HandMade;
use longjump_games::knightthrough::KnightThroughRules;
use longjump_games::squares::SquarePosition;
use longjump_rules::{Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score, Verdict};
use serde::Deserialize;

type Knights = SquarePosition<KnightThroughRules>;

/// What counts, in hundredths of a move; `weights.toml` says what each means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightThroughWeights {
    rows: [Score; 8],
    file: Score,
    unprotected: Score,
    turn: Score,
}

impl Weights for KnightThroughWeights {
    const DEFAULT: &'static str = include_str!("weights.toml");
}

/// The default evaluation of knightthrough.
#[derive(Clone, Debug)]
pub struct KnightThroughEvaluator {
    values: PieceValues,
    weights: KnightThroughWeights,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
const FILE_H: u64 = FILE_A << 7;
/// Rows from which a knight going up reaches the last one.
const WITHIN_REACH: u64 = 0xFFFF << 40;
/// The same for a knight going down.
const WITHIN_REACH_DOWN: u64 = 0xFFFF << 8;

/// The squares that knights going up can go to.
#[inline]
fn targets_up(knights: u64) -> u64 {
    (knights & !FILE_H) << 17
        | (knights & !FILE_A) << 15
        | (knights & !(FILE_G | FILE_H)) << 10
        | (knights & !(FILE_A | FILE_B)) << 6
}

/// The squares that knights going down can go to.
#[inline]
fn targets_down(knights: u64) -> u64 {
    (knights & !FILE_A) >> 17
        | (knights & !FILE_H) >> 15
        | (knights & !(FILE_A | FILE_B)) >> 10
        | (knights & !(FILE_G | FILE_H)) >> 6
}

impl KnightThroughEvaluator {
    /// With these weights.
    pub fn new(weights: KnightThroughWeights) -> Self {
        let value = |seat: Seat, square: usize| {
            let (file, row) = (square % 8, square / 8);
            let row = if seat == Seat::FIRST { row } else { 7 - row };
            let off_middle = (2 * file as Score - 7).abs() / 2;
            weights.rows[row] - weights.file * off_middle
        };
        Self {
            values: PieceValues::new(value),
            weights,
        }
    }
}

impl Evaluator<Knights> for KnightThroughEvaluator {
    follow_pieces!(Knights);

    #[inline]
    fn evaluate(&self, position: &Knights, sums: &PieceSums) -> Score {
        let (up, down) = (position.pieces(Seat::new(0)), position.pieces(Seat::new(1)));
        let (by_up, by_down) = (targets_up(up), targets_down(down));
        let count = |squares: u64| squares.count_ones() as Score;
        let weights = &self.weights;
        let first = sums[0] - sums[1]
            + weights.unprotected * (count(down & by_up & !by_down) - count(up & by_down & !by_up));
        let own = if position.turn() == Seat::FIRST {
            first
        } else {
            -first
        };
        own + weights.turn
    }

    /// A knight within reach of the last row wins at once; one that gets there
    /// unharmed wins with the next move, unless the other side is there first.
    #[inline]
    fn verdict(&self, position: &Knights) -> Option<Verdict> {
        let (up, down) = (position.pieces(Seat::new(0)), position.pieces(Seat::new(1)));
        let up = Side {
            knights: up,
            targets: targets_up(up),
            reach: WITHIN_REACH,
        };
        let down = Side {
            knights: down,
            targets: targets_down(down),
            reach: WITHIN_REACH_DOWN,
        };
        if position.turn() == Seat::FIRST {
            race(&up, &down)
        } else {
            race(&down, &up)
        }
    }

    #[inline]
    fn gains(&self, position: &Knights) -> impl Fn(Move) -> Score {
        let enemy = position.turn().opponent();
        let enemies = position.pieces(enemy);
        let step = self.values.steps(position.turn());
        move |mv| {
            let taken = enemies >> (mv.to().index() & 63) & 1;
            step(mv) + taken as Score * self.values.of(enemy, mv.to())
        }
    }
}

/// One side's knights, where they can go, and from where the last row is one move away.
struct Side {
    knights: u64,
    targets: u64,
    reach: u64,
}

/// What is certain with `ours` to move.
#[inline]
fn race(ours: &Side, theirs: &Side) -> Option<Verdict> {
    let can_take_the_last = theirs.knights.is_power_of_two() && theirs.knights & ours.targets != 0;
    if ours.knights & ours.reach != 0 || can_take_the_last {
        return Some(Verdict::WinIn(1));
    }
    let threats = theirs.knights & theirs.reach;
    if threats == 0 {
        // They can't win with their next move, nor take a knight that is out of their reach.
        let safe = ours.targets & ours.reach & !ours.knights & !theirs.targets;
        return (safe != 0).then_some(Verdict::WinIn(3));
    }
    // Only taking it stops a knight that is one move away, and one move takes only one.
    let stoppable = threats.is_power_of_two() && threats & ours.targets != 0;
    (!stoppable).then_some(Verdict::LossIn(2))
}

impl HandMade<Knights> for KnightThroughEvaluator {
    fn pieces(position: &Knights, seat: Seat) -> u128 {
        position.pieces(seat).into()
    }
}
