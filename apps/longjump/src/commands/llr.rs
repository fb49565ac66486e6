//! `longjump llr`

use clap::Args;
use longjump_console::Failure;
use longjump_statistics::{
    BlockScores, EloModel, Estimate, Hypotheses, SequentialTest, SprtDecision, logistic_elo,
    normalised_elo, superiority,
};
use serde_json::{Value, json};
use std::io::Write;

const CONFIDENCE: f64 = 0.95;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump llr --counts 10,100,300,120,15 --elo0 0 --elo1 5
  longjump llr --counts 10,100,300,120,15 --elo0 0 --elo1 5 --normalised
  longjump llr --counts 3,40,200,60,7 --elo0 -5 --elo1 5 --alpha 0.01 --json

A block is one opening played with every rotation of the seats: a pair of games for two.
Its score is the mean of its points. The counts of two seats are those of pairs with a score
of 0, 1/4, 1/2, 3/4 and 1; with three to six seats there are 13, 25, 41 or 61 scores.")]
pub(crate) struct Llr {
    /// How many blocks had each score, lowest score first
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required = true,
          value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    counts: Vec<u64>,
    /// The Elo of the hypothesis that is accepted at the lower bound
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: f64,
    /// The Elo of the hypothesis that is accepted at the upper bound
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: f64,
    /// Elo by the deviation of a game instead of by the score
    #[arg(long, visible_alias = "normalized")]
    normalised: bool,
    /// How often the upper hypothesis may be accepted when the lower is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    alpha: f64,
    /// How often the lower hypothesis may be accepted when the upper is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    beta: f64,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Llr {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let wrong = |error: &dyn ToString| Failure::Input(error.to_string());
        let scores = BlockScores::from_counts(&self.counts).map_err(|error| wrong(&error))?;
        let test = Hypotheses::new(self.model(), self.elo0, self.elo1)
            .and_then(|hypotheses| SequentialTest::new(hypotheses, self.alpha, self.beta))
            .map_err(|error| wrong(&error))?;
        if self.json {
            writeln!(out, "{}", self.report(&scores, &test))?;
            return Ok(());
        }
        writeln!(
            out,
            "LLR {:.6}, between {:.6} for {} Elo {} and {:.6} for {}",
            test.hypotheses().llr(&scores),
            test.lower(),
            self.model_name(),
            self.elo0,
            test.upper(),
            self.elo1
        )?;
        describe(&scores, out)?;
        writeln!(out, "{}", self.meaning(test.verdict(&scores)))?;
        Ok(())
    }

    fn model(&self) -> EloModel {
        if self.normalised {
            EloModel::Normalised
        } else {
            EloModel::Logistic
        }
    }

    fn model_name(&self) -> &'static str {
        match self.model() {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        }
    }

    fn report(&self, scores: &BlockScores, test: &SequentialTest) -> Value {
        json!({
            "llr": test.hypotheses().llr(scores),
            "lower": test.lower(),
            "upper": test.upper(),
            "verdict": match test.verdict(scores) {
                SprtDecision::AcceptH0 => "h0",
                SprtDecision::AcceptH1 => "h1",
                SprtDecision::Continue => "go_on",
            },
            "model": self.model_name(),
            "seats": scores.seats(),
            "blocks": scores.blocks(),
            "score": scores.mean(),
            "logistic_elo": logistic_elo(scores, CONFIDENCE),
            "normalised_elo": normalised_elo(scores, CONFIDENCE),
            "superiority": superiority(scores),
        })
    }

    fn meaning(&self, verdict: SprtDecision) -> String {
        let (model, elo0, elo1) = (self.model_name(), self.elo0, self.elo1);
        match verdict {
            SprtDecision::AcceptH0 => {
                format!("over: {model} Elo {elo0} is accepted rather than {elo1}")
            }
            SprtDecision::AcceptH1 => {
                format!("over: {model} Elo {elo1} is accepted rather than {elo0}")
            }
            SprtDecision::Continue => "go on: more blocks are needed to tell".to_owned(),
        }
    }
}

/// What the scores say without any hypothesis.
fn describe(scores: &BlockScores, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{} blocks of {} games: score {:.2} %",
        scores.blocks(),
        scores.seats(),
        100.0 * scores.mean()
    )?;
    let elos = (
        logistic_elo(scores, CONFIDENCE),
        normalised_elo(scores, CONFIDENCE),
    );
    if let (Some(logistic), Some(normalised), Some(sure)) = (elos.0, elos.1, superiority(scores)) {
        for (name, elo) in [("logistic", logistic), ("normalised", normalised)] {
            let Estimate { low, value, high } = elo;
            writeln!(out, "{name} Elo {value:+.2} ({low:+.2} to {high:+.2})")?;
        }
        writeln!(out, "stronger with a likelihood of {:.2} %", 100.0 * sure)?;
    }
    Ok(())
}
