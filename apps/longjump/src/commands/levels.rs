//! `longjump levels`

use crate::arena::concurrency;
use crate::{Failure, files, machine, progress};
use clap::Args;
use indicatif::ProgressBar;
use longjump_engine::open_table;
use longjump_rules::GameSpec;
use longjump_tuning::{LEVELS, LevelGames, LevelPlan};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::{env, fs, iter, process};

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
const ALL: [&str; 8] = [
    "star",
    "star:seats=3",
    "star:seats=4",
    "star:seats=6",
    "diamond",
    "corners",
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
        match &self.calibrate {
            Some(file) => self.calibrate(&games, file, out),
            None => self.measure(&games, out),
        }
    }

    fn games_of(&self, game: &GameSpec) -> LevelGames<'static> {
        LevelGames {
            game: game.clone(),
            games: self.games_each as usize,
            seed: self.seed,
            threads: concurrency(self.concurrency, false),
            interrupt: machine::interrupt(),
        }
    }

    /// What the lowest scores against random moves, and each of the others against the one below.
    fn scores(
        &self,
        game: &GameSpec,
        players: &[String],
        bar: &ProgressBar,
    ) -> Result<Vec<f64>, Failure> {
        let games = self.games_of(game);
        let below = iter::once("random").chain(players.iter().map(String::as_str));
        let pairs = players.iter().zip(below);
        let scores = pairs.map(|(player, below)| score(&games, player, below, bar));
        scores.collect()
    }

    fn calibrate(
        &self,
        games: &[GameSpec],
        file: &Path,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let steps = games.len() * self.rounds as usize * LEVELS;
        let bar = progress::bar(steps as u64, "calibrating");
        for game in games {
            let seats = open_table(game)?.seats();
            let mut plan = LevelPlan::first();
            let tried = TriedLevels::new();
            for _ in 0..self.rounds {
                let line = plan.line(game, seats);
                let players = tried.players(&line)?;
                let scores = self.scores(game, &players, &bar)?;
                writeln!(out, "{line} scored {}", percentages(&scores))?;
                out.flush()?;
                plan = plan.improved(&scores);
            }
            let line = plan.line(game, seats);
            let levels = with_line(&files::read(file)?, game, &line);
            files::write(file, levels, "--calibrate")?;
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn measure(&self, games: &[GameSpec], out: &mut impl Write) -> Result<(), Failure> {
        let bar = progress::bar((games.len() * (LEVELS + 1)) as u64, "measuring");
        let players: Vec<String> = (1..=LEVELS)
            .map(|level| format!("default:level={level}"))
            .collect();
        let mut measured = Vec::new();
        for game in games {
            let scores = self.scores(game, &players, &bar)?;
            let against_greedy = score(&self.games_of(game), &players[0], "greedy", &bar)?;
            measured.push(Measured {
                game,
                scores,
                against_greedy,
            });
        }
        if self.json {
            let games: Vec<_> = measured.iter().map(Measured::json).collect();
            return Ok(writeln!(
                out,
                "{}",
                json!({ "games_each": self.games_each, "games": games })
            )?);
        }
        let text = self.page(&measured);
        match &self.out {
            Some(path) => files::write(path, text, "--out"),
            None => Ok(write!(out, "{text}")?),
        }
    }

    fn page(&self, measured: &[Measured<'_>]) -> String {
        let mut text = format!(
            "# Levels\n\n\
             What each level scores against the one below, in percent of the points; level 1 \
             against random moves and against greedy, which goes as far ahead as one move can. \
             {} games each from four random moves, seats exchanged; with more than two seats the \
             lower level has all others, and a game's points are the share of opponents left \
             behind. By one command: `{}`.\n\n\
             A level overlooks moves, long chains of hops above all, and looks at so many \
             positions and no more; so it is the same on every machine. Both numbers are in \
             `crates/engine/src/players/levels.txt`, which `longjump levels --calibrate` writes; \
             run it again when nets or search change.\n\n\
             | game | 1: random | greedy |",
            self.games_each,
            crate::arena::command(),
        );
        for level in 2..=LEVELS {
            write!(text, " {level} |").expect("text");
        }
        text += "\n|---|---:|---:|";
        text += &"---:|".repeat(LEVELS - 1);
        for Measured {
            game,
            scores,
            against_greedy,
        } in measured
        {
            let percent = |score: &f64| format!(" {:.0} |", 100.0 * score);
            let (lowest, steps) = scores.split_first().expect("ten scores");
            write!(
                text,
                "\n| {game} |{}{}",
                percent(lowest),
                percent(against_greedy)
            )
            .expect("text");
            text.extend(steps.iter().map(percent));
        }
        text + "\n"
    }
}

/// How the levels of a game did.
struct Measured<'a> {
    game: &'a GameSpec,
    scores: Vec<f64>,
    against_greedy: f64,
}

impl Measured<'_> {
    fn json(&self) -> serde_json::Value {
        json!({
            "game": self.game.to_string(),
            "level_1_against_random": self.scores[0],
            "level_1_against_greedy": self.against_greedy,
            "against_the_level_below": &self.scores[1..],
        })
    }
}

fn score(
    games: &LevelGames<'_>,
    ours: &str,
    theirs: &str,
    bar: &ProgressBar,
) -> Result<f64, Failure> {
    let score = games.score(ours, theirs)?;
    bar.inc(1);
    if games.interrupt.load(Ordering::Relaxed) {
        return Err(Failure::Input(
            "stopped before the end; nothing is left of it".to_owned(),
        ));
    }
    Ok(score)
}

fn percentages(scores: &[f64]) -> String {
    let percent = |score: &f64| format!("{:.0}", 100.0 * score);
    scores.iter().map(percent).collect::<Vec<_>>().join(" ")
}

/// A file with levels to try out, which goes away in the end.
struct TriedLevels(PathBuf);

impl TriedLevels {
    fn new() -> Self {
        Self(env::temp_dir().join(format!("longjump-levels-{}.txt", process::id())))
    }

    /// The players of these levels.
    fn players(&self, line: &str) -> Result<Vec<String>, Failure> {
        files::write(&self.0, line, "--calibrate")?;
        let player = |level| format!("default:levels={},level={level}", self.0.display());
        Ok((1..=LEVELS).map(player).collect())
    }
}

impl Drop for TriedLevels {
    fn drop(&mut self) {
        // It is in the folder for what may go.
        let _ = fs::remove_file(&self.0);
    }
}

/// A file of levels with this line for the game.
fn with_line(text: &str, game: &GameSpec, line: &str) -> String {
    let name = game.to_string();
    let is_other = |old: &&str| old.split(' ').next() != Some(&name);
    let mut lines: Vec<&str> = text.lines().filter(is_other).collect();
    lines.push(line);
    lines.join("\n") + "\n"
}
