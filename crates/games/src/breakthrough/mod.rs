//! Breakthrough on 5 by 5 squares: a sixth game, here only to show that one can
//! be added without touching the others. `docs/adding-a-game.md` walks through it.

use crate::boards::cells;
use crate::squares::{Duel, SquareGame, SquareRules, half_turn, homes_and_goals, mirror};
use longjump_rules::{
    Camp, Captures, Ending, Grid, Move, MoveWriter, Seat, SetupError, Standings, Symmetry,
};

const SIDE: u8 = 5;
static CELLS: [(u8, u8); 25] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);
const BOARD: u64 = (1 << 25) - 1;
const FILE_A: u64 = 1 + (1 << 5) + (1 << 10) + (1 << 15) + (1 << 20);
const FILE_E: u64 = FILE_A << 4;
const FAR_ROWS: [u64; 2] = [0b11111 << 20, 0b11111];

pub(crate) type Breakthrough = SquareGame<BreakthroughRules>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BreakthroughRules;

fn is_over(duel: &Duel) -> bool {
    let far_row = FAR_ROWS[duel.turn().opponent().index()];
    duel.own() == 0 || duel.enemy() & far_row != 0
}

/// Adds the diagonal moves to these squares.
fn push_diagonals(duel: &Duel, squares: u64, moves: &mut MoveWriter<'_>) {
    let own = duel.own();
    if duel.turn() == Seat::FIRST {
        moves.push_landings::<0>((own & !FILE_A) << 4 & squares, 4);
        moves.push_landings::<0>((own & !FILE_E) << 6 & squares, 6);
    } else {
        moves.push_landings::<0>((own & !FILE_E) >> 4 & squares, -4);
        moves.push_landings::<0>((own & !FILE_A) >> 6 & squares, -6);
    }
}

impl SquareRules for BreakthroughRules {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "pawns on 5x5 squares, first to the far row wins";
    const USUAL: Self = Self;
    const HOMES: [u64; 2] = [0b11111_11111, 0b11111_11111 << 15];
    const PLAYABLE: u64 = BOARD;
    const CAPTURES: Captures = Captures::Free;

    fn grid() -> &'static Grid {
        &GRID
    }

    fn push_moves(self, duel: &Duel, moves: &mut MoveWriter<'_>) {
        if is_over(duel) {
            return;
        }
        let (own, empty) = (duel.own(), BOARD & !(duel.own() | duel.enemy()));
        if duel.turn() == Seat::FIRST {
            moves.push_landings::<0>(own << 5 & empty, 5);
        } else {
            moves.push_landings::<0>(own >> 5 & empty, -5);
        }
        push_diagonals(duel, BOARD & !own, moves);
    }

    fn push_captures(duel: &Duel, moves: &mut MoveWriter<'_>) {
        if !is_over(duel) {
            push_diagonals(duel, duel.enemy(), moves);
        }
    }

    fn captured(_: &Duel, mv: Move) -> u64 {
        if mv.is_pass() {
            0
        } else {
            1 << mv.to().index()
        }
    }

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
        duel.check_counts(0, 10, "at most 10")?;
        let has_won = duel.own() & FAR_ROWS[duel.turn().index()] != 0 || duel.enemy() == 0;
        if has_won {
            return Err(SetupError::Impossible("the seat to move has won already"));
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
