//! Everything about a game for two on squares except its rules.

use super::{Duel, layout};
use longjump_rules::{
    Camp, Captures, Ending, Game, GameOption, Grid, Hole, Layout, Move, MoveList, MoveWriter,
    PieceObserver, Position, Seat, Settings, Setup, SetupError, SpecError, Standings, Symmetry,
};

/// The rules of a game for two on up to 64 squares. A game without options has one value of
/// them, which takes no room.
pub trait SquareRules: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The name in specs.
    const NAME: &'static str;
    /// One line on what the game is.
    const SUMMARY: &'static str;
    /// The rules where a spec gives no options.
    const USUAL: Self;
    /// See [`Game::OPTIONS`].
    const OPTIONS: &'static [GameOption] = &[];
    /// See [`Game::FORMER_PRESET`].
    const FORMER_PRESET: Option<&'static str> = None;
    /// See [`Game::SAMPLES`].
    const SAMPLES: &'static [&'static str] = &[Self::NAME];
    /// Where each seat's pieces start.
    const HOMES: [u64; 2];
    /// The squares that pieces can stand on.
    const PLAYABLE: u64;
    /// See [`Position::CAPTURES`].
    const CAPTURES: Captures = Captures::None;

    /// The squares and their names.
    fn grid() -> &'static Grid;

    /// See [`Game::configure`].
    ///
    /// # Errors
    /// When a value is not one its option takes.
    fn configure(_: &Settings) -> Result<Self, SpecError> {
        Ok(Self::USUAL)
    }

    /// See [`Game::settings`].
    fn settings(self) -> Settings {
        Settings::default()
    }

    /// See [`Game::kind`].
    fn kind(self) -> &'static str {
        Self::NAME
    }

    /// See [`Game::counts_plies`].
    #[inline(always)]
    fn counts_plies(self) -> bool {
        false
    }

    /// See [`Position::memory_key`].
    #[inline(always)]
    fn memory_key(self, duel: &Duel) -> u64 {
        duel.key()
    }

    /// Adds every legal move; see [`Position::legal_moves`].
    fn push_moves(self, duel: &Duel, moves: &mut MoveWriter<'_>);

    /// Adds every legal move that takes a piece.
    fn push_captures(_: &Duel, _: &mut MoveWriter<'_>) {}

    /// The squares whose enemy pieces a move takes; none for a pass.
    fn captured(duel: &Duel, mv: Move) -> u64;

    /// The order of finish, once the game is over.
    fn standings(self, duel: &Duel) -> Option<Standings>;

    /// Why it is over, if it is; see [`Game::ending`].
    fn ending(self, duel: &Duel) -> Option<Ending>;

    /// Whether a game can come to this.
    ///
    /// # Errors
    /// When it can't, with the reason.
    fn check(self, duel: &Duel) -> Result<(), SetupError>;

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
pub struct SquareGame<R>(R);

impl<R: SquareRules> SquareGame<R> {
    /// The game without options, the only one there is unless it has some.
    pub const GAME: Self = Self(R::USUAL);

    /// The rules it is played by.
    pub fn rules(&self) -> R {
        self.0
    }
}

/// A state of the game with these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquarePosition<R> {
    duel: Duel,
    rules: R,
}

impl<R: SquareRules> SquarePosition<R> {
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
        self.rules.push_moves(&self.duel, &mut moves.writer());
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
        self.duel.play(mv, captured, self.rules.counts_plies());
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
        self.rules.standings(&self.duel)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.duel.key()
    }

    #[inline]
    fn memory_key(&self) -> u64 {
        self.rules.memory_key(&self.duel)
    }

    #[inline]
    fn likely_memory_key_after(&self, mv: Move) -> u64 {
        let mut after = self.duel;
        let captured = R::captured(&self.duel, mv);
        after.play(mv, captured, self.rules.counts_plies());
        self.rules.memory_key(&after)
    }
}

impl<R: SquareRules> Game for SquareGame<R> {
    type Position = SquarePosition<R>;

    const NAME: &'static str = R::NAME;
    const SUMMARY: &'static str = R::SUMMARY;
    const OPTIONS: &'static [GameOption] = R::OPTIONS;
    const FORMER_PRESET: Option<&'static str> = R::FORMER_PRESET;
    const SAMPLES: &'static [&'static str] = R::SAMPLES;

    fn configure(settings: &Settings) -> Result<Self, SpecError> {
        R::configure(settings).map(Self)
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn counts_plies(&self) -> bool {
        self.0.counts_plies()
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::Position {
        SquarePosition {
            duel: Duel::new(R::HOMES),
            rules: self.0,
        }
    }

    fn grid(&self) -> &'static Grid {
        R::grid()
    }

    fn setup_of(&self, position: &Self::Position) -> Setup {
        let mut setup = position.duel.setup(R::grid());
        if self.counts_plies()
            && let Some(standings) = position.standings()
        {
            setup.places = *standings.places();
        }
        setup
    }

    fn position_from(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let duel = Duel::from_setup(R::grid(), setup, R::PLAYABLE)?;
        let ply = if self.counts_plies() { setup.ply } else { 0 };
        // No game is as long as that; rules say how long it can be.
        let duel = duel.at_ply(u16::try_from(ply).unwrap_or(u16::MAX));
        self.0.check(&duel)?;
        let position = SquarePosition {
            duel,
            rules: self.0,
        };
        if self.counts_plies() && self.setup_of(&position).places != setup.places {
            return Err(SetupError::Places("they are not what the board shows"));
        }
        Ok(position)
    }

    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        self.0.ending(&position.duel)
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
