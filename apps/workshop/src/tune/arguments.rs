//! What `longjump tune` is told.

use clap::{Args, ValueEnum};
use longjump_arena::TimeControl;
use longjump_console::Failure;
use longjump_engine::EngineSpec;
use std::path::PathBuf;

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
pub struct Tune {
    /// How numbers are found
    #[arg(long, value_enum)]
    pub(super) method: Method,
    /// The game, for its default engine, or an engine such as star/default:hash=4
    #[arg(
        value_name = "SPEC",
        required_if_eq_any([("method", "spsa"), ("method", "logistic")])
    )]
    pub(super) spec: Option<String>,
    /// spsa: NAME=START:LEAST:MOST:STEP,... (STEP may be left out, and START, for the value
    /// now); logistic: NAME,... or all weights. Names are those of the weights (rows.3 in an
    /// array), then of the search's numbers; a name there is not lists them
    #[arg(
        long,
        value_name = "LIST",
        required_if_eq("method", "spsa"),
        allow_hyphen_values = true
    )]
    pub(super) parameters: Option<String>,
    /// Write the weights found to this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Draw how they were found: an SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
    /// Search depth in plies, where games are played [default: 6 for winners-average]
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<u32>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Print one JSON object on one line
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) spsa: SpsaOptions,
    #[command(flatten)]
    pub(super) logistic: LogisticOptions,
    #[command(flatten)]
    pub(super) winners: WinnersOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Method {
    /// Play with numbers moved to either side, and go where games are won
    Spsa,
    /// Fit the weights of an evaluation to games from 'longjump selfplay'
    Logistic,
    /// The Mini-Checkers report's: the average of random weights that win
    WinnersAverage,
}

impl Tune {
    /// Options of another method would be ignored, which nobody wants who gave them.
    pub(super) fn check_options(&self) -> Result<(), Failure> {
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
    pub(super) fn engine(&self) -> Result<EngineSpec, Failure> {
        Ok(self.spec.as_deref().unwrap_or_default().parse()?)
    }
}

/// The names of the options that were given.
fn names(options: &[(&'static str, bool)]) -> Vec<&'static str> {
    let given = options.iter().filter(|(_, is_given)| *is_given);
    given.map(|(name, _)| *name).collect()
}

/// A match that tells whether what was found is better.
pub(super) fn acceptance(found: &EngineSpec, before: &EngineSpec, control: TimeControl) -> String {
    let limits = control.to_string();
    let limits = limits.split(',').filter_map(|limit| limit.split_once('='));
    let limits: Vec<String> = limits
        .map(|(name, value)| format!("--{name} {value}"))
        .collect();
    let limits = limits.join(" ");
    format!("longjump match '{found}' '{before}' {limits} --sprt 0,5 --normalised")
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method spsa")]
pub(super) struct SpsaOptions {
    /// How often the parameters are moved [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) iterations: Option<u32>,
    /// How many pairs of games each time [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) pairs: Option<u64>,
    /// Nodes (positions searched) per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) movetime: Option<u64>,
    /// By how many steps a game won more than lost moves a parameter in the last iteration
    /// [default: 0.02]
    #[arg(long, value_name = "RATE")]
    pub(super) rate: Option<f64>,
    /// How many random moves each pair of games begins with [default: 4]
    #[arg(long, value_name = "N")]
    pub(super) opening: Option<usize>,
    /// How many games at once [default: the number of cores, half of them with --movetime]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: Option<u16>,
}

impl SpsaOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        names(&[
            ("--iterations", self.iterations.is_some()),
            ("--pairs", self.pairs.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--movetime", self.movetime.is_some()),
            ("--rate", self.rate.is_some()),
            ("--opening", self.opening.is_some()),
            ("--concurrency", self.concurrency.is_some()),
        ])
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method logistic")]
pub(super) struct LogisticOptions {
    /// Positions of games, from 'longjump selfplay'
    #[arg(long, value_name = "FILE", required_if_eq("method", "logistic"))]
    pub(super) data: Option<PathBuf>,
    /// How much weights hold on to what they were [default: 0.001]
    #[arg(long, value_name = "PULL")]
    pub(super) pull: Option<f64>,
    /// Leave out positions whose first sight differs from the search's score by more moves:
    /// something is going on there [default: none are]
    #[arg(long, value_name = "MOVES")]
    pub(super) quiet: Option<f64>,
    /// What a hundredth of a move is worth [default: what it is with the weights now]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(super) scale: Option<f64>,
}

impl LogisticOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        names(&[
            ("--data", self.data.is_some()),
            ("--pull", self.pull.is_some()),
            ("--quiet", self.quiet.is_some()),
            ("--scale", self.scale.is_some()),
        ])
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method winners-average")]
pub(super) struct WinnersOptions {
    /// How many times the average takes the base's place [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) rounds: Option<u64>,
    /// How many random sets of weights each round [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) tries: Option<u64>,
}

impl WinnersOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            ("--rounds", self.rounds.is_some()),
            ("--tries", self.tries.is_some()),
        ];
        names(&given)
    }
}
