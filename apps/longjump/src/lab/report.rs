//! What the laboratory writes: chapters of tables and plots, as JSON and as one
//! page that needs nothing but itself.

use super::plot;
use serde::Serialize;
use std::fmt::Write;

/// All that was found out.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) quick: bool,
    pub(crate) seconds: f64,
    pub(crate) chapters: Vec<Chapter>,
}

/// One paper's experiments.
#[derive(Serialize)]
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    /// Where they are from.
    pub(crate) source: &'static str,
    pub(crate) items: Vec<Item>,
}

/// A result.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Item {
    Table(Table),
    Plot(Plot),
}

/// Figures in rows.
#[derive(Serialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Where paper and product differ, and why.
    pub(crate) note: String,
}

/// Figures as lines.
#[derive(Serialize)]
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) across: &'static str,
    pub(crate) up: &'static str,
    /// Whether each step up is ten times the one before.
    pub(crate) is_logarithmic: bool,
    pub(crate) lines: Vec<Line>,
    pub(crate) note: String,
}

/// A line of a plot.
#[derive(Serialize)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Table {
    pub(crate) fn new(title: impl Into<String>, head: &[&str]) -> Self {
        Self {
            title: title.into(),
            head: head.iter().map(|&word| word.to_owned()).collect(),
            rows: Vec::new(),
            note: String::new(),
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Item {
        self.note = note.into();
        Item::Table(self)
    }
}

const STYLE: &str = "
:root { --ground:#fbfaf7; --ink:#24211c; --faint:#8a857a; --line:#dcd7cc; --card:#ffffff;
  --c0:#0b6e99; --c1:#c2571a; --c2:#3d7a37; --c3:#8a4fa3; --c4:#b3261e; --c5:#6b6b00; --c6:#00706b; --c7:#5f5f5f; }
@media (prefers-color-scheme: dark) { :root { --ground:#1b1a18; --ink:#ece7dd; --faint:#9c968a; --line:#3a3732; --card:#24221f;
  --c0:#6cc4ec; --c1:#f2a06b; --c2:#8fd087; --c3:#cfa3e3; --c4:#f28b82; --c5:#d6d26a; --c6:#6fd6cf; --c7:#b5b5b5; } }
body { background:var(--ground); color:var(--ink); font:16px/1.5 system-ui,sans-serif; margin:0 auto; padding:1.5rem; max-width:60rem; }
h1 { font-size:1.9rem; } h2 { margin-top:3rem; border-top:1px solid var(--line); padding-top:1.5rem; } h3 { margin:1.8rem 0 .4rem; font-size:1.05rem; }
p.source, p.note { color:var(--faint); margin:.3rem 0 1rem; } nav a { margin-right:1rem; } a { color:var(--c0); }
.wide { overflow-x:auto; } table { border-collapse:collapse; font-variant-numeric:tabular-nums; font-size:.9rem; }
th,td { padding:.25rem .8rem; border-bottom:1px solid var(--line); text-align:right; } th:first-child,td:first-child { text-align:left; }
svg { width:100%; min-width:34rem; height:auto; background:var(--card); border:1px solid var(--line); border-radius:8px; }
svg text { fill:var(--ink); font:12px system-ui,sans-serif; } svg .grid { stroke:var(--line); }
";

/// A plot as a file of its own.
pub(crate) fn svg_file(drawn: &Plot) -> String {
    let svg = plot::svg(drawn);
    let inner = svg.strip_prefix("<svg ").unwrap_or(&svg);
    let inner = inner.replacen('>', &format!("><style>{STYLE}</style>"), 1);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {inner}\n")
}

/// The page.
pub(crate) fn page(report: &Report) -> String {
    let mut html = String::new();
    let kind = if report.quick {
        "a quick run"
    } else {
        "a whole run"
    };
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Longjump: the laboratory</title><style>{STYLE}</style></head><body>\n\
         <h1>The laboratory</h1>\n<p>Five papers' own players, measured beside the figures they \
         were printed with: {kind} of {:.0} seconds.</p>\n<nav>",
        report.seconds
    );
    for (number, chapter) in report.chapters.iter().enumerate() {
        let _ = write!(html, "<a href=\"#c{number}\">{}</a>", escape(chapter.title));
    }
    html += "</nav>\n";
    for (number, chapter) in report.chapters.iter().enumerate() {
        let (title, source) = (escape(chapter.title), escape(chapter.source));
        let _ = write!(
            html,
            "<h2 id=\"c{number}\">{title}</h2>\n<p class=\"source\">{source}</p>\n"
        );
        for item in &chapter.items {
            match item {
                Item::Table(table) => html += &html_table(table),
                Item::Plot(plot) => html += &html_plot(plot),
            }
        }
    }
    html + "</body></html>\n"
}

fn html_table(table: &Table) -> String {
    let cells = |cells: &[String], tag: &str| {
        let cell = |text: &String| format!("<{tag}>{}</{tag}>", escape(text));
        format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>())
    };
    let rows: String = table.rows.iter().map(|row| cells(row, "td")).collect();
    format!(
        "<h3>{}</h3>\n<div class=\"wide\"><table><thead>{}</thead><tbody>{rows}</tbody></table></div>\n<p class=\"note\">{}</p>\n",
        escape(&table.title),
        cells(&table.head, "th"),
        escape(&table.note)
    )
}

fn html_plot(drawn: &Plot) -> String {
    format!(
        "<h3>{}</h3>\n<div class=\"wide\">{}</div>\n<p class=\"note\">{}</p>\n",
        escape(&drawn.title),
        plot::svg(drawn),
        escape(&drawn.note)
    )
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
