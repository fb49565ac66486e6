//! KnightThrough: knights that only go forward; the first on the far row wins.

use crate::boards::cells;
use crate::squares::{Duel, SquareGame, SquareRules, half_turn, homes_and_goals, mirror};
use longjump_rules::{
    Camp, Captures, Ending, Grid, Move, MoveWriter, Seat, SetupError, Standings, Symmetry,
};

const SIDE: u8 = 8;
static CELLS: [(u8, u8); 64] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
const FILE_H: u64 = FILE_A << 7;
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

/// The game.
pub type KnightThrough = SquareGame<KnightThroughRules>;

/// Its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnightThroughRules;

/// The knights of the seat that has just moved that are on their far row.
#[inline]
fn arrived(duel: &Duel) -> u64 {
    duel.enemy() & FAR_ROWS[duel.turn().opponent().index()]
}

/// Only the seat that has just moved can have won: by arriving, or by taking
/// the last knight.
#[inline]
fn is_over(duel: &Duel) -> bool {
    arrived(duel) != 0 || duel.own() == 0
}

/// Adds every move to one of these squares, unless the game is over; of each
/// kind of jump there are usually as many as `USUAL`.
#[inline(always)]
fn push_landings_on<const USUAL: usize>(duel: &Duel, squares: u64, moves: &mut MoveWriter<'_>) {
    if is_over(duel) {
        return;
    }
    let own = duel.own();
    if duel.turn() == Seat::FIRST {
        for (jump, barred) in JUMPS_UP {
            moves.push_landings::<USUAL>((own & !barred) << jump & squares, jump);
        }
    } else {
        for (jump, barred) in JUMPS_DOWN {
            moves.push_landings::<USUAL>((own & !barred) >> jump & squares, -jump);
        }
    }
}

impl SquareRules for KnightThroughRules {
    const NAME: &'static str = "knightthrough";
    const SUMMARY: &'static str = "sixteen forward-going knights each, first to the far row wins";
    const USUAL: Self = Self;
    const HOMES: [u64; 2] = [0xFFFF, 0xFFFF << 48];
    const PLAYABLE: u64 = u64::MAX;
    const CAPTURES: Captures = Captures::Free;

    fn grid() -> &'static Grid {
        &GRID
    }

    #[inline(always)]
    fn push_moves(self, duel: &Duel, moves: &mut MoveWriter<'_>) {
        push_landings_on::<12>(duel, !duel.own(), moves);
    }

    #[inline(always)]
    fn push_captures(duel: &Duel, moves: &mut MoveWriter<'_>) {
        push_landings_on::<0>(duel, duel.enemy(), moves);
    }

    #[inline(always)]
    fn captured(_: &Duel, mv: Move) -> u64 {
        // For a pass both ends are the same square, and nothing is taken.
        1 << (mv.from().index() & 63) ^ 1 << (mv.to().index() & 63)
    }

    #[inline]
    fn standings(self, duel: &Duel) -> Option<Standings> {
        is_over(duel).then(|| Standings::duel_won_by(duel.turn().opponent()))
    }

    fn ending(self, duel: &Duel) -> Option<Ending> {
        let why = match duel.own() {
            0 => Ending::AllCaptured,
            _ => Ending::FarRow,
        };
        is_over(duel).then_some(why)
    }

    fn check(self, duel: &Duel) -> Result<(), SetupError> {
        duel.check_counts(0, 16, "at most 16")?;
        if duel.own() & FAR_ROWS[duel.turn().index()] != 0 {
            return Err(SetupError::Impossible("the seat to move has won already"));
        }
        if duel.enemy() == 0 {
            return Err(SetupError::Impossible(
                "the seat that has just moved has no knight left",
            ));
        }
        if arrived(duel).count_ones() > 1 {
            return Err(SetupError::Impossible(
                "two knights can't both be the first on the far row",
            ));
        }
        Ok(())
    }

    fn camps() -> Vec<Camp> {
        homes_and_goals(Self::HOMES, FAR_ROWS)
    }

    fn symmetries() -> Vec<Symmetry> {
        vec![mirror(&GRID, SIDE), half_turn(&GRID, SIDE)]
    }
}

#[cfg(test)]
mod tests;
