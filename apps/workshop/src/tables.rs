//! `longjump tables`

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use longjump_console::{Failure, files, machine, progress};
use longjump_engine::open_table;
use longjump_evaluation::race::{
    Builder, GoalArea, Layer, NEVER, RaceTable, Region, Shape, TableError,
};
use longjump_memory::Mapped;
use longjump_rules::{GameSpec, Seat};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump tables build star --rows 7 --out star7.race
  longjump tables build corners --rows 5 --out corners5.race
  longjump tables info star7.race
  longjump tables verify star7.race
  longjump tables probe star7.race star 'b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/13/aaaa/aaa/aa/a a 0 -'

A table has the number of own moves that fill the goal, for every placement of an army's
pieces in the last rows before its tip. One table serves all seats of the star, and the
diamond too; for corners rows are those and as many columns.")]
pub struct Tables {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Work out a table; the same command goes on after Ctrl-C
    Build(Build),
    /// Tell what is in a table
    Info(Info),
    /// Check every entry of a table against its neighbours
    Verify(Verify),
    /// Tell the distances in a position
    Probe(Probe),
}

#[derive(Args, Debug)]
struct Build {
    /// The game: star, diamond or corners
    #[arg(value_name = "GAME", value_parser = ["star", "diamond", "corners"])]
    game: String,
    /// How many rows before the tip: 4 to 8, for corners 3 to 6
    #[arg(long, value_name = "N")]
    rows: usize,
    /// Where to write it [default: GAME and rows, such as star7.race]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
struct Info {
    /// The table
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct Verify {
    /// The table
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
struct Probe {
    /// The table
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game with its options
    #[arg(value_name = "SPEC")]
    spec: String,
    /// A position as one line of text
    #[arg(value_name = "POSITION", required = true)]
    position: Vec<String>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// How often work that takes long is saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

impl Tables {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.action {
            Action::Build(build) => build.run(out),
            Action::Info(info) => info.run(out),
            Action::Verify(verify) => verify.run(out),
            Action::Probe(probe) => probe.run(out),
        }
    }
}

impl Build {
    fn area(&self) -> Result<GoalArea, Failure> {
        let shape = match self.game.as_str() {
            "corners" => Shape::Square,
            _ => Shape::Triangle,
        };
        let possible = shape.rows();
        if !possible.contains(&self.rows) {
            return Err(Failure::Input(format!(
                "there are no tables of {} rows for {}; give --rows {} to {}",
                self.rows,
                self.game,
                possible.start(),
                possible.end()
            )));
        }
        Ok(GoalArea::new(shape, self.rows))
    }

    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let area = self.area()?;
        let rows = self.rows;
        let path = match &self.out {
            Some(path) => path.clone(),
            None => format!("{}{rows}.race", self.game).into(),
        };
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let started = Instant::now();
        let mut builder = match std::fs::read(&part) {
            Ok(bytes) => resumed(area, &part, bytes)?,
            Err(_) => Builder::new(area),
        };
        let (threads, interrupt) = (machine::threads(self.threads), machine::interrupt());
        let mut saved = Instant::now();
        loop {
            let name = format!("moves {}", builder.depth());
            match watched(&name, builder.placements(), |looked_at| {
                builder.step(threads, interrupt, looked_at)
            }) {
                Layer::Found(_) if saved.elapsed() < SAVE_EVERY => {}
                Layer::Found(_) => {
                    save_part(&part, &builder)?;
                    saved = Instant::now();
                }
                Layer::Finished => break,
                Layer::Stopped => return stopped(&part, &builder),
            }
        }
        let wrong = watched("verifying", builder.placements(), |looked_at| {
            builder.contradictions(threads, interrupt, looked_at)
        });
        if interrupt.load(Ordering::Relaxed) {
            return stopped(&part, &builder);
        }
        if wrong > 0 {
            return Err(contradicted(wrong));
        }
        let table = RaceTable::write(builder.area(), &builder.distances());
        files::replace(&path, &table, "--out")?;
        std::fs::remove_file(&part).ok();
        let table = open(&path)?;
        writeln!(out, "{}", described(&path, &table))?;
        writeln!(
            out,
            "built and verified in {:.1} s",
            started.elapsed().as_secs_f64()
        )?;
        Ok(())
    }
}

/// Does something with a bar that shows how many placements it has looked at.
fn watched<T>(what: &str, all: u64, work: impl FnOnce(&AtomicU64) -> T) -> T {
    let bar = progress::bar(all, what);
    let looked_at = AtomicU64::new(0);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| show(&bar, &looked_at, &is_done));
        let result = work(&looked_at);
        is_done.store(true, Ordering::Relaxed);
        result
    })
}

fn show(bar: &ProgressBar, looked_at: &AtomicU64, is_done: &AtomicBool) {
    while !is_done.load(Ordering::Relaxed) {
        bar.set_position(looked_at.load(Ordering::Relaxed));
        std::thread::sleep(Duration::from_millis(50));
    }
    bar.finish_and_clear();
}

/// Goes on with what a stopped run has left.
fn resumed(area: GoalArea, part: &Path, bytes: Vec<u8>) -> Result<Builder, Failure> {
    let rows = area.rows();
    Builder::from_part(area, bytes).ok_or_else(|| {
        Failure::Input(format!(
            "{} is not the beginning of a table of {rows} rows; remove it to begin anew",
            part.display()
        ))
    })
}

