//! Corners: nine pieces that only go forward, from one corner of 8 by 8 squares
//! to the one opposite.

use crate::bits::hole_list;
use crate::boards::{cells, image_by_cell};
use crate::lattice::{EAST, Hops, Lattice, NORTH, SOUTH, WEST};
use crate::squares::{self, Duel, half_turn};
use longjump_rules::{
    Camp, Game, GameOption, Grid, Hole, Layout, Move, MoveList, PerSeat, Position, Seat, Settings,
    Setup, SetupError, SpecError, Standings, Symmetry,
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
/// The camp in the corner of a1, and the one in the corner of h8.
const HOMES: [u64; 2] = [0x07_0707, 0xE0E0_E000_0000_0000];

/// The game; it has no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corners;

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornersPosition(Duel);

impl CornersPosition {
    /// The pieces of a seat, as bits.
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.0.pieces(seat)
    }

    fn occupied(&self) -> u128 {
        (self.0.own() | self.0.enemy()).into()
    }

    fn lattice(&self) -> &'static Lattice {
        &LATTICES[self.turn().index()]
    }

    /// Whether the seat that has just moved fills its goal, the home of the other.
    #[inline]
    fn has_arrived(&self) -> bool {
        self.0.enemy() == HOMES[self.turn().index()]
    }
}

impl Position for CornersPosition {
    type Undo = Self;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.0.turn()
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        if !self.has_arrived() {
            let own = self.0.own().into();
            self.lattice()
                .push_moves(Hops::Adjacent, own, self.occupied(), &mut moves.writer());
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        self.0.play(mv, 0);
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    /// The game is lost for whoever can't move: nothing ever goes back, so a jam is final.
    fn standings(&self) -> Option<Standings> {
        let own = self.0.own().into();
        let is_over = self.has_arrived() || !self.lattice().can_move(own, self.occupied());
        is_over.then(|| Standings::duel_won_by(self.turn().opponent()))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Game for Corners {
    type Position = CornersPosition;

    const NAME: &'static str = "corners";
    const SUMMARY: &'static str = "nine pieces each from corner to corner of 8x8, forward only";
    const OPTIONS: &'static [GameOption] = &[];
    const SAMPLES: &'static [&'static str] = &["corners"];
    const COUNTS_PLIES: bool = false;

    fn configure(_: &Settings) -> Result<Self, SpecError> {
        Ok(Self)
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> CornersPosition {
        CornersPosition(Duel::new(HOMES))
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &CornersPosition) -> Setup {
        position.0.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<CornersPosition, SetupError> {
        let position = CornersPosition(Duel::from_setup(&GRID, setup, u64::MAX)?);
        position.0.check_counts(9, 9, "9")?;
        if position.0.own() == HOMES[position.turn().opponent().index()] {
            return Err(SetupError::Impossible("the seat to move has won already"));
        }
        for seat in Seat::first(2) {
            check_only_forward(seat, position.pieces(seat))?;
        }
        Ok(position)
    }

    fn layout(&self) -> Layout {
        let camp = |seat: Seat| Camp {
            holes: hole_list(HOMES[seat.index()].into()),
            home_of: Some(seat),
            goal_of: Some(seat.opponent()),
        };
        squares::layout(&GRID, u64::MAX, Seat::first(2).map(camp).collect())
    }

    fn route(&self, position: &CornersPosition, mv: Move) -> Vec<Hole> {
        if mv.is_pass() {
            return Vec::new();
        }
        let occupied = position.occupied();
        position.lattice().route(Hops::Adjacent, mv, occupied)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let far = SIDE - 1;
        let other = PerSeat::from_fn(2, Seat::opponent);
        vec![
            half_turn(&GRID, SIDE),
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (row, column)),
                seats: PerSeat::from_fn(2, |seat| seat),
            },
            Symmetry {
                holes: image_by_cell(&GRID, |(column, row)| (far - row, far - column)),
                seats: other,
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
