//! Distances against a search that knows nothing of tables.

use super::*;
use longjump_games::diamond::Diamond;
use longjump_games::star::Star;
use longjump_rules::{Game, Hole, Position, PositionExt, Seat, Settings};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn built(rows: usize) -> Builder {
    built_on(GoalArea::new(Shape::Triangle, rows))
}

fn built_on(area: GoalArea) -> Builder {
    let mut builder = Builder::new(area);
    while let Layer::Found(_) = builder.step(2, &AtomicBool::new(false), &AtomicU64::new(0)) {}
    builder
}

/// Where marbles can go, written out with rows and columns and no bits.
fn slow_moves(rows: usize, marbles: &[(i32, i32)]) -> HashSet<Vec<(i32, i32)>> {
    const AROUND: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];
    let is_hole = |(row, column): (i32, i32), last: usize| {
        row >= 0 && row <= last as i32 && column >= 0 && column <= row
    };
    let mut result = HashSet::new();
    for &from in marbles {
        let is_taken = |at: (i32, i32)| at != from && marbles.contains(&at);
        let plus =
            |at: (i32, i32), by: (i32, i32), times| (at.0 + times * by.0, at.1 + times * by.1);
        let mut ends: Vec<(i32, i32)> = AROUND.map(|way| plus(from, way, 1)).to_vec();
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for way in AROUND {
                let (over, land) = (plus(at, way, 1), plus(at, way, 2));
                let can = is_taken(over) && is_hole(land, rows) && !is_taken(land);
                if can && !reached.contains(&land) {
                    reached.push(land);
                }
            }
        }
        ends.extend(&reached[1..]);
        for end in ends {
            if is_hole(end, rows - 1) && !marbles.contains(&end) {
                let mut moved: Vec<(i32, i32)> =
                    marbles.iter().copied().filter(|&at| at != from).collect();
                moved.push(end);
                moved.sort();
                result.insert(moved);
            }
        }
    }
    result
}

/// A placement as rows and columns.
fn written_out(rows: usize, marbles: u64) -> Vec<(i32, i32)> {
    let holes = (0..rows).flat_map(|row| (0..=row).map(move |column| (row, column)));
    let here = holes.filter(|&(row, column)| marbles >> Triangle::hole(row, column) & 1 == 1);
    here.map(|(row, column)| (row as i32, column as i32))
        .collect()
}

fn random_placements(rows: usize, count: usize) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(7);
    let all = placements(Triangle::new(rows).holes(), MARBLES);
    let one = |_| placement(random.u64(..all), MARBLES);
    (0..count).map(one).collect()
}

#[test]
fn moves_are_those_written_out() {
    for rows in [5, 7, 8] {
        let triangle = Triangle::new(rows);
        for marbles in random_placements(rows, 300) {
            let mut found = HashSet::new();
            triangle.each_move(marbles, |next| {
                found.insert(written_out(rows, next));
            });
            assert_eq!(found, slow_moves(rows, &written_out(rows, marbles)));
        }
    }
}

#[test]
fn every_move_can_be_taken_back() {
    let triangle = Triangle::new(7);
    for marbles in random_placements(7, 300) {
        triangle.each_move(marbles, |next| {
            let mut leads_back = false;
            triangle.each_move(next, |back| leads_back |= back == marbles);
            assert!(leads_back, "{marbles:b} to {next:b}");
        });
    }
}

#[test]
fn the_mirror_changes_no_distance() {
    let builder = built(6);
    let (triangle, distances) = (Triangle::new(6), builder.distances());
    for marbles in random_placements(6, 2000) {
        let mirrored = triangle.mirrored(marbles);
        assert_eq!(triangle.mirrored(mirrored), marbles);
        assert_eq!(
            distances[rank(marbles) as usize],
            distances[rank(mirrored) as usize]
        );
    }
}

/// Forward, layer by layer, without ranks and bits.
fn slow_distance(rows: usize, marbles: u64) -> u8 {
    let goal = written_out(rows, (1 << MARBLES) - 1);
    let mut layer = HashSet::from([written_out(rows, marbles)]);
    let mut seen = layer.clone();
    for distance in 0.. {
        if layer.contains(&goal) {
            return distance;
        }
        let next: HashSet<_> = layer
            .iter()
            .flat_map(|marbles| slow_moves(rows, marbles))
            .filter(|marbles| !seen.contains(marbles))
            .collect();
        seen.extend(next.iter().cloned());
        layer = next;
    }
    unreachable!("the goal can be reached")
}

#[test]
fn distances_are_those_of_a_forward_search() {
    let builder = built(5);
    let distances = builder.distances();
    for marbles in random_placements(5, 200) {
        assert_eq!(distances[rank(marbles) as usize], slow_distance(5, marbles));
    }
}

#[test]
fn a_table_contradicts_itself_nowhere_unless_it_is_damaged() {
    let (stop, looked_at) = (AtomicBool::new(false), AtomicU64::new(0));
    let builder = built(6);
    assert_eq!(builder.contradictions(2, &stop, &looked_at), 0);
    assert_eq!(looked_at.into_inner(), placements(21, MARBLES));
    let mut distances = builder.distances();
    assert_eq!(distances.iter().max(), Some(&12));
    distances[1000] += 1;
    let damaged = Builder::resume(GoalArea::new(Shape::Triangle, 6), distances, 0);
    assert!(damaged.contradictions(1, &stop, &AtomicU64::new(0)) > 0);
}

