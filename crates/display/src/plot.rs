//! Charts with lines as SVG.

use crate::html::{STYLE, escape};
use serde::Serialize;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 46.0;
const COLOURS: usize = 8;

/// Figures as lines.
#[derive(Serialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What is measured from left to right.
    pub across: &'static str,
    /// What is measured upwards.
    pub up: &'static str,
    /// Whether each step up is ten times the one before.
    pub is_logarithmic: bool,
    /// Told apart by colour and marks.
    pub lines: Vec<Line>,
    /// What there is to say about it.
    pub note: String,
}

/// A line of a plot.
#[derive(Serialize)]
pub struct Line {
    /// What it is called at its end.
    pub name: String,
    /// Where it leads through.
    pub points: Vec<(f64, f64)>,
}

impl Plot {
    /// The chart as a picture for a page with [`STYLE`].
    pub fn svg(&self) -> String {
        svg(self)
    }

    /// The chart as a file of its own.
    pub fn svg_file(&self) -> String {
        let svg = svg(self);
        let inner = svg.strip_prefix("<svg ").unwrap_or(&svg);
        let inner = inner.replacen('>', &format!("><style>{STYLE}</style>"), 1);
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {inner}\n")
    }
}

/// From the least to the most value, and where they are drawn.
struct Scale {
    least: f64,
    most: f64,
    is_logarithmic: bool,
    from: f64,
    to: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let measure = |value: f64| {
            if self.is_logarithmic {
                value.max(1e-9).log10()
            } else {
                value
            }
        };
        let (least, most) = (measure(self.least), measure(self.most));
        let share = (measure(value) - least) / (most - least).max(1e-9);
        self.from + share * (self.to - self.from)
    }

    /// About five round values.
    fn ticks(&self) -> Vec<f64> {
        if self.is_logarithmic {
            let (low, high) = (
                self.least.log10().floor() as i32,
                self.most.log10().ceil() as i32,
            );
            return (low..=high).map(|power| 10f64.powi(power)).collect();
        }
        let rough = (self.most - self.least).max(1e-9) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
        let step = step
            .into_iter()
            .find(|&step| step >= rough)
            .unwrap_or(power);
        let first = (self.least / step).ceil() as i64;
        let last = (self.most / step).floor() as i64;
        (first..=last).map(|times| times as f64 * step).collect()
    }
}

fn scale(
    values: impl Iterator<Item = f64> + Clone,
    is_logarithmic: bool,
    from: f64,
    to: f64,
) -> Scale {
    let mut least = values.clone().fold(f64::INFINITY, f64::min);
    let mut most = values.fold(f64::NEG_INFINITY, f64::max);
    if is_logarithmic {
        least = 10f64.powf(least.max(1e-9).log10().floor());
        most = 10f64.powf(most.max(1e-9).log10().ceil());
    }
    Scale {
        least,
        most,
        is_logarithmic,
        from,
        to,
    }
}

/// A number as short as it can be read.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{} M", value / 1e6),
        size if size >= 1e3 => format!("{} k", value / 1e3),
        size if size >= 1.0 || size == 0.0 => format!("{value}"),
        _ => format!("{value:.2}"),
    }
}

/// The plot, its lines told apart by colour and by the marks on them, each named at its end.
fn svg(plot: &Plot) -> String {
    let points = plot.lines.iter().flat_map(|line| line.points.iter());
    let across = scale(
        points.clone().map(|point| point.0),
        false,
        LEFT,
        WIDTH - RIGHT,
    );
    let ups = points
        .map(|point| point.1)
        .chain((!plot.is_logarithmic).then_some(0.0));
    let up = scale(ups, plot.is_logarithmic, HEIGHT - BOTTOM, TOP);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        escape(&plot.title)
    );
    for value in up.ticks() {
        let y = up.at(value);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0,
            short(value)
        );
    }
    for value in across.ticks() {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            across.at(value),
            HEIGHT - BOTTOM + 18.0,
            short(value)
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0,
        escape(plot.across),
        (TOP + HEIGHT - BOTTOM) / 2.0,
        escape(plot.up)
    );
    for (number, line) in plot.lines.iter().enumerate() {
        svg += &drawn_line(line, number, &across, &up, plot.lines.len());
    }
    svg + "</svg>"
}

fn drawn_line(line: &Line, number: usize, across: &Scale, up: &Scale, count: usize) -> String {
    let colour = format!("var(--c{})", number % COLOURS);
    let place = |&(x, y): &(f64, f64)| (across.at(x), up.at(y));
    let way: Vec<String> = line
        .points
        .iter()
        .map(place)
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let mut svg = format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        way.join(" ")
    );
    for (x, y) in line.points.iter().map(place) {
        let mark = match number % 3 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"),
            1 => format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" fill=\"{colour}\"/>",
                x - 3.5,
                y - 3.5
            ),
            _ => format!(
                "<path d=\"M{x:.1} {:.1} l4.5 8 h-9 z\" fill=\"{colour}\"/>",
                y - 5.0
            ),
        };
        svg += &mark;
    }
    let y = TOP + 14.0 + number as f64 * (HEIGHT - TOP - BOTTOM) / count.max(12) as f64;
    let x = WIDTH - RIGHT + 14.0;
    let _ = write!(
        svg,
        "<line x1=\"{x}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"3\"/>\
         <text x=\"{}\" y=\"{:.1}\">{}</text>",
        x + 16.0,
        x + 22.0,
        y + 4.0,
        escape(&line.name)
    );
    svg
}
