//! `longjump book`

use clap::{Args, Subcommand};
use longjump_console::arguments::SpecArgument;
use longjump_console::{Failure, files, machine, progress};
use longjump_engine::{BookBuilder, BookMove, Outlook, open_table};
use longjump_rules::GameSpec;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump book show star
  longjump book show star k3i5
  longjump book build star --positions 5 --nodes 20000

A book has the best first moves as long searches found them. The engine plays from it with
the option book=on; analysis shows it.")]
pub struct Book {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show what the book has after some moves
    Show(Show),
    /// Make a book by long searches of the best lines
    Build(Build),
}

#[derive(Args, Debug)]
struct Show {
    #[command(flatten)]
    spec: SpecArgument,
    /// The moves from the start on
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Build {
    #[command(flatten)]
    spec: SpecArgument,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// How many positions each search looks at
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many threads search [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Book {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.action {
            Action::Show(show) => show.run(out),
            Action::Build(build) => build.run(out),
        }
    }
}

impl Show {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut table = open_table(&self.spec.parse()?)?;
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        table.set_up(None, &moves)?;
        let found = table.book();
        if self.json {
            let moves: Vec<_> = found
                .iter()
                .map(|it| json!({ "move": it.mv, "score": it.score }))
                .collect();
            writeln!(out, "{}", json!({ "moves": moves }))?;
            return Ok(());
        }
        if found.is_empty() {
            writeln!(out, "the book has nothing here")?;
        }
        for BookMove { mv, score } in found {
            writeln!(out, "{mv:6} {}", Outlook::of(score))?;
        }
        Ok(())
    }
}

impl Build {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        files::check(self.out.as_deref(), "--out")?;
        let started = Instant::now();
        let text = self.text(&spec)?;
        let Some(path) = &self.out else {
            write!(out, "{text}")?;
            return Ok(());
        };
        files::write(path, &text, "--out")?;
        writeln!(
            out,
            "{}: {} positions, {} bytes, {:.0} s",
            path.display(),
            text.lines().filter(|line| line.contains(':')).count(),
            text.len(),
            started.elapsed().as_secs_f64()
        )?;
        Ok(())
    }

    /// The text of the book. Ctrl-C ends the search with what there is.
    fn text(&self, spec: &GameSpec) -> Result<String, Failure> {
        let builder = BookBuilder {
            positions: self.positions as usize,
            nodes: self.nodes,
            threads: machine::threads(self.threads),
        };
        let bar = progress::bar(self.positions.into(), "searching");
        let book = builder.build(spec, machine::interrupt(), &mut || bar.inc(1))?;
        bar.finish_and_clear();
        Ok(format!(
            "# The opening book of {spec}, made by\n# longjump book build {spec} --positions {} --nodes {}\n{}",
            book.positions, self.nodes, book.text
        ))
    }
}
