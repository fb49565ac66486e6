//! The sequential test's figures, its symmetries, and slow references for its ratio.

use super::*;
use proptest::prelude::*;

const COUNTS: [[u64; 5]; 4] = [
    [10, 100, 300, 120, 15],
    [3, 40, 200, 60, 7],
    [0, 12, 88, 30, 2],
    [50, 400, 900, 500, 80],
];

fn scores(counts: &[u64]) -> BlockScores {
    BlockScores::from_counts(counts).unwrap()
}

fn llr(model: EloModel, elo0: f64, elo1: f64, counts: &[u64]) -> f64 {
    Hypotheses::new(model, elo0, elo1)
        .unwrap()
        .llr(&scores(counts))
}

#[test]
fn published_figures_to_six_digits() {
    use EloModel::{Logistic, Normalised};
    let check = |model, elo1, expect: [&str; 4]| {
        let ours = COUNTS.map(|counts| format!("{:.6}", llr(model, 0.0, elo1, &counts)));
        assert_eq!(ours, expect, "{model:?} 0 and {elo1}");
    };
    check(
        Logistic,
        5.0,
        ["1.089002", "1.511555", "1.634826", "5.187033"],
    );
    check(
        Logistic,
        10.0,
        ["1.407890", "2.459932", "2.981607", "8.206338"],
    );
    check(
        Normalised,
        5.0,
        ["0.684658", "0.785321", "0.702453", "3.401457"],
    );
}

/// The likeliest distribution with a given t value, by Van den Bergh's iteration: the
/// condition on t is made one on a mean with the mean and deviation of the last round.
fn likeliest_with_t(cells: &Cells, t: f64) -> Vec<f64> {
    let total: f64 = cells.iter().map(|cell| cell.1).sum();
    let mut p: Vec<f64> = vec![1.0 / cells.len() as f64; cells.len()];
    for _ in 0..200 {
        let pairs = || cells.iter().zip(&p);
        let mean: f64 = pairs().map(|(&(a, _), p)| a * p).sum();
        let variance: f64 = pairs().map(|(&(a, _), p)| p * (a - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let value =
            |a: f64| a - 0.5 - t * deviation * (1.0 + ((a - mean) / deviation).powi(2)) / 2.0;
        let values: Cells = cells.iter().map(|&(a, n)| (value(a), n / total)).collect();
        let factors = tilt(&values, 0.0);
        p = values
            .iter()
            .zip(factors)
            .map(|(&(_, q), factor)| q * factor)
            .collect();
    }
    p
}

/// The closed form stands in for the likeliest distributions: how near they are.
#[test]
fn the_normalised_ratio_is_near_that_of_the_likeliest_distributions() {
    for (counts, tolerance) in COUNTS.iter().zip([0.001, 0.001, 0.03, 0.001]) {
        let cells = regularised(&scores(counts));
        let of_pair = |elo: f64| elo / NORMALISED_ELO_OF_ONE * 2f64.sqrt();
        let h0 = likeliest_with_t(&cells, of_pair(0.0));
        let h1 = likeliest_with_t(&cells, of_pair(5.0));
        let ratios = h1.iter().zip(h0).map(|(h1, h0)| (h1 / h0).ln());
        let exact: f64 = cells.iter().zip(ratios).map(|(cell, ln)| cell.1 * ln).sum();
        let ours = llr(EloModel::Normalised, 0.0, 5.0, counts);
        assert!((ours / exact - 1.0).abs() < tolerance, "{ours} for {exact}");
    }
}

/// The likelihood of three cells, maximised on a grid under each hypothesis.
#[test]
fn the_logistic_ratio_is_that_of_the_best_on_a_grid() {
    let counts = [0, 30, 50, 40, 0];
    let best = |mean: f64| {
        (1..200_000)
            .map(|index| f64::from(index) / 200_000.0)
            // Only scores 1/4, 1/2 and 3/4: a quarter of their difference is the mean's.
            .map(|even| ((1.0 - even) / 2.0, even, (mean - 0.5) * 2.0))
            .map(|(half, even, shift)| [half - shift, even, half + shift])
            .filter(|p| p.iter().all(|&p| p > 0.0))
            .map(|p| 30.0 * p[0].ln() + 50.0 * p[1].ln() + 40.0 * p[2].ln())
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let expect = best(score_of_elo(10.0)) - best(score_of_elo(0.0));
    let ours = llr(EloModel::Logistic, 0.0, 10.0, &counts);
    // Ours holds scores 0 and 1 for nearly impossible instead of impossible.
    assert!((ours - expect).abs() < 1e-3, "{ours} {expect}");
}

#[test]
fn nothing_played_says_nothing() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        assert_eq!(llr(model, 0.0, 5.0, &[0; 5]), 0.0);
    }
}

#[test]
fn one_sided_results_have_a_finite_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        for cell in 0..5 {
            let mut counts = [0; 5];
            counts[cell] = 1_000;
            let ratio = llr(model, -5.0, 5.0, &counts);
            assert!(ratio.is_finite(), "{model:?} {counts:?} {ratio}");
            assert_eq!(
                ratio.abs() < 1e-9,
                cell == 2,
                "{model:?} {counts:?} {ratio}"
            );
            assert!(cell == 2 || (ratio > 0.0) == (cell > 2));
        }
    }
}

