//! `longjump tune`

mod logistic;
mod output;
mod spsa;
mod winners;

use crate::Failure;
use clap::{Args, ValueEnum};
use logistic::{Logistic, LogisticOptions};
use longjump_arena::TimeControl;
use longjump_arena::tuning::TuningError;
use longjump_engine::EngineSpec;
use spsa::{SpsaOptions, SpsaRun};
use std::io::Write;
use std::path::PathBuf;
use winners::{Winners, WinnersOptions};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump tune --method spsa star --parameters last=190:100:300,hop=28:0:60 \\
    --iterations 500 --pairs 8 --nodes 2000 --out best.toml --plot paths.svg
  longjump tune --method spsa knightthrough --parameters rows.3=:500:700,late_moves=:1:20:1
  longjump selfplay corners --games 5000 --nodes 1000 --out corners.ljt
  longjump tune --method logistic corners --data corners.ljt --out best.toml
  longjump tune --method winners-average --rounds 3 --tries 40 --depth 4

spsa plays: all parameters are moved at once to either side, and they go where games are won.
logistic fits the weights of an evaluation to the results of games that were played.
winners-average is the Mini-Checkers report's way: random weights play against a base, at
first its easy strength, and the average of those that win is the next base:
  longjump match minicheckers/hard:weights=0.5;0.7;0.1;0.3;0.1;0.4 minicheckers/hard --depth 6

What was found is a guess until a match accepts it; the command to do so is printed.")]
pub(crate) struct Tune {
    /// How numbers are found
    #[arg(long, value_enum)]
    method: Method,
    /// The game, for its default engine, or an engine such as star/default:hash=4
    #[arg(
        value_name = "SPEC",
        required_if_eq_any([("method", "spsa"), ("method", "logistic")])
    )]
    spec: Option<String>,
    /// spsa: NAME=START:LEAST:MOST:STEP,... (STEP may be left out, and START, for the value
    /// now); logistic: NAME,... or all weights. Names are those of the weights (rows.3 in an
    /// array), then of the search's numbers; a name there is not lists them
    #[arg(
        long,
        value_name = "LIST",
        required_if_eq("method", "spsa"),
        allow_hyphen_values = true
    )]
    parameters: Option<String>,
    /// Write the weights found to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw how they were found: an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Search depth in plies, where games are played [default: 6 for winners-average]
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spsa: SpsaOptions,
    #[command(flatten)]
    logistic: LogisticOptions,
    #[command(flatten)]
    winners: WinnersOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Method {
    /// Play with numbers moved to either side, and go where games are won
    Spsa,
    /// Fit the weights of an evaluation to games from 'longjump selfplay'
    Logistic,
    /// The Mini-Checkers report's: the average of random weights that win
    WinnersAverage,
}

impl Tune {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        self.check_options()?;
        match self.method {
            Method::Spsa => SpsaRun::new(self)?.run(out),
            Method::Logistic => Logistic::new(self)?.run(out),
            Method::WinnersAverage => Winners::new(self).run(out),
        }
    }

    /// Options of another method would be ignored, which nobody wants who gave them.
    fn check_options(&self) -> Result<(), Failure> {
        let is = |method| self.method == method;
        let found = [
            ("--parameters", self.parameters.is_some()),
            ("--out", self.out.is_some()),
            ("--plot", self.plot.is_some()),
            ("a SPEC", self.spec.is_some()),
        ];
        let foreign = [
            (is(Method::Spsa), "spsa", self.spsa.given()),
            (is(Method::Logistic), "logistic", self.logistic.given()),
            (
                is(Method::WinnersAverage),
                "winners-average",
                self.winners.given(),
            ),
            (
                !is(Method::WinnersAverage),
                "spsa or logistic",
                names(&found),
            ),
            (
                !is(Method::Logistic),
                "spsa or winners-average",
                names(&[("--depth", self.depth.is_some())]),
            ),
        ];
        for (is_right, method, given) in foreign {
            if let Some(option) = given.first().filter(|_| !is_right) {
                return Err(Failure::Input(format!(
                    "{option} is for --method {method}; leave it out, or choose that method"
                )));
            }
        }
        Ok(())
    }

    /// The engine to be tuned; clap has seen to it that there is one.
    fn engine(&self) -> Result<EngineSpec, Failure> {
        Ok(self.spec.as_deref().unwrap_or_default().parse()?)
    }
}

/// The names of the options that were given.
fn names(options: &[(&'static str, bool)]) -> Vec<&'static str> {
    let given = options.iter().filter(|(_, is_given)| *is_given);
    given.map(|(name, _)| *name).collect()
}

impl From<TuningError> for Failure {
    fn from(error: TuningError) -> Self {
        match error {
            TuningError::Engine(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

/// A match that tells whether what was found is better.
fn acceptance(found: &EngineSpec, before: &EngineSpec, control: TimeControl) -> String {
    let limits = control.to_string();
    let limits = limits.split(',').filter_map(|limit| limit.split_once('='));
    let limits: Vec<String> = limits
        .map(|(name, value)| format!("--{name} {value}"))
        .collect();
    let limits = limits.join(" ");
    format!("longjump match '{found}' '{before}' {limits} --sprt 0,5 --normalised")
}
