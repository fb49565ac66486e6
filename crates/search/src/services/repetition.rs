//! Repetition seen inside the tree.

const FILTER: usize = 4096;

/// The keys of the game so far and of the line being looked at.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// How many keys fall into each of many classes: nearly always just the
    /// one asked about, and then there is nothing to look through.
    filter: Box<[u16; FILTER]>,
    /// How many keys are of the game, its last position included.
    played: usize,
    limit: Option<usize>,
}

impl Path {
    /// Ends at the root. Without a limit nothing ever repeats.
    pub(crate) fn new(earlier: &[u64], root: u64, limit: Option<usize>) -> Self {
        let mut path = Self {
            keys: Vec::with_capacity(earlier.len() + 130),
            filter: Box::new([0; FILTER]),
            played: earlier.len() + 1,
            limit,
        };
        for &key in earlier.iter().chain([&root]) {
            path.push(key);
        }
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.limit.is_some() {
            self.keys.push(key);
            self.filter[key as usize % FILTER] += 1;
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[key as usize % FILTER] -= 1;
        }
    }

    /// Whether the last position has stood before, so that it counts as drawn:
    /// once since the root is enough, as what happened once can happen again.
    #[inline]
    pub(crate) fn is_repeated(&self) -> bool {
        match self.keys.last() {
            Some(&key) if self.filter[key as usize % FILTER] > 1 => self.is_drawn(key),
            _ => false,
        }
    }

    #[cold]
    fn is_drawn(&self, key: u64) -> bool {
        let before = &self.keys[..self.keys.len() - 1];
        let (played, searched) = before.split_at(self.played.min(before.len()));
        let times = 1 + played.iter().filter(|&&earlier| earlier == key).count();
        searched.contains(&key) || self.limit.is_some_and(|limit| times >= limit)
    }
}
