//! `longjump bench`

use clap::Args;
use longjump_benchmarks::{BenchPosition, BenchResult, BenchSettings, changed, positions};
use longjump_console::{Failure, files, progress};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump bench
  longjump bench --game star --options futility=off
  longjump bench --threads 2 --hash 64
  longjump bench --check benches/signatures.txt")]
pub(crate) struct Bench {
    /// Only this game
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// How many threads; only with one are node counts the same each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of the table in MiB
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Other options of the engine, such as history=off,futility=off
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// So many plies deeper, or with a minus less deep, than the list says
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    deeper: i32,
    /// Fail if the node counts are not those of this file
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let is_wanted = |position: &BenchPosition| {
            let game = self.game.as_deref();
            game.is_none_or(|game| game == position.game)
        };
        let positions: Vec<BenchPosition> = positions().filter(is_wanted).collect();
        if positions.is_empty() {
            let game = self.game.as_deref().unwrap_or_default();
            return Err(Failure::Input(format!(
                "the bench has no game called '{game}'; 'longjump games' lists the games"
            )));
        }
        let written = self.check.as_deref().map(files::read).transpose()?;
        let bar = progress::bar(positions.len() as u64, "searching");
        let results = self.settings().run(&positions, &mut || bar.inc(1))?;
        bar.finish_and_clear();
        self.print(&results, out)?;
        match written {
            Some(written) => check(&written, &results),
            None => Ok(()),
        }
    }

    fn settings(&self) -> BenchSettings {
        BenchSettings {
            threads: self.threads,
            hash: self.hash,
            options: self.options.clone(),
            deeper: self.deeper,
        }
    }

    fn print(&self, results: &[BenchResult], out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            let game = |result: &BenchResult| {
                let runs = result.runs.iter();
                json!({
                    "game": result.game,
                    "nodes": result.signature(),
                    "seconds": result.seconds(),
                    "nodes_per_second": result.nodes_per_second().round(),
                    "median_nodes_per_second": result.median().round(),
                    "runs": runs.map(|run| json!({"nodes": run.nodes, "seconds": run.seconds})).collect::<Vec<_>>(),
                })
            };
            let games: Vec<_> = results.iter().map(game).collect();
            writeln!(
                out,
                "{}",
                json!({ "threads": self.threads, "games": games })
            )?;
            return Ok(());
        }
        let title = ["game", "nodes", "seconds", "Mnodes/s", "median"];
        writeln!(
            out,
            "{:14} {:>12} {:>8} {:>9} {:>9}",
            title[0], title[1], title[2], title[3], title[4]
        )?;
        for result in results {
            writeln!(
                out,
                "{:14} {:>12} {:>8.2} {:>9.2} {:>9.2}",
                result.game,
                result.signature(),
                result.seconds(),
                result.nodes_per_second() / 1e6,
                result.median() / 1e6
            )?;
        }
        Ok(())
    }
}

/// Compares node counts with those written down.
fn check(written: &str, results: &[BenchResult]) -> Result<(), Failure> {
    let changed = changed(written, results);
    if changed.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "the search has changed: the file should have\n{}\nif that is meant, write it there and say so in the commit",
        changed.join("\n")
    )))
}
