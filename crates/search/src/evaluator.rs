//! What search asks of an evaluation.

use crate::{Score, lost_in, win_in};
use longjump_rules::{Hole, Move, PerSeat, PieceObserver, Position, Seat};
use std::marker::PhantomData;

/// Something certain about a position that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The seat to move wins in so many plies and can't win sooner.
    WinIn(u8),
    /// The seat to move loses in so many plies and can't hold out longer.
    LossIn(u8),
}

impl Verdict {
    /// How many plies away it is.
    pub const fn plies(self) -> u8 {
        match self {
            Self::WinIn(plies) | Self::LossIn(plies) => plies,
        }
    }

    /// The score at a node so many plies from the root.
    #[inline]
    pub const fn score(self, ply: usize) -> Score {
        match self {
            Self::WinIn(plies) => win_in(ply + plies as usize),
            Self::LossIn(plies) => lost_in(ply + plies as usize),
        }
    }
}

/// Something certain about the end of a game, which a search may not come to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certainty {
    /// What is certain.
    pub verdict: Verdict,
    /// A move that keeps it so, if it is the winner's turn.
    pub mv: Option<Move>,
}

/// An evaluation of positions: knowledge that doesn't change while searching,
/// and sums that follow every piece.
///
/// The sums of a position are a small value of their own. Search copies them
/// when it plays a move and drops the copy to take the move back, so there is
/// nothing to undo, and threads share one evaluator.
pub trait Evaluator<P: Position>: Send + Sync {
    /// What is kept up to date from move to move.
    type Sums: Copy + Default + PartialEq + std::fmt::Debug + Send;

    /// The sums of a position from the board alone.
    fn fresh(&self, position: &P) -> Self::Sums;

    /// A piece of `seat` leaves `hole`.
    fn lift(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole);

    /// A piece of `seat` comes into `hole`.
    fn place(&self, sums: &mut Self::Sums, seat: Seat, hole: Hole);

    /// How good a position that is not over is for the seat to move.
    fn evaluate(&self, position: &P, sums: &Self::Sums) -> Score;

    /// What can be said for certain without searching. Only what is exact in
    /// its distance too may be said.
    #[inline]
    fn verdict(&self, _: &P) -> Option<Verdict> {
        None
    }

    /// What is certain with some effort, more than every node of a search can take: the
    /// result, which the winner reaches in so many plies whatever the other does.
    fn certainty(&self, _: &P) -> Option<Certainty> {
        None
    }

    /// Roughly what each move gains for the seat to move: moves with more are
    /// looked at first.
    fn gains(&self, position: &P) -> impl Fn(Move) -> Score;
}

/// An evaluation for more than two seats, which may ask how any of them stands.
///
/// What seats are worth adds up to nothing, rounding aside: whatever one is ahead of
/// another, that one is behind. One who has a place counts for each of the others as
/// [`settled_pair`](crate::settled_pair) says, and one who has not for less.
pub trait SeatEvaluator<P: Position>: Evaluator<P> {
    /// How good a position that is not over is for a seat that has no place yet.
    fn value(&self, position: &P, sums: &Self::Sums, seat: Seat) -> Score;

    /// The same for all of them at once, which may be less work than one by one. What is
    /// said of seats with a place means nothing.
    #[inline]
    fn values(&self, position: &P, sums: &Self::Sums) -> PerSeat<Score> {
        PerSeat::from_fn(position.seats(), |seat| self.value(position, sums, seat))
    }

    /// How good a move looks to the seat that plays it, beside its other moves, without playing it;
    /// none if [gains](Evaluator::gains) say as much.
    #[inline]
    fn promise(&self, _position: &P, _sums: &Self::Sums, _mv: Move) -> Option<Score> {
        None
    }
}

/// Plays a move with an evaluator's sums following the pieces.
#[inline(always)]
pub fn play_followed<P: Position, E: Evaluator<P>>(
    position: &mut P,
    mv: Move,
    evaluator: &E,
    sums: &mut E::Sums,
) -> P::Undo {
    position.play_observed(mv, &mut Follower(evaluator, sums, PhantomData::<P>))
}

/// Passes on to an evaluator's sums what pieces do.
struct Follower<'a, E, S, P>(&'a E, &'a mut S, PhantomData<P>);

impl<P: Position, E: Evaluator<P>> PieceObserver for Follower<'_, E, E::Sums, P> {
    #[inline(always)]
    fn lifted(&mut self, seat: Seat, hole: Hole) {
        self.0.lift(self.1, seat, hole);
    }

    #[inline(always)]
    fn placed(&mut self, seat: Seat, hole: Hole) {
        self.0.place(self.1, seat, hole);
    }
}
