//! What a search is asked.

use crate::{DRAW, Score, lost_in, win_in};
use longjump_rules::{Game, Playthrough, Position, Seat, Standings};

/// A position to find a move in, and what of its past the rules look back at.
#[derive(Clone, Debug)]
pub struct Problem<P> {
    /// The position.
    pub position: P,
    /// The keys of the positions that stood before it.
    pub earlier: Vec<u64>,
    /// How often a position may stand before the game is drawn.
    pub repetition_limit: Option<usize>,
}

impl<P: Position> Problem<P> {
    /// A position without a past.
    pub fn new(position: P) -> Self {
        Self {
            position,
            earlier: Vec::new(),
            repetition_limit: None,
        }
    }

    /// The position that a game has come to.
    pub fn of<G: Game<Position = P>>(play: &Playthrough<G>) -> Self {
        Self {
            position: play.position().clone(),
            earlier: play.earlier_keys().to_vec(),
            repetition_limit: play.game().repetition_limit(),
        }
    }
}

/// The score of a finished game for `seat`, so many plies from the root.
#[inline]
pub fn final_score(standings: &Standings, seat: Seat, ply: usize) -> Score {
    match standings.sole_winner() {
        Some(winner) if winner == seat => win_in(ply),
        Some(_) => lost_in(ply),
        None => DRAW,
    }
}
