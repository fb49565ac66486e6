//! The evaluations of the 1999 thesis, chapter 5: row numbers, and the curved
//! board, which is a ridge down the middle. Its curves were only drawn, so the
//! curvature is ours.

use crate::generic::Geometry;
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::historic::ThesisBoard;
use longjump_search::{Evaluator, Score};

/// What a row is worth.
const ROW: Score = 10;
/// The side of the square that the thesis lays over the board.
const SIDE: i32 = 17;

/// The board as the thesis sees it.
#[derive(Clone, Debug)]
pub struct Thesis {
    values: [[Score; Hole::LIMIT]; 2],
    rows: [[i32; Hole::LIMIT]; 2],
    numbers: [[i32; Hole::LIMIT]; 2],
    /// In half holes.
    sides: [i32; Hole::LIMIT],
}

impl Thesis {
    /// The curvature whose counts of positions come nearest to those of the
    /// thesis' Table 3, of those tried.
    pub const CURVATURE: u32 = 15;

    /// For star with two seats. A marble that is so many holes off the middle is
    /// worth `curvature` hundredths of a row less, times the square of these
    /// holes; with 0 the board is flat.
    ///
    /// # Panics
    /// When there are not two seats.
    pub fn new(star: &Star, curvature: u32) -> Self {
        assert_eq!(star.seats(), 2, "the thesis is about two sides");
        let geometry = Geometry::new(&star.layout(), 2);
        let grid = star.grid();
        let mut board = Self {
            values: [[0; Hole::LIMIT]; 2],
            rows: [[0; Hole::LIMIT]; 2],
            numbers: [[0; Hole::LIMIT]; 2],
            sides: [0; Hole::LIMIT],
        };
        for hole in grid.holes() {
            let index = hole.index();
            let (column, row) = grid.cell(hole);
            // Numbers grow from the upper left corner, where the second seat is.
            let number = (SIDE - 1 - i32::from(row)) * SIDE + i32::from(column);
            board.numbers[0][index] = SIDE * SIDE - 1 - number;
            board.numbers[1][index] = number;
            board.sides[index] = (2.0 * geometry.side(Seat::FIRST, hole)).round() as i32;
            for seat in Seat::first(2) {
                let row = geometry.row(seat, hole) as Score;
                let side = geometry.side(seat, hole);
                let value = f64::from(ROW * row) - f64::from(curvature) / 10.0 * side * side;
                board.rows[seat.index()][index] = row;
                board.values[seat.index()][index] = value.round() as Score;
            }
        }
        board
    }

    fn value(&self, seat: Seat, hole: Hole) -> Score {
        self.values[seat.index() & 1][hole.index() & 127]
    }

    /// The rows that a seat's marbles are in, counted from the first seat's
    /// home, as bits.
    fn occupied_rows(&self, position: &Race, seat: Seat) -> u32 {
        let rows = holes(position.marbles(seat)).map(|hole| self.rows[0][hole.index()]);
        rows.fold(0, |bits, row| bits | 1 << row)
    }
}

fn holes(set: u128) -> impl Iterator<Item = Hole> {
    (0..Hole::LIMIT)
        .filter(move |hole| set >> hole & 1 == 1)
        .map(Hole::new)
}

impl Evaluator<Race> for Thesis {
    type Sums = [Score; 2];

    fn fresh(&self, position: &Race) -> [Score; 2] {
        [Seat::new(0), Seat::new(1)].map(|seat| {
            let marbles = holes(position.marbles(seat));
            marbles.map(|hole| self.value(seat, hole)).sum()
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

    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let seat = position.turn();
        move |mv| self.value(seat, mv.to()) - self.value(seat, mv.from())
    }
}

impl ThesisBoard<Race> for Thesis {
    fn number(&self, seat: Seat, hole: Hole) -> i32 {
        self.numbers[seat.index() & 1][hole.index() & 127]
    }

    fn row(&self, seat: Seat, hole: Hole) -> i32 {
        self.rows[seat.index() & 1][hole.index() & 127]
    }

    fn side(&self, hole: Hole) -> i32 {
        self.sides[hole.index() & 127]
    }

    fn rows_apart(&self, position: &Race) -> i32 {
        let one = self.occupied_rows(position, Seat::new(0));
        let other = self.occupied_rows(position, Seat::new(1));
        let meet = |rows: &i32| (one << rows | one >> rows) & other != 0;
        (0..SIDE).find(meet).unwrap_or(SIDE)
    }

    /// With the last four marbles in rows `a <= b <= c <= d`: the last one earns
    /// the rows it goes, as far as each of the other three is ahead of it; the
    /// second last one likewise for two.
    fn reward_for_trailing(&self, position: &Race, mv: Move) -> Score {
        let seat = position.turn();
        let mut rows: Vec<i32> = holes(position.marbles(seat))
            .map(|hole| self.row(seat, hole))
            .collect();
        rows.sort_unstable();
        let (from, to) = (self.row(seat, mv.from()), self.row(seat, mv.to()));
        let ahead = match rows[..] {
            [last, second, third, fourth, ..] if from == last => vec![second, third, fourth],
            [_, second, third, fourth, ..] if from == second => vec![third, fourth],
            _ => Vec::new(),
        };
        ROW * ahead
            .iter()
            .map(|row| (row - from).min(to - from))
            .sum::<i32>()
    }
}