#[test]
fn a_stopped_layer_is_done_again() {
    let whole = built(6).distances();
    let area = GoalArea::new(Shape::Triangle, 6);
    let mut builder = Builder::new(area.clone());
    for _ in 0..5 {
        builder.step(1, &AtomicBool::new(false), &AtomicU64::new(0));
    }
    // Stopped in the middle of a layer, or at its end; on a busy machine it may be done before.
    let five = builder.distances();
    let builder = loop {
        let mut builder = Builder::resume(area.clone(), five.clone(), 5);
        let (stop, looked_at) = (AtomicBool::new(false), AtomicU64::new(0));
        let layer = std::thread::scope(|scope| {
            scope.spawn(|| {
                while looked_at.load(Ordering::Relaxed) == 0 {
                    std::hint::spin_loop();
                }
                stop.store(true, Ordering::Relaxed);
            });
            builder.step(1, &stop, &looked_at)
        });
        if layer == Layer::Stopped {
            break builder;
        }
    };
    assert_eq!(builder.depth(), 5);
    assert!(!builder.distances().contains(&6));
    let mut further = Builder::resume(area, builder.distances(), builder.depth());
    while let Layer::Found(_) = further.step(2, &AtomicBool::new(false), &AtomicU64::new(0)) {}
    assert_eq!(further.distances(), whole);
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let distances = built(5).distances();
    let bytes = RaceTable::write(&GoalArea::new(Shape::Triangle, 5), &distances);
    let table = RaceTable::read(bytes.clone()).expect("a table");
    assert_eq!(table.distances(), distances);
    assert_eq!(table.verify(), Ok(()));
    assert_eq!(table.distance((1 << MARBLES) - 1), Some(0));
    assert_eq!(table.distance(1 << 20 | 0b1_1111_1111), None, "outside");
    assert_eq!(table.distance(0b111), None, "not all of them");
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    let damaged = RaceTable::read(damaged).expect("a table still");
    assert!(matches!(damaged.verify(), Err(TableError::Checksum { .. })));
    let short = bytes[..bytes.len() - 1].to_vec();
    assert!(matches!(
        RaceTable::read(short),
        Err(TableError::Length { .. })
    ));
    assert_eq!(
        RaceTable::read(vec![0; 99]).err(),
        Some(TableError::NotATable)
    );
}

/// The triangle's moves are those of the game that stay in it.
#[test]
fn moves_are_those_of_the_star_and_of_the_diamond() {
    check_moves(&Star::configure(&Settings::default()).expect("a game"));
    check_moves(&Diamond::configure(&Settings::default()).expect("a game"));
}

fn check_moves<G: Game>(game: &G) {
    let layout = game.layout();
    let region = Region::of(&layout, Seat::FIRST).expect("a triangle");
    let rows = 7;
    let triangle = Triangle::new(rows);
    let holes: Vec<usize> = (0..triangle.holes())
        .map(|number| {
            let is_it = |hole: &usize| region.number(Hole::new(*hole)) == Some(number as u8);
            (0..layout.points.len())
                .find(is_it)
                .expect("every number is some hole's")
        })
        .collect();
    for marbles in random_placements(rows, 200) {
        let mut setup = game.setup_of(&game.start());
        for piece in &mut setup.pieces {
            if *piece == Some(Seat::FIRST) {
                *piece = None;
            }
        }
        // The other army is nearly where it wants to get, out of the way.
        let other = Region::of(&layout, Seat::new(1)).expect("a triangle");
        for hole in 0..setup.pieces.len() {
            let number = other.number(Hole::new(hole));
            setup.pieces[hole] = number
                .filter(|number| (1..11).contains(number))
                .map(|_| Seat::new(1));
        }
        for (number, &hole) in holes.iter().enumerate() {
            if marbles >> number & 1 == 1 {
                setup.pieces[hole] = Some(Seat::FIRST);
            }
        }
        let position = game.position_from(&setup).expect("a position");
        if position.standings().is_some() {
            continue;
        }
        let mut expect = HashSet::new();
        for &mv in position.moves().iter() {
            let (from, to) = (region.number(mv.from()), region.number(mv.to()));
            if let (Some(from), Some(to)) = (from, to)
                && usize::from(to) < triangle.holes()
            {
                expect.insert(marbles & !(1 << from) | 1 << to);
            }
        }
        let mut found = HashSet::new();
        triangle.each_move(marbles, |next| {
            found.insert(next);
        });
        assert_eq!(found, expect);
    }
}

#[test]
fn a_table_that_is_supplied_has_to_be_one() {
    assert_eq!(load_standard(Vec::new()), Err(TableError::NotATable));
    let seven = standard().expect("it is part of the program");
    load_standard(RaceTable::write(seven.area(), seven.distances())).expect("a table");
}
