//! Sequential tests of players of known strength keep the error rates they promise.
//!
//! `cargo nextest run -p longjump-statistics --test error_rates --no-capture` prints the figures
//! of `docs/statistics.md`.

mod simulation;

use fastrand::Rng;
use longjump_statistics::{
    BlockScores, EloModel, Hypotheses, SequentialTest, SprtDecision, elo_of_score, score_of_elo,
};
use simulation::arrival;

const TESTS: usize = 2_000;
/// Half of the openings give one seat this much Elo, which makes the games of a block
/// depend on each other.
const ADVANTAGE: f64 = 150.0;
/// The share of games in which everybody ties.
const DRAWN: f64 = 0.25;

/// One player of a known strength against equal opponents in all other seats.
#[derive(Clone, Copy)]
struct Challenge {
    seats: usize,
    elo: f64,
}

impl Challenge {
    /// The half points of the tested player in one game. `favoured` says whether the seat
    /// with an advantage is its own, an opponent's, or nobody's.
    fn game(self, rng: &mut Rng, favoured: Option<bool>) -> usize {
        let opponents = self.seats - 1;
        if rng.f64() < DRAWN {
            return opponents;
        }
        let own_bonus = if favoured == Some(true) {
            ADVANTAGE
        } else {
            0.0
        };
        let own = arrival(rng, self.elo + own_bonus);
        let beaten = (0..opponents).filter(|&opponent| {
            let has_bonus = favoured == Some(false) && opponent == 0;
            arrival(rng, if has_bonus { ADVANTAGE } else { 0.0 }) > own
        });
        2 * beaten.count()
    }

    /// One opening with every rotation: an advantage is the tested player's own once.
    fn block(self, rng: &mut Rng, scores: &mut BlockScores) {
        let is_uneven = rng.bool();
        let games: Vec<usize> = (0..self.seats)
            .map(|rotation| self.game(rng, is_uneven.then_some(rotation == 0)))
            .collect();
        scores.add(games);
    }

    /// The exact mean score: among players by Plackett and Luce any two finish in the order
    /// of their duel, whoever else plays.
    fn mean_score(self) -> f64 {
        let seats = self.seats as f64;
        let even = score_of_elo(self.elo);
        let favoured = score_of_elo(self.elo + ADVANTAGE) + score_of_elo(self.elo - ADVANTAGE);
        let uneven = (favoured + (seats - 2.0) * even) / seats;
        DRAWN / 2.0 + (1.0 - DRAWN) * (even + uneven) / 2.0
    }

    /// The normalised Elo, with the deviation of a block from many simulated ones.
    fn normalised_elo(self) -> f64 {
        let mut rng = Rng::with_seed(7);
        let mut scores = BlockScores::new(self.seats);
        for _ in 0..400_000 {
            self.block(&mut rng, &mut scores);
        }
        let of_game = (scores.variance() * self.seats as f64).sqrt();
        (self.mean_score() - 0.5) / of_game * 800.0 / std::f64::consts::LN_10
    }

    /// The share of tests that end with `wrong`, and how many blocks they take.
    fn error_rate(self, test: &SequentialTest, wrong: SprtDecision) -> (f64, f64) {
        let (mut errors, mut blocks) = (0, 0);
        for seed in 0..TESTS {
            let mut rng = Rng::with_seed(seed as u64);
            let mut scores = BlockScores::new(self.seats);
            let verdict = loop {
                self.block(&mut rng, &mut scores);
                match test.verdict(&scores) {
                    SprtDecision::Continue => {}
                    verdict => break verdict,
                }
            };
            errors += usize::from(verdict == wrong);
            blocks += scores.blocks();
        }
        let tests = TESTS as f64;
        (errors as f64 / tests, blocks as f64 / tests)
    }
}

/// Tests with the two players' own strengths as hypotheses, once with each of them.
fn check(seats: usize, model: EloModel, strengths: [f64; 2]) {
    let [h0, h1] = strengths.map(|elo| Challenge { seats, elo });
    let strength = |challenge: Challenge| match model {
        EloModel::Logistic => elo_of_score(challenge.mean_score()),
        EloModel::Normalised => challenge.normalised_elo(),
    };
    let hypotheses = Hypotheses::new(model, strength(h0), strength(h1)).unwrap();
    let test = SequentialTest::new(hypotheses, 0.05, 0.05).unwrap();
    for (name, player, wrong) in [
        ("H0", h0, SprtDecision::AcceptH1),
        ("H1", h1, SprtDecision::AcceptH0),
    ] {
        let (errors, blocks) = player.error_rate(&test, wrong);
        println!(
            "{seats} seats, {model:?}, strengths {strengths:?}, {name} true: \
             {:.2} % wrong, {blocks:.0} blocks a test",
            100.0 * errors
        );
        assert!(errors <= 0.06, "{errors}");
    }
}

#[test]
fn the_mean_score_is_that_of_the_simulation() {
    for seats in [2, 3, 6] {
        let challenge = Challenge { seats, elo: 60.0 };
        let mut scores = BlockScores::new(seats);
        let mut rng = Rng::with_seed(1);
        for _ in 0..200_000 {
            challenge.block(&mut rng, &mut scores);
        }
        let error = (scores.variance() / scores.blocks() as f64).sqrt();
        assert!((scores.mean() - challenge.mean_score()).abs() < 4.0 * error);
    }
}

#[test]
fn two_seats_logistic() {
    check(2, EloModel::Logistic, [0.0, 30.0]);
    check(2, EloModel::Logistic, [-50.0, 50.0]);
    check(2, EloModel::Logistic, [300.0, 350.0]);
}

/// With six seats the farthest of these bounds are nearly the farthest allowed.
#[test]
fn two_seats_normalised() {
    check(2, EloModel::Normalised, [0.0, 20.0]);
    check(2, EloModel::Normalised, [-23.0, 23.0]);
    check(2, EloModel::Normalised, [5.0, 23.0]);
}

#[test]
fn three_seats_logistic() {
    check(3, EloModel::Logistic, [0.0, 30.0]);
    check(3, EloModel::Logistic, [-50.0, 50.0]);
    check(3, EloModel::Logistic, [300.0, 350.0]);
}

/// With six seats the farthest of these bounds are nearly the farthest allowed.
#[test]
fn three_seats_normalised() {
    check(3, EloModel::Normalised, [0.0, 20.0]);
    check(3, EloModel::Normalised, [-23.0, 23.0]);
    check(3, EloModel::Normalised, [5.0, 23.0]);
}

#[test]
fn six_seats_logistic() {
    check(6, EloModel::Logistic, [0.0, 30.0]);
    check(6, EloModel::Logistic, [-50.0, 50.0]);
    check(6, EloModel::Logistic, [300.0, 350.0]);
}

/// With six seats the farthest of these bounds are nearly the farthest allowed.
#[test]
fn six_seats_normalised() {
    check(6, EloModel::Normalised, [0.0, 20.0]);
    check(6, EloModel::Normalised, [-23.0, 23.0]);
    check(6, EloModel::Normalised, [5.0, 23.0]);
}
