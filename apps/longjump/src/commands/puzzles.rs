//! `longjump puzzles`

use clap::{Args, Subcommand};
use longjump_console::arguments::SpecArgument;
use longjump_console::{Failure, machine, progress};
use longjump_puzzles::{
    CheckSettings, Checked, Count, Mine, MineOptions, MinerSettings, Pack, PuzzleError, PuzzleFile,
    SelfPlay, Source, Tally, check, given_games,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump puzzles mine knightthrough --games 20 --out knights.jsonl
  longjump puzzles mine star --from star-log.jsonl --out star.jsonl
  longjump puzzles check knights.jsonl --sample 200

A puzzle is a position with one move that is clearly better than all others: proven where it can be, by a
stated margin of a search where not. docs/puzzles.md says what is clear, what is proven and what themes mean.")]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Find puzzles in games and add them to a file
    Mine(MineArguments),
    /// Prove what is proven again, and search a sample of the rest with more nodes
    Check(CheckArguments),
    /// Write the puzzles of a file as the page fetches them
    Pack(PackArguments),
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump puzzles mine knightthrough --games 20 --out knights.jsonl
  longjump puzzles mine minicheckers --puzzles 200 --seed 7 --out mini.jsonl
  longjump puzzles mine star:seats=3 --games 50 --nodes 1000 --out three.jsonl
  longjump puzzles mine star --from star-log.jsonl --out star.jsonl --json

Without --from the engine plays itself. If the file is there already, mining goes on after its last
finished game; so more --games or --puzzles make it longer. The same games, seed and nodes give the same file, whatever the
number of games at once.")]
struct MineArguments {
    #[command(flatten)]
    spec: SpecArgument,
    /// How many games there are to be in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000), required_unless_present_any = ["from", "puzzles"])]
    games: Option<u32>,
    /// How many puzzles are enough: no game is begun after that
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    puzzles: Option<u32>,
    /// A log of the arena or a file of records whose games to take
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "plies", "play_nodes"])]
    from: Option<PathBuf>,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many random moves each game begins with
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: usize,
    /// Positions that the engine looks at for a move when it plays: few, so that there are mistakes
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    play_nodes: u64,
    /// Positions that the engine looks at to find an answer
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// How many times as many to verify it
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u64).range(1..=1000))]
    factor: u64,
    /// By what share of the points the answer must be better than any other move
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = margin)]
    margin: f64,
    /// Where the puzzles go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump puzzles check knights.jsonl
  longjump puzzles check star.jsonl --sample 50 --nodes-factor 20 --json

Proofs are made again by other code, from the rules alone. Puzzles without one keep their answer if a search of so
many times the nodes that verified it still plays each of their moves. It fails if a proof does.")]
struct CheckArguments {
    /// A file of puzzles, or a pack, whose name ends with .zlib
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many times as many positions to look at
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    nodes_factor: u64,
    /// How many of the puzzles without a proof to search
    #[arg(long, value_name = "N", default_value_t = 200)]
    sample: usize,
    /// Which of them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump puzzles pack knights.jsonl --out knightthrough.puzzles.zlib
  longjump puzzles pack star.jsonl --most 1000 --out star.puzzles.zlib
  longjump puzzles check star.puzzles.zlib

A pack has the first puzzles of a file without what nobody is shown. `check` takes packs too.")]
struct PackArguments {
    /// A file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many of them at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    most: usize,
    /// Where the pack goes; its name has to end with .zlib
    #[arg(long, value_name = "FILE", value_parser = pack_path)]
    out: PathBuf,
}

fn pack_path(text: &str) -> Result<PathBuf, String> {
    if text.ends_with(".zlib") {
        return Ok(PathBuf::from(text));
    }
    Err("give a name that ends with .zlib, such as star.puzzles.zlib".to_owned())
}

fn margin(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.01..=1.0).contains(&share) => Ok(share),
        _ => Err("give a share of the points from 0.01 to 1, such as 0.2".to_owned()),
    }
}

fn failure(error: PuzzleError) -> Failure {
    match error {
        PuzzleError::Game(error) => error.into(),
        PuzzleError::Engine(error) => error.into(),
        PuzzleError::Notation(error) => error.into(),
        error @ PuzzleError::OtherPuzzles { .. } => {
            Failure::Input(format!("{error}; give another --out"))
        }
        error => Failure::Input(error.to_string()),
    }
}

