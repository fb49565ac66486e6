//! What a game brings along: its rules' options, start, board and text.

use crate::{
    Ending, GameOption, Grid, Hole, Layout, Move, PerSeat, Position, Seat, Settings, SpecError,
};

/// A game with its options chosen.
///
/// Everything that lists, tests, draws, reads or writes games is written once
/// against this trait; a game is added by implementing it and by one line in
/// the list of games.
pub trait Game: Clone + Send + Sync + 'static {
    /// The states of this game.
    type Position: Position;

    /// The name in specs.
    const NAME: &'static str;
    /// One line on what the game is.
    const SUMMARY: &'static str;
    /// The options a spec may give.
    const OPTIONS: &'static [GameOption];
    /// Other names, each with the whole spec it stands for.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// The preset that a stored spec without one means, where another one was the usual one when
    /// it was written. What is stored stays valid for ever, so this never changes again.
    const FORMER_PRESET: Option<&'static str> = None;
    /// Specs that together show every option at work: what tests and listings run over.
    const SAMPLES: &'static [&'static str];

    /// The game with these options. Names of options were checked before.
    ///
    /// # Errors
    /// When a value is not one its option takes.
    fn configure(settings: &Settings) -> Result<Self, SpecError>;

    /// The options that differ from the defaults, and the preset in any case where the usual one
    /// was another before: so what is written with them lasts.
    fn settings(&self) -> Settings;

    /// The name of these rules where things are kept apart that differ with them: nets, levels
    /// and ratings. Most options change too little for a name of their own.
    fn kind(&self) -> &'static str {
        Self::NAME
    }

    /// Whether plies and places are part of a position, and so of its text.
    fn counts_plies(&self) -> bool;

    /// How many seats take part.
    fn seats(&self) -> usize;

    /// The position every game starts from.
    fn start(&self) -> Self::Position;

    /// The holes and their names.
    fn grid(&self) -> &'static Grid;

    /// A position taken apart.
    fn setup_of(&self, position: &Self::Position) -> Setup;

    /// A position put together. The setup has an entry for each hole and each
    /// seat of this game, and a turn that is one of its seats.
    ///
    /// # Errors
    /// When no game can come to it, with the reason.
    fn position_from(&self, setup: &Setup) -> Result<Self::Position, SetupError>;

    /// How often a position may stand before play is a draw among the seats
    /// still playing; `None` when the rules do not look back.
    fn repetition_limit(&self) -> Option<usize> {
        None
    }

    /// Why a position is the end of the game; `None` while it goes on. The rules that
    /// look back are not a position's: [`Playthrough::ending`](crate::Playthrough::ending)
    /// knows them too.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// The board as data.
    fn layout(&self) -> Layout;

    /// The holes that a move's piece touches, both ends included; of several
    /// ways the shortest. Empty for a pass.
    fn route(&self, position: &Self::Position, mv: Move) -> Vec<Hole>;

    /// The ways to turn or mirror the board, other than not at all, that leave the game the same.
    fn symmetries(&self) -> Vec<Symmetry>;
}

/// A position taken apart: what stands where, whose turn it is, and the counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// For each hole the seat whose piece is in it.
    pub pieces: Vec<Option<Seat>>,
    /// Whose turn it is.
    pub turn: Seat,
    /// Plies played so far; 0 in games that do not count them.
    pub ply: u32,
    /// The place of each seat that has one already, and 0 for those still playing.
    pub places: PerSeat<u8>,
}

impl Setup {
    /// An empty board with the first seat to move.
    pub fn empty(holes: usize, seats: usize) -> Self {
        Self {
            pieces: vec![None; holes],
            turn: Seat::FIRST,
            ply: 0,
            places: PerSeat::new(seats, 0),
        }
    }

    /// The holes with pieces of `seat`, as bits.
    pub fn holes_of(&self, seat: Seat) -> u128 {
        self.pieces
            .iter()
            .enumerate()
            .filter(|&(_, &piece)| piece == Some(seat))
            .fold(0, |bits, (hole, _)| bits | 1 << hole)
    }

    /// Puts a piece of `seat` into each of these holes, given as bits.
    ///
    /// # Panics
    /// When a hole is not on the board.
    pub fn put(&mut self, seat: Seat, mut holes: u128) {
        while holes != 0 {
            self.pieces[holes.trailing_zeros() as usize] = Some(seat);
            holes &= holes - 1;
        }
    }
}

/// Why no game can come to a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A seat has too many or too few pieces.
    #[error("seat {seat} has {found} pieces; it needs {expected}")]
    PieceCount {
        /// The seat.
        seat: Seat,
        /// How many it has.
        found: u32,
        /// How many it may have.
        expected: &'static str,
    },
    /// A piece stands where its seat's pieces can't get.
    #[error("a piece of seat {seat} is in {hole}, where it can never stand")]
    Unreachable {
        /// The seat.
        seat: Seat,
        /// The name of the hole.
        hole: String,
    },
    /// The ply counter is beyond the end of the game.
    #[error("{ply} plies are more than the {limit} a game can have")]
    PlyBeyondLimit {
        /// The plies given.
        ply: u32,
        /// The most there can be.
        limit: u32,
    },
    /// The places contradict the rest.
    #[error("the places can't be right: {0}")]
    Places(&'static str),
    /// Something else is impossible.
    #[error("{0}")]
    Impossible(&'static str),
}

/// A way to turn or mirror the board that leaves the game the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Where each hole goes.
    pub holes: Vec<Hole>,
    /// Which seat each seat becomes.
    pub seats: PerSeat<Seat>,
}

impl Symmetry {
    /// The same position seen from the other side.
    pub fn setup(&self, setup: &Setup) -> Setup {
        let mut result = Setup::empty(setup.pieces.len(), self.seats.seats());
        for (hole, piece) in setup.pieces.iter().enumerate() {
            result.pieces[self.holes[hole].index()] = piece.map(|seat| self.seats[seat]);
        }
        for (seat, place) in setup.places.iter() {
            result.places[self.seats[seat]] = place;
        }
        result.turn = self.seats[setup.turn];
        result.ply = setup.ply;
        result
    }

    /// The same move seen from the other side.
    pub fn mv(&self, mv: Move) -> Move {
        if mv.is_pass() {
            mv
        } else {
            Move::new(self.holes[mv.from().index()], self.holes[mv.to().index()])
        }
    }
}

/// Something to do with one game, whichever it is, with everything inlined.
pub trait GameAction {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Game>(self, game: G) -> Self::Output;
}

/// Something to do with every game of a list in turn.
pub trait GameVisitor {
    /// Comes by the next game.
    fn visit<G: Game>(&mut self);
}
