//! Tuning by fitting weights to games that were played.

use super::{Tune, acceptance, output};
use crate::{Failure, files, progress, training};
use clap::Args;
use longjump_arena::TimeControl;
use longjump_arena::tuning::{
    Dataset, Fit, FitSettings, Parameter, TunableEngine, TunedEngine, cross_entropy, read_dataset,
    scale_of,
};
use longjump_dataset::{TrainingError, TrainingReader};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Positions a move in the match that accepts what was found.
const NODES: u64 = 5000;

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --method logistic")]
pub(super) struct LogisticOptions {
    /// Positions of games, from 'longjump selfplay'
    #[arg(long, value_name = "FILE", required_if_eq("method", "logistic"))]
    data: Option<PathBuf>,
    /// How much weights hold on to what they were [default: 0.001]
    #[arg(long, value_name = "PULL")]
    pull: Option<f64>,
    /// Leave out positions whose first sight differs from the search's score by more moves:
    /// something is going on there [default: none are]
    #[arg(long, value_name = "MOVES")]
    quiet: Option<f64>,
    /// What a hundredth of a move is worth [default: what it is with the weights now]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    scale: Option<f64>,
}

impl LogisticOptions {
    /// Those that were given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        super::names(&[
            ("--data", self.data.is_some()),
            ("--pull", self.pull.is_some()),
            ("--quiet", self.quiet.is_some()),
            ("--scale", self.scale.is_some()),
        ])
    }
}

/// What is to be done.
pub(super) struct Logistic<'a> {
    tune: &'a Tune,
    data: &'a Path,
    tunable: TunableEngine,
    weights: Vec<Parameter>,
    settings: FitSettings,
    /// By how many moves a search may differ.
    quiet: f64,
}

/// What was found.
struct Found {
    positions: usize,
    checked: usize,
    games: usize,
    certain: usize,
    unquiet: usize,
    scale: f64,
    /// The losses on both parts, at the start and after each iteration.
    losses: Vec<[f64; 2]>,
    /// The losses with the weights as they are written.
    after: [f64; 2],
    /// The weights as they are written.
    values: Vec<f64>,
    changed: TunedEngine,
    seconds: f64,
}

