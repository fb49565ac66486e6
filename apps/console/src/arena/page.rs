//! What can be made of a log: a page to look at, JSON, and records of the games.

use crate::{Failure, files};
use clap::Args;
use longjump_arena::{Bots, Exporter, ReportInfo, read_log, report};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Args, Clone, Debug, Default)]
#[expect(missing_docs, reason = "clap would print a comment")]
pub struct Outputs {
    /// Make a page of the results with all games to step through
    #[arg(long, value_name = "FILE.html", help_heading = "Results")]
    report: Option<PathBuf>,
    /// Write what is on the page as JSON
    #[arg(long, value_name = "FILE.json", help_heading = "Results")]
    data: Option<PathBuf>,
    /// Write the games as records with clocks and evaluations
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    records: Option<PathBuf>,
    /// How many games to have on the page at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        help_heading = "Results"
    )]
    report_games: usize,
}

impl Outputs {
    /// The same, with records where a file of bots wants them if nothing else is said.
    pub fn or_records(&self, bots: &Bots) -> Self {
        let usual = bots.settings.records.as_ref().map(|path| bots.path(path));
        Self {
            records: self.records.clone().or(usual),
            ..self.clone()
        }
    }

    fn is_none(&self) -> bool {
        self.report.is_none() && self.data.is_none() && self.records.is_none()
    }

    /// Looks whether they can be made of what there will be.
    pub fn check(&self, log: Option<&Path>) -> Result<(), Failure> {
        if log.is_none() && !self.is_none() {
            return Err(Failure::Input(
                "a report is made from the log of the games; give --log FILE too".to_owned(),
            ));
        }
        Ok(())
    }

    /// Makes what is wanted of a log.
    pub fn write(&self, log: &Path) -> Result<(), Failure> {
        if self.is_none() {
            return Ok(());
        }
        let (header, blocks) = read_log(log)?;
        if let Some(path) = &self.records {
            let mut exporter = Exporter::new(&header)?;
            let games = blocks.iter().flatten();
            let records: Vec<String> = games.filter_map(|game| exporter.record(game)).collect();
            files::write(path, records.join("\n"), "--records")?;
        }
        if self.report.is_none() && self.data.is_none() {
            return Ok(());
        }
        let info = ReportInfo {
            made: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            program: concat!("longjump ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: command(),
            games: self.report_games,
        };
        let report = report(&header, &blocks, &info)?;
        let data = serde_json::to_string(&report).expect("a report can be written");
        if let Some(path) = &self.data {
            files::write(path, &data, "--data")?;
        }
        if let Some(path) = &self.report {
            files::write(path, page(&report.title, &data)?, "--report")?;
        }
        Ok(())
    }
}

/// The command that is being run, as it was typed.
pub fn command() -> String {
    let quoted = |word: String| {
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+%@".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let arguments = std::env::args().skip(1).map(quoted);
    let words: Vec<String> = std::iter::once("longjump".to_owned())
        .chain(arguments)
        .collect();
    words.join(" ")
}

/// One file with everything in it.
fn page(title: &str, data: &str) -> Result<String, Failure> {
    let part = |name: &str| {
        longjump_site::text(&format!("report/{name}")).ok_or_else(|| {
            Failure::Input(
                "this program was built without its site, where the page comes from: run \
                 'bash web/build.sh' and build it again, or take --data for the JSON alone"
                    .to_owned(),
            )
        })
    };
    let (script, style) = (part("report.js")?, part("report.css")?);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let data = data.replace('<', "\\u003c");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <main id=\"report\"></main>\n\
         <script id=\"data\" type=\"application/json\">{data}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n"
    ))
}
