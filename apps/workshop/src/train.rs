//! `longjump train`

use clap::Args;
use longjump_console::arguments::SpecArgument;
use longjump_console::training::{open_all, wrong};
use longjump_console::{Failure, files, machine, progress};
use longjump_display::numbers::{spaced, sparkline};
use longjump_display::{Line, Plot};
use longjump_evaluation::network::{About, HIDDEN, Net};
use longjump_learning::{
    Dataset, Filter, LearningError, Progress, Samples, Settings, StopReason, Trainer,
};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump selfplay star --games 10000 --nodes 2000 --out star.ljt
  longjump train star --data star.ljt --out star.net
  longjump train star --data one.ljt two.ljt --out star.net --epochs 50 --lambda 0.5 --plot loss.svg
  longjump train star --data star.ljt --out star.net --resume

A net learns to say of a position what the engine's search thought of it and how the game
ended. One game of twenty is kept for validation, and the net that does best on those is
written. The same data, options and seed give the same net, whatever the number of threads.
After each epoch all is saved beside the net (star.net.state), so that --resume goes on after
Ctrl-C.")]
pub struct Train {
    #[command(flatten)]
    game: SpecArgument,
    /// Positions of games, from 'longjump selfplay' or 'longjump data mix'
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the net goes
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// How wide the hidden layer is: 64, 128 or 256. Only nets of the default width can play; others
    /// are for comparing losses
    #[arg(long, value_name = "N", default_value_t = HIDDEN)]
    hidden: usize,
    /// The most epochs: passes over all positions
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// How many positions make a batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The learning rate of the first steps; that of the last is a hundredth of it
    #[arg(long, value_name = "RATE", default_value_t = 0.004)]
    rate: f64,
    /// How much of a position's target is from the engine's score: 1 is all; the rest is from
    /// the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    lambda: f64,
    /// What being a move ahead adds to the logarithm of the odds [default: what fits scores to
    /// results best]
    #[arg(long, value_name = "K")]
    scale: Option<f64>,
    /// Leave out positions with fewer moves before them
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_moves: u16,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// End after so many epochs without a better validation loss
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Go on where the same command was stopped
    #[arg(long)]
    resume: bool,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
    /// Draw how the loss went: an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// How it went.
struct Outcome {
    /// None if it was stopped.
    stop_reason: Option<StopReason>,
    /// How many positions were gone through this time, epochs that were broken off among them.
    positions: u64,
    time: Duration,
    best: Option<Best>,
}

/// The best net.
struct Best {
    epoch: usize,
    /// Its validation loss.
    loss: f64,
    /// The same with weights rounded, if it can play.
    rounded: Option<f64>,
}

impl Train {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let settings = self.settings();
        settings.check().map_err(LearningError::Setting)?;
        files::check(Some(&self.out), "--out")?;
        files::check(self.plot.as_deref(), "--plot")?;
        let saved = self.saved()?;
        let dataset = Dataset::new(self.read()?, &settings)?;
        let threads = machine::threads(self.threads);
        let trainer = Trainer::new(&dataset, settings, self.patience as usize, threads);
        let mut trainer = trainer.map_err(LearningError::Setting)?;
        if let Some(saved) = saved {
            let resumed = trainer.resume(&saved);
            resumed.map_err(|error| wrong(&self.state(), error))?;
        }
        let outcome = self.train(&dataset, &mut trainer)?;
        if let Some(file) = &self.plot {
            self.draw(&trainer, file)?;
        }
        match self.json {
            true => writeln!(out, "{}", self.report(&dataset, &trainer, &outcome))?,
            false => self.print(&dataset, &trainer, &outcome, out)?,
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        Settings {
            hidden: self.hidden,
            epochs: self.epochs as usize,
            batch: self.batch as usize,
            rate: self.rate,
            lambda: self.lambda,
            scale: self.scale,
            seed: self.seed,
        }
    }

    /// The file that is saved after each epoch.
    fn state(&self) -> PathBuf {
        self.out.with_added_extension("state")
    }

    /// What was saved, if it is to be gone on with.
    fn saved(&self) -> Result<Option<Vec<u8>>, Failure> {
        if !self.resume {
            return Ok(None);
        }
        let file = self.state();
        let saved = std::fs::read(&file).map_err(|error| {
            let file = file.display();
            Failure::Input(format!(
                "can't go on from {file}: {error}; it is there after the first epoch, and gone \
                 after the last: leave --resume away to begin anew"
            ))
        });
        saved.map(Some)
    }

    /// Reads the data with a bar.
    fn read(&self) -> Result<Samples, Failure> {
        let mut samples = Samples::of(&self.game.parse()?)?;
        let filter = Filter {
            least_moves: self.least_moves,
        };
        let (opened, mut bar) = open_all(self.data.iter().map(PathBuf::as_path))?;
        for (file, reader) in opened {
            let records = reader.records();
            let read = samples.read(reader, filter, &mut bar.on_progress());
            read.map_err(|error| wrong(file, error))?;
            bar.next_file(records);
        }
        bar.finish();
        Ok(samples)
    }

