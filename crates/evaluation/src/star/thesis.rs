//! The evaluations of the 1999 thesis, chapter 5: row numbers, and the curved
//! board, which is a ridge down the middle. Its curves were only drawn, so the
//! curvature is ours.

use crate::generic::{Geometry, MarbleValues, PieceSums, follow_pieces, holes_in};
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_historic::ThesisBoard;
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score};

/// What a row is worth.
const ROW: Score = 10;
/// The side of the square that the thesis lays over the board.
const SIDE: i32 = 17;

/// The board as the thesis sees it.
#[derive(Clone, Debug)]
pub struct Thesis {
    values: MarbleValues,
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
            values: MarbleValues::new(grid.holes(), |seat, hole| {
                let side = geometry.side(seat, hole);
                let row = f64::from(ROW) * geometry.row(seat, hole) as f64;
                (row - f64::from(curvature) / 10.0 * side * side).round() as Score
            }),
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
                board.rows[seat.index()][index] = geometry.row(seat, hole) as i32;
            }
        }
        board
    }

    /// The rows that a seat's marbles are in, counted from the first seat's
    /// home, as bits.
    fn occupied_rows(&self, position: &Race, seat: Seat) -> u32 {
        let rows = holes_in(position.marbles(seat)).map(|hole| self.rows[0][hole.index()]);
        rows.fold(0, |bits, row| bits | 1 << row)
    }
}

impl Evaluator<Race> for Thesis {
    follow_pieces!(Race);

    fn evaluate(&self, position: &Race, sums: &PieceSums) -> Score {
        let turn = position.turn().index() & 1;
        sums[turn] - sums[turn ^ 1]
    }

    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let seat = position.turn();
        move |mv| self.values.of(seat, mv.to()) - self.values.of(seat, mv.from())
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
        let mut rows: Vec<i32> = holes_in(position.marbles(seat))
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
