//! Moves one after another, the most promising first, sorting no more than is asked for.

use longjump_rules::{Move, MoveList};

/// Moves with their scores, each pair in one number: the score above, the move
/// below. As no two are equal, the next best is the largest that is less than
/// the last one, and finding it is a loop without a branch.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    pub(crate) moves: MoveList,
    keys: Vec<u32>,
    last: u32,
}

/// The scores there can be: 0 to this.
pub(crate) const HIGHEST: i32 = 65_534;

impl Picker {
    pub(crate) fn new() -> Self {
        Self {
            moves: MoveList::new(),
            keys: Vec::with_capacity(MoveList::CAPACITY),
            last: u32::MAX,
        }
    }

    /// Takes those of the moves in `moves` that are given a score.
    #[inline(always)]
    pub(crate) fn score(&mut self, mut score: impl FnMut(Move) -> Option<i32>) {
        self.last = u32::MAX;
        self.keys.clear();
        let keys = self.moves.into_iter().filter_map(|mv| {
            let score = score(mv)?.clamp(0, HIGHEST) as u32 + 1;
            Some(score << 16 | u32::from(mv.bits()))
        });
        self.keys.extend(keys);
    }

    /// The best move that was not given yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Move> {
        let last = self.last;
        let best = self.keys.iter().fold(0, |best, &key| {
            let candidate = if key < last { key } else { 0 };
            candidate.max(best)
        });
        self.last = best;
        (best != 0).then(|| Move::from_bits(best as u16))
    }
}
