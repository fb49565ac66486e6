//! KnightThrough: knights that only go forward; the first on the far row wins.

use crate::boards::cells;
use crate::squares::{self, Duel, half_turn, homes_and_goals, mirror, straight_route};
use longjump_rules::{
    Game, GameOption, Grid, Hole, Layout, Move, MoveList, Position, Seat, Settings, Setup,
    SetupError, SpecError, Standings, Symmetry,
};

const SIDE: u8 = 8;
static CELLS: [(u8, u8); 64] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
const FILE_H: u64 = FILE_A << 7;
const HOMES: [u64; 2] = [0xFFFF, 0xFFFF << 48];
const FAR_ROWS: [u64; 2] = [0xFF << 56, 0xFF];

/// For a knight going up the board: how many squares further it lands, and the
/// files it can't do so from. Going down it is the same backwards.
const JUMPS_UP: [(i32, u64); 4] = [
    (17, FILE_H),
    (15, FILE_A),
    (10, FILE_G | FILE_H),
    (6, FILE_A | FILE_B),
];
const JUMPS_DOWN: [(i32, u64); 4] = [
    (17, FILE_A),
    (15, FILE_H),
    (10, FILE_A | FILE_B),
    (6, FILE_G | FILE_H),
];

/// The game; it has no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnightThrough;

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnightThroughPosition(Duel);

impl KnightThroughPosition {
    /// The knights of a seat, as bits.
    pub fn knights(&self, seat: Seat) -> u64 {
        self.0.pieces(seat)
    }

    /// Only the seat that has just moved can have won: by arriving, or by
    /// taking the last knight.
    #[inline]
    fn is_over(&self) -> bool {
        self.arrived() != 0 || self.0.own() == 0
    }

    /// The knights of the seat that has just moved that are on their far row.
    #[inline]
    fn arrived(&self) -> u64 {
        self.0.enemy() & FAR_ROWS[self.0.turn().opponent().index()]
    }
}

impl Position for KnightThroughPosition {
    type Undo = Self;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.0.turn()
    }

    #[inline(always)]
    fn legal_moves(&self, moves: &mut MoveList) {
        if self.is_over() {
            return;
        }
        let own = self.0.own();
        let mut moves = moves.writer();
        if self.turn() == Seat::FIRST {
            for (jump, barred) in JUMPS_UP {
                let landings = (own & !barred) << jump & !own;
                moves.push_landings::<12>(landings, jump);
            }
        } else {
            for (jump, barred) in JUMPS_DOWN {
                let landings = (own & !barred) >> jump & !own;
                moves.push_landings::<12>(landings, -jump);
            }
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        // For a pass both ends are the same square, and nothing is taken.
        let changed = 1u64 << (mv.from().index() & 63) ^ 1u64 << (mv.to().index() & 63);
        self.0.play(mv, changed);
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    #[inline]
    fn standings(&self) -> Option<Standings> {
        self.is_over()
            .then(|| Standings::duel_won_by(self.turn().opponent()))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Game for KnightThrough {
    type Position = KnightThroughPosition;

    const NAME: &'static str = "knightthrough";
    const SUMMARY: &'static str = "sixteen forward-going knights each, first to the far row wins";
    const OPTIONS: &'static [GameOption] = &[];
    const SAMPLES: &'static [&'static str] = &["knightthrough"];
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

    fn start(&self) -> KnightThroughPosition {
        KnightThroughPosition(Duel::new(HOMES))
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &KnightThroughPosition) -> Setup {
        position.0.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<KnightThroughPosition, SetupError> {
        let position = KnightThroughPosition(Duel::from_setup(&GRID, setup, u64::MAX)?);
        let duel = &position.0;
        duel.check_counts(0, 16, "at most 16")?;
        if duel.own() & FAR_ROWS[duel.turn().index()] != 0 {
            return Err(SetupError::Impossible("the seat to move has won already"));
        }
        if duel.enemy() == 0 {
            return Err(SetupError::Impossible(
                "the seat that has just moved has no knight left",
            ));
        }
        if position.arrived().count_ones() > 1 {
            return Err(SetupError::Impossible(
                "two knights can't both be the first on the far row",
            ));
        }
        Ok(position)
    }

    fn layout(&self) -> Layout {
        squares::layout(&GRID, u64::MAX, homes_and_goals(HOMES, FAR_ROWS))
    }

    fn route(&self, _: &KnightThroughPosition, mv: Move) -> Vec<Hole> {
        straight_route(mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![mirror(&GRID, SIDE), half_turn(&GRID, SIDE)]
    }
}

#[cfg(test)]
mod tests;
