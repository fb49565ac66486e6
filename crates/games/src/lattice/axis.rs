//! Directions, and the orders of holes in which a line is a run of bits.

use longjump_rules::Hole;

/// How many directions there are.
pub(super) const DIRECTIONS: usize = 6;
/// A change of column and row.
pub(crate) type Direction = (i8, i8);

pub(crate) const EAST: Direction = (1, 0);
pub(crate) const WEST: Direction = (-1, 0);
pub(crate) const NORTH: Direction = (0, 1);
pub(crate) const SOUTH: Direction = (0, -1);
const NORTH_WEST: Direction = (-1, 1);
const SOUTH_EAST: Direction = (1, -1);

/// All directions, those of each axis together.
pub(crate) const HEXAGONAL: [Direction; DIRECTIONS] =
    [EAST, WEST, NORTH, SOUTH, NORTH_WEST, SOUTH_EAST];

/// An order of all holes that follows one line after another, so that "one
/// further on the line" is a shift by one bit for all holes at once.
#[derive(Debug)]
pub(super) struct Axis {
    /// For each hole its bit in this order.
    pub(super) bits: [u128; Hole::LIMIT],
    /// For each bit its hole.
    pub(super) holes: [u8; Hole::LIMIT],
    /// Forwards and backwards: the bits with a hole next to them on the line.
    pub(super) has_near: [u128; 2],
    /// Forwards and backwards: the bits with two holes next to them on the line.
    pub(super) has_far: [u128; 2],
}

impl Axis {
    /// The order for axis 0 (east), 1 (north) or 2 (north-west).
    pub(super) const fn new(cells: &[(u8, u8)], axis: usize) -> Self {
        let mut order = Self {
            bits: [0; Hole::LIMIT],
            holes: [0; Hole::LIMIT],
            has_near: [0; 2],
            has_far: [0; 2],
        };
        let mut hole = 0;
        while hole < cells.len() {
            let mut index = 0;
            let mut other = 0;
            while other < cells.len() {
                index += (rank(cells[other], axis) < rank(cells[hole], axis)) as usize;
                other += 1;
            }
            order.bits[hole] = 1 << index;
            order.holes[index] = hole as u8;
            hole += 1;
        }
        order
    }

    /// Notes whether there are one and two more holes from this one on, in the
    /// axis' direction (0) or against it (1).
    pub(super) const fn allow(&mut self, hole: usize, way: usize, near: bool, far: bool) {
        if near {
            self.has_near[way] |= self.bits[hole];
        }
        if far {
            self.has_far[way] |= self.bits[hole];
        }
    }

    /// The number of a hole's bit.
    pub(super) const fn index_of(&self, hole: usize) -> usize {
        self.bits[hole].trailing_zeros() as usize
    }
}

/// Grows along the axis, and by more from line to line.
const fn rank((column, row): (u8, u8), axis: usize) -> u32 {
    let (column, row) = (column as u32, row as u32);
    match axis {
        0 => row * 64 + column,
        1 => column * 64 + row,
        _ => (column + row) * 64 + row,
    }
}

pub(super) const fn contains(directions: &[Direction], wanted: Direction) -> bool {
    let mut i = 0;
    while i < directions.len() {
        if directions[i].0 == wanted.0 && directions[i].1 == wanted.1 {
            return true;
        }
        i += 1;
    }
    false
}