fn save_part(part: &Path, builder: &Builder) -> Result<(), Failure> {
    files::replace(part, builder.part(), "--out")
}

fn stopped(part: &Path, builder: &Builder) -> Result<(), Failure> {
    if builder.depth() == 0 {
        return Err(Failure::Input("stopped before the end".to_owned()));
    }
    save_part(part, builder)?;
    Err(Failure::Input(format!(
        "stopped; the same command goes on from {}",
        part.display()
    )))
}

fn open(path: &Path) -> Result<RaceTable, Failure> {
    let wrong =
        |error: &dyn ToString| Failure::Input(format!("{}: {}", path.display(), error.to_string()));
    let bytes = Mapped::open(path).map_err(|error| wrong(&error))?;
    RaceTable::read(bytes).map_err(|error| match error {
        TableError::NotATable => wrong(&format!("{error}; 'longjump tables build' makes one")),
        error => wrong(&error),
    })
}

fn contradicted(wrong: u64) -> Failure {
    Failure::Input(format!(
        "{wrong} distances contradict their neighbours; build the table again"
    ))
}

/// The games that a table is for.
fn games(shape: Shape) -> &'static str {
    match shape {
        Shape::Triangle => "star and diamond",
        Shape::Square => "corners",
    }
}

fn described(path: &Path, table: &RaceTable) -> String {
    format!(
        "{}: {}, {} rows, {} placements, at most {} moves, checksum {:016x}",
        path.display(),
        games(table.area().shape()),
        table.rows(),
        table.distances().len(),
        table.deepest(),
        table.checksum()
    )
}

impl Info {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let table = open(&self.file)?;
        let counts = table.counts();
        let is_never = |&&distance: &&u8| distance == NEVER;
        let never = table.distances().iter().filter(is_never).count();
        if self.json {
            let report = json!({
                "games": games(table.area().shape()),
                "rows": table.rows(),
                "placements": table.distances().len(),
                "deepest": table.deepest(),
                "checksum": format!("{:016x}", table.checksum()),
                "counts": counts,
                "never": never,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(out, "{}", described(&self.file, &table))?;
        for (moves, count) in counts.iter().enumerate() {
            writeln!(out, "{moves:>3} moves {count:>12}")?;
        }
        if never > 0 {
            writeln!(out, "    never {never:>12}")?;
        }
        Ok(())
    }
}

impl Verify {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let table = open(&self.file)?;
        let damaged = |error| Failure::Input(format!("{}: {error}", self.file.display()));
        table.verify().map_err(damaged)?;
        let interrupt = machine::interrupt();
        let builder = Builder::resume(table.area().clone(), table.distances().to_vec(), 0);
        let wrong = watched("verifying", builder.placements(), |looked_at| {
            builder.contradictions(machine::threads(self.threads), interrupt, looked_at)
        });
        match wrong {
            _ if interrupt.load(Ordering::Relaxed) => {
                Err(Failure::Input("stopped before the end".to_owned()))
            }
            0 => Ok(writeln!(
                out,
                "{}: every distance is one more than the best of its moves, and the checksum holds",
                self.file.display()
            )?),
            wrong => Err(contradicted(wrong)),
        }
    }
}

impl Probe {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let table = open(&self.file)?;
        let spec: GameSpec = self.spec.parse().map_err(longjump_rules::SpecError::from)?;
        // In corners rules differ in how a game ends, not in how pieces move.
        let own_ways: &[&str] = match spec.name() {
            "corners" => &[],
            _ => &["hops", "corners", "preset"],
        };
        if let Some((name, value)) = spec.settings().iter().find(|(it, _)| own_ways.contains(it)) {
            return Err(Failure::Input(format!(
                "with {name}={value} marbles may move otherwise than in the table; it is for the \
                 usual rules"
            )));
        }
        let mut board = open_table(&spec)?;
        board.set_up(Some(&self.position.join(" ")), &[])?;
        let (layout, setup) = (board.layout(), board.setup());
        let shape = table.area().shape();
        let region = |seat: Seat| Region::of(&layout, seat).filter(|it| it.shape() == shape);
        if region(Seat::FIRST).is_none() {
            return Err(Failure::Input(format!(
                "{} is a table for {}, not for {}",
                self.file.display(),
                games(shape),
                spec.name()
            )));
        }
        let distance = |seat: Seat| table.distance(region(seat)?.marbles(&setup)?);
        let distances: Vec<(Seat, Option<u8>)> = Seat::first(board.seats())
            .map(|seat| (seat, distance(seat)))
            .collect();
        if self.json {
            let told = |moves: Option<u8>| match moves {
                Some(NEVER) => json!("never"),
                moves => json!(moves),
            };
            let report: Vec<_> = distances.iter().map(|&(_, moves)| told(moves)).collect();
            writeln!(out, "{}", json!({ "moves": report }))?;
            return Ok(());
        }
        for (seat, moves) in distances {
            match moves {
                Some(NEVER) => writeln!(out, "seat {seat}: can't fill its goal any more")?,
                Some(moves) => writeln!(out, "seat {seat}: {moves} moves")?,
                None => writeln!(
                    out,
                    "seat {seat}: not all pieces are in the last {} rows",
                    table.rows()
                )?,
            }
        }
        Ok(())
    }
}
