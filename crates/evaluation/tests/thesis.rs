//! The 1999 thesis' searches: its printed counts, and ours frozen.

use longjump_evaluation::star::Thesis;
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_historic::{ALGORITHMS, Algorithm, ThesisFound, ThesisTask, thesis};
use longjump_rules::{Game, Position, PositionExt, Settings};
use longjump_search::Watch;

fn star() -> Star {
    Star::configure(&Settings::default()).expect("the defaults")
}

fn algorithm(name: &str) -> &'static Algorithm {
    let found = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
    found.expect("one of the fifteen")
}

fn run(position: &Race, board: &Thesis, name: &str, ply: u32) -> ThesisFound {
    let mut watch = Watch::endless();
    let task = ThesisTask {
        ply,
        nodes: 300_000,
    };
    thesis(position, board, algorithm(name), task, &mut watch)
}

#[test]
fn own_move_counts_are_those_of_table_3() {
    let star = star();
    let board = Thesis::new(&star, 10);
    let counts = [1, 2, 3, 4].map(|ply| {
        let found = run(&star.start(), &board, "begin-end", ply);
        assert!(found.own_moves);
        found.nodes
    });
    assert_eq!(counts, [15, 347, 9_219, 278_693]);
}

/// Positions from random games, each a few plies on.
fn random_positions(count: usize) -> Vec<Race> {
    let star = star();
    let mut random = fastrand::Rng::with_seed(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = star.start();
        for _ in 0..random.usize(4..90) {
            let moves = position.moves();
            match random.choice(moves.iter()) {
                Some(&mv) if position.standings().is_none() => {
                    position.play(mv);
                }
                _ => break,
            }
        }
        if position.standings().is_none() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn alphabeta_4_and_6_choose_the_same_move_and_visit_the_same_nodes() {
    let board = Thesis::new(&star(), 10);
    for position in random_positions(1_000) {
        let four = run(&position, &board, "alphabeta-4", 2);
        let six = run(&position, &board, "alphabeta-6", 2);
        assert_eq!(four, six);
    }
}

#[test]
fn every_order_finds_the_value_of_minimax() {
    let board = Thesis::new(&star(), 10);
    for (number, position) in random_positions(60).iter().enumerate() {
        let ply = 1 + (number % 3 / 2) as u32 + 1;
        let wanted = run(position, &board, "minimax", ply);
        assert_eq!(run(position, &board, "minimax-2", ply), wanted);
        for algorithm in ALGORITHMS
            .iter()
            .filter(|one| one.name.starts_with("alphabeta"))
        {
            let found = run(position, &board, algorithm.name, ply);
            assert_eq!(found.value, wanted.value, "{}", algorithm.name);
            assert!(found.nodes <= wanted.nodes);
        }
    }
}
