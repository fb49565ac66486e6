//! Where a table knows the distances, and how pieces move there.

use super::rank::placements;
use super::square::{MOST_SIDE, Square};
use super::triangle::{MARBLES, MOST_ROWS, Triangle};
use std::ops::RangeInclusive;

/// The games that tables are for, by the shape of their goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Star and diamond: the last rows before a tip.
    Triangle,
    /// Corners: the last rows and columns before a corner.
    Square,
}

impl Shape {
    /// How many rows a table can have.
    pub const fn rows(self) -> RangeInclusive<usize> {
        match self {
            Self::Triangle => 4..=MOST_ROWS,
            Self::Square => 3..=MOST_SIDE,
        }
    }
}

/// A part of a board that ends in a goal.
#[derive(Clone, Debug)]
pub enum GoalArea {
    /// For star and diamond; every move can be taken back.
    Triangle(Triangle),
    /// For corners; every move leads to a placement of lower rank.
    Square(Square),
}

impl GoalArea {
    /// So many rows of a shape, which must be one of [`Shape::rows`].
    pub fn new(shape: Shape, rows: usize) -> Self {
        match shape {
            Shape::Triangle => Self::Triangle(Triangle::new(rows)),
            Shape::Square => Self::Square(Square::new(rows)),
        }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Triangle(_) => Shape::Triangle,
            Self::Square(_) => Shape::Square,
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        match self {
            Self::Triangle(triangle) => triangle.rows(),
            Self::Square(square) => square.rows(),
        }
    }

    /// How many holes pieces can lie in.
    pub fn holes(&self) -> usize {
        match self {
            Self::Triangle(triangle) => triangle.holes(),
            Self::Square(square) => square.holes(),
        }
    }

    /// How many pieces an army has.
    pub fn pieces(&self) -> usize {
        match self {
            Self::Triangle(_) => MARBLES,
            Self::Square(_) => Square::PIECES,
        }
    }

    /// How many placements there are.
    pub fn placements(&self) -> u64 {
        placements(self.holes(), self.pieces())
    }

    /// Calls `visit` with every placement that one move leads to.
    #[inline]
    pub fn each_move(&self, pieces: u64, visit: impl FnMut(u64)) {
        match self {
            Self::Triangle(triangle) => triangle.each_move(pieces, visit),
            Self::Square(square) => square.each_move(pieces, visit),
        }
    }
}
