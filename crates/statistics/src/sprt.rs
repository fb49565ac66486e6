//! The generalised sequential probability ratio test: playing until it is known whether
//! an engine is stronger by one margin or by another.

use crate::block::BlockScores;
use crate::elo::{NORMALISED_ELO_OF_ONE, score_of_elo};
use crate::tilting::{Cells, tilt};
use thiserror::Error;

/// What an empty cell counts, in blocks, so that no score is held to be impossible.
/// Fishtest and fastchess count it the same.
const EMPTY_CELL: f64 = 1e-3;

/// How many deviations of a game a mean may be off for the closed form of normalised Elo:
/// beyond it both hypotheses are so far away that it can't tell them apart, and a test of an
/// engine that loses every game would never end.
const FARTHEST_T: f64 = 1.0;

/// What an Elo stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// The mean score is 1/(1 + 10^(-Elo/400)).
    Logistic,
    /// The mean score is above 1/2 by Elo · ln 10/800 standard deviations of a game. How
    /// many blocks a test takes then hardly depends on how many games are drawn.
    Normalised,
}

impl EloModel {
    /// The farthest Elo that a bound may have: for logistic Elo a score of one in a hundred
    /// thousand, for normalised Elo where its closed form still keeps the error rates.
    pub fn farthest(self) -> f64 {
        match self {
            Self::Logistic => 2000.0,
            Self::Normalised => 30.0,
        }
    }
}

/// Hypotheses or error rates that no test can have.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum TestError {
    /// The bounds are the wrong way round, equal or out of range.
    #[error(
        "the bounds {elo0} and {elo1} leave nothing to test: the first must be less than the \
         second, and both between -{farthest} and {farthest}", farthest = .model.farthest()
    )]
    Bounds {
        /// What they stand for.
        model: EloModel,
        /// The lower bound as given.
        elo0: f64,
        /// The upper bound as given.
        elo1: f64,
    },
    /// An error rate is no probability below one half.
    #[error("an error rate of {0} can't be kept: give one above 0 and below 0.5, such as 0.05")]
    ErrorRate(f64),
}

/// Two claims about the tested engine: H0, its Elo is `elo0`, and H1, it is `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    model: EloModel,
    elo0: f64,
    elo1: f64,
}

impl Hypotheses {
    /// Two claims, the lower first.
    pub fn new(model: EloModel, elo0: f64, elo1: f64) -> Result<Self, TestError> {
        let farthest = model.farthest();
        let fits = -farthest <= elo0 && elo0 < elo1 && elo1 <= farthest;
        if fits {
            Ok(Self { model, elo0, elo1 })
        } else {
            Err(TestError::Bounds { model, elo0, elo1 })
        }
    }

