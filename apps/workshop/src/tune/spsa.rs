//! Tuning by playing.

use super::arguments::{Tune, acceptance};
use super::output;
use longjump_arena::TimeControl;
use longjump_console::arena::concurrency;
use longjump_console::{Failure, files, machine, progress};
use longjump_tuning::{SpsaFound, SpsaGames, SpsaSettings, TunableEngine};
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// What is to be done.
pub(super) struct SpsaRun<'a> {
    tune: &'a Tune,
    games: SpsaGames,
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
        let control = TimeControl {
            movetime: options.movetime.map(Duration::from_millis),
            nodes: options.nodes,
            depth: tune.depth,
            clock: None,
        };
        let games = SpsaGames {
            tunable,
            parameters,
            settings: SpsaSettings {
                iterations: options.iterations.unwrap_or(200),
                rate,
                seed: tune.seed,
            },
            pairs: options.pairs.unwrap_or(8),
            opening_plies: options.opening.unwrap_or(4),
            control,
            threads: concurrency(options.concurrency, control.is_timed()),
        };
        Ok(Self { tune, games })
    }

    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let started = Instant::now();
        let found = self.search()?;
        let seconds = started.elapsed().as_secs_f64();
        if let Some(file) = &self.tune.plot {
            let paths = self.games.parameters.iter().enumerate().map(|(index, it)| {
                let width = it.range.most - it.range.least;
                let share = |value: f64| (value - it.range.least) / width;
                let way = found.way(index).into_iter().map(share);
                (it.parameter.name.clone(), way.collect())
            });
            let title = format!("Parameters of {}", self.games.tunable.spec());
            output::draw(file, title, "from the least to the most", paths)?;
        }
        let kept = output::keep_weights(&found.changed, self.tune.out.as_deref())?;
        let file = output::weights_file(self.tune.out.as_deref());
        let better = found
            .changed
            .engine_with_file(self.games.tunable.spec(), &file);
        let command = acceptance(&better, self.games.tunable.spec(), self.games.control);
        if self.tune.json {
            writeln!(out, "{}", self.report(&found, seconds, &command))?;
            return Ok(());
        }
        let rows = self.games.parameters.iter().enumerate().map(|(index, it)| {
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
        let (iterations, games) = (found.path.len() - 1, found.games);
        writeln!(
            out,
            "{iterations} iterations, {games} games, {seconds:.1} s"
        )?;
        if iterations < self.games.settings.iterations as usize {
            writeln!(out, "stopped before the end: these are the values so far")?;
        }
        write!(out, "{kept}")?;
        writeln!(out, "This match tells whether it is better:\n  {command}")?;
        Ok(())
    }

    /// Plays and learns, with a bar.
    fn search(&self) -> Result<SpsaFound, Failure> {
        let games = 2 * self.games.pairs * u64::from(self.games.settings.iterations);
        let bar = progress::bar(games, "");
        let found = self.games.run(machine::interrupt(), &mut |games, values| {
            bar.set_position(games);
            bar.set_message(self.values(values));
        });
        bar.finish_and_clear();
        Ok(found?)
    }

    /// The values in a line, for the bar.
    fn values(&self, values: &[f64]) -> String {
        let both = self.games.parameters.iter().zip(values);
        let each = both.map(|(it, value)| format!("{} {value:.1}", it.parameter.name));
        each.collect::<Vec<_>>().join("  ")
    }

    fn report(&self, found: &SpsaFound, seconds: f64, command: &str) -> Value {
        let parameters = self.games.parameters.iter().enumerate().map(|(index, it)| {
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
            "engine": self.games.tunable.spec().to_string(),
            "control": self.games.control.to_string(),
            "iterations": found.path.len() - 1,
            "pairs": self.games.pairs,
            "rate": self.games.settings.rate,
            "seed": self.games.settings.seed,
            "games": found.games,
            "seconds": seconds,
            "parameters": parameters.collect::<Vec<_>>(),
            "weights": found.changed.weights,
            "options": options.collect::<serde_json::Map<_, _>>(),
            "accept": command,
        })
    }
}
