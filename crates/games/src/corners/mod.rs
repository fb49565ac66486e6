//! Corners: nine pieces that only go forward, from one corner of 8 by 8 squares
//! to the one opposite.

use crate::bits::hole_list;
use crate::boards::{cells, image_by_cell};
use crate::lattice::{EAST, Hops, Lattice, NORTH, SOUTH, WEST};
use crate::squares::{Duel, SquareGame, SquareRules, half_turn};
use longjump_rules::{
    Camp, Ending, Grid, Hole, Move, MoveWriter, PerSeat, Seat, SetupError, Standings, Symmetry,
};

const SIDE: u8 = 8;
const CAMP_SIDE: u8 = 3;
const ALL: u128 = u64::MAX as u128;
static CELLS: [(u8, u8); 64] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

/// For each seat the directions toward its goal.
static LATTICES: [Lattice; 2] = [
    Lattice::new(&CELLS, ALL, &[EAST, NORTH]),
    Lattice::new(&CELLS, ALL, &[WEST, SOUTH]),
];

/// The game.
pub type Corners = SquareGame<CornersRules>;

/// Its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornersRules;

/// The lattice of the seat to move.
fn lattice(duel: &Duel) -> &'static Lattice {
    &LATTICES[duel.turn().index()]
}

fn occupied(duel: &Duel) -> u128 {
    (duel.own() | duel.enemy()).into()
}

/// Whether the seat that has just moved fills its goal, the home of the other.
#[inline]
fn has_arrived(duel: &Duel) -> bool {
    duel.enemy() == CornersRules::HOMES[duel.turn().index()]
}

impl SquareRules for CornersRules {
    const NAME: &'static str = "corners";
    const SUMMARY: &'static str = "nine pieces each from corner to corner of 8x8, forward only";
    /// The camp in the corner of a1, and the one in the corner of h8.
    const HOMES: [u64; 2] = [0x07_0707, 0xE0E0_E000_0000_0000];
    const PLAYABLE: u64 = u64::MAX;

    fn grid() -> &'static Grid {
        &GRID
    }

    #[inline]
    fn push_moves(duel: &Duel, moves: &mut MoveWriter<'_>) {
        if !has_arrived(duel) {
            lattice(duel).push_moves(Hops::Adjacent, duel.own().into(), occupied(duel), moves);
        }
    }

    #[inline]
    fn captured(_: &Duel, _: Move) -> u64 {
        0
    }

    /// The game is lost for whoever can't move: nothing ever goes back, so a jam is final.
    fn standings(duel: &Duel) -> Option<Standings> {
        let can_move = lattice(duel).can_move(duel.own().into(), occupied(duel));
        let is_over = has_arrived(duel) || !can_move;
        is_over.then(|| Standings::duel_won_by(duel.turn().opponent()))
    }

    fn ending(duel: &Duel) -> Option<Ending> {
        let why = if has_arrived(duel) {
            Ending::GoalFilled
        } else {
            Ending::Stuck
        };
        Self::standings(duel).map(|_| why)
    }

    fn check(duel: &Duel) -> Result<(), SetupError> {
        duel.check_counts(9, 9, "9")?;
        if duel.own() == Self::HOMES[duel.turn().opponent().index()] {
            return Err(SetupError::Impossible("the seat to move has won already"));
        }
        for seat in Seat::first(2) {
            check_only_forward(seat, duel.pieces(seat))?;
        }
        Ok(())
    }

    fn camps() -> Vec<Camp> {
        let home = |seat: Seat| Camp {
            holes: hole_list(Self::HOMES[seat.index()].into()),
            home_of: Some(seat),
            goal_of: Some(seat.opponent()),
        };
        Seat::first(2).map(home).collect()
    }

    fn route(duel: &Duel, mv: Move) -> Vec<Hole> {
        lattice(duel).route(Hops::Adjacent, mv, occupied(duel))
    }

    fn symmetries() -> Vec<Symmetry> {
        let far = SIDE - 1;
        vec![
            half_turn(&GRID, SIDE),
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (row, column)),
                seats: PerSeat::from_fn(2, |seat| seat),
            },
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (far - row, far - column)),
                seats: PerSeat::from_fn(2, Seat::opponent),
            },
        ]
    }
}

/// Pieces never go back, so no part of the home can hold more than started in it.
fn check_only_forward(seat: Seat, pieces: u64) -> Result<(), SetupError> {
    let within = |columns: u8, rows: u8| {
        let is_within = |&(column, row): &(u8, u8)| column < columns && row < rows;
        let from_home = |hole: Hole| match GRID.cell(hole) {
            cell if seat == Seat::FIRST => cell,
            (column, row) => (SIDE - 1 - column, SIDE - 1 - row),
        };
        let held = GRID.holes().filter(|hole| pieces >> hole.index() & 1 == 1);
        held.map(from_home).filter(is_within).count()
    };
    for columns in 1..=SIDE {
        for rows in 1..=SIDE {
            let started = columns.min(CAMP_SIDE) * rows.min(CAMP_SIDE);
            if within(columns, rows) > started.into() {
                return Err(SetupError::Impossible(
                    "some pieces have gone back, which they can't",
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
