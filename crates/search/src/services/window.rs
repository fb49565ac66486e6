//! A question about a position with a window, and what the table may say to it.

use super::frame::{Frame, extend_line};
use super::parameters::TableUse;
use super::report::Bound;
use super::table::{Entry, from_node, from_root};
use crate::{INFINITE, Score, is_proven};
use longjump_rules::Move;

/// A question about a position: how good is it, as far as it lies between
/// `alpha` and `beta`?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Plies still to be looked at.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// More than this is already had elsewhere.
    pub(crate) alpha: Score,
    /// More than this will be avoided by the other side.
    pub(crate) beta: Score,
}

impl Window {
    /// The score to return at once, if what is known says enough.
    #[inline]
    pub(crate) fn known_score(&self, table: TableUse, known: &Entry) -> Option<Score> {
        let score = from_root(known.score, self.ply);
        let deep_enough = match table {
            // What is proven stays so at any depth.
            TableUse::AnyDepth => known.depth >= self.depth || is_proven(score),
            _ => known.depth == self.depth,
        };
        let says_enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        };
        (deep_enough && says_enough).then_some(score)
    }

    /// What to keep of what was found.
    #[inline]
    pub(crate) fn entry(&self, found: &Found) -> Entry {
        let bound = if found.best >= self.beta {
            Bound::Lower
        } else if found.best > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        Entry {
            mv: found.mv,
            score: from_node(found.best, self.ply),
            depth: self.depth,
            bound,
        }
    }
}

/// What the move loop of a node has found.
pub(crate) struct Found {
    pub(crate) best: Score,
    pub(crate) mv: Option<Move>,
    pub(crate) alpha: Score,
}

impl Found {
    pub(crate) fn nothing(alpha: Score) -> Self {
        Self {
            best: -INFINITE,
            mv: None,
            alpha,
        }
    }

    /// Notes a move's score, and tells whether it is too good to go on.
    #[inline]
    pub(crate) fn note<const PV: bool, S>(
        &mut self,
        frames: &mut [Frame<S>],
        beta: Score,
        mv: Move,
        score: Score,
    ) -> bool {
        if score <= self.best {
            return false;
        }
        self.best = score;
        if score <= self.alpha {
            return false;
        }
        self.alpha = score;
        self.mv = Some(mv);
        if PV {
            extend_line(frames, mv);
        }
        score >= beta
    }
}
