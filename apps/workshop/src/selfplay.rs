//! `longjump selfplay`

use clap::Args;
use longjump_arena::training::Collector;
use longjump_arena::{OpeningChoice, RunOptions, Tournament, run_tournament};
use longjump_console::arena::read_openings;
use longjump_console::{Failure, files, machine, progress};
use longjump_dataset::TrainingError;
use longjump_engine::EngineSpec;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump selfplay star --games 1000 --nodes 2000 --out star.ljt
  longjump selfplay knightthrough/default:hash=4 --games 5000 --nodes 1000 --plies 6 --out k.ljt
  longjump selfplay corners --games 200 --nodes 5000 --openings corners.txt --out c.ljt
  longjump selfplay star:seats=3/greedy --games 100 --out three.ljt --json

An engine plays itself, and every position after the opening is written with the engine's
score and the game's result: what 'longjump train' and 'longjump tune --method logistic'
learn from. The same seed and nodes give the same file, whatever the number of games at once.")]
pub struct SelfPlay {
    /// The game, for its default engine, or an engine such as star/default:hash=4
    #[arg(value_name = "SPEC")]
    spec: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Positions that the engine looks at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many random moves each game begins with
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,
    /// A file of openings, as 'longjump openings' makes them; each gives one game, and an
    /// engine without randomness plays the same game again when they begin anew
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    openings: Option<PathBuf>,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Where the positions go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl SelfPlay {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let tournament = self.tournament()?;
        tournament.check()?;
        let file = File::create(&self.out).map_err(|error| self.wrong(error.into()))?;
        let collector = Collector::new(&tournament, BufWriter::new(file));
        let mut collector = collector.map_err(|error| self.wrong(error))?;
        let interrupt = machine::interrupt();
        let bar = progress::bar(self.games.into(), "playing");
        let started = Instant::now();
        let mut failure = None;
        let mut options = RunOptions {
            concurrency: machine::threads(self.concurrency),
            interrupt,
            progress: &mut |scoreboard| {
                bar.set_position(scoreboard.finished().len() as u64);
                let positions = scoreboard.plies() as f64 / started.elapsed().as_secs_f64();
                bar.set_message(format!("{positions:.0} positions/s"));
            },
            on_block: Some(&mut |games| {
                if let Err(error) = collector.add(games) {
                    interrupt.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
            }),
            traces: None,
        };
        run_tournament(&tournament, &[], None, &mut options)?;
        bar.finish_and_clear();
        if let Some(error) = failure {
            return Err(self.wrong(error));
        }
        let seconds = started.elapsed().as_secs_f64();
        let report = Summary {
            games: collector.games(),
            skipped: collector.skipped(),
            positions: collector.positions(),
            record_bytes: collector.header().record_bytes,
            seconds,
        };
        let finished = collector.finish();
        finished.map_err(|error| self.wrong(error))?;
        self.print(&tournament, &report, out)
    }

    fn tournament(&self) -> Result<Tournament, Failure> {
        let spec: EngineSpec = self.spec.parse()?;
        let openings = match &self.openings {
            Some(path) => OpeningChoice::Listed(read_openings(path, spec.game())?),
            None => OpeningChoice::Random(self.plies),
        };
        let games = self.games as usize;
        Ok(Tournament::self_play(
            spec, self.nodes, games, openings, self.seed,
        )?)
    }

    /// What is wrong with the file.
    fn wrong(&self, error: TrainingError) -> Failure {
        match error {
            TrainingError::Game(error) => error.into(),
            TrainingError::Io(error) => files::unwritten(&self.out, &error, "--out"),
            error => Failure::Input(format!("{}: {error}", self.out.display())),
        }
    }

    fn print(
        &self,
        tournament: &Tournament,
        summary: &Summary,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Summary {
            games,
            skipped,
            positions,
            record_bytes,
            seconds,
        } = summary;
        let per_second = |count: f64| count / seconds.max(1e-9);
        let (positions_per_second, games_per_second) =
            (per_second(*positions as f64), per_second(f64::from(*games)));
        let file = self.out.display();
        if self.json {
            let report = json!({
                "spec": tournament.game.to_string(),
                "engine": tournament.participants[0].engine(),
                "nodes": self.nodes,
                "seed": self.seed,
                "games": games,
                "skipped": skipped,
                "positions": positions,
                "record_bytes": record_bytes,
                "seconds": seconds,
                "positions_per_second": positions_per_second,
                "games_per_second": games_per_second,
                "file": file.to_string(),
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{positions} positions of {games} games, {record_bytes} bytes each; {seconds:.1} s, \
             {positions_per_second:.0} positions a second, {games_per_second:.1} games a second"
        )?;
        if *skipped > 0 {
            writeln!(
                out,
                "{skipped} games left out, as the engine failed in them"
            )?;
        }
        if *games + *skipped < self.games {
            writeln!(
                out,
                "stopped before the end: what was finished is in the file"
            )?;
        }
        writeln!(out, "written to {file}")?;
        Ok(())
    }
}

/// What was written.
struct Summary {
    games: u32,
    skipped: u32,
    positions: u64,
    record_bytes: usize,
    seconds: f64,
}
