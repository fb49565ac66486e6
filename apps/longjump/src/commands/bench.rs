//! `longjump bench`

use crate::{Failure, files, progress};
use clap::Args;
use longjump_engine::{Control, EngineSpec, Limits, build};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

const POSITIONS: &str = include_str!("../../../../benches/positions.txt");

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

/// A position of the list.
struct Entry {
    game: &'static str,
    depth: u32,
    position: Option<&'static str>,
}

/// What a game's positions came to.
struct Outcome {
    game: &'static str,
    /// Nodes and seconds of each position.
    runs: Vec<(u64, f64)>,
}

impl Outcome {
    /// The nodes of all positions together: the same for the same search.
    fn signature(&self) -> u64 {
        self.runs.iter().map(|&(nodes, _)| nodes).sum()
    }

    fn seconds(&self) -> f64 {
        self.runs.iter().map(|&(_, seconds)| seconds).sum()
    }

    fn nodes_per_second(&self) -> f64 {
        self.signature() as f64 / self.seconds()
    }

    /// Nodes a second on the position in the middle, the slowest first.
    fn median(&self) -> f64 {
        let speed = |&(nodes, seconds): &(u64, f64)| nodes as f64 / seconds.max(1e-9);
        let mut speeds: Vec<f64> = self.runs.iter().map(speed).collect();
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    }
}

fn entries() -> impl Iterator<Item = Entry> {
    let lines = POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().expect("three words a line");
        let (game, depth, position) = (next(), next(), next());
        Entry {
            game,
            depth: depth.parse().expect("a depth"),
            position: (position != "start").then_some(position),
        }
    })
}

impl Bench {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let wanted = |entry: &Entry| self.game.as_deref().is_none_or(|game| game == entry.game);
        let entries: Vec<Entry> = entries().filter(wanted).collect();
        if entries.is_empty() {
            let game = self.game.as_deref().unwrap_or_default();
            return Err(Failure::Input(format!(
                "the bench has no game called '{game}'; 'longjump games' lists the games"
            )));
        }
        let written = self.check.as_deref().map(files::read).transpose()?;
        let bar = progress::bar(entries.len() as u64, "searching");
        let mut results: Vec<Outcome> = Vec::new();
        for entry in &entries {
            let run = self.search(entry)?;
            match results.last_mut() {
                Some(last) if last.game == entry.game => last.runs.push(run),
                _ => results.push(Outcome {
                    game: entry.game,
                    runs: vec![run],
                }),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.print(&results, out)?;
        match written {
            Some(written) => check(&written, &results),
            None => Ok(()),
        }
    }

    /// Searches a position: nodes and seconds.
    fn search(&self, entry: &Entry) -> Result<(u64, f64), Failure> {
        let Self { threads, hash, .. } = self;
        let more = self.options.iter().map(|options| format!(",{options}"));
        let more: String = more.collect();
        let spec = format!("{}/default:threads={threads},hash={hash}{more}", entry.game);
        let spec: EngineSpec = spec.parse()?;
        let mut engine = build(&spec)?;
        engine.table().set_up(entry.position, &[])?;
        let depth = entry.depth.saturating_add_signed(self.deeper).max(1);
        // One node, so that memory is there before the clock runs.
        engine.choose(
            &Limits::nodes(1),
            &longjump_engine::NoClock,
            &Control::default(),
            &mut |_| {},
        );
        let started = Instant::now();
        let choice = engine.choose(
            &Limits::depth(depth),
            &started,
            &Control::default(),
            &mut |_| {},
        );
        let seconds = started.elapsed().as_secs_f64();
        Ok((choice.map_or(0, |choice| choice.nodes), seconds))
    }

    fn print(&self, results: &[Outcome], out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            let game = |result: &Outcome| {
                let runs = result.runs.iter();
                json!({
                    "game": result.game,
                    "nodes": result.signature(),
                    "seconds": result.seconds(),
                    "nodes_per_second": result.nodes_per_second().round(),
                    "median_nodes_per_second": result.median().round(),
                    "runs": runs.map(|&(nodes, seconds)| json!({"nodes": nodes, "seconds": seconds})).collect::<Vec<_>>(),
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
fn check(text: &str, results: &[Outcome]) -> Result<(), Failure> {
    let written = |game: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let mut nodes = lines.filter(|&(name, _)| name == game);
        nodes
            .next()
            .and_then(|(_, nodes)| nodes.trim().parse::<u64>().ok())
    };
    let differs = |result: &&Outcome| written(result.game) != Some(result.signature());
    let changed: Vec<String> = results
        .iter()
        .filter(differs)
        .map(|result| format!("{} {}", result.game, result.signature()))
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "the search has changed: the file should have\n{}\nif that is meant, write it there and say so in the commit",
        changed.join("\n")
    )))
}