    /// The logarithm of how much likelier the scores are under H1 than under H0.
    ///
    /// ```
    /// use longjump_statistics::{BlockScores, EloModel, Hypotheses};
    /// let scores = BlockScores::from_counts(&[10, 100, 300, 120, 15])?;
    /// let logistic = Hypotheses::new(EloModel::Logistic, 0.0, 5.0)?;
    /// assert_eq!(format!("{:.6}", logistic.llr(&scores)), "1.089002");
    /// let normalised = Hypotheses::new(EloModel::Normalised, 0.0, 5.0)?;
    /// assert_eq!(format!("{:.6}", normalised.llr(&scores)), "0.684658");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn llr(&self, scores: &BlockScores) -> f64 {
        if scores.blocks() == 0 {
            return 0.0;
        }
        match self.model {
            EloModel::Logistic => self.logistic_llr(scores),
            EloModel::Normalised => self.normalised_llr(scores),
        }
    }

    /// Each hypothesis at its best: the likeliest distribution of block scores that has its
    /// mean.
    fn logistic_llr(&self, scores: &BlockScores) -> f64 {
        let cells = regularised(scores);
        let under_h0 = tilt(&cells, score_of_elo(self.elo0));
        let under_h1 = tilt(&cells, score_of_elo(self.elo1));
        let ratios = under_h1.iter().zip(under_h0).map(|(h1, h0)| (h1 / h0).ln());
        cells.iter().zip(ratios).map(|(cell, ln)| cell.1 * ln).sum()
    }

    /// Fishtest's closed form for given t values (Van den Bergh, "Comments on normalized
    /// Elo", section 4.2). It is near the ratio of the likeliest distributions, the nearer the
    /// closer the mean score is to 1/2, and needs no iteration that may fail to converge.
    /// Where the mean is far from 1/2 the bounds are taken for logistic Elo.
    fn normalised_llr(&self, scores: &BlockScores) -> f64 {
        let cells = regularised(scores);
        let blocks: f64 = cells.iter().map(|cell| cell.1).sum();
        let mean = cells.iter().map(|(a, n)| a * n).sum::<f64>() / blocks;
        let squares = cells.iter().map(|(a, n)| n * (a - mean) * (a - mean));
        let games = blocks * scores.seats() as f64;
        // A game's own deviation: a block's score is the mean of so many games.
        let deviation = (squares.sum::<f64>() / blocks * scores.seats() as f64).sqrt();
        let t = (mean - 0.5) / deviation;
        if t.abs() > FARTHEST_T {
            return self.logistic_llr(scores);
        }
        let misfit = |elo: f64| 1.0 + (t - elo / NORMALISED_ELO_OF_ONE).powi(2);
        games / 2.0 * (misfit(self.elo0) / misfit(self.elo1)).ln()
    }
}

/// Every possible score with its count, none of them nothing.
fn regularised(scores: &BlockScores) -> Cells {
    let count = |count: u64| if count == 0 { EMPTY_CELL } else { count as f64 };
    scores
        .iter()
        .map(|(a, blocks)| (a, count(blocks)))
        .collect()
}

/// What a sequential test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// Enough to say that H0 holds rather than H1.
    AcceptH0,
    /// Enough to say that H1 holds rather than H0.
    AcceptH1,
    /// More blocks are needed.
    Continue,
}

/// A test that is over the first time that its log-likelihood ratio leaves its bounds.
///
/// ```
/// use longjump_statistics::*;
/// let hypotheses = Hypotheses::new(EloModel::Logistic, 0.0, 10.0)?;
/// let test = SequentialTest::new(hypotheses, 0.05, 0.05)?;
/// let scores = BlockScores::from_counts(&[50, 400, 900, 500, 80])?;
/// assert_eq!(test.verdict(&scores), SprtDecision::AcceptH1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    hypotheses: Hypotheses,
    lower: f64,
    upper: f64,
}

impl SequentialTest {
    /// A test that accepts H1 under H0 in a share `alpha` of cases, and H0 under H1 in a
    /// share `beta`.
    ///
    /// The bounds are Wald's. The last block carries the ratio a little beyond them, which
    /// makes errors rarer than asked for; `docs/statistics.md` says how much.
    pub fn new(hypotheses: Hypotheses, alpha: f64, beta: f64) -> Result<Self, TestError> {
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(TestError::ErrorRate(rate));
            }
        }
        Ok(Self {
            hypotheses,
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// The log-likelihood ratio at or below which H0 is accepted.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// The log-likelihood ratio at or above which H1 is accepted.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// What these scores say, if the test has not been over before them.
    pub fn verdict(&self, scores: &BlockScores) -> SprtDecision {
        self.decision_at(self.hypotheses.llr(scores))
    }

    /// The same where the log-likelihood ratio is known already.
    pub fn decision_at(&self, llr: f64) -> SprtDecision {
        if llr >= self.upper {
            SprtDecision::AcceptH1
        } else if llr <= self.lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }
}

#[cfg(test)]
#[path = "sprt_tests.rs"]
mod tests;