impl Puzzles {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.action {
            Action::Mine(arguments) => arguments.run(out),
            Action::Check(arguments) => arguments.run(out),
            Action::Pack(arguments) => arguments.run(out),
        }
    }
}

impl MineArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mine = self.mine()?;
        let by_puzzles = self.puzzles.is_some();
        let goal = if by_puzzles { mine.enough } else { mine.games };
        let bar = progress::bar(goal, "mining");
        let started = Instant::now();
        let mut here = None;
        let mut options = MineOptions {
            threads: machine::threads(self.concurrency),
            interrupt: machine::interrupt(),
            progress: &mut |total, games| {
                here.get_or_insert(games - 1);
                bar.set_position(if by_puzzles { total.found } else { games });
                bar.set_message(format!("{} of {} positions", total.found, total.positions));
            },
        };
        let file = mine.run(&self.out, &mut options).map_err(failure)?;
        bar.finish_and_clear();
        let seconds = started.elapsed().as_secs_f64();
        // Games that were in the file before took no time now.
        let before = here.unwrap_or(file.tallies.len() as u64) as usize;
        let mut mined = Tally::default();
        file.tallies[before..]
            .iter()
            .for_each(|tally| mined.add(tally));
        let rate = mined.found as f64 / seconds.max(1e-9) * 60.0;
        if self.json {
            let report = mined_as_json(&file, before, seconds, rate);
            writeln!(out, "{report}")?;
            return Ok(());
        }
        let total = file.total();
        writeln!(out, "{}", in_words(&total, file.tallies.len()))?;
        for (theme, count) in themes(&file) {
            writeln!(out, "{count:6} {theme}")?;
        }
        let games = file.tallies.len() - before;
        writeln!(
            out,
            "{} puzzles of {games} games in {seconds:.1} s, {rate:.1} a minute",
            mined.found
        )?;
        let has_enough = file.puzzles.len() as u64 >= mine.enough;
        if !has_enough && (file.tallies.len() as u64) < mine.games {
            writeln!(out, "stopped before the end: the same command goes on")?;
        }
        writeln!(out, "written to {}", self.out.display())?;
        Ok(())
    }

    fn mine(&self) -> Result<Mine, Failure> {
        let spec = self.spec.parse()?;
        let source = match &self.from {
            Some(path) => Source::Given(given_games(path, &spec).map_err(failure)?),
            None => Source::SelfPlay(SelfPlay {
                nodes: self.play_nodes,
                plies: self.plies,
                seed: self.seed,
            }),
        };
        let wanted = self.games.map_or(u64::MAX, u64::from);
        let games = match &source {
            Source::Given(games) => wanted.min(games.len() as u64),
            Source::SelfPlay(_) => wanted,
        };
        let settings = MinerSettings {
            nodes: self.nodes,
            factor: self.factor,
            margin: self.margin,
        };
        Ok(Mine {
            spec,
            settings,
            source,
            games,
            enough: self.puzzles.map_or(u64::MAX, u64::from),
        })
    }
}

/// How many puzzles have each theme, and how many have none.
fn themes(file: &PuzzleFile) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for puzzle in &file.puzzles {
        if puzzle.themes.is_empty() {
            *counts.entry("none").or_default() += 1;
        }
        for theme in &puzzle.themes {
            *counts.entry(theme.name()).or_default() += 1;
        }
    }
    counts
}

fn proven(file: &PuzzleFile) -> usize {
    let puzzles = file.puzzles.iter();
    puzzles.filter(|puzzle| puzzle.is_proven()).count()
}

fn in_words(total: &Tally, games: usize) -> String {
    let Tally {
        positions,
        single,
        unclear,
        recapture,
        unsure,
        easy,
        same,
        found,
        ..
    } = total;
    format!(
        "{positions} positions of {games} games: {single} with a single move, {unclear} not clear, \
         {recapture} take back, {unsure} not sure, {easy} too easy, {same} the same; {found} puzzles"
    )
}

