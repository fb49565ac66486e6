//! Mini-Checkers: men without kings on 6 by 6 squares; capturing is compulsory.

use crate::bits::hole_list;
use crate::boards::cells;
use crate::squares::{Duel, SquareGame, SquareRules, half_turn};
use longjump_rules::{
    Camp, Captures, Ending, Grid, Move, MoveWriter, Seat, SetupError, Standings, Symmetry,
};
use std::cmp::Ordering;

const SIDE: u8 = 6;
static CELLS: [(u8, u8); 36] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

const BOARD: u64 = (1 << 36) - 1;
/// Squares of even column and row sum, beginning with a1.
const DARK: u64 = 0b101010_010101 * (1 + (1 << 12) + (1 << 24));
const FILE_A: u64 = 1 + (1 << 6) + (1 << 12) + (1 << 18) + (1 << 24) + (1 << 30);
const FILE_F: u64 = FILE_A << 5;

/// The two ways a man goes up the board: how many squares further a step is,
/// and the file it can't be made from. Down the board it is the same backwards.
const STEPS_UP: [(i32, u64); 2] = [(7, FILE_F), (5, FILE_A)];
const STEPS_DOWN: [(i32, u64); 2] = [(7, FILE_A), (5, FILE_F)];

/// The game.
pub type MiniCheckers = SquareGame<MiniCheckersRules>;

/// Its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniCheckersRules;

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

/// How many squares further a step is; less than none when going down.
#[inline]
fn step(seat: Seat, way: usize) -> i32 {
    if seat == Seat::FIRST {
        STEPS_UP[way].0
    } else {
        -STEPS_DOWN[way].0
    }
}

/// The squares that captures of `seat` end on, one way.
#[inline]
fn capture_landings(duel: &Duel, seat: Seat, way: usize) -> u64 {
    let over = ahead(seat, duel.pieces(seat), way) & duel.pieces(seat.opponent());
    ahead(seat, over, way) & !(duel.own() | duel.enemy())
}

/// The squares that steps of `seat` end on, one way.
#[inline]
fn step_landings(duel: &Duel, seat: Seat, way: usize) -> u64 {
    ahead(seat, duel.pieces(seat), way) & !(duel.own() | duel.enemy())
}

#[inline]
fn can_move(duel: &Duel, seat: Seat) -> bool {
    (0..2).any(|way| capture_landings(duel, seat, way) | step_landings(duel, seat, way) != 0)
}

#[inline]
fn is_over(duel: &Duel) -> bool {
    let somebody_has_no_men = duel.own() == 0 || duel.enemy() == 0;
    somebody_has_no_men || !Seat::first(2).any(|seat| can_move(duel, seat))
}

impl SquareRules for MiniCheckersRules {
    const NAME: &'static str = "minicheckers";
    const SUMMARY: &'static str = "checkers without kings on 6x6 squares, 2 seats";
    const USUAL: Self = Self;
    const HOMES: [u64; 2] = [DARK & 0xFFF, DARK & 0xFFF << 24];
    const PLAYABLE: u64 = DARK;
    const CAPTURES: Captures = Captures::Compulsory;

    fn grid() -> &'static Grid {
        &GRID
    }

    #[inline]
    fn push_moves(self, duel: &Duel, moves: &mut MoveWriter<'_>) {
        if is_over(duel) {
            return;
        }
        let seat = duel.turn();
        let before = moves.count();
        Self::push_captures(duel, moves);
        if moves.count() > before {
            return;
        }
        for way in 0..2 {
            moves.push_landings::<0>(step_landings(duel, seat, way), step(seat, way));
        }
        if moves.count() == before {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn push_captures(duel: &Duel, moves: &mut MoveWriter<'_>) {
        let seat = duel.turn();
        for way in 0..2 {
            moves.push_landings::<0>(capture_landings(duel, seat, way), 2 * step(seat, way));
        }
    }

    #[inline]
    fn captured(_: &Duel, mv: Move) -> u64 {
        let (from, to) = (mv.from().index(), mv.to().index());
        // A step is 5 or 7 squares further, a capture 10 or 14.
        if from.abs_diff(to) > 7 {
            1 << ((from + to) / 2)
        } else {
            0
        }
    }

    fn standings(self, duel: &Duel) -> Option<Standings> {
        let men = |seat: usize| duel.pieces(Seat::new(seat)).count_ones();
        is_over(duel).then(|| match men(0).cmp(&men(1)) {
            Ordering::Greater => Standings::duel_won_by(Seat::new(0)),
            Ordering::Less => Standings::duel_won_by(Seat::new(1)),
            Ordering::Equal => Standings::draw(2),
        })
    }

    fn ending(self, duel: &Duel) -> Option<Ending> {
        let (own, enemy) = (duel.own().count_ones(), duel.enemy().count_ones());
        let why = if own == 0 || enemy == 0 {
            Ending::AllCaptured
        } else if own == enemy {
            Ending::EqualPieces
        } else {
            Ending::MorePieces
        };
        is_over(duel).then_some(why)
    }

    fn check(self, duel: &Duel) -> Result<(), SetupError> {
        duel.check_counts(0, 6, "at most 6")?;
        if duel.enemy() == 0 {
            return Err(SetupError::Impossible(
                "the seat that has just moved has no man left",
            ));
        }
        Ok(())
    }

    fn camps() -> Vec<Camp> {
        let home = |seat: Seat| Camp {
            holes: hole_list(Self::HOMES[seat.index()].into()),
            home_of: Some(seat),
            goal_of: None,
        };
        Seat::first(2).map(home).collect()
    }

    fn symmetries() -> Vec<Symmetry> {
        vec![half_turn(&GRID, SIDE)]
    }
}

#[cfg(test)]
mod tests;
