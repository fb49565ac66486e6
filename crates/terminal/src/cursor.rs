//! Where the keyboard points: arrow keys lead from row to row and along rows.

use longjump_rules::{Hole, Layout, Point};

/// Rows closer than this are one.
const SAME_ROW: f64 = 0.1;

/// An arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// The hole pointed at. Going up and down it keeps to one column as far as the
/// rows allow, though on the star every other row is half a hole off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cursor {
    pub(crate) hole: Hole,
    column: f64,
}

impl Cursor {
    pub(crate) fn at(layout: &Layout, hole: Hole) -> Self {
        let column = layout.points[hole.index()].x;
        Self { hole, column }
    }

    /// The cursor after an arrow key: where it was if there is nothing that way.
    pub(crate) fn moved(self, layout: &Layout, direction: Direction) -> Self {
        let here = &layout.points[self.hole.index()];
        let is_beyond = |point: &&Point| match direction {
            Direction::Up => point.y > here.y + SAME_ROW,
            Direction::Down => point.y < here.y - SAME_ROW,
            Direction::Left => is_same_row(point, here) && point.x < here.x,
            Direction::Right => is_same_row(point, here) && point.x > here.x,
        };
        let vertical = matches!(direction, Direction::Up | Direction::Down);
        let column = if vertical { self.column } else { here.x };
        let nearest = layout
            .points
            .iter()
            .filter(|point| point.playable)
            .filter(is_beyond)
            .min_by(|a, b| {
                let rows = |point: &Point| (point.y - here.y).abs();
                let columns = |point: &Point| (point.x - column).abs();
                let by_row = if is_same_row(a, b) {
                    std::cmp::Ordering::Equal
                } else {
                    rows(a).total_cmp(&rows(b))
                };
                by_row.then(columns(a).total_cmp(&columns(b)))
            });
        match nearest {
            None => self,
            Some(point) if vertical => Self {
                hole: point.hole,
                column,
            },
            Some(point) => Self::at(layout, point.hole),
        }
    }
}

fn is_same_row(a: &Point, b: &Point) -> bool {
    (a.y - b.y).abs() < SAME_ROW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{session, specs};
    use std::collections::BTreeSet;

    const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];

    #[test]
    fn arrow_keys_reach_every_hole_of_every_game() {
        for spec in specs() {
            let session = session(&spec);
            let mut open = vec![session.cursor];
            let mut reached = BTreeSet::from([session.cursor.hole.index()]);
            while let Some(cursor) = open.pop() {
                for direction in ALL {
                    let next = cursor.moved(&session.layout, direction);
                    if reached.insert(next.hole.index()) {
                        open.push(next);
                    }
                }
            }
            let playable = session.layout.points.iter().filter(|point| point.playable);
            assert_eq!(reached.len(), playable.count(), "{spec}");
        }
    }

    #[test]
    fn going_up_the_star_stays_in_the_middle() {
        let layout = session("star").layout;
        let hole = |name: &str| {
            let point = layout.points.iter().find(|point| point.name == name);
            point.expect("a hole").hole
        };
        let mut cursor = Cursor::at(&layout, hole("m1"));
        for _ in 0..16 {
            cursor = cursor.moved(&layout, Direction::Up);
        }
        assert_eq!(cursor.hole, hole("e17"));
        assert_eq!(cursor.moved(&layout, Direction::Up), cursor);
    }
}
