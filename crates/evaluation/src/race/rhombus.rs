//! The whole board of one army of the star, from the tip of its home to that of its goal.

use super::region::from_tip;
use super::triangle::{MOST_ROWS, Triangle};
use longjump_rules::{Hole, Layout, Seat};

/// How many holes a side has.
const SIDE: usize = 9;
/// How many holes there are.
pub const RHOMBUS_HOLES: usize = SIDE * SIDE;
/// How many rows there are from tip to tip.
pub(super) const RHOMBUS_ROWS: usize = 2 * SIDE - 1;
/// The rows of home and goal.
const CAMP_ROWS: usize = 4;

/// Neighbours of a hole: steps along both sides.
const DIRECTIONS: [(isize, isize); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

/// The 81 holes that an army of the star may land in: a rhombus that stands on the tip of its
/// home.
///
/// Holes are numbered from the home's tip, 0, to the goal's, 80, side by side with one edge;
/// a placement has a bit for each. So turning the board by half is turning its bits around.
#[derive(Clone, Debug)]
pub struct Rhombus {
    /// The neighbours of each hole.
    steps: [u128; RHOMBUS_HOLES],
    /// For each hole and direction the neighbour, as a bit, and the hole behind it; a
    /// direction that leads off the board has no bit, so that nothing ever lies there.
    hops: [[(u128, u8); 6]; RHOMBUS_HOLES],
}

impl Default for Rhombus {
    fn default() -> Self {
        let at = |(across, up): (isize, isize)| {
            let sides = 0..SIDE as isize;
            let is_inside = sides.contains(&across) && sides.contains(&up);
            is_inside.then_some((across * SIDE as isize + up) as usize)
        };
        let mut rhombus = Self {
            steps: [0; RHOMBUS_HOLES],
            hops: [[(0, 0); 6]; RHOMBUS_HOLES],
        };
        for hole in 0..RHOMBUS_HOLES {
            let (across, up) = ((hole / SIDE) as isize, (hole % SIDE) as isize);
            for (way, (x, y)) in DIRECTIONS.into_iter().enumerate() {
                let next = at((across + x, up + y)).map_or(0, |next| 1 << next);
                rhombus.steps[hole] |= next;
                if let Some(behind) = at((across + 2 * x, up + 2 * y)) {
                    rhombus.hops[hole][way] = (next, behind as u8);
                }
            }
        }
        rhombus
    }
}

impl Rhombus {
    /// The army at home.
    pub const HOME: u128 = rows(0, CAMP_ROWS);
    /// The army in its goal.
    pub const GOAL: u128 = rows(RHOMBUS_ROWS - CAMP_ROWS, RHOMBUS_ROWS);

    /// How many steps a hole is from the home's tip along one edge.
    pub const fn across(hole: usize) -> usize {
        hole / SIDE
    }

    /// The same along the other edge.
    pub const fn up(hole: usize) -> usize {
        hole % SIDE
    }

    /// The row of a hole, counted from the home's tip.
    #[inline]
    pub const fn row(hole: usize) -> usize {
        Self::across(hole) + Self::up(hole)
    }

    /// The hole on the other side of the line from tip to tip.
    const fn beside(hole: usize) -> usize {
        Self::up(hole) * SIDE + Self::across(hole)
    }

    /// The rows of all marbles together.
    pub fn rows_of(marbles: u128) -> usize {
        bits(marbles).map(Self::row).sum()
    }

    /// The same placement after half a turn of the board.
    #[cfg(test)]
    const fn turned(marbles: u128) -> u128 {
        marbles.reverse_bits() >> (u128::BITS as usize - RHOMBUS_HOLES)
    }

    /// The same placement in the mirror.
    pub fn mirrored(marbles: u128) -> u128 {
        bits(marbles).fold(0, |all, hole| all | 1 << Self::beside(hole))
    }

    /// Where a marble can get in one move.
    #[inline]
    pub fn targets(&self, marbles: u128, from: usize) -> u128 {
        let others = marbles & !(1 << from);
        let mut reached = 1_u128 << from;
        let mut waiting = reached;
        while waiting != 0 {
            let hole = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for (next, behind) in self.hops[hole] {
                if others & next != 0 && (others | reached) >> behind & 1 == 0 {
                    reached |= 1 << behind;
                    waiting |= 1 << behind;
                }
            }
        }
        (self.steps[from] | reached) & !marbles
    }

    /// Calls `visit` with every placement that one move leads to.
    #[inline]
    pub fn each_move(&self, marbles: u128, mut visit: impl FnMut(u128)) {
        for from in bits(marbles) {
            let without = marbles & !(1 << from);
            let mut targets = self.targets(marbles, from);
            while targets != 0 {
                visit(without | (targets & targets.wrapping_neg()));
                targets &= targets - 1;
            }
        }
    }

    /// The number that a hole has in the [`Triangle`] before the goal, if it is in it.
    pub(super) fn triangle_hole(hole: usize) -> Option<usize> {
        let row = RHOMBUS_ROWS - 1 - Self::row(hole);
        let column = SIDE - 1 - hole % SIDE;
        (row < MOST_ROWS).then(|| Triangle::hole(row, column))
    }

    /// The same placement in the [`Triangle`] before the goal, if all marbles are in it.
    #[cfg(test)]
    pub(super) fn in_triangle(marbles: u128) -> Option<u64> {
        let place = |all: u64, hole| Some(all | 1 << Self::triangle_hole(hole)?);
        bits(marbles).try_fold(0, place)
    }

    /// A placement in the [`Triangle`] before the goal as one on the whole board.
    pub fn from_triangle(marbles: u64) -> u128 {
        let is_there = |hole: &usize| {
            Self::triangle_hole(*hole).is_some_and(|number| marbles >> number & 1 == 1)
        };
        let holes = (0..RHOMBUS_HOLES).filter(is_there);
        holes.fold(0, |all, hole| all | 1 << hole)
    }

    /// The holes of a star's board in the order of their numbers for a seat; none where the
    /// board is no such rhombus for it.
    pub fn holes_on(layout: &Layout, seat: Seat) -> Option<[Hole; RHOMBUS_HOLES]> {
        let mut holes = [None; RHOMBUS_HOLES];
        for (place, point) in from_tip(layout, seat)?.into_iter().zip(&layout.points) {
            let sides = 0..SIDE as i32;
            if sides.contains(&place.0) && sides.contains(&place.1) {
                let number = place.0 as usize * SIDE + place.1 as usize;
                holes[RHOMBUS_HOLES - 1 - number] = Some(point.hole);
            }
        }
        let is_whole = holes.iter().all(Option::is_some);
        is_whole.then(|| holes.map(|hole| hole.unwrap_or(Hole::new(0))))
    }
}

/// All holes of the rows from one to before another.
const fn rows(from: usize, to: usize) -> u128 {
    let mut all = 0;
    let mut hole = 0;
    while hole < RHOMBUS_HOLES {
        if Rhombus::row(hole) >= from && Rhombus::row(hole) < to {
            all |= 1 << hole;
        }
        hole += 1;
    }
    all
}

/// The holes of a placement.
pub(super) fn bits(mut marbles: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let hole = (marbles != 0).then(|| marbles.trailing_zeros() as usize)?;
        marbles &= marbles - 1;
        Some(hole)
    })
}

