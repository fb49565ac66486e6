//! Everything about a game for two on squares except its rules.

use super::{Duel, layout};
use longjump_rules::{
    Camp, Captures, Ending, Game, GameOption, Grid, Hole, Layout, Move, MoveList, MoveWriter,
    PieceObserver, Position, Seat, Settings, Setup, SetupError, SpecError, Standings, Symmetry,
};
use std::marker::PhantomData;

/// The rules of a game for two on up to 64 squares, without options or counters.
pub trait SquareRules: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The name in specs.
    const NAME: &'static str;
    /// One line on what the game is.
    const SUMMARY: &'static str;
    /// Where each seat's pieces start.
    const HOMES: [u64; 2];
    /// The squares that pieces can stand on.
    const PLAYABLE: u64;
    /// See [`Position::CAPTURES`].
    const CAPTURES: Captures = Captures::None;

    /// The squares and their names.
    fn grid() -> &'static Grid;

    /// Adds every legal move; see [`Position::legal_moves`].
    fn push_moves(duel: &Duel, moves: &mut MoveWriter<'_>);

    /// Adds every legal move that takes a piece.
    fn push_captures(_: &Duel, _: &mut MoveWriter<'_>) {}

    /// The squares whose enemy pieces a move takes; none for a pass.
    fn captured(duel: &Duel, mv: Move) -> u64;

    /// The order of finish, once the game is over.
    fn standings(duel: &Duel) -> Option<Standings>;

    /// Why it is over, if it is; see [`Game::ending`].
    fn ending(duel: &Duel) -> Option<Ending>;

    /// Whether a game can come to this.
    ///
    /// # Errors
    /// When it can't, with the reason.
    fn check(duel: &Duel) -> Result<(), SetupError>;

    /// Homes and goals.
    fn camps() -> Vec<Camp>;

    /// See [`Game::symmetries`].
    fn symmetries() -> Vec<Symmetry>;

    /// See [`Game::route`]; straight to the landing unless said otherwise.
    fn route(_: &Duel, mv: Move) -> Vec<Hole> {
        vec![mv.from(), mv.to()]
    }
}

/// The game with these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareGame<R>(PhantomData<R>);

impl<R> SquareGame<R> {
    /// The one there is, as there are no options.
    pub const GAME: Self = Self(PhantomData);
}

/// A state of the game with these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquarePosition<R> {
    duel: Duel,
    rules: PhantomData<R>,
}

impl<R: SquareRules> SquarePosition<R> {
    fn new(duel: Duel) -> Self {
        Self {
            duel,
            rules: PhantomData,
        }
    }

    /// The squares with pieces of a seat, as bits.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.duel.pieces(seat)
    }
}

impl<R: SquareRules> Position for SquarePosition<R> {
    type Undo = Duel;

    const CAPTURES: Captures = R::CAPTURES;

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.duel.turn()
    }

    #[inline(always)]
    fn legal_moves(&self, moves: &mut MoveList) {
        R::push_moves(&self.duel, &mut moves.writer());
    }

    #[inline(always)]
    fn capturing_moves(&self, moves: &mut MoveList) {
        R::push_captures(&self.duel, &mut moves.writer());
    }

    #[inline(always)]
    fn takes(&self, mv: Move) -> bool {
        R::captured(&self.duel, mv) & self.duel.enemy() != 0
    }

    #[inline(always)]
    fn play_observed(&mut self, mv: Move, observer: &mut impl PieceObserver) -> Duel {
        let before = self.duel;
        let captured = R::captured(&before, mv);
        self.duel.play(mv, captured);
        if !mv.is_pass() {
            let taken = captured & before.enemy();
            if taken != 0 {
                let square = Hole::new(taken.trailing_zeros() as usize);
                observer.lifted(before.turn().opponent(), square);
            }
            observer.lifted(before.turn(), mv.from());
            observer.placed(before.turn(), mv.to());
        }
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, before: Duel) {
        self.duel = before;
    }

    #[inline]
    fn standings(&self) -> Option<Standings> {
        R::standings(&self.duel)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.duel.key()
    }

    #[inline]
    fn likely_memory_key_after(&self, mv: Move) -> u64 {
        let mut after = self.duel;
        after.play(mv, R::captured(&self.duel, mv));
        after.key()
    }
}

impl<R: SquareRules> Game for SquareGame<R> {
    type Position = SquarePosition<R>;

    const NAME: &'static str = R::NAME;
    const SUMMARY: &'static str = R::SUMMARY;
    const OPTIONS: &'static [GameOption] = &[];
    const SAMPLES: &'static [&'static str] = &[R::NAME];
    const COUNTS_PLIES: bool = false;

    fn configure(_: &Settings) -> Result<Self, SpecError> {
        Ok(Self::GAME)
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::Position {
        SquarePosition::new(Duel::new(R::HOMES))
    }

    fn grid(&self) -> &'static Grid {
        R::grid()
    }

    fn setup_of(&self, position: &Self::Position) -> Setup {
        position.duel.setup(R::grid())
    }

    fn position_from(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let duel = Duel::from_setup(R::grid(), setup, R::PLAYABLE)?;
        R::check(&duel)?;
        Ok(SquarePosition::new(duel))
    }

    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        R::ending(&position.duel)
    }

    fn layout(&self) -> Layout {
        layout(R::grid(), R::PLAYABLE, R::camps())
    }

    fn route(&self, position: &Self::Position, mv: Move) -> Vec<Hole> {
        if mv.is_pass() {
            return Vec::new();
        }
        R::route(&position.duel, mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        R::symmetries()
    }
}
