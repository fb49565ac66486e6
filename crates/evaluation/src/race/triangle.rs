//! The corner of a board of triangles that ends in a goal, as bits from its tip on.

use super::moves::each_move;

/// How many marbles an army has.
pub const MARBLES: usize = 10;
/// The rows that the marbles fill at the end.
const GOAL_ROWS: usize = 4;
/// More rows would not be a triangle on the star.
pub(super) const MOST_ROWS: usize = 8;

/// No hole.
const NONE: u8 = u8::MAX;
/// Rows and columns of the six neighbours of a hole, as steps.
const DIRECTIONS: [(isize, isize); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

/// The last rows before the tip of an army's goal, and one more row where a chain of hops
/// may touch down.
///
/// Holes are numbered row by row from the tip, so that the goal is the ten lowest bits and
/// a placement keeps its bits, and its rank, in a triangle of more rows.
#[derive(Clone, Debug)]
pub struct Triangle {
    rows: usize,
    region: u64,
    /// The neighbours of each hole.
    steps: Vec<u64>,
    /// For each hole and direction the hole next to it and the one behind that.
    hops: Vec<[(u8, u8); 6]>,
}

impl Triangle {
    /// The last so many rows.
    ///
    /// # Panics
    /// With fewer rows than the goal has, or more than are a triangle.
    pub fn new(rows: usize) -> Self {
        assert!((GOAL_ROWS..=MOST_ROWS).contains(&rows), "{rows} rows");
        let wide = rows + 1;
        let at = |row: isize, column: isize| {
            let is_inside = (0..wide as isize).contains(&row) && (0..=row).contains(&column);
            if is_inside {
                (row * (row + 1) / 2 + column) as u8
            } else {
                NONE
            }
        };
        let mut steps = Vec::new();
        let mut hops = Vec::new();
        for row in 0..wide as isize {
            for column in 0..=row {
                let pair = |(down, right): (isize, isize)| {
                    let next = at(row + down, column + right);
                    (next, at(row + 2 * down, column + 2 * right))
                };
                let ways = DIRECTIONS.map(pair);
                let bit = |&(next, _): &(u8, u8)| if next == NONE { 0 } else { 1 << next };
                steps.push(ways.iter().map(bit).sum());
                hops.push(ways);
            }
        }
        Self {
            rows,
            region: (1 << (rows * (rows + 1) / 2)) - 1,
            steps,
            hops,
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many holes marbles can lie in.
    pub fn holes(&self) -> usize {
        self.region.count_ones() as usize
    }

    /// The holes of the first so many rows from the tip.
    pub(super) const fn first_rows(rows: usize) -> u64 {
        (1 << Self::hole(rows, 0)) - 1
    }

    /// The number of a hole: rows are counted from the tip, holes in a row from its left.
    pub const fn hole(row: usize, column: usize) -> usize {
        row * (row + 1) / 2 + column
    }

    /// The same placement in the mirror.
    pub fn mirrored(&self, marbles: u64) -> u64 {
        let mut result = 0;
        let mut rest = marbles;
        for row in 0..=self.rows {
            let width = row + 1;
            let bits = rest & ((1 << width) - 1);
            rest >>= width;
            let turned = bits.reverse_bits() >> (64 - width);
            result |= turned << Self::hole(row, 0);
        }
        result
    }

    /// Where a marble can get in one move and still be in the region.
    #[inline]
    pub fn targets(&self, marbles: u64, from: usize) -> u64 {
        self.targets_within(marbles, from, u64::MAX)
    }

    /// The same without touching any but these holes on the way.
    #[inline]
    pub(super) fn targets_within(&self, marbles: u64, from: usize, touchable: u64) -> u64 {
        let others = marbles & !(1 << from);
        let mut reached = 1_u64 << from;
        let mut waiting = reached;
        while waiting != 0 {
            let hole = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for (next, behind) in self.hops[hole] {
                let can_hop = next != NONE
                    && behind != NONE
                    && others >> next & 1 == 1
                    && (others | reached | !touchable) >> behind & 1 == 0;
                if can_hop {
                    reached |= 1 << behind;
                    waiting |= 1 << behind;
                }
            }
        }
        let steps = self.steps[from] & !marbles;
        (steps & touchable | reached) & self.region & !marbles
    }

    /// Calls `visit` with every placement that one move leads to.
    #[inline]
    pub fn each_move(&self, marbles: u64, visit: impl FnMut(u64)) {
        each_move(marbles, |from| self.targets(marbles, from), visit);
    }
}