    /// Trains until it is over or somebody stops it, and writes the best net.
    fn train(&self, dataset: &Dataset, trainer: &mut Trainer) -> Result<Outcome, Failure> {
        let interrupt = machine::interrupt();
        let mut watch = Watch::new(dataset, trainer, self.epochs as usize, interrupt);
        while trainer.stop_reason().is_none() {
            if trainer
                .epoch(&mut |step| watch.on_progress(step))
                .is_break()
            {
                break;
            }
            watch.after_epoch(trainer);
            self.save(trainer)?;
        }
        watch.bar.finish_and_clear();
        let outcome = Outcome {
            stop_reason: trainer.stop_reason(),
            positions: watch.positions + watch.in_epoch,
            time: watch.started.elapsed(),
            best: self.keep(dataset, trainer)?,
        };
        if outcome.stop_reason.is_some() {
            // Nothing is left to go on with.
            std::fs::remove_file(self.state()).ok();
        }
        Ok(outcome)
    }

    /// Saves where it is. What was saved before is there until the new is whole.
    fn save(&self, trainer: &Trainer) -> Result<(), Failure> {
        files::replace(&self.state(), trainer.save(), "--out")
    }

    /// Writes the best net, if there is one that can play.
    fn keep(&self, dataset: &Dataset, trainer: &Trainer) -> Result<Option<Best>, Failure> {
        let Some(epoch) = trainer.best_epoch() else {
            return Ok(None);
        };
        let loss = trainer.losses()[epoch - 1].validation;
        let mut rounded = None;
        if self.hidden == HIDDEN {
            let net = Net::quantise(&trainer.best(), self.about(dataset, epoch));
            let net = net.map_err(|error| Failure::Input(error.to_string()))?;
            files::write(&self.out, net.to_bytes(), "--out")?;
            rounded = Some(trainer.validation_loss(&net.to_floats()));
        }
        let best = Best {
            epoch,
            loss,
            rounded,
        };
        Ok(Some(best))
    }

    fn about(&self, dataset: &Dataset, epoch: usize) -> About {
        let samples = dataset.samples();
        let sources: Vec<&str> = samples.sources().collect();
        About {
            game: samples.kind().to_owned(),
            note: format!(
                "{} positions of {} games of {}; lambda {}, rate {}, batch {}, seed {}; epoch \
                 {epoch} of {}; longjump {}",
                dataset.training_len(),
                samples.games(),
                sources.join(" and "),
                self.lambda,
                self.rate,
                self.batch,
                self.seed,
                self.epochs,
                env!("CARGO_PKG_VERSION")
            ),
        }
    }

    fn draw(&self, trainer: &Trainer, file: &Path) -> Result<(), Failure> {
        let losses = trainer.losses().iter().enumerate();
        // In thousandths, as the axis has few digits.
        let point = |epoch: usize, loss: f64| ((epoch + 1) as f64, 1000.0 * loss);
        let lines = [
            Line {
                name: "training".to_owned(),
                points: losses
                    .clone()
                    .map(|(at, it)| point(at, it.training))
                    .collect(),
            },
            Line {
                name: "validation".to_owned(),
                points: losses.map(|(at, it)| point(at, it.validation)).collect(),
            },
        ];
        let plot = Plot {
            title: format!("Loss of {}", self.out.display()),
            across: "epoch",
            up: "loss, in thousandths",
            is_logarithmic: false,
            lines: lines.into(),
            note: String::new(),
        };
        files::write(file, plot.svg_file(), "--plot")
    }

    fn report(&self, dataset: &Dataset, trainer: &Trainer, outcome: &Outcome) -> Value {
        let samples = dataset.samples();
        let best = outcome.best.as_ref();
        let losses = trainer.losses().iter();
        let losses =
            losses.map(|it| json!({ "training": it.training, "validation": it.validation }));
        let data = self.data.iter().map(|file| file.display().to_string());
        let seconds = outcome.time.as_secs_f64();
        json!({
            "spec": samples.game(),
            "data": data.collect::<Vec<_>>(),
            "games": samples.games(),
            "training": dataset.training_len(),
            "validation": dataset.validation_len(),
            "left_out": samples.left_out(),
            "scale": dataset.scale(),
            "hidden": self.hidden,
            "batch": self.batch,
            "rate": self.rate,
            "lambda": self.lambda,
            "seed": self.seed,
            "stop_reason": match outcome.stop_reason {
                Some(StopReason::Epochs) => "epochs",
                Some(StopReason::Patience) => "patience",
                None => "stopped",
            },
            "best_epoch": best.map(|best| best.epoch),
            "loss": best.map(|best| best.loss),
            "rounded_loss": best.and_then(|best| best.rounded),
            "losses": losses.collect::<Vec<_>>(),
            "seconds": seconds,
            "positions_per_second": (outcome.positions as f64 / seconds.max(1e-9)).round(),
            "file": best.and_then(|best| best.rounded).map(|_| self.out.display().to_string()),
        })
    }

