//! How many moves an army has left from anywhere on its board: never too many, or about right.

use super::rhombus::{RHOMBUS_HOLES, RHOMBUS_ROWS, Rhombus, bits};

/// The first row of the goal.
const GOAL_ROW: usize = 13;

/// How many marbles of each class a full goal has.
const GOAL_CLASSES: [i32; 4] = [3, 3, 3, 1];

/// Of which class a hole is. A hop goes two holes along a line and so never leads to another
/// class; a step always does.
const fn class(hole: usize) -> usize {
    Rhombus::across(hole) % 2 * 2 + Rhombus::up(hole) % 2
}

/// What both estimates look at.
struct Counts {
    rows: [i32; RHOMBUS_ROWS],
    classes: [i32; 4],
}

impl Counts {
    fn of(marbles: u128) -> Self {
        let mut counts = Self {
            rows: [0; RHOMBUS_ROWS],
            classes: [0; 4],
        };
        for hole in bits(marbles) {
            counts.rows[Rhombus::row(hole)] += 1;
            counts.classes[class(hole)] += 1;
        }
        counts
    }
}

/// A number of moves that fill the goal from nowhere sooner: an army may need more, never
/// fewer.
///
/// Every marble outside the goal moves into it at least once. To these moves others come, for
/// one of two reasons:
///
/// - The rearmost row of an army moves up by one at most in a move: a marble leaves it by a
///   step or over another, which lies one row ahead at most. So it is every row up to the goal
///   in turn, and who is to lie in a row that is empty now moves there first, not yet into the
///   goal.
/// - Only steps change a marble's class. So who is of a class that the goal has too many of
///   makes a step besides, unless this step leads from the row before the goal into it.
pub fn fewest_moves(marbles: u128) -> u32 {
    let Counts { rows, classes } = Counts::of(marbles);
    let outside: i32 = rows[..GOAL_ROW].iter().sum();
    let rearmost = rows.iter().position(|&count| count > 0).unwrap_or(GOAL_ROW);
    let is_empty = |row: &usize| rows[*row] == 0;
    let empty = (rearmost..GOAL_ROW).filter(is_empty).count() as i32;
    let too_many = |class: usize| (classes[class] - GOAL_CLASSES[class]).max(0);
    let changes: i32 = (0..4).map(too_many).sum();
    let more = empty.max(changes - rows[GOAL_ROW - 1]).max(0);
    (outside + more) as u32
}

/// How many numbers describe a hole to the fitted estimate.
pub const TERMS: usize = 7;

/// How many rows a marble in this row has left to the tip.
pub const fn rows_left(row: usize) -> usize {
    RHOMBUS_ROWS - 1 - row
}

/// The numbers that describe a hole: rows left, and how far it is beside the line from tip to
/// tip. In the last rows, where marbles fill the goal, a row costs otherwise than in those
/// before, which long chains of hops cross.
pub fn terms(hole: usize) -> [f64; TERMS] {
    let left = rows_left(Rhombus::row(hole));
    let (near, before) = (left.min(7) as f64, left.saturating_sub(7) as f64);
    let side = Rhombus::across(hole).abs_diff(Rhombus::up(hole)) as f64;
    [
        near,
        near * near,
        before,
        side,
        side * side,
        near * side,
        near * side * side,
    ]
}

/// What was fitted to exact distances by `crates/evaluation/tests/estimates.rs`, in moves.
const FITTED: Fitted = Fitted {
    base: -0.21735,
    terms: [
        0.05472, 0.02268, 0.05634, 0.11807, 0.01308, -0.03598, 0.00291,
    ],
    rearmost: 0.33373,
};

struct Fitted {
    base: f64,
    /// What each of [`terms`] counts.
    terms: [f64; TERMS],
    /// What each row counts that the rearmost marble has left.
    rearmost: f64,
}

/// About how many moves an army needs, as a sum over its marbles and its rearmost row, so
/// that it can be kept up to date move by move. In hundredths of a move; it may be too many
/// or too few.
#[derive(Clone, Debug)]
pub struct Estimate {
    holes: [i32; RHOMBUS_HOLES],
    rearmost: [i32; RHOMBUS_ROWS],
}

impl Default for Estimate {
    fn default() -> Self {
        let hundredths = |moves: f64| (100.0 * moves).round() as i32;
        let of_hole = |hole| {
            let parts = terms(hole).into_iter().zip(FITTED.terms);
            hundredths(parts.map(|(term, weight)| term * weight).sum())
        };
        let of_row = |row: usize| hundredths(FITTED.base + FITTED.rearmost * rows_left(row) as f64);
        Self {
            holes: std::array::from_fn(of_hole),
            rearmost: std::array::from_fn(of_row),
        }
    }
}

impl Estimate {
    /// What a marble in this hole adds.
    #[inline]
    fn of_hole(&self, hole: usize) -> i32 {
        self.holes[hole]
    }

    /// What the row of the rearmost marble adds, once for the whole army.
    #[inline]
    fn of_rearmost(&self, row: usize) -> i32 {
        self.rearmost[row]
    }

    /// The whole of it for an army.
    pub fn of(&self, marbles: u128) -> i32 {
        let rearmost = bits(marbles).map(Rhombus::row).min().unwrap_or(0);
        let holes: i32 = bits(marbles).map(|hole| self.of_hole(hole)).sum();
        holes + self.of_rearmost(rearmost)
    }
}
