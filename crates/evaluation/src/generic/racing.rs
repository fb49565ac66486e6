//! Armies that have passed each other: exact distances instead of guesses.

use super::geometry::Geometry;
use crate::race::{MARBLES, RaceTable, Region, Rhombus, fewest_moves};
use longjump_games::race::Race;
use longjump_rules::{Game, Hole, Layout, Move, Position, PositionExt, Seat};
use longjump_search::{Certainty, Verdict};
use std::sync::Arc;

/// What a table of distances says of positions for two seats.
#[derive(Clone, Debug)]
pub(crate) struct Racing {
    table: Arc<RaceTable>,
    /// For each seat the holes that the table knows.
    known: [u128; 2],
    /// Their numbers in the triangle.
    numbers: [[u8; Hole::LIMIT]; 2],
    /// For each seat the holes of each row, from the tip of its goal on.
    rows: [Vec<u128>; 2],
    /// For each seat the holes it wants to fill.
    goals: [u128; 2],
    /// For each seat the holes of a rhombus as large as the star's that ends in its goal.
    rhombus: [Option<Vec<Hole>>; 2],
}

/// How many rows nearer to its goal the winner's last marble has to be, whenever the loser
/// moves, so that no chain of hops over the loser's own marbles ends beside it.
const LEAST_GAP: usize = 3;

/// How many moves of a loser who has left the table's rows are taken back to find out how far
/// it is from its goal.
const MOST_BACK: usize = 4;

/// Placements as far as this from the goal, with a marble in the last of the table's rows, may
/// be a move nearer when marbles rest outside on the way: of those of seven rows 10 556 are,
/// by the table of eight.
const NEARER_FROM: u8 = 6;

/// How a race of two armies ends, if that is certain; for games whose marbles move as in the
/// tables of distances.
pub(crate) fn certainty_of<G: Game<Position = Race>>(
    game: &G,
    position: &Race,
) -> Option<Certainty> {
    let table = crate::race::standard()?;
    Racing::new(&game.layout(), table)?.certainty(position)
}

/// Who is first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ahead {
    /// The slot of the seat that is first.
    winner: usize,
    /// How many moves of its own it needs.
    moves: u8,
    /// How many plies it takes, the winner's last move included.
    plies: u8,
}

impl Racing {
    /// For a board with two seats; none if its goals are no triangles of ten.
    pub(crate) fn new(layout: &Layout, table: Arc<RaceTable>) -> Option<Self> {
        let geometry = Geometry::new(layout, 2);
        let last_row = geometry.row_count() - 1;
        let mut racing = Self {
            known: [0; 2],
            numbers: [[0; Hole::LIMIT]; 2],
            rows: [vec![0; last_row + 1], vec![0; last_row + 1]],
            goals: [0; 2],
            rhombus: [0, 1]
                .map(|seat| Rhombus::holes_on(layout, Seat::new(seat)).map(|holes| holes.to_vec())),
            table,
        };
        for seat in Seat::first(2) {
            let region = Region::of(layout, seat)?;
            let at = seat.index();
            for hole in layout.points.iter().map(|point| point.hole) {
                let row = last_row - geometry.row(seat, hole);
                let bit = 1 << hole.index();
                racing.rows[at][row] |= bit;
                let number = region.number(hole);
                if let Some(number) = number.filter(|_| row < racing.table.rows()) {
                    racing.known[at] |= bit;
                    racing.numbers[at][hole.index()] = number;
                    racing.goals[at] |= if usize::from(number) < MARBLES {
                        bit
                    } else {
                        0
                    };
                }
            }
        }
        Some(racing)
    }

    /// The holes that a seat wants to fill.
    pub(crate) fn goal(&self, seat: Seat) -> impl Iterator<Item = Hole> {
        let goal = self.goals[seat.index()];
        let holes = (0..Hole::LIMIT).filter(move |hole| goal >> hole & 1 == 1);
        holes.map(Hole::new)
    }

    /// Whether the table knows all marbles of both seats.
    #[inline]
    pub(crate) fn knows_both(&self, position: &Race) -> bool {
        let unknown = |seat: usize| position.marbles(Seat::new(seat)) & !self.known[seat];
        unknown(0) | unknown(1) == 0
    }

    /// How many moves a seat needs to fill its goal when nobody is in its way, if all its
    /// marbles are where the table knows them.
    #[inline]
    pub(crate) fn distance(&self, position: &Race, seat: usize) -> Option<u8> {
        let army = position.marbles(Seat::new(seat));
        if army & !self.known[seat & 1] != 0 {
            return None;
        }
        self.table.distance(self.marbles(army, seat))
    }

    /// An army as the table numbers holes.
    fn marbles(&self, mut army: u128, seat: usize) -> u64 {
        let mut marbles = 0_u64;
        while army != 0 {
            marbles |= 1 << self.numbers[seat & 1][army.trailing_zeros() as usize & 127];
            army &= army - 1;
        }
        marbles
    }

    /// How many moves a seat needs at least, also if it leaves the table's rows.
    fn least_distance(&self, position: &Race, seat: usize) -> u8 {
        if let Some(moves) = self.by_coming_back(position, seat, 0) {
            return moves;
        }
        let army = position.marbles(Seat::new(seat));
        let at_least = match &self.rhombus[seat] {
            Some(holes) => {
                let has = |(_, hole): &(usize, &Hole)| army >> hole.index() & 1 == 1;
                let marbles = holes.iter().enumerate().filter(has);
                fewest_moves(marbles.fold(0, |all, (at, _)| all | 1 << at)) as u8
            }
            None => (army & !self.goals[seat]).count_ones() as u8,
        };
        let coming_back = self.by_coming_back(position, seat, MOST_BACK);
        coming_back.map_or(at_least, |moves| moves.max(at_least))
    }

