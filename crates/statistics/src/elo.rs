//! Differences in strength, with how far they can be trusted.

use crate::block::BlockScores;
use crate::normal;
use serde::Serialize;
use std::f64::consts::LN_10;

/// The normalised Elo of a mean score one standard deviation of a game above 1/2. With it,
/// normalised and logistic Elo are the same for small differences without draws.
pub(super) const NORMALISED_ELO_OF_ONE: f64 = 800.0 / LN_10;

/// The mean score that stands for a difference in logistic Elo.
///
/// ```
/// use longjump_statistics::{elo_of_score, score_of_elo};
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((elo_of_score(score_of_elo(70.0)) - 70.0).abs() < 1e-9);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logistic Elo that a mean score stands for: infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// A value with the interval that has it with a given confidence. In JSON an open end is null.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The lower end of the interval.
    pub low: f64,
    /// The likeliest value.
    pub value: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The logistic Elo of the tested engine over its opponents.
///
/// With three or more seats it is that over each of them, if they are equally strong: an
/// order of finish by Plackett and Luce has any two in the order of their duel. There is
/// none as long as all blocks have the same score: nothing tells how far that is chance.
///
/// ```
/// use longjump_statistics::{BlockScores, logistic_elo};
/// let scores = BlockScores::from_counts(&[34, 54, 63, 64, 75]).unwrap();
/// let elo = logistic_elo(&scores, 0.95).unwrap();
/// let digits = [elo.low, elo.value, elo.high].map(|elo| format!("{elo:.2}"));
/// assert_eq!(digits, ["28.28", "55.58", "83.58"]);
/// ```
pub fn logistic_elo(scores: &BlockScores, confidence: f64) -> Option<Estimate> {
    let mean = scores.mean();
    let margin = normal::deviations(confidence) * standard_error(scores)?;
    Some(Estimate {
        low: elo_of_score(mean - margin),
        value: elo_of_score(mean),
        high: elo_of_score(mean + margin),
    })
}

/// How far apart the engines are at least if one won every game, with what sign: there is no
/// [interval](logistic_elo) then, but too small a difference would have let the other win too.
/// None after so few games that they could be equally strong.
///
/// With n blocks all won, blocks that are not make up no more than 1 - (1 - c)^(1/n) of all with
/// confidence c. Even if these are lost outright, the mean score is no less than the rest.
///
/// ```
/// use longjump_statistics::{BlockScores, least_elo};
/// let scores = BlockScores::from_counts(&[0, 0, 0, 0, 100]).unwrap();
/// assert_eq!(format!("{:.0}", least_elo(&scores, 0.95).unwrap()), "607");
/// ```
pub fn least_elo(scores: &BlockScores, confidence: f64) -> Option<f64> {
    let likeliest = elo_of_score(scores.mean());
    if likeliest.is_finite() {
        return None;
    }
    let least_score = (1.0 - confidence).powf(1.0 / scores.blocks() as f64);
    let apart = elo_of_score(least_score);
    (apart > 0.0).then(|| apart.copysign(likeliest))
}

/// The normalised Elo: how many standard deviations of a game the mean score is above 1/2,
/// in units of 800/ln 10. It tells how many games it takes to notice the difference.
///
/// The deviation is estimated too, and the interval knows it.
///
/// ```
/// use longjump_statistics::{BlockScores, normalised_elo};
/// let scores = BlockScores::from_counts(&[34, 54, 63, 64, 75]).unwrap();
/// let elo = normalised_elo(&scores, 0.95).unwrap();
/// assert_eq!(format!("{:.2}", elo.value), "57.94");
/// ```
pub fn normalised_elo(scores: &BlockScores, confidence: f64) -> Option<Estimate> {
    standard_error(scores)?;
    let (mean, deviation) = (scores.mean(), scores.variance().sqrt());
    let t = (mean - 0.5) / deviation;
    // What one block adds to t (its influence), squared and summed, is t's variance.
    let influence = |score: f64| {
        let z = (score - mean) / deviation;
        z - t / 2.0 * (z * z - 1.0)
    };
    let error = scores.sum(|score| influence(score).powi(2)).sqrt() / scores.blocks() as f64;
    let margin = normal::deviations(confidence) * error;
    let unit = NORMALISED_ELO_OF_ONE / (scores.seats() as f64).sqrt();
    Some(Estimate {
        low: unit * (t - margin),
        value: unit * t,
        high: unit * (t + margin),
    })
}

