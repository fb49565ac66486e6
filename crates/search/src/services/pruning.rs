//! The steps that leave out or shorten parts of the tree, one function each.

use super::parameters::SearchParameters;
use super::report::Bound;
use super::table::{Entry, from_root};
use super::window::Window;
use crate::{Score, is_proven};
use std::array::from_fn;

/// Whether the side to move is better off than before its last move, as the evaluation sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trend {
    Unknown,
    Rising,
    Falling,
}

impl Trend {
    #[inline]
    pub(crate) fn of(parameters: &SearchParameters, now: Score, before: Score) -> Self {
        match parameters.trend {
            false => Self::Unknown,
            true if now > before => Self::Rising,
            true => Self::Falling,
        }
    }
}

/// A node so far above its window that the other side will avoid it: the score
/// to give up with.
#[inline]
pub(crate) fn reverse_futility(
    parameters: &SearchParameters,
    depth: i32,
    beta: Score,
    evaluation: Score,
    trend: Trend,
) -> Option<Score> {
    let margins = &parameters.margins;
    let rising = margins.rising_futility * i32::from(trend == Trend::Rising);
    let applies = parameters.reverse_futility
        && depth <= margins.reverse_futility_depth
        && !is_proven(beta)
        && evaluation - margins.reverse_futility * depth + rising >= beta;
    applies.then_some(evaluation)
}

/// How many moves to look at before the rest are left out. Not in line, as each copy would be loaded by pages.
#[inline(never)]
pub(crate) fn moves_before_pruning(
    parameters: &SearchParameters,
    depth: i32,
    trend: Trend,
) -> usize {
    let margins = &parameters.margins;
    if parameters.late_move_pruning && depth <= margins.late_moves_depth {
        let share = [100, margins.falling_moves][usize::from(trend == Trend::Falling)];
        (margins.late_moves * depth * depth * share / 100).max(1) as usize
    } else {
        usize::MAX
    }
}

/// What the evaluation is above a move's gain where moves that don't reach the
/// window with it are left out.
#[inline]
pub(crate) fn futility_base(
    parameters: &SearchParameters,
    depth: i32,
    alpha: Score,
    evaluation: Score,
) -> Option<Score> {
    let margins = &parameters.margins;
    let applies = parameters.futility && depth <= margins.futility_depth && !is_proven(alpha);
    applies.then(|| evaluation + margins.futility + margins.futility_per_ply * depth)
}

/// What all moves but the known one have to stay below for it to count as the only good one: none
/// where too little is known of it, or this line is searched deeper already.
#[inline]
pub(crate) fn singular_bar(
    parameters: &SearchParameters,
    window: &Window,
    depth_of_root: i32,
    known: &Entry,
) -> Option<Score> {
    let margins = &parameters.margins;
    let score = from_root(known.score, window.ply);
    let deeper_so_far = window.depth + window.ply as i32 - depth_of_root;
    let applies = parameters.singular
        && deeper_so_far < margins.singular_plies
        && window.depth >= margins.singular_depth
        && known.depth >= window.depth - 3
        && known.bound != Bound::Upper
        && !is_proven(score);
    applies.then(|| score - margins.singular * window.depth)
}

/// How much less deep to search moves, by depth and number: where it leads up, and where down.
#[derive(Clone, Debug)]
pub(crate) struct Reductions([[[u8; Self::MOVES]; Self::DEPTHS]; 2]);

impl Reductions {
    const DEPTHS: usize = 32;
    const MOVES: usize = 64;

    pub(crate) fn new(parameters: &SearchParameters) -> Self {
        let margins = &parameters.margins;
        let reduction = |falling: i32, depth: usize, number: usize| {
            if !parameters.late_move_reductions || depth < 2 || number < 2 {
                return 0;
            }
            let logarithms = (depth as f64).ln() * (number as f64).ln();
            let divisor = f64::from(margins.reduction_divisor.max(1)) / 100.0;
            let base = f64::from(margins.reduction + falling) / 100.0;
            (base + logarithms / divisor) as u8
        };
        let table = |falling| from_fn(|depth| from_fn(|number| reduction(falling, depth, number)));
        Self([0, margins.falling_reduction].map(table))
    }

    /// For a move that is not the first, at a node of this depth.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize, trend: Trend) -> i32 {
        let depth = (depth.max(0) as usize).min(Self::DEPTHS - 1);
        let by_trend = &self.0[usize::from(trend == Trend::Falling)];
        by_trend[depth][number.min(Self::MOVES - 1)].into()
    }
}
