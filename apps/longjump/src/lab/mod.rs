//! The laboratory: each paper's experiments with its own players, beside the
//! figures it printed.

mod corners;
mod diamond;
mod knightthrough;
mod learning;
mod measure;
mod minicheckers;
mod modern;
mod plot;
mod report;
mod thesis;

pub(crate) use report::{Line, Plot, Report, page, svg_file};

use crate::Failure;
use indicatif::ProgressBar;
use longjump_arena::{EngineConfig, MatchScore, PairedMatch, TimeControl};
use report::Chapter;
use std::time::{Duration, Instant};

/// A paper's experiments.
type Experiments = fn(&Lab) -> Result<Chapter, Failure>;

/// The chapters by name, in the order of the page.
pub(crate) const CHAPTERS: [(&str, Experiments); 7] = [
    ("thesis", thesis::chapter),
    ("diamond", diamond::chapter),
    ("corners", corners::chapter),
    ("knightthrough", knightthrough::chapter),
    ("minicheckers", minicheckers::chapter),
    ("modern", modern::chapter),
    ("learning", learning::chapter),
];

/// How experiments are run.
pub(crate) struct Lab {
    /// Fewer games, less deep.
    pub(crate) quick: bool,
    /// How many games at once; what is timed runs alone.
    pub(crate) threads: usize,
    pub(crate) bar: ProgressBar,
}

impl Lab {
    /// Runs the chapters of these names.
    pub(crate) fn run(&self, wanted: impl Fn(&str) -> bool) -> Result<Report, Failure> {
        let started = Instant::now();
        let mut chapters = Vec::new();
        for (name, experiments) in CHAPTERS {
            if wanted(name) {
                self.bar.set_message(name);
                chapters.push(experiments(self)?);
            }
        }
        Ok(Report {
            quick: self.quick,
            seconds: started.elapsed().as_secs_f64(),
            chapters,
        })
    }

    /// One of two, the first for a quick run.
    fn either<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }

    /// One more search or move is done; how many there will be is not known before.
    fn step(&self) {
        self.bar.inc_length(1);
        self.bar.inc(1);
    }

    /// Plays matches, the bar going on with every game.
    fn hold(&self, bouts: &[PairedMatch]) -> Result<Vec<MatchScore>, Failure> {
        let games: u64 = bouts.iter().map(|bout| 2 * bout.pairs).sum();
        self.bar.inc_length(games);
        let hold = |bout: &PairedMatch| {
            let before = self.bar.position();
            let score = bout.play(self.threads, &mut |games| {
                self.bar.set_position(before + games as u64);
            });
            Ok(score?)
        };
        bouts.iter().map(hold).collect()
    }
}

/// An engine that may think so many milliseconds a move; with `None` as it likes.
fn contender(spec: &str, milliseconds: Option<u64>) -> Result<EngineConfig, Failure> {
    Ok(EngineConfig {
        spec: spec.parse()?,
        control: TimeControl {
            movetime: milliseconds.map(Duration::from_millis),
            ..TimeControl::default()
        },
    })
}

fn bout(ours: EngineConfig, theirs: EngineConfig, pairs: u64) -> PairedMatch {
    PairedMatch {
        ours,
        theirs,
        pairs,
        opening_plies: 2,
        seed: 1,
    }
}

/// A share of points with its error.
fn percent(tally: &MatchScore) -> String {
    format!(
        "{:.0} % ± {:.0}",
        100.0 * tally.mean(),
        100.0 * tally.error()
    )
}

/// How often was won, drawn and lost, and the share of points.
fn outcomes(tally: &MatchScore) -> [String; 4] {
    let [won, drawn, lost] = [tally.won, tally.drawn, tally.lost].map(|games| games.to_string());
    [won, drawn, lost, percent(tally)]
}
