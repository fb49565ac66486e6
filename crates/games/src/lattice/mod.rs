//! Steps and hops on any lattice of holes, from tables made at compile time.
//!
//! Holes lie on a grid of columns and rows, columns leaning to the right going
//! up, so that on hexagonal holes the six neighbours are east and west, the two
//! above (same column, and one to the left) and the two below (same column,
//! and one to the right). Squares are the same with two directions left out.

mod axis;
mod generate;
mod route;

pub(crate) use axis::{Direction, EAST, HEXAGONAL, NORTH, SOUTH, WEST};

use axis::{Axis, DIRECTIONS};
use longjump_rules::{Hole, Move};

/// Which hops there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hops {
    /// Over a neighbour into the hole right behind it.
    Adjacent,
    /// Over a piece at any distance to the hole as far behind it, all others between being empty.
    Symmetric,
}

/// Stands for "off the board" in tables. No board has so many holes.
const OFF: u8 = Hole::LIMIT as u8 - 1;
/// The side of the square that all cells lie in.
const SIDE: usize = 17;
/// The holes on a line from one, ended by [`OFF`].
type Ray = [u8; SIDE];

/// What lies around each hole in the directions that pieces may go.
#[derive(Debug)]
pub(crate) struct Lattice {
    /// The three orders of holes in which neighbours on a line are neighbouring bits.
    axes: [Axis; DIRECTIONS / 2],
    /// For each direction the step from each hole, by its bit along the axis.
    steps: [[Move; Hole::LIMIT]; DIRECTIONS],
    /// For each hole and direction the hole two further.
    landings: [[u8; 8]; Hole::LIMIT],
    /// For each hole and direction all holes one after another.
    rays: [[Ray; DIRECTIONS]; Hole::LIMIT],
}

impl Lattice {
    /// The lattice of those of the cells (column, row) whose bit is set in
    /// `zone`; pieces go in these directions.
    pub(crate) const fn new(cells: &[(u8, u8)], zone: u128, directions: &[Direction]) -> Self {
        assert!(cells.len() < OFF as usize, "too many holes");
        let mut lattice = Self {
            axes: [
                Axis::new(cells, 0),
                Axis::new(cells, 1),
                Axis::new(cells, 2),
            ],
            steps: [[Move::PASS; Hole::LIMIT]; DIRECTIONS],
            landings: [[OFF; 8]; Hole::LIMIT],
            rays: [[[OFF; SIDE]; DIRECTIONS]; Hole::LIMIT],
        };
        let index = index_of_cells(cells, zone);
        let mut from = 0;
        while from < cells.len() {
            let mut d = 0;
            while d < DIRECTIONS {
                if axis::contains(directions, HEXAGONAL[d]) {
                    lattice.add_ray(from, d, ray_from(&index, cells[from], HEXAGONAL[d]));
                }
                d += 1;
            }
            from += 1;
        }
        lattice
    }

    const fn add_ray(&mut self, from: usize, d: usize, ray: Ray) {
        let [near, far, ..] = ray;
        let axis = &mut self.axes[d / 2];
        axis.allow(from, d % 2, near != OFF, far != OFF);
        if near != OFF {
            let step = Move::between(from as u32, near as u32);
            self.steps[d][axis.index_of(from)] = step;
        }
        self.landings[from][d] = far;
        self.rays[from][d] = ray;
    }

    /// Pairs of neighbouring holes, each pair once.
    pub(crate) fn lines(&self) -> Vec<(Hole, Hole)> {
        let mut lines = Vec::new();
        for (from, rays) in self.rays.iter().enumerate() {
            for to in rays.iter().map(|ray| ray[0]).filter(|&to| to != OFF) {
                let to = usize::from(to);
                let both_ways = self.rays[to].iter().any(|ray| usize::from(ray[0]) == from);
                if from < to || !both_ways {
                    lines.push((Hole::new(from), Hole::new(to)));
                }
            }
        }
        lines
    }
}

type CellIndex = [[u8; SIDE]; SIDE];

const fn index_of_cells(cells: &[(u8, u8)], zone: u128) -> CellIndex {
    let mut index = [[OFF; SIDE]; SIDE];
    let mut i = 0;
    while i < cells.len() {
        if zone >> i & 1 == 1 {
            index[cells[i].1 as usize][cells[i].0 as usize] = i as u8;
        }
        i += 1;
    }
    index
}

const fn ray_from(index: &CellIndex, start: (u8, u8), direction: Direction) -> Ray {
    let mut ray = [OFF; SIDE];
    let (mut column, mut row) = (start.0 as i8, start.1 as i8);
    let mut length = 0;
    loop {
        column += direction.0;
        row += direction.1;
        let side = SIDE as i8;
        if column < 0 || row < 0 || column >= side || row >= side {
            return ray;
        }
        let hole = index[row as usize][column as usize];
        if hole == OFF {
            return ray;
        }
        ray[length] = hole;
        length += 1;
    }
}
