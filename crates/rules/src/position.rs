//! The narrow waist: what search, arena and boards know of any game.

use crate::{Hole, Move, MoveList, Seat, Standings};
use std::fmt::Debug;

/// Whether pieces are taken in a game, and whether they must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// No move takes a piece.
    None,
    /// Taking is a choice like any other.
    Free,
    /// Who can take a piece must take one.
    Compulsory,
}

/// Told of every piece that a move lifts and puts down. What is kept up to date
/// beside a position, an evaluation above all, listens here, so that rules never
/// know it; nobody listening costs nothing.
pub trait PieceObserver {
    /// A piece of `seat` leaves `hole`: it moves, or it is taken.
    fn lifted(&mut self, seat: Seat, hole: Hole);
    /// A piece of `seat` is put into `hole`.
    fn placed(&mut self, seat: Seat, hole: Hole);
}

/// Nobody listens.
impl PieceObserver for () {
    #[inline(always)]
    fn lifted(&mut self, _: Seat, _: Hole) {}
    #[inline(always)]
    fn placed(&mut self, _: Seat, _: Hole) {}
}

/// A state of a game: what stands where, whose turn it is, and the counters the rules need.
///
/// A position knows nothing of how it came about. Rules that look back, such as
/// a draw by repetition, belong to [`Playthrough`](crate::Playthrough).
pub trait Position: Clone + Eq + Debug + Send + Sync {
    /// What [`undo`](Self::undo) needs to take a move back.
    type Undo: Copy + Debug + Send + Sync;

    /// Whether pieces are taken.
    const CAPTURES: Captures = Captures::None;

    /// How many seats take part, finished ones included.
    fn seats(&self) -> usize;

    /// The seat to move. Once the game is over this is of no meaning.
    fn turn(&self) -> Seat;

    /// Adds every legal move to `moves`, each once. Adds none when the game is
    /// over and at least one (a pass, if need be) when it is not.
    fn legal_moves(&self, moves: &mut MoveList);

    /// Adds every legal move that takes a piece, each once.
    fn capturing_moves(&self, _: &mut MoveList) {}

    /// Whether a legal move takes a piece.
    #[inline]
    fn takes(&self, _: Move) -> bool {
        false
    }

    /// Plays a legal move, or, as long as the game is not over, [`Move::PASS`]
    /// even where passing is not legal (search asks "what if it were their
    /// turn?"). Any other move is a bug of the caller's: the position is then
    /// without meaning, or it panics.
    #[inline(always)]
    fn play(&mut self, mv: Move) -> Self::Undo {
        self.play_observed(mv, &mut ())
    }

    /// The same with somebody listening to what pieces do.
    fn play_observed(&mut self, mv: Move, observer: &mut impl PieceObserver) -> Self::Undo;

    /// Takes back `mv`, the last move played, with what `play` returned for it.
    fn undo(&mut self, mv: Move, undo: Self::Undo);

    /// The order of finish, once the game is over.
    fn standings(&self) -> Option<Standings>;

    /// The order of finish if play were stopped here as a draw among the seats
    /// that are still playing. Games without places on the way share everything.
    fn standings_if_drawn(&self) -> Standings {
        Standings::draw(self.seats())
    }

    /// The place of a seat that has one already. Only games in which others play on
    /// for the places left have any before the end.
    #[inline]
    fn place(&self, seat: Seat) -> Option<u8> {
        self.standings().map(|standings| standings.place(seat))
    }

    /// A 64-bit key of pieces, turn and places, kept up to date by `play`.
    /// Ply counters are not in it, so that repeated positions have equal keys.
    fn key(&self) -> u64;

    /// A key under which what was found out about a position may be kept: two
    /// positions with equal memory keys also have equal futures, for as many
    /// plies as any search looks ahead ([`LOOK_AHEAD`]). Where a ply counter
    /// will matter within that, it is in this key.
    #[inline]
    fn memory_key(&self) -> u64 {
        self.key()
    }

    /// What [`memory_key`](Self::memory_key) will most likely be after a move,
    /// for fetching what is kept under it ahead of time. It may be wrong.
    fn likely_memory_key_after(&self, mv: Move) -> u64;
}

/// How many plies ahead a position's future is told apart by
/// [`Position::memory_key`].
pub const LOOK_AHEAD: u16 = 128;

/// The move given is not legal in the position; it is handed back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("that move is not legal here; ask for the legal moves and choose one of them")]
pub struct IllegalMove(pub Move);

/// What follows from a [`Position`] alone.
pub trait PositionExt: Position {
    /// The legal moves in a fresh list.
    fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// Whether `mv` may be played here.
    fn is_legal(&self, mv: Move) -> bool {
        self.moves().contains(&mv)
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not; the position is then unchanged.
    fn play_checked(&mut self, mv: Move) -> Result<Self::Undo, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.play(mv))
        } else {
            Err(IllegalMove(mv))
        }
    }
}

impl<P: Position> PositionExt for P {}