impl<'a> Logistic<'a> {
    pub(super) fn new(tune: &'a Tune) -> Result<Self, Failure> {
        let tunable = TunableEngine::of(&tune.engine()?)?;
        let weights = tunable.weights(tune.parameters.as_deref())?;
        let usual = FitSettings::default();
        let pull = tune.logistic.pull.unwrap_or(usual.pull);
        if !(pull >= 0.0 && pull.is_finite()) {
            return Err(Failure::Input(format!(
                "a pull of {pull} would push; give 0 or more, such as --pull 0.001"
            )));
        }
        files::check(tune.out.as_deref(), "--out")?;
        files::check(tune.plot.as_deref(), "--plot")?;
        Ok(Self {
            tune,
            data: tune.logistic.data.as_deref().unwrap_or(Path::new("")),
            tunable,
            weights,
            settings: FitSettings { pull, ..usual },
            quiet: tune.logistic.quiet.unwrap_or(f64::INFINITY),
        })
    }

    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let started = Instant::now();
        let dataset = self.read()?;
        let scale = self.scale(&dataset)?;
        let found = self.fit(&dataset, scale, started);
        let gained = |part: usize| -> Vec<f64> {
            let losses = found.losses.iter().map(|loss| loss[part]);
            losses
                .map(|loss| 1000.0 * (found.losses[0][part] - loss))
                .collect()
        };
        if let Some(file) = &self.tune.plot {
            let title = format!("Loss of {} on {}", self.tunable.spec(), self.data.display());
            let paths = [("fitted", gained(0)), ("checked", gained(1))];
            let paths = paths
                .into_iter()
                .map(|(name, path)| (name.to_owned(), path));
            output::draw(file, title, "thousandths below the first loss", paths)?;
        }
        let kept = output::keep_weights(&found.changed, self.tune.out.as_deref())?;
        let file = output::weights_file(self.tune.out.as_deref());
        let better = found.changed.engine_with_file(self.tunable.spec(), &file);
        let control = TimeControl::nodes(NODES);
        let command = acceptance(&better, self.tunable.spec(), control);
        if self.tune.json {
            writeln!(out, "{}", self.report(&found, &command))?;
            return Ok(());
        }
        let rows = self.weights.iter().zip(&found.values);
        let rows = rows.map(|(weight, value)| (weight, weight.value, *value, String::new()));
        write!(out, "{}", output::changes(rows))?;
        self.print_losses(&found, &gained(1), out)?;
        write!(out, "{kept}")?;
        writeln!(out, "This match tells whether it is better:\n  {command}")?;
        Ok(())
    }

    fn print_losses(
        &self,
        found: &Found,
        gained: &[f64],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Found { losses, after, .. } = found;
        let first = losses[0];
        for (part, name) in ["loss on what was fitted", "loss on other games"]
            .into_iter()
            .enumerate()
        {
            writeln!(out, "{name:<24}{:>10.5}{:>10.5}", first[part], after[part])?;
        }
        let spark = longjump_display::numbers::sparkline(gained);
        writeln!(out, "{:<24}{spark} in {} iterations", "", losses.len() - 1)?;
        writeln!(
            out,
            "{} positions were fitted and {} checked, of {} games; left out: {} certain, {} not \
             quiet",
            found.positions, found.checked, found.games, found.certain, found.unquiet
        )?;
        let share = 100.0 / (1.0 + (-100.0 * found.scale).exp());
        writeln!(
            out,
            "k = {:.5}: who is a move ahead is expected to get {share:.1} % of the points; {:.1} s",
            found.scale, found.seconds
        )?;
        Ok(())
    }

    /// Reads the data with a bar.
    fn read(&self) -> Result<Dataset, Failure> {
        let data = self.data.display();
        let wrong = |error: TrainingError| match error {
            TrainingError::Io(error) => Failure::Input(format!("can't read {data}: {error}")),
            error => Failure::Input(format!("{data}: {}", training::described_file(&error))),
        };
        let reader = TrainingReader::open(self.data).map_err(wrong)?;
        let bar = progress::bar(reader.records(), "reading");
        let mut progress = |read: u64| {
            if read.is_multiple_of(1024) {
                bar.set_position(read);
            }
        };
        let dataset = read_dataset(
            reader,
            &self.tunable,
            &self.weights,
            100.0 * self.quiet,
            &mut progress,
        );
        bar.finish_and_clear();
        match dataset {
            Err(longjump_arena::tuning::TuningError::Training(error)) => Err(wrong(error)),
            dataset => Ok(dataset?),
        }
    }

    /// What a hundredth of a move is worth: said, or as it is.
    fn scale(&self, dataset: &Dataset) -> Result<f64, Failure> {
        match self.tune.logistic.scale {
            Some(scale) if scale > 0.0 && scale <= 1.0 => Ok(scale),
            Some(scale) => Err(Failure::Input(format!(
                "{scale} is not a scale; give one above 0 and at most 1, such as --scale 0.001"
            ))),
            None => scale_of(&dataset.training).ok_or_else(|| {
                Failure::Input(format!(
                    "in these games, those whom {} saw ahead scored no more points than the others, so \
                     there is no scale to keep; give one, such as --scale 0.001, or an engine \
                     with other weights to begin with",
                    self.tunable.spec()
                ))
            }),
        }
    }

    fn fit(&self, dataset: &Dataset, scale: f64, started: Instant) -> Found {
        let fit = Fit::new(&dataset.training, scale, self.settings);
        let losses = |changes: &[f64]| {
            [&dataset.training, &dataset.validation]
                .map(|samples| cross_entropy(samples, scale, changes))
        };
        // Weights are rounded when they are written; what counts are those that are played.
        let values: Vec<f64> = self
            .weights
            .iter()
            .zip(&fit.changes)
            .map(|(weight, by)| {
                let written = weight.written(weight.value + by);
                written.parse().unwrap_or(weight.value)
            })
            .collect();
        let rounded: Vec<f64> = self
            .weights
            .iter()
            .zip(&values)
            .map(|(weight, value)| value - weight.value)
            .collect();
        let changed = self.weights.iter().zip(values.iter().copied());
        Found {
            positions: dataset.training.len(),
            checked: dataset.validation.len(),
            games: dataset.games,
            certain: dataset.certain,
            unquiet: dataset.unquiet,
            scale,
            losses: fit.path.iter().map(|changes| losses(changes)).collect(),
            after: losses(&rounded),
            changed: self.tunable.with(changed),
            values,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn report(&self, found: &Found, command: &str) -> Value {
        let weights = self.weights.iter().zip(&found.values);
        let weights = weights.map(
            |(weight, value)| json!({ "name": weight.name, "start": weight.value, "value": value }),
        );
        let loss = |losses: &[f64; 2]| json!({ "fitted": losses[0], "checked": losses[1] });
        json!({
            "method": "logistic",
            "engine": self.tunable.spec().to_string(),
            "data": self.data.display().to_string(),
            "games": found.games,
            "positions": found.positions,
            "checked": found.checked,
            "certain": found.certain,
            "unquiet": found.unquiet,
            "quiet": self.tune.logistic.quiet,
            "scale": found.scale,
            "pull": self.settings.pull,
            "before": loss(&found.losses[0]),
            "after": loss(&found.after),
            "losses": found.losses.iter().map(loss).collect::<Vec<_>>(),
            "parameters": weights.collect::<Vec<_>>(),
            "weights": found.changed.weights,
            "seconds": found.seconds,
            "accept": command,
        })
    }
}
