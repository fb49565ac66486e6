//! The fit against slow, obvious references.

use super::*;
use fastrand::Rng;

fn pool(players: usize, games: &[&[(usize, u8)]], times: usize) -> Pool {
    let mut pool = Pool::new(players);
    for game in games.iter().cycle().take(times * games.len()) {
        pool.add_block(vec![Finish(game.to_vec())]).unwrap();
    }
    pool
}

/// Games with random places, ties among them.
fn random_pool(rng: &mut Rng, players: usize, seats: usize, games: usize) -> Pool {
    let mut pool = Pool::new(players);
    for _ in 0..games {
        let who = rng.choose_multiple(0..players, seats);
        let game = who.iter().map(|&player| (player, rng.u8(1..=seats as u8)));
        pool.add_block(vec![Finish(game.collect())]).unwrap();
    }
    pool
}

/// The same with copies of players in several seats.
fn random_pool_with_copies(rng: &mut Rng, players: usize, seats: usize, games: usize) -> Pool {
    let mut pool = Pool::new(players);
    for _ in 0..games {
        let mut game = vec![(0, 1)];
        game.resize_with(seats, || (rng.usize(..players), rng.u8(1..=seats as u8)));
        pool.add_block(vec![Finish(game)]).unwrap();
    }
    pool
}