#[test]
fn bounds_are_walds() {
    let hypotheses = Hypotheses::new(EloModel::Logistic, 0.0, 5.0).unwrap();
    let test = SequentialTest::new(hypotheses, 0.05, 0.1).unwrap();
    assert!((test.lower() - (0.1f64 / 0.95).ln()).abs() < 1e-15);
    assert!((test.upper() - (0.9f64 / 0.05).ln()).abs() < 1e-15);
}

#[test]
fn impossible_tests_are_refused() {
    for (elo0, elo1) in [(5.0, 0.0), (0.0, 0.0), (f64::NAN, 5.0), (0.0, 1e9)] {
        let error = Hypotheses::new(EloModel::Logistic, elo0, elo1).unwrap_err();
        assert!(
            error.to_string().contains("less than the second"),
            "{error}"
        );
    }
    let error = Hypotheses::new(EloModel::Normalised, 0.0, 31.0).unwrap_err();
    assert!(error.to_string().ends_with("between -30 and 30"), "{error}");
    let hypotheses = Hypotheses::new(EloModel::Logistic, 0.0, 5.0).unwrap();
    for rate in [0.0, 0.5, -1.0, f64::NAN] {
        let error = SequentialTest::new(hypotheses, rate, 0.05).unwrap_err();
        assert!(error.to_string().contains("such as 0.05"), "{error}");
    }
}

fn models() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalised)]
}

fn histograms() -> impl Strategy<Value = Vec<u64>> {
    let of_seats = |cells| prop::collection::vec(0..200u64, cells);
    prop_oneof![of_seats(5), of_seats(13), of_seats(61)]
}

proptest! {
    /// What is good for one side is bad for the other by as much.
    #[test]
    fn mirrored_results_have_the_opposite_ratio(
        model in models(), counts in histograms(), elo0 in -30.0..10.0f64, margin in 0.1..20.0f64,
    ) {
        let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
        let ours = llr(model, elo0, elo0 + margin, &counts);
        let theirs = llr(model, -elo0 - margin, -elo0, &mirrored);
        prop_assert!((ours + theirs).abs() < 1e-8 * (1.0 + ours.abs()), "{} {}", ours, theirs);
    }

    /// Twice the same evidence is twice the evidence, but for cells that are empty.
    #[test]
    fn the_ratio_grows_with_the_counts(
        model in models(), counts in prop::collection::vec(1..200u64, 5), times in 1..20u64,
    ) {
        let more: Vec<u64> = counts.iter().map(|count| count * times).collect();
        let expect = times as f64 * llr(model, 0.0, 5.0, &counts);
        prop_assert!((llr(model, 0.0, 5.0, &more) - expect).abs() < 1e-8 * (1.0 + expect.abs()));
    }

    /// A block won more never speaks for the weaker hypothesis.
    #[test]
    fn a_better_score_raises_the_logistic_ratio(
        counts in prop::collection::vec(1..200u64, 5), cell in 0..4usize,
    ) {
        let mut better = counts.clone();
        better[cell] -= 1;
        better[cell + 1] += 1;
        prop_assume!(better[cell] > 0);
        let ratio = |counts: &[u64]| llr(EloModel::Logistic, 0.0, 5.0, counts);
        prop_assert!(ratio(&better) > ratio(&counts));
    }

    /// Going from one claim to a third by way of a second comes to the same.
    #[test]
    fn ratios_add_up(model in models(), counts in histograms()) {
        let whole = llr(model, -5.0, 10.0, &counts);
        let parts = llr(model, -5.0, 3.0, &counts) + llr(model, 3.0, 10.0, &counts);
        prop_assert!((whole - parts).abs() < 1e-8 * (1.0 + whole.abs()));
    }
}

/// The closed form alone would go on for ever.
#[test]
fn an_engine_that_loses_everything_is_rejected() {
    let hypotheses = Hypotheses::new(EloModel::Normalised, 0.0, 10.0).unwrap();
    let test = SequentialTest::new(hypotheses, 0.05, 0.05).unwrap();
    for (counts, expect) in [
        ([200, 0, 0, 0, 0], SprtDecision::AcceptH0),
        ([0, 0, 0, 0, 200], SprtDecision::AcceptH1),
        ([10, 0, 0, 0, 0], SprtDecision::Continue),
    ] {
        let scores = BlockScores::from_counts(&counts).unwrap();
        assert_eq!(test.verdict(&scores), expect, "{counts:?}");
    }
}
