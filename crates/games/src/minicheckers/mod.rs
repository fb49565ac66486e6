//! Mini-Checkers: men without kings on 6 by 6 squares; capturing is compulsory.

use crate::bits::hole_list;
use crate::boards::cells;
use crate::squares::{self, Duel, half_turn, straight_route};
use longjump_rules::{
    Camp, Game, GameOption, Grid, Hole, Layout, Move, MoveList, Position, Seat, Settings, Setup,
    SetupError, SpecError, Standings, Symmetry,
};

const SIDE: u8 = 6;
static CELLS: [(u8, u8); 36] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

const BOARD: u64 = (1 << 36) - 1;
/// Squares of even column and row sum, beginning with a1.
const DARK: u64 = 0b101010_010101 * (1 + (1 << 12) + (1 << 24));
const HOMES: [u64; 2] = [DARK & 0xFFF, DARK & 0xFFF << 24];
const FILE_A: u64 = 1 + (1 << 6) + (1 << 12) + (1 << 18) + (1 << 24) + (1 << 30);
const FILE_F: u64 = FILE_A << 5;

/// The two ways a man goes up the board: how many squares further a step is,
/// and the file it can't be made from. Down the board it is the same backwards.
const STEPS_UP: [(i32, u64); 2] = [(7, FILE_F), (5, FILE_A)];
const STEPS_DOWN: [(i32, u64); 2] = [(7, FILE_A), (5, FILE_F)];

/// The game; it has no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniCheckers;

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniCheckersPosition(Duel);

/// One step further in the direction a seat goes, for all men at once. Men that
/// would leave the board are lost.
#[inline]
fn ahead(seat: Seat, men: u64, way: usize) -> u64 {
    if seat == Seat::FIRST {
        let (distance, barred) = STEPS_UP[way];
        (men & !barred) << distance & BOARD
    } else {
        let (distance, barred) = STEPS_DOWN[way];
        (men & !barred) >> distance
    }
}

impl MiniCheckersPosition {
    /// The men of a seat, as bits.
    pub fn men(&self, seat: Seat) -> u64 {
        self.0.pieces(seat)
    }

    /// The squares that captures of `seat` end on, one way.
    #[inline]
    fn capture_landings(&self, seat: Seat, way: usize) -> u64 {
        let empty = !(self.men(seat) | self.men(seat.opponent()));
        let over = ahead(seat, self.men(seat), way) & self.men(seat.opponent());
        ahead(seat, over, way) & empty
    }

    /// The squares that steps of `seat` end on, one way.
    #[inline]
    fn step_landings(&self, seat: Seat, way: usize) -> u64 {
        let empty = !(self.men(seat) | self.men(seat.opponent()));
        ahead(seat, self.men(seat), way) & empty
    }

    fn can_move(&self, seat: Seat) -> bool {
        (0..2).any(|way| self.capture_landings(seat, way) | self.step_landings(seat, way) != 0)
    }

    fn is_over(&self) -> bool {
        self.0.own() == 0
            || self.0.enemy() == 0
            || !(self.can_move(self.turn()) || self.can_move(self.turn().opponent()))
    }
}

impl Position for MiniCheckersPosition {
    type Undo = Self;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.0.turn()
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.is_over() {
            return;
        }
        let seat = self.turn();
        let mut moves = moves.writer();
        let before = moves.count();
        let step = |way: usize| match seat {
            Seat::FIRST => STEPS_UP[way].0,
            _ => -STEPS_DOWN[way].0,
        };
        for way in 0..2 {
            moves.push_landings::<0>(self.capture_landings(seat, way), 2 * step(way));
        }
        if moves.count() > before {
            return;
        }
        for way in 0..2 {
            moves.push_landings::<0>(self.step_landings(seat, way), step(way));
        }
        if moves.count() == before {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        let (from, to) = (mv.from().index(), mv.to().index());
        // A step is 5 or 7 squares further, a capture 10 or 14.
        let jumped = if from.abs_diff(to) > 7 {
            1 << ((from + to) / 2)
        } else {
            0
        };
        self.0.play(mv, jumped);
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn standings(&self) -> Option<Standings> {
        if !self.is_over() {
            return None;
        }
        let [first, second] = [0, 1].map(|seat| self.men(Seat::new(seat)).count_ones());
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Standings::duel_won_by(Seat::new(0)),
            std::cmp::Ordering::Less => Standings::duel_won_by(Seat::new(1)),
            std::cmp::Ordering::Equal => Standings::draw(2),
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Game for MiniCheckers {
    type Position = MiniCheckersPosition;

    const NAME: &'static str = "minicheckers";
    const SUMMARY: &'static str = "checkers without kings on 6x6 squares, 2 seats";
    const OPTIONS: &'static [GameOption] = &[];
    const SAMPLES: &'static [&'static str] = &["minicheckers"];
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

    fn start(&self) -> MiniCheckersPosition {
        MiniCheckersPosition(Duel::new(HOMES))
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &MiniCheckersPosition) -> Setup {
        position.0.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<MiniCheckersPosition, SetupError> {
        let position = MiniCheckersPosition(Duel::from_setup(&GRID, setup, DARK)?);
        position.0.check_counts(0, 6, "at most 6")?;
        if position.0.enemy() == 0 {
            return Err(SetupError::Impossible(
                "the seat that has just moved has no man left",
            ));
        }
        Ok(position)
    }

    fn layout(&self) -> Layout {
        let camp = |seat: Seat| Camp {
            holes: hole_list(HOMES[seat.index()].into()),
            home_of: Some(seat),
            goal_of: None,
        };
        squares::layout(&GRID, DARK, Seat::first(2).map(camp).collect())
    }

    fn route(&self, _: &MiniCheckersPosition, mv: Move) -> Vec<Hole> {
        straight_route(mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![half_turn(&GRID, SIDE)]
    }
}

#[cfg(test)]
mod tests;