#[cfg(test)]
mod tests {
    use super::super::MARBLES;
    use super::*;
    use longjump_games::star::Star;
    use longjump_rules::{Game, PositionExt, Settings};
    use std::collections::HashSet;

    fn random_army(random: &mut fastrand::Rng, holes: &[usize]) -> u128 {
        let chosen = random.choose_multiple(holes.iter(), MARBLES);
        chosen.into_iter().fold(0, |all, hole| all | 1 << hole)
    }

    #[test]
    fn home_and_goal_are_each_others_half_turn() {
        assert_eq!(Rhombus::HOME.count_ones() as usize, MARBLES);
        assert_eq!(Rhombus::turned(Rhombus::HOME), Rhombus::GOAL);
        assert_eq!(Rhombus::mirrored(Rhombus::HOME), Rhombus::HOME);
        assert_eq!(Rhombus::rows_of(Rhombus::HOME), 20);
    }

    /// The other two of three seats lie where an army of the first can't land nor hop over.
    #[test]
    fn moves_are_those_of_the_star() {
        let settings = Settings::from_pairs(vec![("seats", "3".to_owned())]);
        let game = Star::configure(&settings).expect("a game");
        let holes = Rhombus::holes_on(&game.layout(), Seat::FIRST).expect("a rhombus");
        let rhombus = Rhombus::default();
        let mut random = fastrand::Rng::with_seed(5);
        let everywhere: Vec<usize> = (0..RHOMBUS_HOLES).collect();
        for _ in 0..2000 {
            let marbles = random_army(&mut random, &everywhere);
            let mut setup = game.setup_of(&game.start());
            for (number, hole) in holes.iter().enumerate() {
                let is_there = marbles >> number & 1 == 1;
                setup.pieces[hole.index()] = is_there.then_some(Seat::FIRST);
            }
            let position = game.position_from(&setup).expect("a position");
            let number = |hole| holes.iter().position(|&other| other == hole).expect("here");
            let expect: HashSet<u128> = position
                .moves()
                .iter()
                .map(|mv| marbles & !(1 << number(mv.from())) | 1 << number(mv.to()))
                .collect();
            let mut found = HashSet::new();
            rhombus.each_move(marbles, |next| {
                found.insert(next);
            });
            assert_eq!(found, expect);
        }
    }

    /// The last rows before the tip are a [`Triangle`].
    #[test]
    fn moves_in_the_corner_are_those_of_the_triangle() {
        let (rhombus, triangle) = (Rhombus::default(), Triangle::new(7));
        let mut random = fastrand::Rng::with_seed(6);
        let in_corner = |hole: &usize| Rhombus::triangle_hole(*hole).is_some_and(|it| it < 28);
        let corner: Vec<usize> = (0..RHOMBUS_HOLES).filter(in_corner).collect();
        for _ in 0..2000 {
            let marbles = random_army(&mut random, &corner);
            let inside = Rhombus::in_triangle(marbles).expect("inside");
            assert_eq!(Rhombus::from_triangle(inside), marbles);
            let mut expect = HashSet::new();
            triangle.each_move(inside, |next| {
                expect.insert(next);
            });
            let mut found = HashSet::new();
            rhombus.each_move(marbles, |next| {
                let inside = Rhombus::in_triangle(next).filter(|it| it >> 28 == 0);
                found.extend(inside);
            });
            assert_eq!(found, expect);
        }
    }
}
