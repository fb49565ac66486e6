//! Tuning by playing.

use super::{Tune, acceptance, output};
use crate::arena::concurrency;
use crate::{Failure, files, machine, progress};
use clap::Args;
use longjump_arena::tuning::{RangedParameter, Spsa, SpsaSettings, TunableEngine, TunedEngine};
use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method spsa")]
pub(super) struct SpsaOptions {
    /// How often the parameters are moved [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// How many pairs of games each time [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: Option<u64>,
    /// Nodes (positions searched) per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// By how many steps a game won more than lost moves a parameter in the last iteration
    /// [default: 0.02]
    #[arg(long, value_name = "RATE")]
    rate: Option<f64>,
    /// How many random moves each pair of games begins with [default: 4]
    #[arg(long, value_name = "N")]
    opening: Option<usize>,
    /// How many games at once [default: the number of cores, half of them with --movetime]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
}

impl SpsaOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        super::names(&[
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

/// What is to be done.
pub(super) struct SpsaRun<'a> {
    tune: &'a Tune,
    tunable: TunableEngine,
    parameters: Vec<RangedParameter>,
    settings: SpsaSettings,
    pairs: u64,
    control: TimeControl,
}

/// What was found.
struct Found {
    /// The values at the start and after each iteration.
    path: Vec<Vec<f64>>,
    changed: TunedEngine,
    games: u64,
    seconds: f64,
}

impl Found {
    /// The way of one parameter.
    fn way(&self, parameter: usize) -> Vec<f64> {
        self.path.iter().map(|values| values[parameter]).collect()
    }
}

impl<'a> SpsaRun<'a> {
    pub(super) fn new(tune: &'a Tune) -> Result<Self, Failure> {
        let options = &tune.spsa;
        let tunable = TunableEngine::of(&tune.engine()?)?;
        let parameters = tunable.ranges(tune.parameters.as_deref().unwrap_or_default())?;
        let rate = options.rate.unwrap_or(0.02);
        if !(rate > 0.0 && rate.is_finite()) {
            return Err(Failure::Input(format!(
                "with a rate of {rate} nothing is learned; give one above 0, such as --rate 0.02"
            )));
        }
        if tune.out.is_some() && parameters.iter().all(|it| !it.parameter.is_weight) {
            return Err(Failure::Input(
                "no weight is among the parameters, so there is no file of weights to write; \
                 remove --out"
                    .to_owned(),
            ));
        }
        files::check(tune.out.as_deref(), "--out")?;
        files::check(tune.plot.as_deref(), "--plot")?;
        Ok(Self {
            tune,
            tunable,
            parameters,
            settings: SpsaSettings {
                iterations: options.iterations.unwrap_or(200),
                rate,
                seed: tune.seed,
            },
            pairs: options.pairs.unwrap_or(8),
            control: TimeControl {
                movetime: options.movetime.map(Duration::from_millis),
                nodes: options.nodes,
                depth: tune.depth,
                clock: None,
            },
        })
    }

    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let found = self.search()?;
        if let Some(file) = &self.tune.plot {
            let paths = self.parameters.iter().enumerate().map(|(index, it)| {
                let width = it.range.most - it.range.least;
                let share = |value: f64| (value - it.range.least) / width;
                let way = found.way(index).into_iter().map(share);
                (it.parameter.name.clone(), way.collect())
            });
            let title = format!("Parameters of {}", self.tunable.spec());
            output::draw(file, title, "from the least to the most", paths)?;
        }
        let kept = output::keep_weights(&found.changed, self.tune.out.as_deref())?;
        let file = output::weights_file(self.tune.out.as_deref());
        let better = found.changed.engine_with_file(self.tunable.spec(), &file);
        let command = acceptance(&better, self.tunable.spec(), self.control);
        if self.tune.json {
            writeln!(out, "{}", self.report(&found, &command))?;
            return Ok(());
        }
        let rows = self.parameters.iter().enumerate().map(|(index, it)| {
            let way = found.way(index);
            let last = way.last().copied().unwrap_or(it.range.start);
            (
                &it.parameter,
                it.range.start,
                last,
                longjump_display::numbers::sparkline(&way),
            )
        });
        write!(out, "{}", output::changes(rows))?;
        let (iterations, games, seconds) = (found.path.len() - 1, found.games, found.seconds);
        writeln!(
            out,
            "{iterations} iterations, {games} games, {seconds:.1} s"
        )?;
        if iterations < self.settings.iterations as usize {
            writeln!(out, "stopped before the end: these are the values so far")?;
        }
        write!(out, "{kept}")?;
        writeln!(out, "This match tells whether it is better:\n  {command}")?;
        Ok(())
    }

    /// Plays and learns.
    fn search(&self) -> Result<Found, Failure> {
        let ranges = self.parameters.iter().map(|it| it.range).collect();
        let mut spsa = Spsa::new(ranges, self.settings);
        let interrupt = machine::interrupt();
        let started = Instant::now();
        let games = 2 * self.pairs * u64::from(self.settings.iterations);
        let bar = progress::bar(games, &self.values(spsa.values()));
        let mut path = vec![spsa.values().to_vec()];
        let mut played = 0;
        while let Some(trial) = spsa.next_trial() {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let games = PairedMatch {
                ours: self.engine(&trial.plus),
                theirs: self.engine(&trial.minus),
                pairs: self.pairs,
                opening_plies: self.tune.spsa.opening.unwrap_or(4),
                // Others in each iteration, or it would learn these openings by heart.
                seed: self.tune.seed.wrapping_mul(1_000_003) + u64::from(spsa.tried()),
            };
            let threads = concurrency(self.tune.spsa.concurrency, self.control.is_timed());
            let score = games.play(threads, &mut |games| {
                bar.set_position(played + games as u64);
            })?;
            played += score.games();
            spsa.learn(&trial, score.won as f64 - score.lost as f64);
            path.push(spsa.values().to_vec());
            bar.set_message(self.values(spsa.values()));
        }
        bar.finish_and_clear();
        Ok(Found {
            path,
            changed: self.changed(spsa.values()),
            games: played,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    fn changed(&self, values: &[f64]) -> TunedEngine {
        let parameters = self.parameters.iter().map(|it| &it.parameter);
        self.tunable.with(parameters.zip(values.iter().copied()))
    }

    fn engine(&self, values: &[f64]) -> EngineConfig {
        EngineConfig {
            spec: self.changed(values).engine(self.tunable.spec()),
            control: self.control,
        }
    }

    /// The values in a line, for the bar.
    fn values(&self, values: &[f64]) -> String {
        let both = self.parameters.iter().zip(values);
        let each = both.map(|(it, value)| format!("{} {value:.1}", it.parameter.name));
        each.collect::<Vec<_>>().join("  ")
    }

    fn report(&self, found: &Found, command: &str) -> Value {
        let parameters = self.parameters.iter().enumerate().map(|(index, it)| {
            let path = found.way(index);
            json!({
                "name": it.parameter.name,
                "start": it.range.start,
                "least": it.range.least,
                "most": it.range.most,
                "step": it.range.step,
                "value": path.last(),
                "path": path,
            })
        });
        let options = found.changed.options.iter();
        let options = options.map(|(name, value)| (name.clone(), Value::from(value.as_str())));
        json!({
            "method": "spsa",
            "engine": self.tunable.spec().to_string(),
            "control": self.control.to_string(),
            "iterations": found.path.len() - 1,
            "pairs": self.pairs,
            "rate": self.settings.rate,
            "seed": self.settings.seed,
            "games": found.games,
            "seconds": found.seconds,
            "parameters": parameters.collect::<Vec<_>>(),
            "weights": found.changed.weights,
            "options": options.collect::<serde_json::Map<_, _>>(),
            "accept": command,
        })
    }
}
