//! Armies that have passed each other: exact distances instead of guesses.

use super::geometry::Geometry;
use crate::race::{MARBLES, RaceTable, Region};
use longjump_games::race::Race;
use longjump_rules::{Hole, Layout, Position, Seat};
use longjump_search::{Score, Verdict};
use std::sync::Arc;

/// What a table of distances says of positions in which both armies are in their last rows.
#[derive(Clone, Debug)]
pub(super) struct Racing {
    table: Arc<RaceTable>,
    /// What a move of the difference is worth.
    weight: Score,
    /// For each seat the holes that the table knows.
    known: [u128; 2],
    /// Their numbers in the triangle.
    numbers: [[u8; Hole::LIMIT]; 2],
    /// For each seat the holes of each row, from the tip of its goal on.
    rows: [Vec<u128>; 2],
}

/// How many moves each seat needs to fill its goal when nobody is in its way.
type Distances = [u8; 2];

impl Racing {
    /// For a board with two seats; none if its goals are no triangles of ten.
    pub(super) fn new(
        layout: &Layout,
        geometry: &Geometry,
        table: Arc<RaceTable>,
        weight: Score,
    ) -> Option<Self> {
        let last_row = geometry.row_count() - 1;
        let mut racing = Self {
            weight,
            known: [0; 2],
            numbers: [[0; Hole::LIMIT]; 2],
            rows: [vec![0; last_row + 1], vec![0; last_row + 1]],
            table,
        };
        for seat in Seat::first(2) {
            let region = Region::of(layout, seat)?;
            let at = seat.index();
            for hole in layout.points.iter().map(|point| point.hole) {
                let row = last_row - geometry.row(seat, hole);
                racing.rows[at][row] |= 1 << hole.index();
                let number = region.number(hole);
                if let Some(number) = number.filter(|_| row < racing.table.rows()) {
                    racing.known[at] |= 1 << hole.index();
                    racing.numbers[at][hole.index()] = number;
                }
            }
        }
        Some(racing)
    }

    /// The distances, if both armies are where the table knows them.
    #[inline]
    fn distances(&self, position: &Race) -> Option<Distances> {
        let armies = [
            position.marbles(Seat::FIRST),
            position.marbles(Seat::new(1)),
        ];
        let is_known = armies[0] & !self.known[0] | armies[1] & !self.known[1] == 0;
        is_known.then(|| [0, 1].map(|seat| self.distance(seat, armies[seat])))
    }

    fn distance(&self, seat: usize, mut army: u128) -> u8 {
        let mut marbles = 0_u64;
        while army != 0 {
            marbles |= 1 << self.numbers[seat][army.trailing_zeros() as usize & 127];
            army &= army - 1;
        }
        debug_assert_eq!(marbles.count_ones() as usize, MARBLES);
        self.table.distance(marbles).unwrap_or(0)
    }

    /// How far ahead the seat to move is, in hundredths of a move.
    #[inline]
    pub(super) fn evaluate(&self, position: &Race) -> Option<Score> {
        let distances = self.distances(position)?;
        let turn = position.turn().index() & 1;
        let ahead = Score::from(distances[turn ^ 1]) - Score::from(distances[turn]);
        // Being to move is half a move.
        Some(self.weight * ahead + self.weight / 2)
    }

    /// The result, where the loser can't come back in time to be in the way.
    pub(super) fn verdict(&self, position: &Race) -> Option<Verdict> {
        let distances = self.distances(position)?;
        let turn = position.turn().index() & 1;
        let (own, other) = (distances[turn], distances[turn ^ 1]);
        let wins = own <= other;
        let (winner, moves) = if wins { (turn, own) } else { (turn ^ 1, other) };
        let plies = if wins { 2 * own - 1 } else { 2 * other };
        let of_loser = if wins { moves - 1 } else { moves };
        let ends_in_time =
            position.ply() + u32::from(plies) < u32::from(position.rules().ply_limit);
        let is_certain = ends_in_time && self.stays_apart(position, winner, of_loser);
        is_certain.then_some(if wins {
            Verdict::WinIn(plies)
        } else {
            Verdict::LossIn(plies)
        })
    }

    /// Whether no marble of the loser can get where the winner's may touch down, in so many
    /// moves. An army's rearmost row moves back by one at most in a move: a step is one row,
    /// and a hop ends one row behind the marble it goes over.
    fn stays_apart(&self, position: &Race, winner: usize, moves: u8) -> bool {
        let loser = winner ^ 1;
        let army = position.marbles(Seat::new(loser));
        let rearmost = self.rows[loser].iter().rposition(|row| army & row != 0);
        let rearmost = rearmost.unwrap_or(0) + usize::from(moves);
        // The winner's marbles stay in the table's rows, and chains of hops touch down one
        // row beyond.
        let touched = self.table.rows();
        let tips_apart = self.rows[winner].len() - 1;
        rearmost + touched < tips_apart
    }
}
