//! The average of random weights that win, as in the Mini-Checkers report.

use super::Tune;
use crate::{Failure, machine, progress};
use clap::Args;
use indicatif::ProgressBar;
use longjump_arena::{
    EngineSource, Format, OpeningChoice, Participant, RunOptions, TimeControl, Tournament,
    run_tournament,
};
use longjump_engine::{EngineEntry, engines};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method winners-average")]
pub(super) struct WinnersOptions {
    /// How many times the average takes the base's place [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// How many random sets of weights each round [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
}

impl WinnersOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            ("--rounds", self.rounds.is_some()),
            ("--tries", self.tries.is_some()),
        ];
        super::names(&given)
    }
}

/// The Mini-Checkers report's way.
pub(super) struct Winners {
    rounds: u64,
    tries: u64,
    depth: u32,
    seed: u64,
    json: bool,
}

/// A weight for each of the report's six parameters.
type Weights = [f64; 6];

/// The base of the first round: what the report's easy strength has.
fn easy() -> Weights {
    let engines = engines();
    let is_easy = |engine: &&EngineEntry| engine.game == "minicheckers" && engine.name == "easy";
    let easy = engines.iter().find(is_easy).expect("it is listed");
    let weights = easy.options.iter().find(|option| option.name == "weights");
    let numbers = weights.expect("it has weights").default.split(';');
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.try_into().expect("six numbers")
}

fn written(weights: &Weights) -> String {
    weights.map(|weight| format!("{weight:.4}")).join(";")
}

/// A round: how many of the random weights won, and their average.
struct Round {
    winners: usize,
    base: Weights,
}

impl Winners {
    pub(super) fn new(tune: &Tune) -> Self {
        Self {
            rounds: tune.winners.rounds.unwrap_or(4),
            tries: tune.winners.tries.unwrap_or(200),
            depth: tune.depth.unwrap_or(6),
            seed: tune.seed,
            json: tune.json,
        }
    }

    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut base = easy();
        let mut rounds = Vec::new();
        let bar = progress::bar(2 * self.tries * self.rounds, "playing");
        for _ in 0..self.rounds {
            let tried: Vec<Weights> = (0..self.tries)
                .map(|_| std::array::from_fn(|_| random.f64() * 2.0 - 0.5))
                .collect();
            let winners = self.winners(&tried, &base, &bar)?;
            if let Some(average) = average(&winners) {
                base = average;
            }
            rounds.push(Round {
                winners: winners.len(),
                base,
            });
        }
        bar.finish_and_clear();
        self.print(&rounds, out)
    }

    /// Those that win more than they lose in a pair of games against the base.
    fn winners(
        &self,
        tried: &[Weights],
        base: &Weights,
        bar: &ProgressBar,
    ) -> Result<Vec<Weights>, Failure> {
        let participant = |(number, weights): (usize, &Weights)| -> Result<Participant, Failure> {
            let spec = format!("minicheckers/easy:weights={}", written(weights));
            Ok(Participant {
                name: number.to_string(),
                source: EngineSource::BuiltIn(spec.parse()?),
                control: TimeControl {
                    depth: Some(self.depth),
                    ..TimeControl::default()
                },
            })
        };
        let players = std::iter::once(base).chain(tried).enumerate();
        let participants = players.map(participant).collect::<Result<Vec<_>, _>>()?;
        let game = "minicheckers".parse().expect("a game");
        let tournament = Tournament {
            openings: OpeningChoice::Random(0),
            ..Tournament::new(game, Format::Gauntlet, 1, participants)?
        };
        tournament.check()?;
        let before = bar.position();
        let mut options = RunOptions {
            concurrency: machine::threads(None),
            interrupt: &AtomicBool::new(false),
            progress: &mut |scoreboard| bar.set_position(before + scoreboard.games() as u64),
            on_block: None,
            traces: None,
        };
        let scoreboard = run_tournament(&tournament, &[], None, &mut options)?;
        let blocks = tried.iter().zip(scoreboard.finished().values());
        let won = blocks.filter(|(_, block)| block.points[0] < 0.5);
        Ok(won.map(|(weights, _)| *weights).collect())
    }

    fn print(&self, rounds: &[Round], out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            let round = |round: &Round| json!({ "winners": round.winners, "weights": round.base });
            let rounds: Vec<_> = rounds.iter().map(round).collect();
            writeln!(out, "{}", json!({ "tries": self.tries, "rounds": rounds }))?;
            return Ok(());
        }
        for (number, round) in rounds.iter().enumerate() {
            let Round { winners, base } = round;
            let weights = written(base);
            writeln!(
                out,
                "round {}: {winners} of {} won; {weights}",
                number + 1,
                self.tries
            )?;
        }
        Ok(())
    }
}

fn average(winners: &[Weights]) -> Option<Weights> {
    let count = winners.len() as f64;
    let mean = |index: usize| winners.iter().map(|weights| weights[index]).sum::<f64>() / count;
    (!winners.is_empty()).then(|| std::array::from_fn(mean))
}
