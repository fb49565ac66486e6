//! Estimates of the moves that an army has left, held against exact distances.
//!
//! The ignored tests print figures. They take the table that the variable `RACE_TABLE` names,
//! or else the one of seven rows that comes with the program:
//!
//! ```text
//! RACE_TABLE=star8.race cargo test --release -p longjump-evaluation --test estimates -- --ignored --nocapture
//! ```

use longjump_evaluation::race::{
    Estimate, MARBLES, RHOMBUS_HOLES, RaceTable, Rhombus, SHORTEST_CROSSING, TERMS, fewest_moves,
    placement, rows_left, standard, terms, way_to_goal,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn random_near(table: &RaceTable, seed: u64, count: usize) -> Vec<(u128, f64)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let one = |_| {
        let rank = random.u64(..table.distances().len() as u64);
        let distance = table.distances()[rank as usize];
        (
            Rhombus::from_triangle(placement(rank, MARBLES)),
            f64::from(distance),
        )
    };
    (0..count).map(one).collect()
}

#[test]
fn no_army_needs_fewer_moves_than_the_fewest() {
    let table = standard().expect("it comes with the program");
    for (marbles, distance) in random_near(&table, 3, 100_000) {
        let fewest = fewest_moves(marbles);
        assert!(f64::from(fewest) <= distance, "{marbles:b}: {fewest}");
    }
    assert_eq!(fewest_moves(Rhombus::GOAL), 0);
    assert_eq!(fewest_moves(Rhombus::HOME), 19);
}

#[test]
fn an_army_one_move_from_its_goal_is_seen_to_be() {
    let rhombus = Rhombus::default();
    rhombus.each_move(Rhombus::GOAL, |marbles| {
        assert_eq!(fewest_moves(marbles), 1);
    });
}

#[test]
fn the_fitted_estimate_is_half_a_move_off_in_the_last_rows() {
    let table = standard().expect("it comes with the program");
    let estimate = Estimate::default();
    let near = random_near(&table, 4, 20_000);
    let off = |&(marbles, distance): &(u128, f64)| {
        (f64::from(estimate.of(marbles)) / 100.0 - distance).abs()
    };
    let mean = near.iter().map(off).sum::<f64>() / near.len() as f64;
    assert!(mean < 0.7, "{mean}");
    let from_home = estimate.of(Rhombus::HOME);
    assert!((2000..3500).contains(&from_home), "{from_home}");
}

fn chosen_table() -> Arc<RaceTable> {
    let Some(file) = std::env::var_os("RACE_TABLE") else {
        return standard().expect("it comes with the program");
    };
    let bytes = std::fs::read(file).expect("the file of RACE_TABLE");
    Arc::new(RaceTable::read(bytes).expect("a table"))
}

/// How far an estimate is off.
#[derive(Clone, Copy, Default)]
struct Errors {
    count: u32,
    sum: f64,
    worst: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error;
        self.worst = self.worst.max(error);
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }
}

#[test]
#[ignore = "prints figures"]
fn measure() {
    let (table, estimate) = (chosen_table(), Estimate::default());
    let mut errors = vec![[Errors::default(); 2]; usize::from(table.deepest()) + 2];
    // Those that a table of one row less does not know.
    let mut beyond = [Errors::default(); 2];
    let knows_less = |marbles: u128| {
        let holes = (0..RHOMBUS_HOLES).filter(|hole| marbles >> hole & 1 == 1);
        let left = holes.map(|hole| rows_left(Rhombus::row(hole)));
        left.max() == Some(table.rows() - 1)
    };
    // Other placements than those of the fit.
    for (marbles, distance) in random_near(&table, 2, 1_000_000) {
        let fewest = distance - f64::from(fewest_moves(marbles));
        let fitted = (f64::from(estimate.of(marbles)) / 100.0 - distance).abs();
        for line in [distance as usize, errors.len() - 1] {
            errors[line][0].add(fewest);
            errors[line][1].add(fitted);
        }
        if knows_less(marbles) {
            beyond[0].add(fewest);
            beyond[1].add(fitted);
        }
    }
    println!("| moves | placements | at least: mean | worst | fitted: mean | worst |");
    let is_there = |(_, [fewest, _]): &(usize, &[Errors; 2])| fewest.count > 0;
    // The last line is all of them.
    for (moves, line) in errors.iter().enumerate().filter(is_there) {
        print(&moves.to_string(), line);
    }
    print("just beyond", &beyond);
    let mut far = [Errors::default(); 2];
    for (marbles, moves) in random_far(40) {
        far[0].add(moves - f64::from(fewest_moves(marbles)));
        far[1].add((f64::from(estimate.of(marbles)) / 100.0 - moves).abs());
    }
    print("far", &far);
}

