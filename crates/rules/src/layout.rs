//! A board as data: enough to draw it without knowing its game.

use crate::{Hole, Seat};

/// How the places of a board look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Round holes joined by lines; marbles lie in them.
    Holes,
    /// Squares side by side; pieces stand on them.
    Squares,
}

/// One place of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Which hole it is.
    pub hole: Hole,
    /// Its name in notation.
    pub name: String,
    /// To the right, in units of the distance between neighbours.
    pub x: f64,
    /// Upwards, in the same units.
    pub y: f64,
    /// On squares: whether it is one of the dark ones.
    pub dark: bool,
    /// Whether a piece can ever stand here.
    pub playable: bool,
}

/// A part of the board that belongs together, such as a point of the star.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Camp {
    /// Its holes.
    pub holes: Vec<Hole>,
    /// The seat that starts here.
    pub home_of: Option<Seat>,
    /// The seat that wants to get here.
    pub goal_of: Option<Seat>,
}

/// Points with coordinates, the lines between them, and the camps.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// How points are drawn.
    pub surface: Surface,
    /// Every place, by hole index.
    pub points: Vec<Point>,
    /// Pairs of neighbouring holes to join by a line.
    pub lines: Vec<(Hole, Hole)>,
    /// Homes and goals.
    pub camps: Vec<Camp>,
}

impl Layout {
    /// Whether two places are next to each other, along a line or a diagonal.
    pub fn are_neighbours(&self, one: Hole, other: Hole) -> bool {
        let [one, other] = [one, other].map(|hole| &self.points[hole.index()]);
        // A square's diagonal is 1.42 long; the nearest hop is 1.73 away.
        (one.x - other.x).hypot(one.y - other.y) < 1.5
    }

    /// The left, bottom, right and top edge of all points' centres.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        let start = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        self.points
            .iter()
            .fold(start, |(left, bottom, right, top), p| {
                (left.min(p.x), bottom.min(p.y), right.max(p.x), top.max(p.y))
            })
    }
}
