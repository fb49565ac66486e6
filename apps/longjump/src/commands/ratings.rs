//! `longjump ratings`

use clap::Args;
use longjump_arena::{ReportInfo, Tournament, read_log, report, summary};
use longjump_console::arena::{self, Plan, concurrency};
use longjump_console::{Failure, files};
use longjump_engine::{EngineEntry, engines};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump ratings minicheckers --rounds 4 --movetime 5 --logs logs
  longjump ratings --rounds 16 --movetime 20 --logs logs --out docs/ratings.md

Everybody plays in a Swiss tournament of pairs of games; the same command goes on after an
interruption.")]
pub(crate) struct Ratings {
    /// The games; all when left out
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// How many rounds of pairs everybody plays
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// How many games at once [default: half of the cores, as engines go by the clock]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// The folder for the logs of the games
    #[arg(long, value_name = "FOLDER")]
    logs: PathBuf,
    /// Where to write the list; standard output when left out
    #[arg(long, value_name = "FILE.md")]
    out: Option<PathBuf>,
}

impl Ratings {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let listed = engines();
        let mut games: Vec<&str> = listed.iter().map(|engine| engine.game).collect();
        games.dedup();
        let unknown = self
            .games
            .iter()
            .find(|game| !games.contains(&game.as_str()));
        if let Some(game) = unknown {
            return Err(Failure::Input(format!(
                "there is no game called '{game}'; the games are {}",
                games.join(", ")
            )));
        }
        if !self.games.is_empty() {
            games.retain(|game| self.games.iter().any(|wanted| wanted == game));
        }
        files::check(self.out.as_deref(), "--out")?;
        let made = std::fs::create_dir_all(&self.logs);
        made.map_err(|error| files::unwritten(&self.logs, &error, "--logs"))?;
        let mut text = self.introduction();
        for game in games {
            let players: Vec<&EngineEntry> = listed.iter().filter(|one| one.game == game).collect();
            text += &self.rate(game, &players)?;
        }
        match &self.out {
            Some(path) => files::write(path, text, "--out"),
            None => Ok(write!(out, "{text}")?),
        }
    }

    fn introduction(&self) -> String {
        format!(
            "# Ratings\n\n\
             Every engine, level and paper's player of every game at {} ms a move, by one \
             command: `{}`. What was accepted by sequential tests is in \
             [tuning.md](tuning.md).\n\n\
             Each game's players play a Swiss tournament of {} rounds: pairs of games from {} \
             random moves, seats exchanged. Elo is by Bradley and Terry over all games at once, \
             the mean of a game's players being 0; intervals are for 95 % confidence, by drawing \
             the pairs anew ([statistics.md](statistics.md)). A level limits itself to so \
             many positions and most often needs less than its time. Papers' players that look at the \
             clock only between depths may take more.\n",
            self.movetime,
            arena::command(),
            self.rounds,
            Tournament::RATED_OPENINGS
        )
    }

    /// Plays a game's tournament and returns its list.
    fn rate(&self, game: &str, players: &[&EngineEntry]) -> Result<String, Failure> {
        let log = self.logs.join(format!("{game}.jsonl"));
        let plan = Plan {
            tournament: Tournament::of_all(game, players, self.movetime, self.rounds as usize)?,
            concurrency: concurrency(self.concurrency, true),
            log: Some(log.clone()),
            trace: None,
            outputs: Default::default(),
            json: false,
        };
        let scoreboard = plan.play()?;
        if !scoreboard.is_over() {
            return Err(Failure::Input(format!(
                "stopped before the end of {game}; the same command goes on from {}",
                log.display()
            )));
        }
        let (header, blocks) = read_log(&log)?;
        let info = ReportInfo {
            made: String::new(),
            program: String::new(),
            command: String::new(),
            games: 0,
        };
        let report = report(&header, &blocks, &info)?;
        Ok(summary::rating_list(&report))
    }
}
