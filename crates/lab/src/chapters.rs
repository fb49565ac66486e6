//! The papers and their experiments.

use crate::LabError;
use crate::lab::Lab;
use crate::progress::{Meter, Progress};
use crate::report::{Chapter, Report};
use crate::{corners, diamond, knightthrough, learning, minicheckers, modern, thesis};
use std::time::Instant;

/// A paper's experiments.
type Experiments = fn(&Lab) -> Result<Chapter, LabError>;

/// The chapters by name, in the order of the page.
const CHAPTERS: [(&str, Experiments); 7] = [
    ("thesis", thesis::chapter),
    ("diamond", diamond::chapter),
    ("corners", corners::chapter),
    ("knightthrough", knightthrough::chapter),
    ("minicheckers", minicheckers::chapter),
    ("modern", modern::chapter),
    ("learning", learning::chapter),
];

/// The names of all chapters, in the order of the report.
pub fn chapter_names() -> impl Iterator<Item = &'static str> {
    CHAPTERS.iter().map(|&(name, _)| name)
}

/// Which experiments are run, and how.
pub struct Experiment<'a> {
    /// Fewer games, less deep.
    pub quick: bool,
    /// How many games are played at once; what is timed runs alone.
    pub threads: usize,
    /// Told of every step.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Experiment<'_> {
    /// Runs the chapters whose names are wanted.
    ///
    /// # Errors
    ///
    /// If an engine can't play its part, or the folder for temporary files can't be written to.
    pub fn run(&self, wanted: impl Fn(&str) -> bool) -> Result<Report, LabError> {
        let lab = Lab {
            quick: self.quick,
            threads: self.threads,
            meter: Meter::new(self.progress),
        };
        let started = Instant::now();
        let mut chapters = Vec::new();
        for (name, experiments) in CHAPTERS {
            if wanted(name) {
                lab.meter.begin(name);
                chapters.push(experiments(&lab)?);
            }
        }
        Ok(Report {
            quick: self.quick,
            seconds: started.elapsed().as_secs_f64(),
            chapters,
        })
    }
}
