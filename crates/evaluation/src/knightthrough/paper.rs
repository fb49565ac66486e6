//! The five evaluation functions of the KnightThrough paper, chapter 3.

use super::{Knights, WITHIN_REACH, WITHIN_REACH_DOWN};
use longjump_historic::KnightBoard;
use longjump_rules::{Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

/// Which of the five.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperFunction {
    /// 3.1: how many pieces more.
    PieceCount,
    /// 3.2: how far the leading piece is.
    LeaderPosition,
    /// 3.3: squares that many pieces can go to.
    StructureQuality,
    /// 3.4: how far the piece left most behind is.
    Development,
    /// 3.5: four pieces in a zigzag on one flank.
    ZickZack,
}

impl PaperFunction {
    /// All of them with their names in specs.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::PieceCount, "piece-count"),
        (Self::LeaderPosition, "leader-position"),
        (Self::StructureQuality, "structure-quality"),
        (Self::Development, "development"),
        (Self::ZickZack, "zickzack"),
    ];
}

/// Piece count weighs this in every function, so that it dominates.
const PIECE: Score = 1_000;
/// The way of a knight going up: columns and rows.
const TARGETS: [(i32, i32); 4] = [(1, 2), (-1, 2), (2, 1), (-2, 1)];
/// The zigzag of the paper's figure 4, e4 f3 g4 h3, as columns and rows for the
/// side going up; it is looked for on the other flank too.
const ZIGZAG: [(usize, usize); 4] = [(4, 3), (5, 2), (6, 3), (7, 2)];

/// One of the paper's evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperEvaluator(pub PaperFunction);

/// The squares of a seat's pieces as column and row, rows counted from its side.
fn pieces(position: &Knights, seat: Seat) -> impl Iterator<Item = (usize, usize)> {
    let knights = position.pieces(seat);
    let squares = (0..64).filter(move |square| knights >> square & 1 == 1);
    squares.map(move |square| {
        let (column, row) = (square % 8, square / 8);
        (column, if seat == Seat::FIRST { row } else { 7 - row })
    })
}

fn leader_position(position: &Knights, seat: Seat) -> Score {
    pieces(position, seat)
        .map(|(_, row)| row as Score)
        .max()
        .unwrap_or(0)
}

/// For each square the number of pieces that can go there, squared.
fn structure_quality(position: &Knights, seat: Seat) -> Score {
    let mut goers = [[0; 8]; 8];
    for (column, row) in pieces(position, seat) {
        for (beside, ahead) in TARGETS {
            let (column, row) = (column as i32 + beside, row as i32 + ahead);
            if (0..8).contains(&column) && row < 8 {
                goers[row as usize][column as usize] += 1;
            }
        }
    }
    goers.iter().flatten().map(|count| count * count).sum()
}

/// The row of the piece left most behind, and the fewer are there the better.
fn development(position: &Knights, seat: Seat) -> Score {
    let last = pieces(position, seat)
        .map(|(_, row)| row)
        .min()
        .unwrap_or(0);
    let there = pieces(position, seat)
        .filter(|&(_, row)| row == last)
        .count();
    20 * last as Score - there as Score
}

/// How much of the zigzag stands on the better flank: parts count, the whole more.
fn zickzack(position: &Knights, seat: Seat) -> Score {
    let flank = |mirrored: bool| {
        let there = |&(column, row): &(usize, usize)| {
            let column = if mirrored { 7 - column } else { column };
            pieces(position, seat).any(|piece| piece == (column, row))
        };
        ZIGZAG.iter().filter(|square| there(square)).count() as Score
    };
    let parts = flank(false).max(flank(true));
    10 * parts * parts
}

impl Evaluator<Knights> for PaperEvaluator {
    type Sums = ();

    fn fresh(&self, _: &Knights) {}
    fn lift(&self, (): &mut (), _: Seat, _: Hole) {}
    fn place(&self, (): &mut (), _: Seat, _: Hole) {}

    fn evaluate(&self, position: &Knights, (): &()) -> Score {
        let feature = match self.0 {
            PaperFunction::PieceCount => |_: &Knights, _| 0,
            PaperFunction::LeaderPosition => leader_position,
            PaperFunction::StructureQuality => structure_quality,
            PaperFunction::Development => development,
            PaperFunction::ZickZack => zickzack,
        };
        let turn = position.turn();
        let ahead = feature(position, turn) - feature(position, turn.opponent());
        PIECE * self.piece_lead(position) + ahead
    }

    fn gains(&self, position: &Knights) -> impl Fn(Move) -> Score {
        |mv| Score::from(position.takes(mv))
    }
}

impl KnightBoard<Knights> for PaperEvaluator {
    const PIECE: Score = PIECE;

    fn threats(&self, position: &Knights) -> u128 {
        let enemy = position.turn().opponent();
        let reach = if enemy == Seat::FIRST {
            WITHIN_REACH
        } else {
            WITHIN_REACH_DOWN
        };
        (position.pieces(enemy) & reach).into()
    }

    fn wins(&self, position: &Knights, mv: Move) -> bool {
        let last_row = if position.turn() == Seat::FIRST { 7 } else { 0 };
        mv.to().index() / 8 == last_row
    }

    fn piece_lead(&self, position: &Knights) -> i32 {
        let count = |seat: Seat| position.pieces(seat).count_ones() as i32;
        count(position.turn()) - count(position.turn().opponent())
    }
}
