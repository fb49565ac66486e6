//! Tuning by fitting weights to games that were played.

use super::arguments::{Tune, acceptance};
use super::output;
use longjump_arena::TimeControl;
use longjump_console::{Failure, files, progress, training};
use longjump_dataset::{TrainingError, TrainingReader};
use longjump_tuning::{
    Dataset, FitSettings, Parameter, TunableEngine, TunedEngine, WeightFit, read_dataset, scale_of,
};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Positions a move in the match that accepts what was found.
const NODES: u64 = 5000;

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
    fit: WeightFit,
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
            let losses = found.fit.losses.iter().map(|loss| loss[part]);
            losses
                .map(|loss| 1000.0 * (found.fit.losses[0][part] - loss))
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
        let rows = self.weights.iter().zip(&found.fit.values);
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
        let WeightFit { losses, after, .. } = &found.fit;
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
        let share = 100.0 / (1.0 + (-100.0 * found.fit.scale).exp());
        writeln!(
            out,
            "k = {:.5}: who is a move ahead is expected to get {share:.1} % of the points; {:.1} s",
            found.fit.scale, found.seconds
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
            Err(longjump_tuning::TuningError::Training(error)) => Err(wrong(error)),
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
        let fit = WeightFit::new(dataset, &self.weights, scale, self.settings);
        let changed = self.weights.iter().zip(fit.values.iter().copied());
        Found {
            positions: dataset.training.len(),
            checked: dataset.validation.len(),
            games: dataset.games,
            certain: dataset.certain,
            unquiet: dataset.unquiet,
            changed: self.tunable.with(changed),
            fit,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn report(&self, found: &Found, command: &str) -> Value {
        let weights = self.weights.iter().zip(&found.fit.values);
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
            "scale": found.fit.scale,
            "pull": self.settings.pull,
            "before": loss(&found.fit.losses[0]),
            "after": loss(&found.fit.after),
            "losses": found.fit.losses.iter().map(loss).collect::<Vec<_>>(),
            "parameters": weights.collect::<Vec<_>>(),
            "weights": found.changed.weights,
            "seconds": found.seconds,
            "accept": command,
        })
    }
}
