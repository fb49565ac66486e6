//! What tuning prints, draws and writes.

use longjump_console::{Failure, files};
use longjump_display::numbers::thinned;
use longjump_display::{Line, Plot};
use longjump_tuning::{Parameter, TunedEngine};
use std::path::Path;

/// How many points of a path are drawn.
const POINTS: usize = 60;

/// Draws paths, one value an iteration.
pub(super) fn draw(
    file: &Path,
    title: String,
    up: &'static str,
    paths: impl Iterator<Item = (String, Vec<f64>)>,
) -> Result<(), Failure> {
    let line = |(name, path): (String, Vec<f64>)| Line {
        name,
        points: thinned(&path, POINTS)
            .map(|(at, value)| (at as f64, value))
            .collect(),
    };
    let plot = Plot {
        title,
        across: "iteration",
        up,
        is_logarithmic: false,
        lines: paths.map(line).collect(),
        note: String::new(),
    };
    files::write(file, plot.svg_file(), "--plot")
}

/// The name of the file that the weights go to, and are taken from by the match after.
pub(super) fn weights_file(out: Option<&Path>) -> String {
    out.map_or_else(|| "best.toml".to_owned(), |file| file.display().to_string())
}

/// Writes the weights, or says what they are where there is no file for them.
pub(super) fn keep_weights(changed: &TunedEngine, out: Option<&Path>) -> Result<String, Failure> {
    match (&changed.weights, out) {
        (None, _) => Ok(String::new()),
        (Some(weights), Some(file)) => {
            files::write(file, weights, "--out")?;
            Ok(format!("written to {}\n", file.display()))
        }
        (Some(weights), None) => Ok(format!("put this into best.toml:\n\n{weights}\n")),
    }
}

/// A table of numbers before and after.
pub(super) fn changes<'a>(rows: impl Iterator<Item = (&'a Parameter, f64, f64, String)>) -> String {
    let mut text = format!("{:<24}{:>10}{:>10}\n", "", "before", "after");
    for (number, before, after, remark) in rows {
        let (before, after) = (number.written(before), number.written(after));
        let line = format!("{:<24}{before:>10}{after:>10}  {remark}", number.name);
        text += line.trim_end();
        text.push('\n');
    }
    text
}
