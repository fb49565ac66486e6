//! What was found out about positions, shared by all threads.

use super::report::Bound;
use crate::{EVALUATION_LIMIT, Score};
use longjump_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A table of a fixed size.
///
/// Threads read and write it without locks. A slot holds its data, and its key
/// mixed with that data: if two threads write at once and the halves don't
/// belong together, the key doesn't come out and the slot counts as empty. As
/// the whole key is checked, a move found here is a move of that position.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: u8,
}

/// As many slots as a cache line holds.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    /// Proven scores count from the position itself.
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const NO_MOVE: u16 = u16::MAX;
const AGES: u8 = 64;

/// Whether there is memory for a table of so many MiB, as far as the system tells.
pub fn table_fits(mebibytes: usize) -> bool {
    let count = (mebibytes << 20) / size_of::<Bucket>();
    Vec::<Bucket>::new().try_reserve_exact(count).is_ok()
}

impl TranspositionTable {
    /// A table of so many MiB, at least one.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        longjump_memory::prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Self {
            buckets: buckets.into_boxed_slice(),
            age: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// What was found out before now is worth less from here on.
    pub(crate) fn next_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How full the table is with what this search found out, in thousandths.
    pub(crate) fn use_in_thousandths(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && Packed(data).age() == self.age);
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Begins to fetch what may be known under a key from memory, without
    /// waiting for it: what is done before [`find`](Self::find) then costs nothing.
    #[inline(always)]
    pub(crate) fn approach(&self, key: u64) {
        longjump_memory::prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let is_it = slot.check.load(Relaxed) ^ data == key && data != 0;
            is_it.then(|| Packed(data).entry())
        })
    }

    /// Keeps an entry in place of what is worth least in its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let mut least = (i32::MAX, &self.bucket(key).0[0]);
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let old = Packed(data);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let deeper = old.depth() > entry.depth + 3 && entry.bound != Bound::Exact;
                if deeper && old.age() == self.age {
                    return;
                }
                entry.mv = entry.mv.or(old.mv());
                least = (i32::MIN, slot);
                break;
            }
            let years = i32::from((self.age + AGES - old.age()) % AGES);
            let worth = if data == 0 {
                -1000
            } else {
                old.depth() - 8 * years
            };
            if worth < least.0 {
                least = (worth, slot);
            }
        }
        let data = Packed::new(&entry, self.age).0;
        least.1.data.store(data, Relaxed);
        least.1.check.store(key ^ data, Relaxed);
    }
}

/// From the low end: move 16 bits, score 16, depth 8, bound 2, age 6.
/// The bound is never 0, so no entry is 0.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn new(entry: &Entry, age: u8) -> Self {
        let mv = entry.mv.map_or(NO_MOVE, Move::bits);
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let score = u64::from(entry.score as i16 as u16);
        let depth = entry.depth.clamp(0, 255) as u64;
        Self(u64::from(mv) | score << 16 | depth << 32 | bound << 40 | u64::from(age) << 42)
    }

    #[inline]
    fn entry(self) -> Entry {
        Entry {
            mv: self.mv(),
            score: Score::from((self.0 >> 16) as i16),
            depth: self.depth(),
            bound: match self.0 >> 40 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        let bits = self.0 as u16;
        (bits != NO_MOVE).then(|| Move::from_bits(bits))
    }

    #[inline]
    fn depth(self) -> i32 {
        (self.0 >> 32 & 0xFF) as i32
    }

    #[inline]
    fn age(self) -> u8 {
        (self.0 >> 42) as u8
    }
}

/// A score counted from the root becomes one counted from a node below it.
#[inline]
pub(crate) fn from_node(score: Score, ply: usize) -> Score {
    match score {
        _ if score > EVALUATION_LIMIT => score + ply as Score,
        _ if score < -EVALUATION_LIMIT => score - ply as Score,
        _ => score,
    }
}

/// The other way round.
#[inline]
pub(crate) fn from_root(score: Score, ply: usize) -> Score {
    match score {
        _ if score > EVALUATION_LIMIT => score - ply as Score,
        _ if score < -EVALUATION_LIMIT => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lost_in, win_in};
    use longjump_rules::Hole;

    fn entry(depth: i32, score: Score) -> Entry {
        Entry {
            mv: Some(Move::new(Hole::new(120), Hole::new(3))),
            score,
            depth,
            bound: Bound::Upper,
        }
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let table = TranspositionTable::new(1);
        for (key, score) in [(1, win_in(3)), (u64::MAX, lost_in(9)), (7 << 50, -250)] {
            assert_eq!(table.find(key), None);
            table.store(key, entry(17, score));
            assert_eq!(table.find(key), Some(entry(17, score)));
        }
        let without_move = Entry {
            mv: None,
            ..entry(18, 1)
        };
        table.store(1, without_move);
        assert_eq!(table.find(1), Some(entry(18, 1)), "the move is kept");
    }

    #[test]
    fn the_shallow_and_the_old_make_room_first() {
        let mut table = TranspositionTable::new(1);
        // Keys that differ in their low bits share a bucket.
        for (key, depth) in [(1, 9), (2, 4), (3, 8), (4, 7)] {
            table.store(key, entry(depth, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.find(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.find(key).is_some()));
        table.next_age();
        table.store(5, entry(2, 0));
        table.store(6, entry(1, 0));
        assert!(table.find(5).is_some() && table.find(4).is_none());
    }

    #[test]
    fn proven_scores_keep_their_distance() {
        assert_eq!(from_root(from_node(win_in(9), 4), 4), win_in(9));
        assert_eq!(from_node(win_in(9), 4), win_in(5));
        assert_eq!(from_root(lost_in(5), 4), lost_in(9));
        assert_eq!(from_node(123, 4), 123);
    }
}
