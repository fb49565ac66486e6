//! Where the triangle before a seat's goal lies on a board.

use super::triangle::{MARBLES, MOST_ROWS, Triangle};
use longjump_rules::{Camp, Hole, Layout, Point, Seat, Setup};

/// The holes of a board that lie in the last rows before the tip of a seat's goal, by their
/// numbers in the [`Triangle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    seat: Seat,
    /// The number of each hole of the board, if it has one.
    numbers: Vec<Option<u8>>,
}

impl Region {
    /// The region of a seat; none where the goal is no triangle of ten.
    pub fn of(layout: &Layout, seat: Seat) -> Option<Self> {
        let goal = layout
            .camps
            .iter()
            .find(|camp| camp.goal_of == Some(seat))?;
        if goal.holes.len() != MARBLES {
            return None;
        }
        let point = |hole: Hole| layout.points.iter().find(|point| point.hole == hole);
        let count = layout.points.len() as f64;
        let mean = |of: fn(&Point) -> f64| layout.points.iter().map(of).sum::<f64>() / count;
        let middle = (mean(|point| point.x), mean(|point| point.y));
        let tip = tip(goal, middle, &point)?;
        let [one, other] = ways_from(tip, goal, &point)?;
        let number = |point: &Point| {
            let (x, y) = (point.x - tip.x, point.y - tip.y);
            // The point as so many steps of either way: Cramer's rule.
            let area = one.0 * other.1 - one.1 * other.0;
            let first = ((x * other.1 - y * other.0) / area).round();
            let second = ((one.0 * y - one.1 * x) / area).round();
            let is_inside = first >= 0.0 && second >= 0.0 && first + second < MOST_ROWS as f64;
            is_inside.then(|| Triangle::hole((first + second) as usize, second as usize) as u8)
        };
        let mut numbers = vec![None; layout.points.len()];
        for point in &layout.points {
            numbers[point.hole.index()] = number(point);
        }
        Some(Self { seat, numbers })
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

    /// The number of a hole in the triangle.
    pub fn number(&self, hole: Hole) -> Option<u8> {
        self.numbers[hole.index()]
    }
}

/// Neighbours are one apart.
fn are_neighbours(one: &Point, other: &Point) -> bool {
    let distance = (one.x - other.x).hypot(one.y - other.y);
    (0.5..1.2).contains(&distance)
}

/// The hole of the goal that fewest others of the whole goal lie beside, and that is
/// farthest from the middle of the board.
fn tip<'a>(
    goal: &Camp,
    middle: (f64, f64),
    point: &impl Fn(Hole) -> Option<&'a Point>,
) -> Option<&'a Point> {
    let points: Vec<&Point> = goal.holes.iter().filter_map(|&hole| point(hole)).collect();
    let from_middle = |one: &Point| (one.x - middle.0).hypot(one.y - middle.1);
    let neighbours = |one: &&&Point| {
        let beside = points.iter().filter(|other| are_neighbours(one, other));
        beside.count()
    };
    let corners = points.iter().filter(|one| neighbours(one) == 2);
    corners
        .max_by(|a, b| from_middle(a).total_cmp(&from_middle(b)))
        .copied()
}

/// The two ways along the goal's edges from its tip.
fn ways_from<'a>(
    tip: &Point,
    goal: &Camp,
    point: &impl Fn(Hole) -> Option<&'a Point>,
) -> Option<[(f64, f64); 2]> {
    let points = goal.holes.iter().filter_map(|&hole| point(hole));
    let ways: Vec<(f64, f64)> = points
        .filter(|other| are_neighbours(tip, other))
        .map(|other| (other.x - tip.x, other.y - tip.y))
        .collect();
    ways.try_into().ok()
}
