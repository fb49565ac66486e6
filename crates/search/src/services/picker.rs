//! Moves one after another, the most promising first, sorting no more than is asked for.

use longjump_rules::{Move, MoveList};

/// Moves with their scores, each pair in one number: the score above, the move
/// below. As no two are equal, the next best is the largest that is less than
/// the last one, and finding it is a loop without a branch over many at once.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    pub(crate) moves: MoveList,
    /// Those in use are filled up with zeros to whole lanes.
    keys: Box<[[i32; LANES]; ROOM]>,
    lanes: usize,
    /// The last one given.
    last: i32,
    /// The one after it, once somebody asked.
    upcoming: Option<i32>,
}

/// The scores there can be: 0 to this.
pub(crate) const HIGHEST: i32 = 32_766;
/// How many numbers are compared at once.
const LANES: usize = 8;
/// Lanes for all moves there can be, and one to write beyond them.
const ROOM: usize = MoveList::CAPACITY / LANES + 1;

impl Picker {
    pub(crate) fn new() -> Self {
        Self {
            moves: MoveList::new(),
            keys: Box::new([[0; LANES]; ROOM]),
            lanes: 0,
            last: i32::MAX,
            upcoming: None,
        }
    }

    /// Takes those of the moves in `moves` that are given a score.
    #[inline(always)]
    pub(crate) fn score(&mut self, mut score: impl FnMut(Move) -> Option<i32>) {
        let keys = self.keys.as_flattened_mut();
        let mut count = 0;
        for mv in &self.moves {
            // Written in any case, and counted if it is wanted: no branch that
            // could be foretold wrongly.
            let score = score(mv);
            let key = (score.unwrap_or(0).clamp(0, HIGHEST) + 1) << 16 | i32::from(mv.bits());
            keys[count] = key;
            count += usize::from(score.is_some());
        }
        self.lanes = count.div_ceil(LANES);
        keys[count..self.lanes * LANES].fill(0);
        self.last = i32::MAX;
        self.upcoming = None;
    }

    /// The best move that was not given yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Move> {
        let upcoming = self.upcoming.take();
        self.last = upcoming.unwrap_or_else(|| self.after_last());
        move_of(self.last)
    }

    /// The move that [`next`](Self::next) will give.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<Move> {
        let upcoming = self.after_last();
        self.upcoming = Some(upcoming);
        move_of(upcoming)
    }

    #[inline]
    fn after_last(&self) -> i32 {
        let mut best = [0; LANES];
        for lane in &self.keys[..self.lanes] {
            for (best, &key) in best.iter_mut().zip(lane) {
                let candidate = if key < self.last { key } else { 0 };
                *best = (*best).max(candidate);
            }
        }
        best.into_iter().fold(0, i32::max)
    }
}

#[inline]
fn move_of(key: i32) -> Option<Move> {
    (key != 0).then(|| Move::from_bits(key as u16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use longjump_rules::Hole;

    #[test]
    fn moves_come_by_falling_score_and_those_without_one_not_at_all() {
        let mut picker = Picker::new();
        let mv = |index: usize| Move::new(Hole::new(index), Hole::new(index + 1));
        for index in 0..21 {
            picker.moves.push(mv(index));
        }
        let score = |mv: Move| match mv.from().index() {
            7 => None,
            13 => Some(1_000_000),
            14 => Some(-5),
            index => Some(100 * (index as i32 % 5)),
        };
        picker.score(score);
        let mut peeked = Vec::new();
        let picked: Vec<Move> = std::iter::from_fn(|| {
            let next = picker.next()?;
            peeked.extend(picker.peek());
            Some(next)
        })
        .collect();
        assert_eq!(peeked, picked[1..]);
        assert_eq!(picked.len(), 20);
        assert_eq!(picked[0], mv(13));
        let scores: Vec<i32> = picked
            .iter()
            .map(|&mv| score(mv).expect("a score").max(0))
            .collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    }
}
