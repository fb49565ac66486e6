//! One army alone on the board: a short way from one placement to the goal.
//!
//! Two beams grow toward each other, one from where the army is and one, as moves can be
//! reversed, from the goal. A beam keeps of each layer only the placements that are farthest
//! on, so what is found may not be the shortest way; from home it is, at a width of a
//! thousand.

use super::rhombus::Rhombus;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// No army needs fewer moves from home to goal: George Bell, The Shortest Game of Chinese
/// Checkers and Related Problems, <https://arxiv.org/abs/0803.1245>.
pub const SHORTEST_CROSSING: usize = 27;

/// More layers than any army needs; who has not met by then never will.
const MOST_LAYERS: usize = 64;

/// Placements that can be reached from one, up to mirroring, with the number of moves.
struct Beam {
    found: HashMap<u128, usize>,
    /// Those of the last layer.
    edge: Vec<u128>,
    depth: usize,
    /// Whether farther on means toward the goal.
    is_forward: bool,
}

/// A placement or its mirror image, always the same one of both.
fn either_side(marbles: u128) -> u128 {
    marbles.min(Rhombus::mirrored(marbles))
}

impl Beam {
    fn new(from: u128, is_forward: bool) -> Self {
        let from = either_side(from);
        Self {
            found: HashMap::from([(from, 0)]),
            edge: vec![from],
            depth: 0,
            is_forward,
        }
    }

    /// All new placements one move from the edge.
    fn next_layer(&self, rhombus: &Rhombus) -> Vec<u128> {
        let mut layer = Vec::new();
        for &marbles in &self.edge {
            rhombus.each_move(marbles, |next| layer.push(either_side(next)));
        }
        layer.sort_unstable();
        layer.dedup();
        layer.retain(|marbles| !self.found.contains_key(marbles));
        layer
    }

    /// Goes on with the `width` best of a layer.
    fn keep(&mut self, mut layer: Vec<u128>, width: usize) {
        self.depth += 1;
        if self.is_forward {
            layer.sort_by_cached_key(|&marbles| std::cmp::Reverse(Rhombus::rows_of(marbles)));
        } else {
            layer.sort_by_cached_key(|&marbles| Rhombus::rows_of(marbles));
        }
        layer.truncate(width);
        let depth = self.depth;
        self.found
            .extend(layer.iter().map(|&marbles| (marbles, depth)));
        self.edge = layer;
    }

    /// From a placement that was found, or is one move beyond, to where the beam began, which
    /// may come out in the mirror.
    fn way_back(&self, rhombus: &Rhombus, from: u128, depth: usize) -> Vec<u128> {
        let mut way = vec![from];
        let mut marbles = from;
        for depth in (0..depth).rev() {
            let mut before = None;
            rhombus.each_move(marbles, |next| {
                if self.found.get(&either_side(next)) == Some(&depth) {
                    before = Some(next);
                }
            });
            marbles = before.expect("every layer comes from the one before");
            way.push(marbles);
        }
        way
    }
}

/// A short way to the goal: all placements from `start` to the filled goal, one move apart.
/// None if stopped, or if beams of this width pass each other by.
pub fn way_to_goal(
    rhombus: &Rhombus,
    start: u128,
    width: usize,
    stop: &AtomicBool,
) -> Option<Vec<u128>> {
    if either_side(start) == either_side(Rhombus::GOAL) {
        return Some(vec![start]);
    }
    let mut beams = [Beam::new(start, true), Beam::new(Rhombus::GOAL, false)];
    for turn in 0..2 * MOST_LAYERS {
        if stop.load(Relaxed) {
            return None;
        }
        let (this, other) = (turn % 2, 1 - turn % 2);
        let layer = beams[this].next_layer(rhombus);
        let meeting = layer
            .iter()
            .filter_map(|&marbles| Some((*beams[other].found.get(&marbles)?, marbles)))
            .min();
        if let Some((beyond, marbles)) = meeting {
            let mut depths = [0; 2];
            depths[this] = beams[this].depth + 1;
            depths[other] = beyond;
            return Some(joined(rhombus, &beams, start, marbles, depths));
        }
        beams[this].keep(layer, width);
    }
    None
}

/// The whole way through a placement where both beams have met.
fn joined(
    rhombus: &Rhombus,
    beams: &[Beam; 2],
    start: u128,
    meeting: u128,
    depths: [usize; 2],
) -> Vec<u128> {
    let mut way = beams[0].way_back(rhombus, meeting, depths[0]);
    way.reverse();
    way.extend(
        beams[1]
            .way_back(rhombus, meeting, depths[1])
            .into_iter()
            .skip(1),
    );
    if way[0] != start {
        for marbles in &mut way {
            *marbles = Rhombus::mirrored(*marbles);
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{MARBLES, RHOMBUS_HOLES, standard};

    fn way(start: u128, width: usize) -> Vec<u128> {
        let rhombus = Rhombus::default();
        let way = way_to_goal(&rhombus, start, width, &AtomicBool::new(false)).expect("a way");
        assert_eq!((way[0], way.last()), (start, Some(&Rhombus::GOAL)));
        for pair in way.windows(2) {
            let mut is_move = false;
            rhombus.each_move(pair[0], |next| is_move |= next == pair[1]);
            assert!(is_move, "{:081b} to {:081b}", pair[0], pair[1]);
        }
        way
    }

    #[test]
    fn an_army_crosses_in_as_few_moves_as_can_be() {
        assert_eq!(way(Rhombus::HOME, 1000).len() - 1, SHORTEST_CROSSING);
    }

    #[test]
    fn a_full_goal_needs_no_moves() {
        assert_eq!(way(Rhombus::GOAL, 1), [Rhombus::GOAL]);
    }

    #[test]
    fn who_stops_gets_nothing() {
        let stopped = AtomicBool::new(true);
        let way = way_to_goal(&Rhombus::default(), Rhombus::HOME, 10, &stopped);
        assert_eq!(way, None);
    }

    /// A way may leave the table's rows and be shorter for it, or be longer because the beam
    /// is narrow; neither happens often.
    #[test]
    fn ways_on_the_last_rows_are_about_as_long_as_the_table_says() {
        let table = standard().expect("it comes with the program");
        let mut random = fastrand::Rng::with_seed(3);
        let is_near = |hole: &usize| Rhombus::triangle_hole(*hole).is_some_and(|it| it < 28);
        let corner: Vec<usize> = (0..RHOMBUS_HOLES).filter(is_near).collect();
        let (mut moves, mut in_table) = (0, 0);
        for _ in 0..20 {
            let chosen = random.choose_multiple(corner.iter(), MARBLES);
            let start = chosen.into_iter().fold(0, |all, hole| all | 1 << hole);
            let inside = Rhombus::in_triangle(start).expect("inside");
            moves += way(start, 500).len() - 1;
            in_table += usize::from(table.distance(inside).expect("known"));
        }
        let is_about = (in_table - 2..in_table + 6).contains(&moves);
        assert!(is_about, "{moves}, in the table {in_table}");
    }
}
