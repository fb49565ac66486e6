//! Breakthrough on 5 by 5 squares: a sixth game, here only to show that one can
//! be added without touching the others. `docs/adding-a-game.md` walks through it.

use crate::boards::cells;
use crate::squares::{self, Duel, half_turn, homes_and_goals, mirror, straight_route};
use longjump_rules::{
    Game, GameOption, Grid, Hole, Layout, Move, MoveList, Position, Seat, Settings, Setup,
    SetupError, SpecError, Standings, Symmetry,
};

const SIDE: u8 = 5;
static CELLS: [(u8, u8); 25] = cells(SIDE as usize);
static GRID: Grid = Grid::new(&CELLS);
const BOARD: u64 = (1 << 25) - 1;
const FILE_A: u64 = 1 + (1 << 5) + (1 << 10) + (1 << 15) + (1 << 20);
const FILE_E: u64 = FILE_A << 4;
const HOMES: [u64; 2] = [0b11111_11111, 0b11111_11111 << 15];
const FAR_ROWS: [u64; 2] = [0b11111 << 20, 0b11111];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Breakthrough;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BreakthroughPosition(Duel);

impl BreakthroughPosition {
    fn is_over(&self) -> bool {
        let mover = self.turn().opponent();
        self.0.own() == 0 || self.0.enemy() & FAR_ROWS[mover.index()] != 0
    }
}

impl Position for BreakthroughPosition {
    type Undo = Self;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Seat {
        self.0.turn()
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.is_over() {
            return;
        }
        let (own, enemy) = (self.0.own(), self.0.enemy());
        let mut moves = moves.writer();
        if self.turn() == Seat::FIRST {
            let ahead = own << 5 & BOARD & !(own | enemy);
            moves.push_landings::<0>(ahead, 5);
            let left = (own & !FILE_A) << 4 & BOARD & !own;
            moves.push_landings::<0>(left, 4);
            let right = (own & !FILE_E) << 6 & BOARD & !own;
            moves.push_landings::<0>(right, 6);
        } else {
            let ahead = own >> 5 & !(own | enemy);
            moves.push_landings::<0>(ahead, -5);
            let left = (own & !FILE_E) >> 4 & !own;
            moves.push_landings::<0>(left, -4);
            let right = (own & !FILE_A) >> 6 & !own;
            moves.push_landings::<0>(right, -6);
        }
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        let captured = if mv.is_pass() {
            0
        } else {
            1 << mv.to().index()
        };
        self.0.play(mv, captured);
        before
    }

    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn standings(&self) -> Option<Standings> {
        self.is_over()
            .then(|| Standings::duel_won_by(self.turn().opponent()))
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Game for Breakthrough {
    type Position = BreakthroughPosition;

    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "pawns on 5x5 squares, first to the far row wins";
    const OPTIONS: &'static [GameOption] = &[];
    const SAMPLES: &'static [&'static str] = &["breakthrough"];
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

    fn start(&self) -> BreakthroughPosition {
        BreakthroughPosition(Duel::new(HOMES))
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &BreakthroughPosition) -> Setup {
        position.0.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<BreakthroughPosition, SetupError> {
        let position = BreakthroughPosition(Duel::from_setup(&GRID, setup, BOARD)?);
        position.0.check_counts(0, 10, "at most 10")?;
        Ok(position)
    }

    fn layout(&self) -> Layout {
        squares::layout(&GRID, BOARD, homes_and_goals(HOMES, FAR_ROWS))
    }

    fn route(&self, _: &BreakthroughPosition, mv: Move) -> Vec<Hole> {
        straight_route(mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![mirror(&GRID, SIDE), half_turn(&GRID, SIDE)]
    }
}
