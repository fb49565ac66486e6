//! Legal moves of all pieces of a seat at once.

use super::axis::DIRECTIONS;
use super::{Hops, Lattice, Ray};
use crate::bits::{for_each_hole, holes_in};
use longjump_rules::{Hole, Move, MoveWriter};

/// For each hole a bit for each direction in which a hop is possible.
type OpenHops = [u8; Hole::LIMIT];

impl Lattice {
    /// Adds every move of the pieces in `own`: all steps, then for each piece
    /// the hops, those with the fewest landings first.
    #[inline]
    pub(crate) fn push_moves(
        &self,
        hops: Hops,
        own: u128,
        occupied: u128,
        moves: &mut MoveWriter<'_>,
    ) {
        match hops {
            Hops::Adjacent => {
                let open = self.push_steps_and_find_hops(own, occupied, moves);
                self.push_adjacent_hops(own, &open, moves);
            }
            Hops::Symmetric => self.push_symmetric_moves(own, occupied, moves),
        }
    }

    /// Whether any piece in `own` can step or hop to a neighbouring hole or the one behind.
    pub(crate) fn can_move(&self, own: u128, occupied: u128) -> bool {
        (0..DIRECTIONS).any(|d| {
            holes_in(own).any(|from| {
                let [near, far, ..] = self.rays[from as usize][d];
                is_empty(near, occupied) || is_empty(far, occupied)
            })
        })
    }

    /// All directions of all holes at once: where the next bit of the axis is
    /// empty there is a step, where it is occupied and the one after it empty a hop.
    #[inline(always)]
    fn push_steps_and_find_hops(
        &self,
        own: u128,
        occupied: u128,
        moves: &mut MoveWriter<'_>,
    ) -> OpenHops {
        let mut open = [0; Hole::LIMIT];
        let own_by_axis = self.along_axes(own);
        let others_by_axis = self.along_axes(occupied & !own);
        for (a, axis) in self.axes.iter().enumerate() {
            let (own, all) = (own_by_axis[a], own_by_axis[a] | others_by_axis[a]);
            let beside = [(all >> 1, all >> 2), (all << 1, all << 2)];
            for (way, (near, far)) in beside.into_iter().enumerate() {
                let d = 2 * a + way;
                for_each_hole(own & !near & axis.has_near[way], |bit| {
                    moves.push(self.steps[d][bit as usize & 127]);
                });
                let landing = near & !far & axis.has_far[way];
                for_each_hole(landing & (own | !all), |bit| {
                    open[axis.holes[bit as usize & 127] as usize & 127] |= 1 << d;
                });
            }
        }
        open
    }

    /// The same set of holes in the order of each axis. The first is the order of holes itself.
    #[inline(always)]
    fn along_axes(&self, holes: u128) -> [u128; DIRECTIONS / 2] {
        let mut sets = [holes, 0, 0];
        for_each_hole(holes, |hole| {
            sets[1] |= self.axes[1].bits[hole as usize & 127];
            sets[2] |= self.axes[2].bits[hole as usize & 127];
        });
        sets
    }

    /// Chains of hops. The moving piece need not be lifted: a chain visits only
    /// holes that are an even number of columns and rows away, and hops only
    /// over the others, so never over the hole it started from.
    #[inline(always)]
    fn push_adjacent_hops(&self, own: u128, open: &OpenHops, moves: &mut MoveWriter<'_>) {
        // For each hole the last piece that landed in it, plus one.
        let mut landed = [0u8; Hole::LIMIT];
        for_each_hole(own, |from| {
            let mut visited = moves.count();
            let mut here = from as usize & 127;
            loop {
                let mut directions = open[here];
                while directions != 0 {
                    let d = directions.trailing_zeros() as usize;
                    directions &= directions - 1;
                    let land = self.landings[here][d & 7] as usize & 127;
                    let is_new = landed[land] != from as u8 + 1;
                    landed[land] = from as u8 + 1;
                    moves.push_if(Move::between(from, land as u32), is_new);
                }
                if visited == moves.count() {
                    break;
                }
                here = moves.at(visited).to().index() & 127;
                visited += 1;
            }
        });
    }

    /// Here the moving piece has to be lifted, as a chain could hop over its hole.
    /// Steps and hops still never meet: one is an odd way off, the others even.
    fn push_symmetric_moves(&self, own: u128, occupied: u128, moves: &mut MoveWriter<'_>) {
        for from in holes_in(own) {
            let others = occupied & !(1 << from);
            let mut reached: u128 = 1 << from;
            for [near, ..] in &self.rays[from as usize & 127] {
                if is_empty(*near, occupied) {
                    moves.push(Move::between(from, u32::from(*near)));
                }
            }
            let mut visited = moves.count();
            let mut here = from as usize;
            loop {
                for ray in &self.rays[here & 127] {
                    let land = symmetric_landing(ray, others).unwrap_or(from as u8);
                    if reached >> land & 1 == 0 {
                        reached |= 1 << land;
                        moves.push(Move::between(from, land.into()));
                    }
                }
                if visited == moves.count() {
                    break;
                }
                here = moves.at(visited).to().index();
                visited += 1;
            }
        }
    }
}

/// Whether a hole is there and empty.
#[inline]
pub(super) fn is_empty(hole: u8, occupied: u128) -> bool {
    hole != super::OFF && occupied >> hole & 1 == 0
}

/// Where a symmetric hop along a ray ends.
pub(super) fn symmetric_landing(ray: &Ray, occupied: u128) -> Option<u8> {
    let hurdle = ray.iter().position(|&hole| !is_empty(hole, occupied))?;
    let beyond = ray.get(hurdle + 1..2 * hurdle + 2)?;
    let clear = beyond.iter().all(|&hole| is_empty(hole, occupied));
    // When the hurdle is the edge of the board, nothing behind it is empty.
    beyond.last().copied().filter(|_| clear)
}
