//! Where the triangle or the square before a seat's goal lies on a board.

use super::goal_area::Shape;
use super::square::{MOST_SIDE, Square};
use super::triangle::{MARBLES, MOST_ROWS, Triangle};
use longjump_rules::{Camp, Hole, Layout, Point, Seat, Setup, Surface};

/// The holes of a board that lie in the last rows before the tip of a seat's goal, by their
/// numbers in the [`Triangle`] or the [`Square`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    seat: Seat,
    shape: Shape,
    /// The number of each hole of the board, if it has one.
    numbers: Vec<Option<u8>>,
}

impl Region {
    /// The region of a seat; none where the goal is no triangle of ten and no square of nine.
    pub fn of(layout: &Layout, seat: Seat) -> Option<Self> {
        let shape = match (layout.surface, goal_of(layout, seat)?.holes.len()) {
            (Surface::Holes, MARBLES) => Shape::Triangle,
            (Surface::Squares, Square::PIECES) => Shape::Square,
            _ => return None,
        };
        let number = |(first, second): (i32, i32)| {
            let (first, second) = (usize::try_from(first).ok()?, usize::try_from(second).ok()?);
            let number = match shape {
                Shape::Triangle if first + second < MOST_ROWS => {
                    Triangle::hole(first + second, second)
                }
                Shape::Square if first.max(second) < MOST_SIDE => Square::hole(first, second),
                _ => return None,
            };
            Some(number as u8)
        };
        let mut numbers = vec![None; layout.points.len()];
        for (place, point) in from_tip(layout, seat)?.into_iter().zip(&layout.points) {
            numbers[point.hole.index()] = number(place);
        }
        Some(Self {
            seat,
            shape,
            numbers,
        })
    }

    /// Which tables are about it.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The seat's marbles as bits, if all are in the region.
    pub fn marbles(&self, setup: &Setup) -> Option<u64> {
        let mut marbles = 0;
        for (piece, number) in setup.pieces.iter().zip(&self.numbers) {
            if *piece == Some(self.seat) {
                marbles |= 1 << (*number)?;
            }
        }
        Some(marbles)
    }

    /// The number of a hole in the triangle or the square.
    pub fn number(&self, hole: Hole) -> Option<u8> {
        self.numbers[hole.index()]
    }
}

fn goal_of(layout: &Layout, seat: Seat) -> Option<&Camp> {
    layout.camps.iter().find(|camp| camp.goal_of == Some(seat))
}

/// How far each point of a board is from the tip of a seat's goal, as steps along the two
/// lines that lead away from it; none where the goal has no such tip.
pub(super) fn from_tip(layout: &Layout, seat: Seat) -> Option<Vec<(i32, i32)>> {
    let goal = goal_of(layout, seat)?;
    let point = |hole: Hole| &layout.points[hole.index()];
    let beside = |one: Hole| {
        // Along a line: a square's diagonal is longer.
        let is_beside = move |other: &Hole| {
            let (one, other) = (point(one), point(*other));
            let distance = (one.x - other.x).hypot(one.y - other.y);
            0.5 < distance && distance < 1.2
        };
        goal.holes.iter().copied().filter(is_beside)
    };
    // Of the goal's corners the tip is the one farthest from the board's middle.
    let count = layout.points.len() as f64;
    let mean = |of: fn(&Point) -> f64| layout.points.iter().map(of).sum::<f64>() / count;
    let middle = (mean(|point| point.x), mean(|point| point.y));
    let from_middle = |&hole: &Hole| {
        let point = point(hole);
        (point.x - middle.0).hypot(point.y - middle.1)
    };
    let corners = goal
        .holes
        .iter()
        .copied()
        .filter(|&hole| beside(hole).count() == 2);
    let tip = corners.max_by(|a, b| from_middle(a).total_cmp(&from_middle(b)))?;
    let ways: Vec<(f64, f64)> = beside(tip)
        .map(|other| (point(other).x - point(tip).x, point(other).y - point(tip).y))
        .collect();
    let [one, other] = ways[..] else {
        return None;
    };
    let tip = point(tip);
    // A point as so many steps of either way: Cramer's rule.
    let steps = |point: &Point| {
        let (x, y) = (point.x - tip.x, point.y - tip.y);
        let area = one.0 * other.1 - one.1 * other.0;
        let first = ((x * other.1 - y * other.0) / area).round();
        let second = ((one.0 * y - one.1 * x) / area).round();
        (first as i32, second as i32)
    };
    Some(layout.points.iter().map(steps).collect())
}
