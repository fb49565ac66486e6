//! What the laboratory writes: chapters of tables and plots, as JSON and as one
//! page that needs nothing but itself.

use longjump_display::Plot;
use longjump_display::html::{STYLE, escape};
use serde::Serialize;
use std::fmt::Write;

/// All that was found out.
#[derive(Serialize)]
pub struct Report {
    /// Whether it was a run with fewer games, less deep.
    pub quick: bool,
    /// How long it took.
    pub seconds: f64,
    /// The experiments, a paper each.
    pub chapters: Vec<Chapter>,
}

/// One paper's experiments.
#[derive(Serialize)]
pub struct Chapter {
    /// What it is about.
    pub title: &'static str,
    /// Where the experiments are from.
    pub source: &'static str,
    /// What was found out.
    pub items: Vec<Item>,
}

/// A result.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Figures in rows.
    Table(Table),
    /// Figures as lines.
    Plot(Plot),
}

/// Figures in rows.
#[derive(Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of its columns.
    pub head: Vec<String>,
    /// Its cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// Where paper and product differ, and why.
    pub note: String,
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

/// The report as a page.
pub fn page(report: &Report) -> String {
    let mut html = String::new();
    let kind = if report.quick {
        "a quick run"
    } else {
        "a full run"
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
        drawn.svg(),
        escape(&drawn.note)
    )
}