fn print(name: &str, [fewest, fitted]: &[Errors; 2]) {
    println!(
        "| {name} | {} | {:.2} | {} | {:.2} | {:.1} |",
        fewest.count,
        fewest.mean(),
        fewest.worst,
        fitted.mean(),
        fitted.worst
    );
}

/// Armies after some moves from home, each the best of a few chosen at random, with the
/// length of a short way from there.
fn random_far(count: usize) -> Vec<(u128, f64)> {
    let rhombus = Rhombus::default();
    let mut random = fastrand::Rng::with_seed(count as u64);
    let mut armies = Vec::new();
    while armies.len() < count {
        let mut marbles = Rhombus::HOME;
        for _ in 0..random.usize(1..25) {
            let mut next = Vec::new();
            rhombus.each_move(marbles, |marbles| next.push(marbles));
            let tries = random.usize(1..6);
            let some = random.choose_multiple(next, tries);
            let best = some.into_iter().max_by_key(|&next| Rhombus::rows_of(next));
            marbles = best.expect("there is always a move");
        }
        let way = way_to_goal(&rhombus, marbles, 1000, &AtomicBool::new(false));
        armies.extend(way.map(|way| (marbles, (way.len() - 1) as f64)));
    }
    armies
}

/// The constant, the sums of the terms, and the rows that the rearmost has left.
const UNKNOWNS: usize = TERMS + 2;

fn equation(marbles: u128) -> [f64; UNKNOWNS] {
    let mut row = [0.0; UNKNOWNS];
    row[0] = 1.0;
    let holes = (0..RHOMBUS_HOLES).filter(|hole| marbles >> hole & 1 == 1);
    for hole in holes.clone() {
        for (sum, term) in row[1..].iter_mut().zip(terms(hole)) {
            *sum += term;
        }
    }
    let rearmost = holes.map(Rhombus::row).min().expect("a marble");
    row[TERMS + 1] = rows_left(rearmost) as f64;
    row
}

/// The armies of the shortest crossing, whose distances are known: no crossing is shorter.
fn crossing() -> Vec<(u128, f64)> {
    let stop = AtomicBool::new(false);
    let way = way_to_goal(&Rhombus::default(), Rhombus::HOME, 1000, &stop).expect("a way");
    assert_eq!(way.len() - 1, SHORTEST_CROSSING);
    let left = (0..way.len()).rev().map(|moves| moves as f64);
    way.into_iter().zip(left).collect()
}

/// Least squares: the exact distances of the table, and those of the crossing with a
/// thousandth of the weight, so that they decide only what rows before the last eight count.
#[test]
#[ignore = "prints the numbers of FITTED"]
fn fit() {
    let near = random_near(&chosen_table(), 1, 300_000);
    let far = crossing();
    let weight_of_far = 0.001 * near.len() as f64 / far.len() as f64;
    let mut normal = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
    let weighted = |weight| move |(marbles, moves)| (marbles, moves, weight);
    let all = near.into_iter().map(weighted(1.0));
    for (marbles, moves, weight) in all.chain(far.into_iter().map(weighted(weight_of_far))) {
        assert_eq!(u128::count_ones(marbles) as usize, MARBLES);
        let row = equation(marbles);
        for (one, line) in normal.iter_mut().enumerate() {
            for other in 0..UNKNOWNS {
                line[other] += weight * row[one] * row[other];
            }
            line[UNKNOWNS] += weight * row[one] * moves;
        }
    }
    let solved = solved(normal);
    println!("base: {:.5}", solved[0]);
    println!("terms: {:.5?}", &solved[1..=TERMS]);
    println!("rearmost: {:.5}", solved[TERMS + 1]);
}

/// Gauss and Jordan: the last column becomes the solution.
fn solved(mut lines: [[f64; UNKNOWNS + 1]; UNKNOWNS]) -> [f64; UNKNOWNS] {
    for at in 0..UNKNOWNS {
        let largest = (at..UNKNOWNS).max_by(|&a, &b| {
            let size = |line: usize| lines[line][at].abs();
            size(a).total_cmp(&size(b))
        });
        lines.swap(at, largest.expect("a line"));
        let pivot = lines[at].map(|number| number / lines[at][at]);
        lines[at] = pivot;
        for other in (0..UNKNOWNS).filter(|&other| other != at) {
            let factor = lines[other][at];
            for (number, by) in lines[other].iter_mut().zip(pivot) {
                *number -= factor * by;
            }
        }
    }
    lines.map(|line| line[UNKNOWNS])
}
