//! `longjump levels`

use clap::Args;
use longjump_console::arena::{self, concurrency};
use longjump_console::{Failure, files, machine, progress};
use longjump_rules::GameSpec;
use longjump_tuning::{LEVELS, LevelGames, MeasuredLevels, page_of_levels, with_levels};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump levels corners --games 20
  longjump levels --out docs/levels.md
  longjump levels --calibrate crates/engine/src/players/levels.txt

Calibrating writes what each level notices and looks at; it counts once the program is built anew.
Levels go by positions, not by time, so that a busy machine comes to the same result.")]
pub(crate) struct Levels {
    /// The games with their seats, such as star:seats=3; all that have levels when left out
    #[arg(value_name = "GAME")]
    games: Vec<GameSpec>,
    /// How many games each level plays against the one below
    #[arg(long = "games", value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games_each: u32,
    /// Find levels whose steps are alike and write them to this file
    #[arg(long, value_name = "FILE")]
    calibrate: Option<PathBuf>,
    /// How often to measure and to move the levels when calibrating
    #[arg(long, value_name = "N", default_value_t = 4, requires = "calibrate", value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// How many games at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// The seed of openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where to write the tables; standard output when left out
    #[arg(long, value_name = "FILE.md", conflicts_with = "calibrate")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["out", "calibrate"])]
    json: bool,
}

/// What levels are calibrated for.
const ALL: [&str; 9] = [
    "star",
    "star:seats=3",
    "star:seats=4",
    "star:seats=6",
    "diamond",
    "corners:preset=race",
    "corners:preset=waiting",
    "knightthrough",
    "minicheckers",
];

impl Levels {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        files::check(self.out.as_deref(), "--out")?;
        files::check(self.calibrate.as_deref(), "--calibrate")?;
        let mut games = self.games.clone();
        if games.is_empty() {
            let all = ALL.iter().map(|game| game.parse());
            games = all.collect::<Result<_, _>>()?;
        }
        // Measuring has two more: with greedy.
        let matches = match self.calibrate {
            Some(_) => self.rounds as usize * LEVELS,
            None => LEVELS + 2,
        };
        let bar = progress::bar((games.len() * matches) as u64, "levels");
        let mut levels = LevelGames {
            games: self.games_each as usize,
            seed: self.seed,
            threads: concurrency(self.concurrency, false),
            interrupt: machine::interrupt(),
            progress: &mut || bar.inc(1),
        };
        if let Some(file) = &self.calibrate {
            for game in &games {
                let line = levels.calibrate(game, self.rounds, &mut |tried| {
                    bar.suspend(|| eprintln!("{tried}"));
                })?;
                let text = with_levels(&files::read(file)?, &line);
                files::write(file, text, "--calibrate")?;
                writeln!(out, "{line}")?;
            }
            return Ok(());
        }
        let measured = games.iter().map(|game| levels.measure(game));
        let measured: Vec<_> = measured.collect::<Result<_, _>>()?;
        bar.finish_and_clear();
        if self.json {
            let games: Vec<_> = measured.iter().map(json).collect();
            let all = json!({ "games_each": self.games_each, "games": games });
            return Ok(writeln!(out, "{all}")?);
        }
        let text = page_of_levels(&measured, self.games_each, &arena::command());
        match &self.out {
            Some(path) => files::write(path, text, "--out"),
            None => Ok(write!(out, "{text}")?),
        }
    }
}

fn json(levels: &MeasuredLevels) -> Value {
    json!({
        "game": levels.game.to_string(),
        "level_1_against_random": levels.scores[0],
        "level_1_against_greedy": levels.against_greedy,
        "greedy_against_random": levels.greedy_against_random,
        "against_the_level_below": &levels.scores[1..],
    })
}
