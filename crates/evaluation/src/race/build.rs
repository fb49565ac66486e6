//! Working the distances out. Where moves can be reversed this goes breadth-first from the
//! filled goal; where they only go forward, in the order of ranks, as all moves lead to lower
//! ones.

use super::goal_area::GoalArea;
use super::rank::{next_placement, placement, rank};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// A distance that is not known yet.
const UNKNOWN: u8 = u8::MAX;
/// What a table says where no moves fill the goal any more, as happens to pieces that can't go
/// back.
pub const NEVER: u8 = UNKNOWN;
/// How many placements a thread takes at a time.
const PART: u64 = 1 << 16;

/// Distances being worked out, one layer after the other.
#[derive(Debug)]
pub struct Builder {
    area: GoalArea,
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
    pub fn new(area: GoalArea) -> Self {
        let all = area.placements();
        let distances: Vec<AtomicU8> = (0..all).map(|_| AtomicU8::new(UNKNOWN)).collect();
        distances[0].store(0, Relaxed);
        Self {
            area,
            distances,
            depth: 0,
        }
    }

    /// Goes on from what [`distances`](Self::distances) gave, stopped at this depth.
    ///
    /// # Panics
    /// When there are not as many as there are placements.
    pub fn resume(area: GoalArea, distances: Vec<u8>, depth: u8) -> Self {
        let all = area.placements();
        assert_eq!(distances.len() as u64, all, "a distance for each placement");
        Self {
            area,
            distances: distances.into_iter().map(AtomicU8::new).collect(),
            depth,
        }
    }

    /// What is kept of a table that is not finished: a byte for the rows, one for the depth, and
    /// the distances.
    pub fn part(&self) -> Vec<u8> {
        let mut bytes = vec![self.area.rows() as u8, self.depth];
        bytes.extend(self.distances());
        bytes
    }

    /// Goes on from what [`part`](Self::part) gave, if it is of a table of this area.
    pub fn from_part(area: GoalArea, mut bytes: Vec<u8>) -> Option<Self> {
        let is_whole = bytes.len() as u64 == 2 + area.placements();
        if !is_whole || usize::from(bytes[0]) != area.rows() {
            return None;
        }
        let depth = bytes[1];
        bytes.drain(..2);
        Some(Self::resume(area, bytes, depth))
    }

    /// What it is about.
    pub fn area(&self) -> &GoalArea {
        &self.area
    }

    /// The layer that comes next.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// How many placements there are.
    pub fn placements(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The distances so far by rank, [`NEVER`] where there is none.
    pub fn distances(&self) -> Vec<u8> {
        let known = self.distances.iter();
        known.map(|distance| distance.load(Relaxed)).collect()
    }

    /// Finds everything that is one move farther than the layer before, or everything at once
    /// where moves only go forward. `looked_at` counts the placements that were looked at.
    pub fn step(&mut self, threads: usize, stop: &AtomicBool, looked_at: &AtomicU64) -> Layer {
        match self.area {
            GoalArea::Triangle(_) => self.next_layer(threads, stop, looked_at),
            GoalArea::Square(_) => self.in_order(stop, looked_at),
        }
    }

    /// One thread is enough: each distance needs those before it.
    fn in_order(&mut self, stop: &AtomicBool, looked_at: &AtomicU64) -> Layer {
        let mut pieces = placement(0, self.area.pieces());
        for number in 0..self.distances.len() {
            let part_is_done = (number as u64).is_multiple_of(PART);
            if part_is_done && stop.load(Relaxed) {
                return Layer::Stopped;
            }
            if part_is_done {
                looked_at.store(number as u64, Relaxed);
            }
            self.distances[number].store(self.one_more_than_nearest(pieces), Relaxed);
            pieces = next_placement(pieces);
        }
        Layer::Finished
    }

    /// The distance that follows from those of where moves lead.
    fn one_more_than_nearest(&self, pieces: u64) -> u8 {
        let mut nearest = UNKNOWN;
        self.area.each_move(pieces, |next| {
            nearest = nearest.min(self.distances[rank(next) as usize].load(Relaxed));
        });
        match nearest {
            _ if rank(pieces) == 0 => 0,
            UNKNOWN => NEVER,
            nearest => nearest + 1,
        }
    }

    fn next_layer(&mut self, threads: usize, stop: &AtomicBool, looked_at: &AtomicU64) -> Layer {
        let depth = self.depth;
        let found = AtomicU64::new(0);
        self.in_parts(threads, stop, looked_at, |marbles, distance| {
            if distance != depth {
                return;
            }
            self.area.each_move(marbles, |next| {
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
            let may_be_stuck = matches!(self.area, GoalArea::Square(_));
            let is_known = distance != UNKNOWN || may_be_stuck;
            if !is_known || distance != self.one_more_than_nearest(marbles) {
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
                let mut marbles = placement(from, self.area.pieces());
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
