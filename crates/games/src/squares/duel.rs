//! Two seats' pieces on up to 64 squares.

use crate::bits::squares_in;
use crate::keys;
use longjump_rules::{Grid, Hole, Move, PerSeat, Seat, Setup, SetupError};

/// Whose pieces stand where, whose turn it is, and the key of both; and how many plies
/// were played where rules ask for it. But for the rules this is a whole position of
/// a game for two on up to 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    pieces: [u64; 2],
    key: u64,
    ply: u16,
    turn: u8,
}

impl Duel {
    /// The first seat to move.
    pub(crate) fn new(pieces: [u64; 2]) -> Self {
        Self::with_turn(pieces, Seat::FIRST)
    }

    fn with_turn(pieces: [u64; 2], turn: Seat) -> Self {
        let piece_keys = |seat: usize| {
            squares_in(pieces[seat]).fold(0, move |key, square| {
                key ^ keys::PIECE[seat][square as usize]
            })
        };
        Self {
            pieces,
            key: keys::TURN[turn.index()] ^ piece_keys(0) ^ piece_keys(1),
            ply: 0,
            turn: turn.index() as u8,
        }
    }

    /// The same after so many plies.
    pub(crate) fn at_ply(self, ply: u16) -> Self {
        Self { ply, ..self }
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Seat {
        Seat::new(self.slot())
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Plies played so far, passes included; 0 where rules do not count them.
    #[inline]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The pieces of a seat.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.pieces[seat.index() & 1]
    }

    /// The pieces of the seat to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.pieces[self.slot()]
    }

    /// The pieces of the seat that is not to move.
    #[inline]
    pub fn enemy(&self) -> u64 {
        self.pieces[self.slot() ^ 1]
    }

    #[inline]
    fn slot(&self) -> usize {
        self.turn as usize & 1
    }

    /// Moves a piece, takes the enemy's piece on `captured` if there is one,
    /// and gives the turn to the other seat. A pass moves nothing. The ply is counted if
    /// `counts_plies`.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move, captured: u64, counts_plies: bool) {
        let (from, to) = (mv.from().index() & 63, mv.to().index() & 63);
        let (own, enemy) = (self.slot(), self.slot() ^ 1);
        self.pieces[own] ^= 1 << from ^ 1 << to;
        self.key ^= keys::PIECE[own][from] ^ keys::PIECE[own][to] ^ keys::OTHER_TURN;
        // Whether there is a capture can't be foretold, so there is no branch for it.
        let captured = captured & self.pieces[enemy];
        self.pieces[enemy] ^= captured;
        let captured_key = keys::PIECE[enemy][captured.trailing_zeros() as usize & 63];
        self.key ^= captured_key * u64::from(captured != 0);
        self.turn ^= 1;
        self.ply += u16::from(counts_plies);
    }

    /// This position taken apart.
    pub(crate) fn setup(&self, grid: &Grid) -> Setup {
        let mut setup = Setup::empty(grid.len(), 2);
        for seat in Seat::first(2) {
            setup.put(seat, self.pieces(seat).into());
        }
        setup.turn = self.turn();
        setup.ply = self.ply.into();
        setup
    }

    /// A position put together; pieces stand only on the squares in `playable`.
    pub(crate) fn from_setup(
        grid: &Grid,
        setup: &Setup,
        playable: u64,
    ) -> Result<Self, SetupError> {
        let pieces = PerSeat::from_fn(2, |seat| setup.holes_of(seat) as u64);
        for (seat, pieces) in pieces.iter() {
            if let Some(square) = squares_in(pieces & !playable).next() {
                return Err(SetupError::Unreachable {
                    seat,
                    hole: grid.name(Hole::new(square as usize)),
                });
            }
        }
        let [first, second] = [Seat::new(0), Seat::new(1)].map(|seat| pieces[seat]);
        Ok(Self::with_turn([first, second], setup.turn))
    }

    /// Complains when a seat has more pieces than `most`, or fewer than `least`.
    ///
    /// # Errors
    /// With how many were `expected`.
    pub(crate) fn check_counts(
        &self,
        least: u32,
        most: u32,
        expected: &'static str,
    ) -> Result<(), SetupError> {
        for seat in Seat::first(2) {
            let found = self.pieces(seat).count_ones();
            if !(least..=most).contains(&found) {
                return Err(SetupError::PieceCount {
                    seat,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }
}
