//! Intervals have what they are intervals of as often as they say.
//!
//! `cargo nextest run -p longjump-statistics --test coverage --no-capture` prints the figures of
//! `docs/statistics.md`.

mod simulation;

use fastrand::Rng;
use longjump_statistics::{
    Anchor, BlockScores, Estimate, Finish, Pool, half_points, logistic_elo, normalised_elo, rate,
    score_of_elo, seat_scores,
};
use simulation::places;

const POOLS: u64 = 400;
const RESAMPLES: usize = 200;
/// The true strengths, with a mean of nothing.
const ELOS: [f64; 6] = [-200.0, -100.0, -20.0, 50.0, 100.0, 170.0];

/// Counts how often intervals have the true value.
#[derive(Default)]
struct Coverage {
    had: usize,
    of: usize,
    widths: f64,
    errors: f64,
}

impl Coverage {
    fn add(&mut self, estimate: Estimate, truth: f64) {
        self.had += usize::from(estimate.low <= truth && truth <= estimate.high);
        self.of += 1;
        self.widths += estimate.high - estimate.low;
        self.errors += estimate.value - truth;
    }

    /// Prints it and checks that 95 % intervals cover between 90 and 98 %.
    #[track_caller]
    fn check(&self, name: &str) {
        let of = self.of as f64;
        let share = self.had as f64 / of;
        println!(
            "{name}: {:.2} % of {} intervals have the true value, half width {:.4}, mean error {:.4}",
            100.0 * share,
            self.of,
            self.widths / of / 2.0,
            self.errors / of
        );
        assert!((0.90..=0.98).contains(&share), "{name}: {share}");
    }
}

/// Every set of so many of the six players.
fn tables(seats: u32) -> impl Iterator<Item = Vec<usize>> {
    let sets = (0u32..1 << ELOS.len()).filter(move |set| set.count_ones() == seats);
    sets.map(|set| {
        (0..ELOS.len())
            .filter(|player| set >> player & 1 == 1)
            .collect()
    })
}

/// A game of these players in this order of seats; of two, some are drawn.
fn game(rng: &mut Rng, players: &[usize]) -> Finish {
    let elos: Vec<f64> = players.iter().map(|&player| ELOS[player]).collect();
    let mut result = places(rng, &elos);
    if let [first, second] = elos[..] {
        // Half of the chances of the weaker, and as many of the stronger, become draws:
        // that leaves the mean score as it is.
        let chance = score_of_elo(first - second);
        let weaker = chance.min(1.0 - chance);
        let winner = if result[0] == 1 { chance } else { 1.0 - chance };
        if rng.f64() < weaker / 2.0 / winner {
            result = vec![1, 1];
        }
    }
    Finish(players.iter().copied().zip(result).collect())
}

/// Plays each table's block so many times and rates the pool, again and again.
fn check_ratings(seats: u32, times: usize) {
    let mut coverage: [Coverage; 6] = Default::default();
    let mut all = Coverage::default();
    for seed in 0..POOLS {
        let mut rng = Rng::with_seed(seed);
        let mut pool = Pool::new(ELOS.len());
        for mut table in tables(seats) {
            for _ in 0..times {
                rng.shuffle(&mut table);
                let mut block = Vec::new();
                for _ in 0..seats {
                    block.push(game(&mut rng, &table));
                    table.rotate_left(1);
                }
                pool.add_block(block).unwrap();
            }
        }
        let rated = rate(&pool, Anchor::Mean(0.0), 0.95, RESAMPLES, seed);
        for (player, estimate) in rated.into_iter().enumerate() {
            coverage[player].add(estimate, ELOS[player]);
            all.add(estimate, ELOS[player]);
        }
    }
    all.check(&format!("ratings, {seats} seats"));
    for (player, coverage) in coverage.iter().enumerate() {
        coverage.check(&format!("  Elo {}", ELOS[player]));
    }
}

#[test]
fn ratings_of_two_seats() {
    check_ratings(2, 10);
}

#[test]
fn ratings_of_three_seats() {
    check_ratings(3, 5);
}

#[test]
fn ratings_of_six_seats() {
    check_ratings(6, 40);
}

/// The intervals of a match, between equals and between unequals.
#[test]
fn elo_of_a_match() {
    for seats in [2, 3, 6] {
        for elo in [0.0, 100.0, 250.0] {
            let mut elos = vec![0.0; seats];
            elos[0] = elo;
            let block = |rng: &mut Rng, scores: &mut BlockScores| {
                let games: Vec<usize> = (0..seats)
                    .map(|_| half_points(&places(rng, &elos), 0))
                    .collect();
                scores.add(games);
            };
            let mut rng = Rng::with_seed(11);
            let mut many = BlockScores::new(seats);
            (0..200_000).for_each(|_| block(&mut rng, &mut many));
            let normalised = normalised_elo(&many, 0.95).unwrap().value;
            let mut coverage = [Coverage::default(), Coverage::default()];
            for _ in 0..2_000 {
                let mut scores = BlockScores::new(seats);
                (0..200).for_each(|_| block(&mut rng, &mut scores));
                coverage[0].add(logistic_elo(&scores, 0.95).unwrap(), elo);
                coverage[1].add(normalised_elo(&scores, 0.95).unwrap(), normalised);
            }
            coverage[0].check(&format!("logistic Elo, {seats} seats, {elo}"));
            coverage[1].check(&format!("normalised Elo, {seats} seats, {normalised:.0}"));
        }
    }
}

/// The first seat is worth 100 Elo here, whoever sits there.
#[test]
fn worth_of_seats() {
    let mut coverage = Coverage::default();
    // Against two others who have no such advantage, in a game of three of equal strength.
    let truth = score_of_elo(100.0);
    for seed in 0..2_000 {
        let mut rng = Rng::with_seed(seed);
        let mut pool = Pool::new(3);
        for _ in 0..100 {
            let block = (0..3).map(|rotation| {
                let places = places(&mut rng, &[100.0, 0.0, 0.0]);
                Finish(
                    (0..3)
                        .map(|seat| ((seat + rotation) % 3, places[seat]))
                        .collect(),
                )
            });
            let block = block.collect();
            pool.add_block(block).unwrap();
        }
        coverage.add(seat_scores(&pool, 3, 0.95)[0], truth);
    }
    coverage.check("score of the first seat");
}
