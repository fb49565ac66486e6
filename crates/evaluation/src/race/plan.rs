//! A way to the goal that keeps clear of somebody who is coming back.

use super::{GoalArea, RaceTable, Triangle};
use std::collections::HashSet;

/// One move of a plan, by the numbers of holes in the triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlannedMove {
    /// Where the marble is.
    pub(crate) from: usize,
    /// Where it goes.
    pub(crate) to: usize,
}

/// How many placements are tried before a plan counts as not found.
const MOST_TRIED: usize = 20_000;

impl RaceTable {
    /// The moves of a shortest way to the goal that touches, in its n-th move from 0 on, none
    /// but the first `free_rows(n)` rows from the tip, and then leaves no marble in the last
    /// two of them, unless the goal is full.
    ///
    /// `None` if there is none, which is so wherever pieces go forward only, or none was found with reasonable effort.
    pub(crate) fn plan(
        &self,
        marbles: u64,
        free_rows: impl Fn(usize) -> usize,
    ) -> Option<Vec<PlannedMove>> {
        let GoalArea::Triangle(triangle) = self.area() else {
            return None;
        };
        let distance = self.distance(marbles)?;
        let mut planner = Planner {
            table: self,
            triangle,
            free_rows,
            length: distance.into(),
            failed: HashSet::new(),
        };
        let mut plan = Vec::new();
        planner.find(marbles, &mut plan).then_some(plan)
    }
}

struct Planner<'a, F> {
    table: &'a RaceTable,
    triangle: &'a Triangle,
    free_rows: F,
    length: usize,
    /// Placements from which there is no such way. Each has its distance, so it is always
    /// come to in the same move.
    failed: HashSet<u64>,
}

impl<F: Fn(usize) -> usize> Planner<'_, F> {
    fn find(&mut self, marbles: u64, plan: &mut Vec<PlannedMove>) -> bool {
        if plan.len() == self.length {
            return true;
        }
        for next in self.nearer(marbles, plan.len()) {
            if self.failed.contains(&next) || self.failed.len() >= MOST_TRIED {
                continue;
            }
            plan.push(PlannedMove {
                from: (marbles & !next).trailing_zeros() as usize,
                to: (next & !marbles).trailing_zeros() as usize,
            });
            if self.find(next, plan) {
                return true;
            }
            plan.pop();
            self.failed.insert(next);
        }
        false
    }

    /// The placements one move nearer that can be reached safely, those with the nearest rear
    /// first.
    fn nearer(&self, marbles: u64, step: usize) -> Vec<u64> {
        let triangle = self.triangle;
        let free = (self.free_rows)(step).min(triangle.rows() + 2);
        let left = (self.length - step - 1) as u8;
        let touchable = Triangle::first_rows(free);
        let safe = if left == 0 {
            u64::MAX
        } else {
            Triangle::first_rows(free.saturating_sub(2))
        };
        let mut found = Vec::new();
        for from in (0..triangle.holes()).filter(|from| marbles >> from & 1 == 1) {
            let targets = triangle.targets_within(marbles, from, touchable);
            for to in (0..triangle.holes()).filter(|to| targets >> to & 1 == 1) {
                let next = marbles & !(1 << from) | 1 << to;
                if next & !safe == 0 && self.table.distance(next) == Some(left) {
                    found.push(next);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
