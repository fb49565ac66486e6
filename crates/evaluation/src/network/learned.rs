//! A net in the place of a hand-made evaluation.

use super::error::NetError;
use super::net::Net;
use super::shape::HIDDEN;
use super::views::{Viewing, Views, kind_of};
use longjump_rules::{Game, Hole, Move, Position, Seat};
use longjump_search::{Certainty, Evaluator, Score, Verdict};
use std::sync::Arc;

/// An evaluation made by hand, as far as one with a net goes on using it: for what is exact,
/// and for the order of moves.
pub trait HandMade<P: Position>: Evaluator<P> {
    /// The holes with pieces of a seat, as bits.
    fn pieces(position: &P, seat: Seat) -> u128;

    /// The value of a position where no guess is needed.
    #[inline]
    fn exact(&self, _: &P) -> Option<Score> {
        None
    }

    /// What is certain of a position and nets do not see, in hundredths of a move for the side to move.
    #[inline]
    fn correction(&self, _: &P) -> Score {
        0
    }

    /// How far a seat has come from the start, in hundredths of a move; none where any
    /// move leads on.
    #[inline]
    fn headway(&self, _: &P, _: Seat) -> Option<Score> {
        None
    }
}

/// From here on a game is decided, and a net, which learned who wins, says nothing of how to come
/// to the end: all moves look alike to it. What the winner's headway is tells them apart.
const DECIDED: Score = 3_000;

/// The hidden layer before clipping, for the pieces on the board, as each seat sees them.
#[derive(Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulators([[i16; HIDDEN]; 2]);

#[expect(
    clippy::non_canonical_clone_impl,
    reason = "copying in place is faster"
)]
impl Clone for Accumulators {
    fn clone(&self) -> Self {
        *self
    }

    /// Half by half: that is little enough to be copied in place, with the processor's own vectors. All
    /// at once is a call of the C library, and in a program for all processors its vectors are the oldest.
    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        let [own, others] = &mut self.0;
        *own = other.0[0];
        *others = other.0[1];
    }
}

impl Default for Accumulators {
    fn default() -> Self {
        Self([[0; HIDDEN]; 2])
    }
}

/// A net that fits a game.
#[derive(Clone, Debug)]
pub struct Fitted<V = Views> {
    pub(super) net: Arc<Net>,
    pub(super) views: V,
}

impl<V: Viewing> Fitted<V> {
    /// A net for a game.
    ///
    /// # Errors
    /// When the net is for another one.
    pub fn new<G: Game>(game: &G, net: Arc<Net>) -> Result<Self, NetError> {
        let other_game = || NetError::Game {
            net: net.about().game.clone(),
            game: kind_of(game),
        };
        let views = V::new(game).ok_or_else(|| NetError::Unseen(kind_of(game)))?;
        if net.about().game != kind_of(game) {
            return Err(other_game());
        }
        if net.features() != views.features() {
            return Err(NetError::Features {
                net: net.features(),
                board: views.features(),
            });
        }
        Ok(Self { net, views })
    }
}

/// A net, and the hand-made evaluation for what is better known.
#[derive(Clone, Debug)]
pub struct Learned<E> {
    fitted: Fitted,
    pub(super) by_hand: E,
}

impl<E> Learned<E> {
    /// A net beside a hand-made evaluation of the same game.
    pub fn new(fitted: Fitted, by_hand: E) -> Self {
        Self { fitted, by_hand }
    }

    #[inline(always)]
    fn change(
        &self,
        sums: &mut Accumulators,
        seat: Seat,
        hole: Hole,
        by: impl Fn(i16, i16) -> i16,
    ) {
        for (viewer, layer) in sums.0.iter_mut().enumerate() {
            let feature = self.fitted.views.feature(Seat::new(viewer), seat, hole);
            let weights = &self.fitted.net.first[usize::from(feature)];
            for (sum, &weight) in layer.iter_mut().zip(weights) {
                *sum = by(*sum, weight);
            }
        }
    }
}

impl<P: Position, E: HandMade<P>> Evaluator<P> for Learned<E> {
    type Sums = Accumulators;

    fn fresh(&self, position: &P) -> Accumulators {
        let mut sums = Accumulators([self.fitted.net.bias; 2]);
        for seat in Seat::first(2) {
            let pieces = E::pieces(position, seat);
            for hole in (0..Hole::LIMIT).filter(|hole| pieces >> hole & 1 == 1) {
                Evaluator::<P>::place(self, &mut sums, seat, Hole::new(hole));
            }
        }
        sums
    }

    #[inline(always)]
    fn lift(&self, sums: &mut Accumulators, seat: Seat, hole: Hole) {
        self.change(sums, seat, hole, i16::wrapping_sub);
    }

    #[inline(always)]
    fn place(&self, sums: &mut Accumulators, seat: Seat, hole: Hole) {
        self.change(sums, seat, hole, i16::wrapping_add);
    }

    #[inline]
    fn evaluate(&self, position: &P, sums: &Accumulators) -> Score {
        if let Some(score) = self.by_hand.exact(position) {
            return score;
        }
        let turn = position.turn().index() & 1;
        let pieces = [0, 1].map(|seat| E::pieces(position, Seat::new(seat)));
        let phase = self.fitted.views.phases().of_board(pieces);
        let net = &self.fitted.net;
        let score = net.score(phase, &sums.0[turn], &sums.0[turn ^ 1]);
        let score = score + self.by_hand.correction(position);
        if score.abs() < DECIDED {
            return score;
        }
        let winner = if score > 0 { turn } else { turn ^ 1 };
        let headway = self.by_hand.headway(position, Seat::new(winner));
        headway.map_or(score, |headway| score.signum() * (DECIDED + headway))
    }

    #[inline]
    fn verdict(&self, position: &P) -> Option<Verdict> {
        self.by_hand.verdict(position)
    }

    fn certainty(&self, position: &P) -> Option<Certainty> {
        self.by_hand.certainty(position)
    }

    #[inline(always)]
    fn gains(&self, position: &P) -> impl Fn(Move) -> Score {
        self.by_hand.gains(position)
    }
}
