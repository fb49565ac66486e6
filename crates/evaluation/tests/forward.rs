//! Distances of the table in the program against a search forward with the star's own moves,
//! which knows neither triangles nor ranks.
//!
//! It takes minutes: `cargo test --release -p longjump-evaluation --test forward -- --ignored`.

use longjump_evaluation::race::{MARBLES, Region, placement, placements, standard};
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_rules::{Game, Hole, Move, Position, PositionExt, Seat, Settings, Setup};
use std::collections::{HashMap, HashSet};

const ROWS: usize = 7;
/// From how far the goal is looked for; nearer placements are known.
const PERIMETER: u8 = 8;

/// A star with one army that matters. The other stands far away, with a marble that has not
/// arrived so that the game is not over.
struct Alone {
    star: Star,
    region: Region,
    holes: u128,
    other: Vec<Hole>,
}

impl Alone {
    fn new() -> Self {
        let star = Star::configure(&Settings::default()).expect("the usual star");
        let layout = star.layout();
        let [region, others] =
            [0, 1].map(|seat| Region::of(&layout, Seat::new(seat)).expect("a region"));
        let numbered = |region: &Region, below: usize| -> Vec<Hole> {
            let holes = layout.points.iter().map(|point| point.hole);
            let is_inside = |hole: &Hole| {
                region
                    .number(*hole)
                    .is_some_and(|it| usize::from(it) < below)
            };
            holes.filter(is_inside).collect()
        };
        let holes = numbered(&region, ROWS * (ROWS + 1) / 2);
        let holes = holes.iter().fold(0, |all, hole| all | 1 << hole.index());
        let mut other = numbered(&others, 11);
        other.retain(|&hole| others.number(hole) != Some(9));
        Self {
            star,
            region,
            holes,
            other,
        }
    }

    fn position(&self, marbles: u64) -> Race {
        let layout = self.star.layout();
        let mut setup = Setup::empty(layout.points.len(), 2);
        for hole in layout.points.iter().map(|point| point.hole) {
            let number = self.region.number(hole);
            if number.is_some_and(|number| marbles >> number & 1 == 1) {
                setup.pieces[hole.index()] = Some(Seat::FIRST);
            }
        }
        for hole in &self.other {
            setup.pieces[hole.index()] = Some(Seat::new(1));
        }
        self.star.position_from(&setup).expect("a position")
    }

    /// The positions that one move leads to, the other army waiting.
    fn nexts(&self, position: &Race) -> Vec<Race> {
        let moves = position.moves();
        let inside = moves
            .iter()
            .filter(|mv| self.holes >> mv.to().index() & 1 == 1);
        let next = |mv: &Move| {
            let mut next = *position;
            next.play(*mv);
            if next.standings().is_none() {
                next.play(Move::PASS);
            }
            next
        };
        inside.map(next).collect()
    }

    /// All placements within so many moves of a place from which one move fills the goal, by
    /// their distance. Moves can be reversed, so they are those that can be reached from it.
    fn perimeter(&self) -> HashMap<u128, u8> {
        // The goal itself is the end of a game, so the layer before it is where this begins:
        // a full goal with one marble taken back.
        let mut layer: Vec<Race> = (0..ROWS * (ROWS + 1) / 2)
            .flat_map(|to| (0..10).map(move |from| (from, to)))
            .filter(|&(_, to)| to >= 10)
            .map(|(from, to)| self.position(0x3ff & !(1 << from) | 1 << to))
            .filter(|position| {
                self.nexts(position)
                    .iter()
                    .any(|it| it.standings().is_some())
            })
            .collect();
        let mut known: HashMap<u128, u8> = HashMap::new();
        known.extend(layer.iter().map(|it| (it.marbles(Seat::FIRST), 1)));
        for distance in 2..=PERIMETER {
            let mut next_layer = Vec::new();
            for position in &layer {
                for next in self.nexts(position) {
                    if next.standings().is_some() {
                        continue;
                    }
                    known.entry(next.marbles(Seat::FIRST)).or_insert_with(|| {
                        next_layer.push(next);
                        distance
                    });
                }
            }
            layer = next_layer;
        }
        known
    }

    fn distance(&self, marbles: u64, perimeter: &HashMap<u128, u8>) -> u8 {
        let start = self.position(marbles);
        let mut seen = HashSet::from([start.marbles(Seat::FIRST)]);
        let mut layer = vec![start];
        for moves in 0.. {
            let near = |position: &Race| perimeter.get(&position.marbles(Seat::FIRST));
            if let Some(left) = layer.iter().filter_map(near).min() {
                return moves + left;
            }
            let mut next_layer = Vec::new();
            for position in &layer {
                for next in self.nexts(position) {
                    if seen.insert(next.marbles(Seat::FIRST)) {
                        next_layer.push(next);
                        if near(&next).is_some() {
                            return moves + 1 + PERIMETER;
                        }
                    }
                }
            }
            layer = next_layer;
        }
        unreachable!("every placement leads to the goal")
    }
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_distances_are_those_of_a_forward_search() {
    let table = standard().expect("the table in the program");
    let alone = Alone::new();
    let perimeter = alone.perimeter();
    let mut random = fastrand::Rng::with_seed(2026);
    let all = placements(ROWS * (ROWS + 1) / 2, MARBLES);
    for _ in 0..10_000 {
        let marbles = placement(random.u64(1..all), MARBLES);
        assert_eq!(
            table.distance(marbles),
            Some(alone.distance(marbles, &perimeter)),
            "{marbles:b}"
        );
    }
}