fn mined_as_json(file: &PuzzleFile, before: usize, seconds: f64, rate: f64) -> Value {
    let total = file.total();
    json!({
        "spec": file.header.spec,
        "games": file.tallies.len(),
        "games_before": before,
        "positions": total.positions,
        "single": total.single,
        "unclear": total.unclear,
        "recapture": total.recapture,
        "unsure": total.unsure,
        "easy": total.easy,
        "same": total.same,
        "puzzles": total.found,
        "proven": proven(file),
        "themes": themes(file),
        "seconds": seconds,
        "puzzles_per_minute": rate,
    })
}

impl PackArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let file = PuzzleFile::read(&self.file).map_err(failure)?;
        let pack = Pack::of(&file, self.most);
        let bytes = pack.to_bytes();
        std::fs::write(&self.out, &bytes).map_err(|error| {
            Failure::Input(format!("can't write {}: {error}", self.out.display()))
        })?;
        writeln!(
            out,
            "{} puzzles, {} bytes, written to {}",
            pack.len(),
            bytes.len(),
            self.out.display()
        )?;
        Ok(())
    }
}

impl CheckArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let is_pack = self.file.extension().is_some_and(|end| end == "zlib");
        let read = if is_pack {
            Pack::read
        } else {
            PuzzleFile::read
        };
        let file = read(&self.file).map_err(failure)?;
        let settings = CheckSettings {
            factor: self.nodes_factor,
            sample: self.sample,
            seed: self.seed,
            threads: machine::threads(self.concurrency),
        };
        let proven = proven(&file);
        let searched = (file.puzzles.len() - proven).min(self.sample);
        let bar = progress::bar((proven + searched) as u64, "checking");
        let checked = check(&file, &settings, &|| bar.inc(1)).map_err(failure)?;
        bar.finish_and_clear();
        if self.json {
            writeln!(out, "{}", checked_as_json(&file, &checked))?;
        } else {
            print(&checked, out)?;
        }
        if let Some(&first) = checked.failed.first() {
            out.flush()?;
            return Err(Failure::Input(format!(
                "{} proofs fail, the first that of {}; mine the file anew",
                checked.failed.len(),
                file.puzzles[first].position
            )));
        }
        Ok(())
    }
}

/// The rows of both tables by name.
fn rows(checked: &Checked) -> Vec<(String, Count)> {
    let theme = |(theme, count): (&Option<longjump_puzzles::Theme>, &Count)| {
        (
            theme.map_or("none", |theme| theme.name()).to_owned(),
            *count,
        )
    };
    let rating = |(rating, count): (&u32, &Count)| (format!("{rating} to {}", rating + 99), *count);
    let all = [("all".to_owned(), checked.all)];
    all.into_iter()
        .chain(checked.themes.iter().map(theme))
        .chain(checked.ratings.iter().map(rating))
        .collect()
}

fn print(checked: &Checked, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{:14} {:>8} {:>8} {:>8} {:>8}",
        "", "puzzles", "proven", "searched", "kept"
    )?;
    for (name, count) in rows(checked) {
        let share = match count.searched {
            0 => "-".to_owned(),
            searched => format!("{:.1} %", 100.0 * count.kept as f64 / searched as f64),
        };
        writeln!(
            out,
            "{name:14} {:>8} {:>8} {:>8} {share:>8}",
            count.puzzles, count.proven, count.searched
        )?;
    }
    let held = checked.all.proven - checked.failed.len();
    writeln!(
        out,
        "{held} of {} proofs hold, {} of them by the table of distances alone",
        checked.all.proven, checked.by_table
    )?;
    Ok(())
}

fn checked_as_json(file: &PuzzleFile, checked: &Checked) -> Value {
    let rows: Vec<Value> = rows(checked)
        .into_iter()
        .map(|(name, count)| {
            json!({
                "name": name,
                "puzzles": count.puzzles,
                "proven": count.proven,
                "searched": count.searched,
                "kept": count.kept,
            })
        })
        .collect();
    let positions = |numbers: &[usize]| -> Vec<&str> {
        let positions = numbers.iter().map(|&number| &file.puzzles[number].position);
        positions.map(String::as_str).collect()
    };
    json!({
        "spec": file.header.spec,
        "rows": rows,
        "by_table": checked.by_table,
        "failed": positions(&checked.failed),
        "changed": positions(&checked.changed),
    })
}