/// The likelihood of superiority: how sure it is that the mean score is above 1/2.
///
/// ```
/// use longjump_statistics::{BlockScores, superiority};
/// let scores = BlockScores::from_counts(&[10, 100, 300, 120, 15]).unwrap();
/// assert_eq!(format!("{:.3}", superiority(&scores).unwrap()), "0.954");
/// ```
pub fn superiority(scores: &BlockScores) -> Option<f64> {
    let error = standard_error(scores)?;
    Some(normal::cumulative((scores.mean() - 0.5) / error))
}

/// The standard error of the mean score, if the scores differ at all.
fn standard_error(scores: &BlockScores) -> Option<f64> {
    let variance = scores.variance();
    (variance > 0.0).then(|| (variance / scores.blocks() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(counts: &[u64]) -> BlockScores {
        BlockScores::from_counts(counts).unwrap()
    }

    /// What fastchess' own tests have for this match: 55.58 ± 27.65 and 57.94 ± 28.28. Its
    /// normalised interval takes the deviation for known, so ours is a little wider.
    #[test]
    fn a_match_as_fastchess_has_it() {
        let scores = scores(&[34, 54, 63, 64, 75]);
        let logistic = logistic_elo(&scores, 0.95).unwrap();
        assert!((logistic.value - 55.58).abs() < 0.005);
        assert!(((logistic.high - logistic.low) / 2.0 - 27.65).abs() < 0.005);
        let normalised = normalised_elo(&scores, 0.95).unwrap();
        assert!((normalised.value - 57.94).abs() < 0.005);
        let margin = (normalised.high - normalised.low) / 2.0;
        assert!((margin - 29.23).abs() < 0.005, "{margin}");
        assert!(superiority(&scores).unwrap() > 0.9999);
    }

    #[test]
    fn mirrored_results_have_the_opposite_elo() {
        let (ours, theirs) = (scores(&[3, 40, 200, 60, 7]), scores(&[7, 60, 200, 40, 3]));
        for elo in [logistic_elo, normalised_elo] {
            let (ours, theirs) = (elo(&ours, 0.9).unwrap(), elo(&theirs, 0.9).unwrap());
            assert!((ours.value + theirs.value).abs() < 1e-9);
            assert!((ours.low + theirs.high).abs() < 1e-9);
        }
        let sum = superiority(&ours).unwrap() + superiority(&theirs).unwrap();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    #[test]
    fn results_without_spread_have_no_interval() {
        for counts in [[0; 5], [0, 0, 0, 0, 20], [0, 0, 20, 0, 0]] {
            assert_eq!(logistic_elo(&scores(&counts), 0.95), None);
            assert_eq!(normalised_elo(&scores(&counts), 0.95), None);
            assert_eq!(superiority(&scores(&counts)), None);
        }
    }

    #[test]
    fn who_won_all_is_stronger_by_as_much_as_chance_allows() {
        for blocks in [5_u64, 20, 500] {
            let elo = least_elo(&scores(&[0, 0, 0, 0, blocks]), 0.95).unwrap();
            // An engine so much stronger, whose blocks are won or lost as a whole, wins all of
            // them once in twenty times.
            let chance = score_of_elo(elo).powi(blocks as i32);
            assert!((chance - 0.05).abs() < 1e-9, "{blocks} blocks: {elo}");
            let theirs = least_elo(&scores(&[blocks, 0, 0, 0, 0]), 0.95).unwrap();
            assert_eq!(theirs, -elo);
        }
        for counts in [[0; 5], [0, 0, 0, 0, 4], [0, 0, 0, 1, 20], [0, 0, 20, 0, 0]] {
            assert_eq!(least_elo(&scores(&counts), 0.95), None);
        }
    }

    #[test]
    fn an_interval_beyond_a_certain_win_is_open() {
        let elo = logistic_elo(&scores(&[0, 0, 0, 1, 20]), 0.999_99).unwrap();
        assert!(elo.low.is_finite() && elo.value.is_finite());
        assert_eq!(elo.high, f64::INFINITY);
    }
}
