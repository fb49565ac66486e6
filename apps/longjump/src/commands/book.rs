//! `longjump book`

use super::SpecArgument;
use crate::{Failure, files, machine, progress};
use clap::{Args, Subcommand};
use longjump_engine::{BookMove, Control, Engine, Limits, Outlook, Table, build, open_table};
use longjump_rules::GameSpec;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump book show star
  longjump book show star k3i5
  longjump book build star --positions 5 --nodes 20000

A book has the best first moves as long searches found them. The engine plays from it with
the option book=on; analysis shows it.")]
pub(crate) struct Book {
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

/// How many moves of a position are looked at.
const LINES: usize = 6;
/// Moves that are worse than the best by more, in hundredths of a move, are left out.
const MARGIN: i32 = 150;
/// What each ply from the start counts, beside what was given away to come there, when the
/// next position is chosen.
const PLY_COST: i32 = 25;

impl Book {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
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

/// A position that was searched.
struct Page {
    way: Vec<String>,
    /// Its best moves, each with the number of the position it leads to.
    moves: Vec<(BookMove, u64)>,
}

/// What is still to be searched, the most interesting first.
type Queue = BinaryHeap<Reverse<(i32, Vec<String>)>>;

impl Build {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        files::check(self.out.as_deref(), "--out")?;
        let started = Instant::now();
        let pages = self.pages(&spec)?;
        let text = written(&spec, self, pages);
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

    /// Searches the best lines from the start on. Ctrl-C ends it with what there is.
    fn pages(&self, spec: &GameSpec) -> Result<HashMap<u64, Page>, Failure> {
        let threads = machine::threads(self.threads);
        let engine = format!("{spec}/default:multipv={LINES},hash=64,threads={threads}");
        let mut engine = build(&engine.parse()?)?;
        let control = Control::default();
        let interrupt = machine::interrupt();
        let bar = progress::bar(self.positions.into(), "searching");
        let mut pages: HashMap<u64, Page> = HashMap::new();
        let mut queue: Queue = BinaryHeap::from([Reverse((0, Vec::new()))]);
        while let Some(Reverse((cost, way))) = queue.pop() {
            if pages.len() >= self.positions as usize || interrupt.load(Ordering::Relaxed) {
                break;
            }
            let key = at(engine.table(), &way)?;
            if pages.contains_key(&key) || engine.table().turn().is_none() {
                continue;
            }
            let found = searched(&mut *engine, self.nodes, &control);
            let best = found.first().map_or(0, |it| it.score);
            let mut moves = Vec::new();
            for found in found.into_iter().filter(|it| best - it.score <= MARGIN) {
                let mut next = way.clone();
                next.push(found.mv.clone());
                let key = at(engine.table(), &next)?;
                queue.push(Reverse((cost + best - found.score + PLY_COST, next)));
                moves.push((found, key));
            }
            pages.insert(key, Page { way, moves });
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(pages)
    }
}

/// Sets a table up and tells the number of the position, the same for its mirror.
fn at(table: &mut dyn Table, way: &[String]) -> Result<u64, Failure> {
    let moves: Vec<&str> = way.iter().map(String::as_str).collect();
    table.set_up(None, &moves)?;
    Ok(table.key_or_mirrored())
}

/// The best moves of the position on an engine's table.
fn searched(engine: &mut dyn Engine, nodes: u64, control: &Control) -> Vec<BookMove> {
    let mut found: Vec<BookMove> = Vec::new();
    engine.choose(
        &Limits::nodes(nodes),
        &Instant::now(),
        control,
        &mut |thought| {
            // Every depth begins with its best line.
            found.truncate(thought.rank - 1);
            found.extend(thought.line.first().map(|mv| BookMove {
                mv: mv.clone(),
                score: thought.score,
            }));
        },
    );
    found
}

/// The text of a book: what was found later along a line goes back to where it began.
fn written(spec: &GameSpec, build: &Build, mut pages: HashMap<u64, Page>) -> String {
    let mut order: Vec<u64> = pages.keys().copied().collect();
    order.sort_by_key(|key| (pages[key].way.len(), pages[key].way.clone()));
    for key in order.iter().rev() {
        let mut moves = std::mem::take(&mut pages.get_mut(key).expect("a page").moves);
        for (found, next) in &mut moves {
            let reply = pages.get(next).and_then(|page| page.moves.first());
            found.score = reply.map_or(found.score, |(reply, _)| -reply.score);
        }
        moves.sort_by_key(|(found, _)| -found.score);
        let best = moves.first().map_or(0, |(found, _)| found.score);
        moves.retain(|(found, _)| best - found.score <= MARGIN);
        pages.get_mut(key).expect("a page").moves = moves;
    }
    let mut text = format!(
        "# The opening book of {spec}, made by\n# longjump book build {spec} --positions {} --nodes {}\n",
        order.len(),
        build.nodes
    );
    for key in order {
        let page = &pages[&key];
        let moves: Vec<String> = page
            .moves
            .iter()
            .map(|(found, _)| format!("{} {}", found.mv, found.score))
            .collect();
        text += &format!("{}: {}\n", page.way.join(" "), moves.join(", "));
    }
    text
}
