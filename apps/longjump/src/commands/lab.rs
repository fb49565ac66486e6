//! `longjump lab`

use clap::Args;
use clap::builder::PossibleValuesParser;
use longjump_console::{Failure, files, machine, progress};
use longjump_lab::{Experiment, Progress, chapter_names, page};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump lab --quick
  longjump lab thesis knightthrough
  longjump lab all --out report

Writes lab.html, a self-contained page, and lab.json with the same figures.
A quick run takes about a minute on two cores, a full one much longer.")]
pub(crate) struct Lab {
    /// Whose experiments to repeat; all of them if left out
    #[arg(value_name = "PAPER", value_parser = PossibleValuesParser::new(names()))]
    papers: Vec<String>,
    /// Fewer games, less deep
    #[arg(long)]
    quick: bool,
    /// The folder to write to; created if missing
    #[arg(long, value_name = "DIR", default_value = "lab")]
    out: PathBuf,
    /// Print the report as one JSON object on one line instead
    #[arg(long)]
    json: bool,
}

fn names() -> Vec<&'static str> {
    chapter_names().chain(["all"]).collect()
}

impl Lab {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let bar = progress::bar(0, "starting");
        let experiment = Experiment {
            quick: self.quick,
            threads: machine::threads(None),
            progress: &|progress: Progress| {
                bar.set_message(progress.chapter);
                bar.set_length(progress.expected);
                bar.set_position(progress.done);
            },
        };
        let all = self.papers.is_empty() || self.papers.iter().any(|paper| paper == "all");
        let report = experiment.run(|name| all || self.papers.iter().any(|paper| paper == name))?;
        bar.finish_and_clear();
        let json = serde_json::to_string(&report).expect("a report is plain data");
        if self.json {
            writeln!(out, "{json}")?;
            return Ok(());
        }
        let unwritten = |error: std::io::Error| files::unwritten(&self.out, &error, "--out");
        std::fs::create_dir_all(&self.out).map_err(unwritten)?;
        let html = self.out.join("lab.html");
        std::fs::write(&html, page(&report)).map_err(unwritten)?;
        std::fs::write(self.out.join("lab.json"), json + "\n").map_err(unwritten)?;
        writeln!(out, "{:.0} s; open {}", report.seconds, html.display())?;
        Ok(())
    }
}
