//! The way a move's piece takes, for display.

use super::generate::{is_empty, symmetric_landing};
use super::{Hops, Lattice, Ray};
use longjump_rules::{Hole, Move};

impl Lattice {
    /// The shortest way for a move's piece, both ends included: one step, or as
    /// few hops as will do. Empty when there is none, as for a pass.
    pub(crate) fn route(&self, hops: Hops, mv: Move, occupied: u128) -> Vec<Hole> {
        let (from, to) = (mv.from(), mv.to());
        let is_step = |ray: &Ray| usize::from(ray[0]) == to.index();
        if self.rays[from.index()].iter().any(is_step) {
            return vec![from, to];
        }
        let others = occupied & !(1 << from.index());
        let mut came_from = [None; Hole::LIMIT];
        let mut queue = vec![from];
        let mut visited = 0;
        while let Some(&here) = queue.get(visited) {
            visited += 1;
            for ray in &self.rays[here.index()] {
                let Some(land) = landing(hops, ray, others) else {
                    continue;
                };
                let land = Hole::new(land.into());
                if land != from && came_from[land.index()].is_none() {
                    came_from[land.index()] = Some(here);
                    queue.push(land);
                }
            }
        }
        came_from[to.index()].map_or(Vec::new(), |_| way_back(&came_from, to))
    }
}

fn way_back(came_from: &[Option<Hole>; Hole::LIMIT], to: Hole) -> Vec<Hole> {
    let mut route: Vec<Hole> =
        std::iter::successors(Some(to), |hole| came_from[hole.index()]).collect();
    route.reverse();
    route
}

/// Where one hop along a ray ends.
fn landing(hops: Hops, ray: &Ray, occupied: u128) -> Option<u8> {
    match hops {
        Hops::Symmetric => symmetric_landing(ray, occupied),
        Hops::Adjacent => {
            let [over, land, ..] = *ray;
            (!is_empty(over, occupied) && is_empty(land, occupied)).then_some(land)
        }
    }
}
