//! Working the distances out: breadth-first from the filled goal, as moves can be reversed.

use super::rank::{next_placement, placement, placements, rank};
use super::triangle::Triangle;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// A distance that is not known yet.
pub const UNKNOWN: u8 = u8::MAX;
/// How many placements a thread takes at a time.
const PART: u64 = 1 << 16;

/// Distances being worked out, one layer after the other.
#[derive(Debug)]
pub struct Builder {
    triangle: Triangle,
    distances: Vec<AtomicU8>,
    /// All placements nearer than this have led on.
    depth: u8,
}

/// What came of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// So many placements are one move farther than those before.
    Found(u64),
    /// There are no more.
    Finished,
    /// Somebody wanted to stop; the layer has to be done again.
    Stopped,
}

impl Builder {
    /// Only the goal is known.
    pub fn new(rows: usize) -> Self {
        let triangle = Triangle::new(rows);
        let all = placements(triangle.holes());
        let distances: Vec<AtomicU8> = (0..all).map(|_| AtomicU8::new(UNKNOWN)).collect();
        distances[0].store(0, Relaxed);
        Self {
            triangle,
            distances,
            depth: 0,
        }
    }

    /// Goes on from what [`distances`](Self::distances) gave, stopped at this depth.
    ///
    /// # Panics
    /// When there are not as many as there are placements.
    pub fn resume(rows: usize, distances: Vec<u8>, depth: u8) -> Self {
        let triangle = Triangle::new(rows);
        let all = placements(triangle.holes());
        assert_eq!(distances.len() as u64, all, "a distance for each placement");
        Self {
            triangle,
            distances: distances.into_iter().map(AtomicU8::new).collect(),
            depth,
        }
    }

    /// The layer that comes next.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// How many placements there are.
    pub fn placements(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The distances so far by rank, [`UNKNOWN`] where there is none.
    pub fn distances(&self) -> Vec<u8> {
        let known = self.distances.iter();
        known.map(|distance| distance.load(Relaxed)).collect()
    }

    /// Finds everything that is one move farther than the layer before. `looked_at` counts
    /// the placements that were looked at.
    pub fn step(&mut self, threads: usize, stop: &AtomicBool, looked_at: &AtomicU64) -> Layer {
        let depth = self.depth;
        let found = AtomicU64::new(0);
        self.in_parts(threads, stop, looked_at, |marbles, distance| {
            if distance != depth {
                return;
            }
            self.triangle.each_move(marbles, |next| {
                let entry = &self.distances[rank(next) as usize];
                // Two threads may both find it, but only one is first.
                if entry.load(Relaxed) == UNKNOWN && entry.swap(depth + 1, Relaxed) == UNKNOWN {
                    found.fetch_add(1, Relaxed);
                }
            });
        });
        if stop.load(Relaxed) {
            // Otherwise the layer, when it is done again, could find nothing new and look
            // like the last one.
            for distance in &self.distances {
                if distance.load(Relaxed) == depth + 1 {
                    distance.store(UNKNOWN, Relaxed);
                }
            }
            return Layer::Stopped;
        }
        self.depth += 1;
        match found.into_inner() {
            0 => Layer::Finished,
            found => Layer::Found(found),
        }
    }

    /// How many placements contradict what distances are: some move leads to one less,
    /// none to less than that, and only the goal has none to go.
    pub fn contradictions(&self, threads: usize, stop: &AtomicBool, looked_at: &AtomicU64) -> u64 {
        let wrong = AtomicU64::new(0);
        self.in_parts(threads, stop, looked_at, |marbles, distance| {
            let mut nearest = UNKNOWN;
            self.triangle.each_move(marbles, |next| {
                nearest = nearest.min(self.distances[rank(next) as usize].load(Relaxed));
            });
            let is_right = match distance {
                0 => rank(marbles) == 0,
                UNKNOWN => false,
                distance => nearest == distance - 1,
            };
            if !is_right {
                wrong.fetch_add(1, Relaxed);
            }
        });
        wrong.into_inner()
    }

    /// Calls `visit` with every placement and its distance, on several threads.
    fn in_parts(
        &self,
        threads: usize,
        stop: &AtomicBool,
        looked_at: &AtomicU64,
        visit: impl Fn(u64, u8) + Sync,
    ) {
        let next = AtomicU64::new(0);
        let all = self.placements();
        let work = || {
            while !stop.load(Relaxed) {
                let from = next.fetch_add(PART, Relaxed);
                if from >= all {
                    return;
                }
                let to = (from + PART).min(all);
                let mut marbles = placement(from);
                for distance in &self.distances[from as usize..to as usize] {
                    visit(marbles, distance.load(Relaxed));
                    marbles = next_placement(marbles);
                }
                looked_at.fetch_add(to - from, Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(work);
            }
        });
    }
}
