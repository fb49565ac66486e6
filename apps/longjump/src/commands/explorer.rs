//! `longjump explorer`

use crate::online::{database, run};
use clap::{Args, Subcommand, ValueEnum};
use longjump_arena::{BlockRecords, Header, read_log};
use longjump_console::{Failure, files, progress};
use longjump_engine::open_record;
use longjump_exploration::{Month, dump};
use longjump_explorer::{Added, Explorer, Filter, Kind, NewGame, Question};
use longjump_server::Store;
use longjump_wire::explorer::{Explored, GameSource, GameSpeed};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How many games are counted in one transaction.
const BATCH: usize = 2_000;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump match star star/greedy --games 100 --nodes 500 --log games.jsonl
  longjump explorer add explored games.jsonl
  longjump explorer show explored star --moves 'm4m5 e14e13'
  longjump explorer dump --month 2026-11 --to dumps --config longjump.toml")]
pub(crate) struct ExplorerArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Count the games of logs and records; those that were counted before are left out
    Add(Add),
    /// Show what was played from a position
    Show(Show),
    /// Write all public games of a month as records, compressed, with a SHA-256 beside them
    Dump(Dump),
}

#[derive(Args, Debug)]
struct Add {
    /// The folder of the explorer, which is made if it is not there
    folder: PathBuf,
    /// Logs of 'longjump match' and 'longjump tournament', or files of records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What games are counted as
    #[arg(long, value_enum, default_value_t = Origin::Arena)]
    source: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Origin {
    /// Measured by the arena
    Arena,
    /// Made for training, or to try something out
    Lab,
}

#[derive(Args, Debug)]
struct Show {
    /// The folder of the explorer
    folder: PathBuf,
    /// The game
    game: String,
    /// The moves up to the position
    #[arg(long, default_value = "")]
    moves: String,
    /// The position it begins from [default: the start]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Games from there only; may be given again
    #[arg(long, value_enum)]
    source: Vec<Source>,
    /// Games between people that fast only; may be given again
    #[arg(long, value_enum)]
    speed: Vec<Speed>,
    /// Games of players whose mean rating is this or more: 1200, 1400, 1600, 1800 or 2000
    #[arg(long, value_name = "N", default_value_t = 0)]
    rating: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Source {
    Online,
    Arena,
    Lab,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Speed {
    Fast,
    Blitz,
    Rapid,
    Days,
}

#[derive(Args, Debug)]
struct Dump {
    /// The month, by UTC
    #[arg(long, value_name = "YYYY-MM", value_parser = str::parse::<Month>)]
    month: Month,
    /// The folder to write into
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// The configuration of the server, for its database; the environment goes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl ExplorerArguments {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.what {
            What::Add(add) => add.run(out),
            What::Show(show) => show.run(out),
            What::Dump(dump) => dump.run(out),
        }
    }
}

fn wrong(error: impl std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

impl Add {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let explorer = Explorer::open(&self.folder).map_err(wrong)?;
        let kind = match self.source {
            Origin::Arena => Kind::ARENA,
            Origin::Lab => Kind::LAB,
        };
        let mut all = Added::default();
        for file in &self.files {
            let games = games_of(file, kind)?;
            let bar = progress::bar(games.len() as u64, "games");
            for batch in games.chunks(BATCH) {
                let added = explorer.add(batch, None).map_err(wrong)?;
                all.new += added.new;
                all.known += added.known;
                all.wrong += added.wrong;
                bar.inc(batch.len() as u64);
            }
            bar.finish_and_clear();
        }
        let size = explorer.size().map_err(wrong)?;
        let (new, known, mistaken) = (all.new, all.known, all.wrong);
        writeln!(
            out,
            "{new} games counted, {known} known already, {mistaken} left out"
        )?;
        let (games, positions) = (size.games, size.positions);
        let megabytes = size.bytes as f64 / 1e6;
        writeln!(
            out,
            "{games} games and {positions} positions in {megabytes:.1} MB"
        )?;
        Ok(())
    }
}

/// The games of a log, or of a file of records.
fn games_of(file: &Path, kind: Kind) -> Result<Vec<NewGame>, Failure> {
    let text = files::read(file)?;
    if text.starts_with('{') {
        let (header, blocks) = read_log(file)?;
        return Ok(games_of_log(&header, &blocks, kind));
    }
    let records: Result<Vec<Option<NewGame>>, Failure> = records(&text)
        .map(|record| game_of_record(record, kind))
        .collect();
    let games: Vec<NewGame> = records?.into_iter().flatten().collect();
    if games.is_empty() {
        let file = file.display();
        return Err(Failure::Input(format!(
            "{file} has no finished games; give a log or a file of records"
        )));
    }
    Ok(games)
}

fn games_of_log(header: &Header, blocks: &[BlockRecords], kind: Kind) -> Vec<NewGame> {
    // Two runs of one command make one log; what differs in its first line is another event.
    let event = serde_json::to_string(header).unwrap_or_default();
    let games = blocks.iter().flatten();
    games
        .map(|game| NewGame {
            spec: header.game.clone(),
            start: game.start.clone(),
            moves: game.moves.clone(),
            places: game.places.clone(),
            kind,
            id: String::new(),
            players: game
                .players
                .iter()
                .map(|&player| header.participants[player].name.clone())
                .collect(),
            day: 0,
            name: format!("{event} {} {}", game.block, game.game).into_bytes(),
        })
        .collect()
}

/// The records of a file: each begins with the tag of its game.
fn records(text: &str) -> impl Iterator<Item = &str> {
    let begins = text.match_indices("[Game \"").map(|(at, _)| at);
    let begins: Vec<usize> = begins
        .filter(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')
        .collect();
    let ends: Vec<usize> = begins.iter().skip(1).copied().chain([text.len()]).collect();
    begins
        .into_iter()
        .zip(ends)
        .map(|(from, to)| &text[from..to])
}

/// A record as a game to be counted; none if it goes on.
fn game_of_record(text: &str, kind: Kind) -> Result<Option<NewGame>, Failure> {
    let (spec, table, record) = open_record(text)?;
    let Some(result) = record.result else {
        return Ok(None);
    };
    let seats = result.places().seats();
    // Whoever writes records by hand may call seats by letters.
    let letters = ["A", "B", "C", "D", "E", "F"];
    let named = |seat: usize| {
        let tag = record.tag(&format!("Seat{}", seat + 1));
        let tag = tag.or_else(|| record.tag(&format!("Seat{}", letters[seat])));
        tag.unwrap_or("?").to_owned()
    };
    Ok(Some(NewGame {
        spec: spec.to_string(),
        start: record.start.clone(),
        moves: table.played().join(" "),
        places: result.places().iter().map(|(_, place)| place).collect(),
        kind,
        id: String::new(),
        players: (0..seats).map(named).collect(),
        day: 0,
        name: text.trim().as_bytes().to_vec(),
    }))
}

impl Show {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if !self.folder.is_dir() {
            let folder = self.folder.display();
            return Err(Failure::Input(format!(
                "there is no folder {folder}; make it with: longjump explorer add {folder} GAMES"
            )));
        }
        let explorer = Explorer::open(&self.folder).map_err(wrong)?;
        let explored = explorer.ask(&self.question()).map_err(wrong)?;
        if self.json {
            let line = serde_json::to_string(&explored).map_err(std::io::Error::other)?;
            return Ok(writeln!(out, "{line}")?);
        }
        print(out, &explored)
    }

    fn question(&self) -> Question {
        let source = |source: &Source| match source {
            Source::Online => GameSource::Online,
            Source::Arena => GameSource::Arena,
            Source::Lab => GameSource::Lab,
        };
        let speed = |speed: &Speed| match speed {
            Speed::Fast => GameSpeed::Fast,
            Speed::Blitz => GameSpeed::Blitz,
            Speed::Rapid => GameSpeed::Rapid,
            Speed::Days => GameSpeed::Days,
        };
        Question {
            game: self.game.clone(),
            start: self.from.clone(),
            moves: self.moves.clone(),
            filter: Filter {
                sources: self.source.iter().map(source).collect(),
                speeds: self.speed.iter().map(speed).collect(),
                rating: self.rating,
            },
        }
    }
}

fn print(out: &mut impl Write, explored: &Explored) -> Result<(), Failure> {
    writeln!(
        out,
        "{} games came here, {} ended here",
        explored.games, explored.ended
    )?;
    if !explored.moves.is_empty() {
        let (won, drawn, lost) = ("won", "drawn", "lost");
        writeln!(
            out,
            "{:<10} {:>9} {won:>7} {drawn:>7} {lost:>7}",
            "move", "games"
        )?;
    }
    for mv in &explored.moves {
        let games = mv.won + mv.drawn + mv.lost;
        let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / games as f64);
        let (won, drawn, lost) = (share(mv.won), share(mv.drawn), share(mv.lost));
        writeln!(
            out,
            "{:<10} {games:>9} {won:>7} {drawn:>7} {lost:>7}",
            mv.mv
        )?;
    }
    for game in &explored.last {
        let places: Vec<String> = game.places.iter().map(u8::to_string).collect();
        let players = match &game.id {
            Some(id) => id.clone(),
            None => game.players.join(" – "),
        };
        writeln!(out, "game {}: {players}, {}", game.number, places.join("-"))?;
    }
    Ok(())
}

impl Dump {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let database = database(self.config.as_deref())?;
        let dumped = run(async {
            let store = Store::connect(&database, 1).await.map_err(wrong)?;
            let dumped = dump(&store.pool(), self.month, &self.to).await;
            dumped.map_err(wrong)
        })?;
        let (games, file, sum) = (dumped.games, dumped.file.display(), dumped.sha256);
        let kilobytes = dumped.bytes as f64 / 1e3;
        writeln!(out, "{games} games, {kilobytes:.1} kB: {file}\n{sum}")?;
        for why in &dumped.left_out {
            eprintln!("left out: {why}");
        }
        if !self.month.is_over() {
            eprintln!("{} is not over yet: dump it again then", self.month);
        }
        Ok(())
    }
}
