//! `longjump lab`

use crate::lab::{CHAPTERS, Lab as Laboratory, page};
use crate::{Failure, machine, progress};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump lab --quick
  longjump lab thesis knightthrough
  longjump lab all --out report

Writes lab.html, a page that needs nothing but itself, and lab.json with the same figures.
A quick run takes about a minute on two cores, a whole one much longer.")]
pub(crate) struct Lab {
    /// Which papers' experiments; all when left out
    #[arg(value_name = "PAPER", value_parser = PossibleValuesParser::new(names()))]
    papers: Vec<String>,
    /// Fewer games, less deep
    #[arg(long)]
    quick: bool,
    /// The directory to write to; it is made if it isn't there
    #[arg(long, value_name = "DIR", default_value = "lab")]
    out: PathBuf,
    /// Print the report as one JSON object on one line instead
    #[arg(long)]
    json: bool,
}

fn names() -> Vec<&'static str> {
    let chapters = CHAPTERS.iter().map(|&(name, _)| name);
    chapters.chain(["all"]).collect()
}

impl Lab {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let lab = Laboratory {
            quick: self.quick,
            threads: machine::threads(None),
            bar: progress::bar(0, "starting"),
        };
        let all = self.papers.is_empty() || self.papers.iter().any(|paper| paper == "all");
        let report = lab.run(|name| all || self.papers.iter().any(|paper| paper == name))?;
        lab.bar.finish_and_clear();
        let json = serde_json::to_string(&report).expect("a report is plain data");
        if self.json {
            writeln!(out, "{json}")?;
            return Ok(());
        }
        let unwritten = |error: std::io::Error| {
            Failure::Input(format!("can't write to {}: {error}", self.out.display()))
        };
        std::fs::create_dir_all(&self.out).map_err(unwritten)?;
        let html = self.out.join("lab.html");
        std::fs::write(&html, page(&report)).map_err(unwritten)?;
        std::fs::write(self.out.join("lab.json"), json + "\n").map_err(unwritten)?;
        writeln!(out, "{:.0} s; open {}", report.seconds, html.display())?;
        Ok(())
    }
}