    /// Moves can be reversed, so nobody is more than a move nearer to the goal than where one
    /// move leads: the best that follows from bringing marbles back where the table knows
    /// them, in so many moves.
    fn by_coming_back(&self, position: &Race, seat: usize, moves: usize) -> Option<u8> {
        if let Some(distance) = self.distance(position, seat) {
            let army = position.marbles(Seat::new(seat));
            let may_be_nearer = army & self.rows[seat][self.table.rows() - 1] != 0;
            return Some(distance - u8::from(may_be_nearer && distance >= NEARER_FROM));
        }
        if moves == 0 {
            return None;
        }
        let mut position = *position;
        if position.turn().index() != seat {
            position.play(Move::PASS);
        }
        let rows = &self.rows[seat];
        let row = |hole: Hole| rows.iter().position(|row| row >> hole.index() & 1 == 1);
        let comes_back = |mv: &&Move| {
            self.known[seat] >> mv.from().index() & 1 == 0 && row(mv.to()) < row(mv.from())
        };
        let after = |mv: &Move| {
            let mut next = position;
            next.play(*mv);
            self.by_coming_back(&next, seat, moves - 1)
        };
        let moves = position.moves();
        let found = moves.iter().filter(comes_back).filter_map(after).max();
        found.map(|distance| distance.saturating_sub(1))
    }

    /// Who is first if nobody gets in anybody's way and play goes on long enough.
    fn ahead(&self, position: &Race) -> Option<Ahead> {
        let exact = [0, 1].map(|seat| self.distance(position, seat));
        if exact == [None, None] {
            return None;
        }
        let at_least = [0, 1].map(|seat| self.least_distance(position, seat));
        let turn = position.turn().index() & 1;
        let is_first = |&seat: &usize| {
            exact[seat].is_some_and(|moves| {
                let other = at_least[seat ^ 1];
                moves < other || moves == other && seat == turn
            })
        };
        let winner = [0, 1].into_iter().find(is_first)?;
        let moves = exact[winner]?;
        let plies = 2 * moves - u8::from(winner == turn);
        let limit = u32::from(position.rules().ply_limit);
        let ends_in_time = position.ply() + u32::from(plies) < limit;
        (moves > 0 && ends_in_time).then_some(Ahead {
            winner,
            moves,
            plies,
        })
    }

    /// The result, where the loser can't come back in time to be in the way.
    #[inline]
    pub(crate) fn verdict(&self, position: &Race) -> Option<Verdict> {
        if !self.knows_both(position) {
            return None;
        }
        let ahead = self.ahead(position)?;
        // The winner's marbles stay in the table's rows, and chains of hops touch down one
        // row beyond.
        let touched = self.table.rows();
        let comes_to = self.first_row_of_loser(position, ahead.winner);
        let moves_of_loser = usize::from(ahead.plies - ahead.moves);
        (comes_to > touched + moves_of_loser).then(|| ahead.verdict(position))
    }

    /// The result with a plan of the winner's that holds whatever the loser does.
    pub(crate) fn certainty(&self, position: &Race) -> Option<Certainty> {
        let ahead = self.ahead(position)?;
        let winner = ahead.winner;
        let is_winners_turn = position.turn().index() & 1 == winner;
        let comes_to = self.first_row_of_loser(position, winner);
        // Each move of the loser may bring it a row nearer.
        let free_rows = |step: usize| comes_to.saturating_sub(step + usize::from(!is_winners_turn));
        let army = position.marbles(Seat::new(winner));
        let rear = self.rows[winner].iter().rposition(|row| army & row != 0)?;
        if !is_winners_turn && rear + LEAST_GAP > comes_to {
            return None;
        }
        let plan = self.table.plan(self.marbles(army, winner), free_rows)?;
        let next = plan.first().filter(|_| is_winners_turn);
        let hole = |number: usize| {
            let is_it = |&hole: &usize| {
                self.known[winner] >> hole & 1 == 1
                    && usize::from(self.numbers[winner][hole]) == number
            };
            (0..Hole::LIMIT).find(is_it).map(Hole::new)
        };
        let mv = next.and_then(|next| Some(Move::new(hole(next.from)?, hole(next.to)?)));
        Some(Certainty {
            verdict: ahead.verdict(position),
            mv,
        })
    }

    /// The row nearest to the tip of the winner's goal that has a marble of the loser's.
    ///
    /// With each move it gets at most one row nearer: a step is one row, and a hop ends one
    /// row behind the marble it goes over, which is not one of the winner's as long as these
    /// are [`LEAST_GAP`] rows away.
    fn first_row_of_loser(&self, position: &Race, winner: usize) -> usize {
        let army = position.marbles(Seat::new(winner ^ 1));
        let nearest = self.rows[winner].iter().position(|row| army & row != 0);
        nearest.unwrap_or(self.rows[winner].len())
    }
}

impl Ahead {
    fn verdict(self, position: &Race) -> Verdict {
        if position.turn().index() & 1 == self.winner {
            Verdict::WinIn(self.plies)
        } else {
            Verdict::LossIn(self.plies)
        }
    }
}
