//! Any number of armies that cross the board, each after the best place it can get.

use super::geometry::Geometry;
use super::holes_in;
use crate::network::HandMade;
use longjump_games::race::Race;
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::{Evaluator, Score, SeatEvaluator, settled_pair};
use serde::Deserialize;

/// What counts, in hundredths of a move.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RivalsWeights {
    /// Each row that a marble is ahead.
    pub row: f64,
    /// Off the middle by so many holes costs this times their square.
    pub side: f64,
    /// Each marble costs this times the square of the rows it still has to go:
    /// the farther behind, the more a row counts.
    pub lag: f64,
    /// Each row that the last marble is ahead: one left behind walks alone.
    pub last: f64,
    /// The same for the last but one.
    pub second_last: f64,
    /// Being to move.
    pub turn: Score,
    /// With a lead of so much, half of what a lead can be worth is had: who is far ahead
    /// or far behind looks after those who are close.
    pub close: Score,
}

/// How many bits a row's count takes.
const COUNT_BITS: u32 = 5;
/// A power of two that is no less than the most seats.
const SEAT_SLOTS: usize = 8;

/// What is kept up to date: for each seat its marbles' values, and how many are in each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RivalsSums {
    values: [Score; SEAT_SLOTS],
    rows: [u128; SEAT_SLOTS],
}

/// How far each army has come, compared with each of the others that still play.
#[derive(Clone, Debug)]
pub struct Rivals {
    values: [[Score; Hole::LIMIT]; SEAT_SLOTS],
    rows: [[u128; Hole::LIMIT]; SEAT_SLOTS],
    last: [Score; 32],
    second_last: [Score; 32],
    turn: Score,
    close: Score,
}

impl Rivals {
    /// For the board of a game.
    pub fn new<G: Game<Position = Race>>(game: &G, weights: &RivalsWeights) -> Self {
        let layout = game.layout();
        let geometry = Geometry::new(&layout, game.seats());
        let by_row = |weight: f64| std::array::from_fn(|row| (weight * row as f64) as Score);
        let mut rivals = Self {
            values: [[0; Hole::LIMIT]; SEAT_SLOTS],
            rows: [[0; Hole::LIMIT]; SEAT_SLOTS],
            last: by_row(weights.last),
            second_last: by_row(weights.second_last),
            turn: weights.turn,
            close: weights.close.max(1),
        };
        let by_place = (weights.row, weights.side, weights.lag);
        for hole in layout.points.iter().map(|point| point.hole) {
            for seat in Seat::first(game.seats()) {
                let row = geometry.row(seat, hole) as u32;
                rivals.values[seat.index()][hole.index()] = geometry.value(seat, hole, by_place);
                rivals.rows[seat.index()][hole.index()] = 1 << (COUNT_BITS * row);
            }
        }
        rivals
    }

    /// How far a seat has come.
    #[inline]
    fn progress(&self, position: &Race, sums: &RivalsSums, seat: Seat) -> Score {
        let slot = seat.index() & (SEAT_SLOTS - 1);
        let rows = sums.rows[slot];
        let last = rows.trailing_zeros() / COUNT_BITS;
        let without_one = rows.wrapping_sub(1 << (COUNT_BITS * last));
        let second_last = without_one.trailing_zeros() / COUNT_BITS;
        let turn = if position.turn() == seat {
            self.turn
        } else {
            0
        };
        sums.values[slot]
            + self.last[last as usize & 31]
            + self.second_last[second_last as usize & 31]
            + turn
    }

    /// What a lead over one other seat is worth.
    #[inline]
    fn worth(&self, lead: Score) -> Score {
        lead * self.close / (self.close + lead.abs())
    }
}

impl Evaluator<Race> for Rivals {
    type Sums = RivalsSums;

    fn fresh(&self, position: &Race) -> RivalsSums {
        let mut sums = RivalsSums::default();
        for seat in Seat::first(position.seats()) {
            for hole in holes_in(position.marbles(seat)) {
                self.place(&mut sums, seat, hole);
            }
        }
        sums
    }

    #[inline(always)]
    fn lift(&self, sums: &mut RivalsSums, seat: Seat, hole: Hole) {
        let (seat, hole) = (seat.index() & (SEAT_SLOTS - 1), hole.index() & 127);
        sums.values[seat] -= self.values[seat][hole];
        sums.rows[seat] -= self.rows[seat][hole];
    }

    #[inline(always)]
    fn place(&self, sums: &mut RivalsSums, seat: Seat, hole: Hole) {
        let (seat, hole) = (seat.index() & (SEAT_SLOTS - 1), hole.index() & 127);
        sums.values[seat] += self.values[seat][hole];
        sums.rows[seat] += self.rows[seat][hole];
    }

    #[inline]
    fn evaluate(&self, position: &Race, sums: &RivalsSums) -> Score {
        self.value(position, sums, position.turn())
    }

    #[inline(always)]
    fn gains(&self, position: &Race) -> impl Fn(Move) -> Score {
        let values = &self.values[position.turn().index() & (SEAT_SLOTS - 1)];
        |mv: Move| values[mv.to().index() & 127] - values[mv.from().index() & 127]
    }
}

impl SeatEvaluator<Race> for Rivals {
    /// The mean lead over the others: a lead counts for less the larger it is, so that
    /// the places still open decide.
    #[inline]
    fn value(&self, position: &Race, sums: &RivalsSums, seat: Seat) -> Score {
        let own = self.progress(position, sums, seat);
        let seats = position.seats();
        let others = Seat::first(seats).filter(|&other| other != seat);
        let open = others.filter(|&other| position.place(other).is_none());
        let leads = open.map(|other| self.worth(own - self.progress(position, sums, other)));
        leads.sum::<Score>() / (seats as Score - 1) + settled(position, seat)
    }
}

impl HandMade<Race> for Rivals {
    fn pieces(position: &Race, seat: Seat) -> u128 {
        position.marbles(seat)
    }
}

/// What the places that others have taken are worth to a seat that still plays.
#[inline]
pub(crate) fn settled<P: Position>(position: &P, seat: Seat) -> Score {
    let seats = position.seats();
    let others = Seat::first(seats).filter(|&other| other != seat);
    let pairs = others.filter_map(|other| position.place(other));
    let pairs = pairs.map(|place| match is_taken_from_the_top(position, place) {
        true => -1,
        false => 1,
    });
    pairs.sum::<Score>() * settled_pair(seats)
}

/// Whether a place is one of the best, which those who finish take, not one of the worst,
/// which those who drop out take: places between are free while the game goes on.
fn is_taken_from_the_top<P: Position>(position: &P, place: u8) -> bool {
    let seats = Seat::first(position.seats());
    let up_to = seats.filter(|&seat| position.place(seat).is_some_and(|other| other <= place));
    up_to.count() == usize::from(place)
}
