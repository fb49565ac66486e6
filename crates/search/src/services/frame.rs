//! What a node needs while it is being looked at.

use super::history::Before;
use super::picker::Picker;
use crate::Score;
use longjump_rules::{LOOK_AHEAD, Move};

/// The deepest ply that is ever looked at.
pub(crate) const DEEPEST: usize = LOOK_AHEAD as usize - 1;
/// How many of the moves that were tried are noted.
const MOST_TRIED: usize = 64;

/// What a node needs, one for each ply.
#[derive(Clone, Debug)]
pub(crate) struct Frame<S> {
    pub(crate) sums: S,
    pub(crate) picker: Picker,
    pub(crate) before: Before,
    pub(crate) evaluation: Score,
    /// The evaluations one and two plies before.
    pub(crate) earlier: [Score; 2],
    /// The moves expected from here.
    pub(crate) line: Vec<Move>,
    /// Moves that were tried and were not good enough to end it.
    pub(crate) tried: Vec<Move>,
}

impl<S: Copy> Frame<S> {
    /// A frame for each ply and one more, with the sums of the root.
    pub(crate) fn for_all_plies(sums: S) -> Vec<Self> {
        let empty = Self {
            sums,
            picker: Picker::new(),
            before: [Move::PASS; 2],
            evaluation: 0,
            earlier: [0; 2],
            line: Vec::with_capacity(DEEPEST + 1),
            tried: Vec::with_capacity(MOST_TRIED),
        };
        vec![empty; DEEPEST + 2]
    }

    /// Notes a move that was tried.
    #[inline]
    pub(crate) fn note_tried(&mut self, mv: Move) {
        if self.tried.len() < MOST_TRIED {
            self.tried.push(mv);
        }
    }
}

/// Goes down by a move from the first frame into the second, whose sums still are those
/// before the move.
#[inline(always)]
pub(crate) fn enter<S: Copy>(frames: &mut [Frame<S>], mv: Move) -> &mut S {
    let [here, below, ..] = frames else {
        unreachable!("there is a frame for each ply and one more");
    };
    below.sums.clone_from(&here.sums);
    below.before = [mv, here.before[0]];
    below.earlier = [here.evaluation, here.earlier[0]];
    &mut below.sums
}

/// The line from here is this move and the line after it.
pub(crate) fn extend_line<S>(frames: &mut [Frame<S>], mv: Move) {
    let [here, below, ..] = frames else {
        unreachable!("there is a frame for each ply and one more");
    };
    here.line.clear();
    here.line.push(mv);
    here.line.extend_from_slice(&below.line);
}
