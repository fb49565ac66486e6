//! Corners: moves in hand, the piece kept at home, and structures that can never
//! finish.

mod paper;

pub use paper::PaperEvaluator;

use crate::Weights;
use crate::generic::{PieceSums, PieceValues, follow_pieces};
use crate::network::HandMade;
use longjump_games::corners::{CornersRules, Stuck};
use longjump_games::squares::SquarePosition;
use longjump_rules::{Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};
use serde::Deserialize;

type Corners = SquarePosition<CornersRules>;

const SIDE: usize = 8;
/// Columns and rows from here on are in the goal, seen from the own corner.
const GOAL: usize = 5;

/// What counts, in hundredths of a move; `weights.toml` says what each means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CornersWeights {
    step: Score,
    last: Score,
    dead: Score,
    turn: Score,
}

impl Weights for CornersWeights {
    const DEFAULT: &'static str = include_str!("weights.toml");
}

impl CornersWeights {
    /// The default file's text for the race, where moves in hand are worth nothing.
    const RACE: &'static str = include_str!("race.toml");

    /// The default file's text for these rules.
    pub fn default_for(rules: CornersRules) -> &'static str {
        match rules.stuck {
            Stuck::Loses => Self::DEFAULT,
            Stuck::Passes => Self::RACE,
        }
    }
}

/// A part of the board that a piece never leaves again, and how many of the
/// goal's squares are in it.
#[derive(Clone, Copy, Debug)]
struct Pocket {
    squares: u64,
    room: u32,
}

/// The default evaluation of corners.
#[derive(Clone, Debug)]
pub struct CornersEvaluator {
    values: PieceValues,
    /// For each seat and each number of squares ahead, the squares not farther.
    not_ahead_of: [[u64; 2 * SIDE - 1]; 2],
    pockets: [Vec<Pocket>; 2],
    weights: CornersWeights,
}

/// Column and row as the seat that goes towards them sees it.
fn seen_by(seat: usize, square: usize) -> (usize, usize) {
    let (column, row) = (square % SIDE, square / SIDE);
    if seat == 0 {
        (column, row)
    } else {
        (SIDE - 1 - column, SIDE - 1 - row)
    }
}

fn squares_where(seat: usize, wanted: impl Fn(usize, usize) -> bool) -> u64 {
    let is_wanted = |&square: &usize| {
        let (column, row) = seen_by(seat, square);
        wanted(column, row)
    };
    (0..64)
        .filter(is_wanted)
        .fold(0, |squares, square| squares | 1 << square)
}

/// Every set of goal squares that contains, with each of its squares, all those
/// farther along: what pieces have before them. By Hall's theorem all pieces
/// find room exactly if none of these sets is the only hope of more pieces
/// than it has squares.
fn pockets(seat: usize) -> Vec<Pocket> {
    let mut pockets = Vec::new();
    // Such a set has in each row of the goal the squares from some column on,
    // and in a higher row not fewer.
    let side = SIDE - GOAL;
    for low in 0..=side {
        for middle in low..=side {
            for high in middle..=side {
                let room = low + middle + high;
                if room == 0 || room == side * side {
                    continue;
                }
                let counts = [low, middle, high];
                let squares = squares_where(seat, |column, row| {
                    column.max(GOAL) + counts[row.max(GOAL) - GOAL] >= SIDE
                });
                pockets.push(Pocket {
                    squares,
                    room: room as u32,
                });
            }
        }
    }
    pockets
}

impl CornersEvaluator {
    /// With these weights.
    pub fn new(weights: CornersWeights) -> Self {
        let value = |seat: Seat, square: usize| {
            let (column, row) = seen_by(seat.index(), square);
            weights.step * (column + row) as Score
        };
        let per_seat = [0, 1];
        Self {
            values: PieceValues::new(value),
            not_ahead_of: per_seat.map(|seat| {
                std::array::from_fn(|steps| {
                    squares_where(seat, |column, row| column + row <= steps)
                })
            }),
            pockets: per_seat.map(pockets),
            weights,
        }
    }

    /// Whether a seat's pieces can never all find room in its goal.
    #[inline]
    pub(crate) fn is_dead(&self, seat: Seat, pieces: u64) -> bool {
        let pockets = self.pockets[seat.index() & 1].iter();
        pockets
            .into_iter()
            .any(|pocket| (pieces & pocket.squares).count_ones() > pocket.room)
    }

    /// Whether going ahead is worth something, which it is not for those who wait.
    #[inline]
    fn is_race(&self) -> bool {
        self.weights.step > 0
    }

    /// What the pieces of a seat are worth.
    #[inline]
    fn value(&self, position: &Corners, sums: &PieceSums, seat: Seat) -> Score {
        let pieces = position.pieces(seat);
        let dead = self.weights.dead * Score::from(self.is_dead(seat, pieces));
        sums[seat.index() & 1] + self.weights.last * self.last(seat, pieces) - dead
    }

    /// How far ahead the last piece is.
    fn last(&self, seat: Seat, pieces: u64) -> Score {
        let mut rings = self.not_ahead_of[seat.index() & 1].iter();
        rings.position(|ring| pieces & ring != 0).unwrap_or(0) as Score
    }
}

impl Evaluator<Corners> for CornersEvaluator {
    follow_pieces!(Corners);

    #[inline]
    fn evaluate(&self, position: &Corners, sums: &PieceSums) -> Score {
        let turn = position.turn();
        self.value(position, sums, turn) - self.value(position, sums, turn.opponent())
            + self.weights.turn
    }

    #[inline]
    fn gains(&self, position: &Corners) -> impl Fn(Move) -> Score {
        self.values.steps(position.turn())
    }
}

impl HandMade<Corners> for CornersEvaluator {
    fn pieces(position: &Corners, seat: Seat) -> u128 {
        position.pieces(seat).into()
    }

    /// In the race, that a side can't arrive any more: good players never come to that, so nets
    /// that learned from their games know nothing of it.
    #[inline]
    fn correction(&self, position: &Corners) -> Score {
        if !self.is_race() {
            return 0;
        }
        let dead = |seat: Seat| Score::from(self.is_dead(seat, position.pieces(seat)));
        let turn = position.turn();
        self.weights.dead * (dead(turn.opponent()) - dead(turn))
    }

    fn headway(&self, position: &Corners, seat: Seat) -> Option<Score> {
        let value = || self.value(position, &self.fresh(position), seat);
        self.is_race().then(|| value().max(0))
    }
}