    fn print(
        &self,
        dataset: &Dataset,
        trainer: &Trainer,
        outcome: &Outcome,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let samples = dataset.samples();
        writeln!(
            out,
            "{} positions to train and {} to validate with, of {} games; {} left out",
            dataset.training_len(),
            dataset.validation_len(),
            samples.games(),
            samples.left_out()
        )?;
        let share = 100.0 / (1.0 + (-dataset.scale()).exp());
        writeln!(
            out,
            "k = {:.4}: a side that is a move ahead is expected to get {share:.1} % of the points",
            dataset.scale()
        )?;
        let losses: Vec<f64> = trainer.losses().iter().map(|it| it.validation).collect();
        let seconds = outcome.time.as_secs_f64();
        writeln!(
            out,
            "{} epochs, {}; {seconds:.1} s, {} positions a second",
            losses.len(),
            match outcome.stop_reason {
                Some(StopReason::Epochs) => "all of them".to_owned(),
                Some(StopReason::Patience) => format!("the last {} no better", self.patience),
                None => "then it was stopped; --resume goes on".to_owned(),
            },
            spaced((outcome.positions as f64 / seconds.max(1e-9)) as u64)
        )?;
        let Some(best) = &outcome.best else {
            writeln!(out, "no epoch was completed, so there is no net yet")?;
            return Ok(());
        };
        let training = trainer.losses()[best.epoch - 1].training;
        writeln!(
            out,
            "validation loss after each epoch  {}",
            sparkline(&losses)
        )?;
        writeln!(
            out,
            "best after epoch {}: validation loss {:.6}, training loss {training:.6}",
            best.epoch, best.loss
        )?;
        match best.rounded {
            Some(rounded) => {
                let file = self.out.display();
                writeln!(
                    out,
                    "loss with rounded weights {rounded:.6}; written to {file}"
                )?;
            }
            None => writeln!(
                out,
                "nothing is written: this program plays nets of --hidden {HIDDEN}"
            )?,
        }
        Ok(())
    }
}

/// What is seen while it trains.
struct Watch<'a> {
    bar: indicatif::ProgressBar,
    started: Instant,
    interrupt: &'a AtomicBool,
    epochs: usize,
    /// Of the last epoch that was completed.
    last: String,
    /// Positions of an epoch.
    each: u64,
    /// Positions of this run's epochs that were completed, and of the one that was not.
    positions: u64,
    in_epoch: u64,
    steps_before: u64,
    steps_in_epoch: u64,
}

impl<'a> Watch<'a> {
    fn new(dataset: &Dataset, trainer: &Trainer, epochs: usize, interrupt: &'a AtomicBool) -> Self {
        let steps_in_epoch = trainer.steps_in_epoch() as u64;
        let bar = progress::bar(steps_in_epoch * epochs as u64, "training");
        let steps_before = steps_in_epoch * trainer.losses().len() as u64;
        bar.set_position(steps_before);
        Self {
            bar,
            started: Instant::now(),
            interrupt,
            epochs,
            last: String::new(),
            each: dataset.training_len() as u64,
            positions: 0,
            in_epoch: 0,
            steps_before,
            steps_in_epoch,
        }
    }

    fn on_progress(&mut self, step: &Progress) -> ControlFlow<()> {
        self.in_epoch = step.positions as u64;
        self.bar.set_position(self.steps_before + step.steps as u64);
        let speed = (self.positions + self.in_epoch) as f64 / self.started.elapsed().as_secs_f64();
        let epochs_left = (self.epochs - step.epoch) as u64;
        let left = epochs_left * self.each + (self.each - self.in_epoch);
        let left = Duration::from_secs_f64(left as f64 / speed.max(1.0));
        self.bar.set_message(format!(
            "epoch {} of {}: loss {:.5}{}, {:.0} k positions/s, {} left",
            step.epoch,
            self.epochs,
            step.loss,
            self.last,
            speed / 1000.0,
            humantime::format_duration(Duration::from_secs(left.as_secs()))
        ));
        match self.interrupt.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn after_epoch(&mut self, trainer: &Trainer) {
        self.positions += self.each;
        self.in_epoch = 0;
        self.steps_before += self.steps_in_epoch;
        if let Some(losses) = trainer.losses().last() {
            self.last = format!(", validation {:.5}", losses.validation);
        }
    }
}