/// All orders of these.
fn orders(players: &[usize]) -> Vec<Vec<usize>> {
    if players.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in players.iter().enumerate() {
        let mut rest = players.to_vec();
        rest.remove(index);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// The log-likelihood by its definition: of every order that the places allow, the
/// probability of each next player among those left; the mean of the logarithms.
fn likelihood(pool: &Pool, strengths: &[f64]) -> f64 {
    let of_game = |Finish(seats): &Finish| {
        let of_order = |order: &Vec<usize>| -> f64 {
            let strength = |seat: usize| strengths[seats[seat].0];
            let left = |index: usize| order[index..].iter().map(|&s| strength(s)).sum::<f64>();
            (0..order.len())
                .map(|index| (strength(order[index]) / left(index)).ln())
                .sum()
        };
        let all: Vec<usize> = (0..seats.len()).collect();
        let allowed: Vec<Vec<usize>> = orders(&all)
            .into_iter()
            .filter(|order| order.is_sorted_by_key(|&seat| seats[seat].1))
            .collect();
        allowed.iter().map(of_order).sum::<f64>() / allowed.len() as f64
    };
    let prior = |strength: &f64| PRIOR_GAMES / 2.0 * (strength / (1.0 + strength).powi(2)).ln();
    let games = pool.blocks().iter().flatten();
    games.map(of_game).sum::<f64>() + strengths.iter().map(prior).sum::<f64>()
}

fn strengths(pool: &Pool) -> Vec<f64> {
    let once = vec![1; pool.blocks().len()];
    Choices::of(pool).strengths(&once, &vec![1.0; pool.players()])
}

/// No strength can be made a little larger or smaller, or any two together, without
/// making the results less likely. The function has one top, so this is it.
#[test]
fn nothing_nearby_is_likelier() {
    let mut rng = Rng::with_seed(3);
    let mut pools: Vec<Pool> = Vec::new();
    for (players, seats) in [(2, 2), (5, 2), (4, 3), (5, 4), (6, 6)] {
        pools.push(random_pool(&mut rng, players, seats, 30));
    }
    for (players, seats) in [(2, 3), (3, 4), (3, 6)] {
        pools.push(random_pool_with_copies(&mut rng, players, seats, 30));
    }
    for pool in pools {
        let players = pool.players();
        let best = strengths(&pool);
        let top = likelihood(&pool, &best);
        for first in 0..players {
            for second in 0..players {
                for (up, down) in [(1.01, 1.0), (0.99, 1.0), (1.01, 0.99), (1.01, 1.01)] {
                    let mut other = best.clone();
                    other[first] *= up;
                    other[second] *= down;
                    let is_same = first == second && up * down == 0.9999;
                    assert!(
                        is_same || likelihood(&pool, &other) < top,
                        "{players} players"
                    );
                }
            }
        }
    }
}

/// The likelihood of two strengths on a grid of ratings.
#[test]
fn the_best_on_a_grid_is_ours() {
    let win = [(0, 1), (1, 2)];
    let draw = [(0, 1), (1, 1)];
    let pool = pool(2, &[&win, &win, &draw, &[(1, 1), (0, 2)], &win], 1);
    let of = |rating: i32| 10f64.powf(f64::from(rating) / 400.0);
    let grid = (-300..=300).flat_map(|first| (-300..=300).map(move |second| (first, second)));
    let on_grid = |&(first, second): &(i32, i32)| likelihood(&pool, &[of(first), of(second)]);
    let best = grid
        .max_by(|a, b| on_grid(a).total_cmp(&on_grid(b)))
        .unwrap();
    let ours = ratings(&pool, Anchor::Mean(0.0));
    let difference = f64::from(best.0 - best.1);
    assert!(
        (ours[0] - ours[1] - difference).abs() <= 1.0,
        "{ours:?} {best:?}"
    );
}

/// Bradley and Terry from a crosstable, as their own update has it: points of each by the
/// sum of games/(own + other's strength).
fn bradley_terry(pool: &Pool) -> Vec<f64> {
    let players = pool.players();
    let mut points = vec![PRIOR_GAMES / 2.0; players];
    let mut games = vec![vec![0.0; players]; players];
    for Finish(seats) in pool.blocks().iter().flatten() {
        let &[(first, place), (second, other)] = seats.as_slice() else {
            panic!("two seats");
        };
        let won = match place.cmp(&other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        points[first] += won;
        points[second] += 1.0 - won;
        games[first][second] += 1.0;
        games[second][first] += 1.0;
    }
    let mut strengths = vec![1.0; players];
    for _ in 0..20_000 {
        let old: Vec<f64> = strengths.clone();
        for player in 0..players {
            let against =
                (0..players).map(|other| games[player][other] / (old[player] + old[other]));
            let prior = PRIOR_GAMES / (old[player] + 1.0);
            strengths[player] = points[player] / (against.sum::<f64>() + prior);
        }
    }
    strengths
}

#[test]
fn for_two_seats_it_is_bradley_and_terry() {
    let mut rng = Rng::with_seed(5);
    for players in [2, 3, 8] {
        let pool = random_pool(&mut rng, players, 2, 60);
        for (ours, theirs) in strengths(&pool).iter().zip(bradley_terry(&pool)) {
            assert!((ours / theirs - 1.0).abs() < 1e-6, "{players}");
        }
    }
}

#[test]
fn unbeaten_players_have_finite_ratings() {
    let pool = pool(3, &[&[(0, 1), (1, 2), (2, 3)]], 50);
    let ratings = ratings(&pool, Anchor::Mean(1500.0));
    assert!(ratings.is_sorted_by(|better, worse| better > worse));
    assert!(
        ratings.iter().all(|rating| rating.abs() < 4000.0),
        "{ratings:?}"
    );
    assert!((ratings.iter().sum::<f64>() - 4500.0).abs() < 1e-6);
}

#[test]
fn everybody_tied_is_everybody_equal() {
    let pool = pool(4, &[&[(0, 1), (1, 1), (2, 1), (3, 1)]], 5);
    for rating in ratings(&pool, Anchor::Player(3, 7.0)) {
        assert!((rating - 7.0).abs() < 1e-6);
    }
}

#[test]
fn who_has_not_played_is_average() {
    let pool = pool(3, &[&[(0, 1), (1, 2)], &[(0, 2), (1, 1)]], 1);
    assert!(ratings(&pool, Anchor::Mean(0.0))[2].abs() < 1e-6);
}

/// What copies of a player do against each other changes nothing.
#[test]
fn copies_against_each_other_tell_nothing() {
    let with = pool(
        2,
        &[&[(0, 1), (1, 2)], &[(0, 2), (1, 1)], &[(0, 1), (1, 2)]],
        20,
    );
    let mut more = with.clone();
    for _ in 0..50 {
        more.add_block(vec![Finish(vec![(1, 1), (1, 2), (1, 3)])])
            .unwrap();
    }
    let [one, other] = [with, more].map(|pool| ratings(&pool, Anchor::Mean(0.0)));
    assert!((one[0] - other[0]).abs() < 1e-3, "{one:?} {other:?}");
}
