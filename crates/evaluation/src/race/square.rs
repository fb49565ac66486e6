//! The corner of a board of squares that ends in a goal, as bits from its corner on.

use super::moves::each_move;

/// The rows and columns that the pieces fill at the end.
const GOAL_SIDE: usize = 3;
/// With more there would be two thousand million placements.
pub(super) const MOST_SIDE: usize = 6;

/// The last rows and columns before the corner of an army's goal, where pieces only go
/// toward it.
///
/// Squares are numbered so that every move leads to a lower number, and that the goal is the
/// lowest bits: square after square around the corner, and in each the last one in the
/// corner opposite. So a placement keeps its bits, and its rank, in a larger square.
#[derive(Clone, Debug)]
pub struct Square {
    side: usize,
    /// For each square and both ways toward the corner the neighbour, as a bit, and the square
    /// behind it, as another; nothing where the board ends.
    ways: Vec<[(u64, u64); 2]>,
}

impl Square {
    /// How many pieces an army has.
    pub(super) const PIECES: usize = GOAL_SIDE * GOAL_SIDE;

    /// The last so many rows and columns.
    ///
    /// # Panics
    /// With fewer than the goal has, or more than there are tables for.
    pub fn new(side: usize) -> Self {
        assert!((GOAL_SIDE..=MOST_SIDE).contains(&side), "{side} rows");
        let mut ways = vec![[(0, 0); 2]; side * side];
        for column in 0..side {
            for row in 0..side {
                let bit = |column: Option<usize>, row: Option<usize>| {
                    column.zip(row).map_or(0, |(x, y)| 1 << Self::hole(x, y))
                };
                let left = |by| bit(column.checked_sub(by), Some(row));
                let down = |by| bit(Some(column), row.checked_sub(by));
                ways[Self::hole(column, row)] = [(left(1), left(2)), (down(1), down(2))];
            }
        }
        Self { side, ways }
    }

    /// How many rows, and columns, it has.
    pub fn rows(&self) -> usize {
        self.side
    }

    /// How many squares pieces can stand on.
    pub fn holes(&self) -> usize {
        self.side * self.side
    }

    /// The number of a square: columns and rows are counted from the corner.
    pub const fn hole(column: usize, row: usize) -> usize {
        if column > row {
            column * column + row
        } else if row > column {
            row * row + row + column
        } else {
            row * row + 2 * row
        }
    }

    /// Where a piece can get in one move.
    pub fn targets(&self, pieces: u64, from: usize) -> u64 {
        let mut steps = 0;
        for (next, _) in self.ways[from] {
            steps |= next & !pieces;
        }
        let mut hops = 0;
        let mut waiting = 1_u64 << from;
        while waiting != 0 {
            let square = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for (next, behind) in self.ways[square] {
                if pieces & next != 0 && (pieces | hops) & behind == 0 {
                    hops |= behind;
                    waiting |= behind;
                }
            }
        }
        steps | hops
    }

    /// Calls `visit` with every placement that one move leads to.
    #[inline]
    pub fn each_move(&self, pieces: u64, visit: impl FnMut(u64)) {
        each_move(pieces, |from| self.targets(pieces, from), visit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, GoalArea, Layer, NEVER, Region, Shape, placement, rank};
    use super::*;
    use longjump_games::corners::Corners;
    use longjump_rules::{Game, Move, PositionExt, Seat};
    use std::collections::{HashMap, HashSet};
    use std::sync::atomic::{AtomicBool, AtomicU64};

    fn random_placements(side: usize, count: usize) -> Vec<u64> {
        let mut random = fastrand::Rng::with_seed(9);
        let all = GoalArea::new(Shape::Square, side).placements();
        let one = |_| placement(random.u64(..all), Square::PIECES);
        (0..count).map(one).collect()
    }

    #[test]
    fn squares_around_the_corner_have_the_lowest_numbers() {
        for side in 1..=MOST_SIDE {
            let all = (0..side).flat_map(|column| (0..side).map(move |row| (column, row)));
            let mut numbers: Vec<usize> = all.map(|(x, y)| Square::hole(x, y)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..side * side));
        }
    }

    #[test]
    fn every_move_leads_to_a_lower_rank() {
        let square = Square::new(6);
        for pieces in random_placements(6, 2000) {
            square.each_move(pieces, |next| assert!(rank(next) < rank(pieces)));
        }
    }

    /// The opponent is one step from filling its goal, far away.
    #[test]
    fn moves_are_those_of_corners() {
        let game = Corners::GAME;
        let layout = game.layout();
        let region = |seat| Region::of(&layout, seat).expect("a square");
        let (own, others) = (region(Seat::FIRST), region(Seat::new(1)));
        let nearly_there =
            ((1 << Square::PIECES) - 1) & !(1 << Square::hole(2, 0)) | 1 << Square::hole(3, 0);
        let square = Square::new(5);
        for pieces in random_placements(5, 500) {
            let mut setup = game.setup_of(&game.start());
            for hole in layout.points.iter().map(|point| point.hole) {
                let is_in = |army: u64, region: &Region| {
                    region
                        .number(hole)
                        .is_some_and(|number| army >> number & 1 == 1)
                };
                let first = is_in(pieces, &own).then_some(Seat::FIRST);
                let second = is_in(nearly_there, &others).then_some(Seat::new(1));
                setup.pieces[hole.index()] = first.or(second);
            }
            let position = game.position_from(&setup).expect("a position");
            let number = |hole| own.number(hole).expect("nobody goes back");
            let moved = |mv: &Move| pieces & !(1 << number(mv.from())) | 1 << number(mv.to());
            let expect: HashSet<u64> = position.moves().iter().map(moved).collect();
            let mut found = HashSet::new();
            square.each_move(pieces, |next| {
                found.insert(next);
            });
            assert_eq!(found, expect);
        }
    }

    /// Forward, with what was found remembered.
    fn slow_distance(
        square: &Square,
        pieces: u64,
        known: &mut HashMap<u64, Option<u32>>,
    ) -> Option<u32> {
        if pieces == (1 << Square::PIECES) - 1 {
            return Some(0);
        }
        if let Some(&distance) = known.get(&pieces) {
            return distance;
        }
        let mut next = Vec::new();
        square.each_move(pieces, |pieces| next.push(pieces));
        let distances = next
            .into_iter()
            .filter_map(|it| slow_distance(square, it, known));
        let distance = distances.min().map(|nearest| nearest + 1);
        known.insert(pieces, distance);
        distance
    }

    #[test]
    fn distances_are_those_of_a_forward_search() {
        let mut builder = Builder::new(GoalArea::new(Shape::Square, 4));
        let (stop, looked_at) = (AtomicBool::new(false), AtomicU64::new(0));
        assert_eq!(builder.step(1, &stop, &looked_at), Layer::Finished);
        assert_eq!(builder.contradictions(2, &stop, &looked_at), 0);
        let distances = builder.distances();
        assert!(distances.contains(&NEVER), "some armies are stuck");
        let (square, mut known) = (Square::new(4), HashMap::new());
        for number in 0..distances.len() as u64 {
            let pieces = placement(number, Square::PIECES);
            let distance = slow_distance(&square, pieces, &mut known);
            let expect = distance.map_or(NEVER, |moves| moves as u8);
            assert_eq!(distances[number as usize], expect, "{pieces:b}");
        }
        let mut damaged = distances;
        damaged[500] = NEVER - 1;
        let damaged = Builder::resume(GoalArea::new(Shape::Square, 4), damaged, 0);
        assert!(damaged.contradictions(1, &stop, &looked_at) > 0);
    }
}
