//! `longjump match`

use crate::referee::{self, Bout, Contender, Tally};
use crate::{Failure, progress};
use clap::Args;
use longjump_engine::{EngineSpec, Limits, build};
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump match star/default star/greedy --games 10 --movetime 20
  longjump match star/default star/default:futility=off --games 200 --nodes 20000
  longjump match knightthrough/default:level=3 knightthrough/default:level=1 --games 20
  longjump match diamond/default diamond/beam --movetime 100 --their-movetime 1000

Games are played in pairs: the same random opening, seats exchanged.")]
pub(crate) struct Match {
    /// The engine whose score is told, such as star/default:hash=64
    #[arg(value_name = "ENGINE")]
    ours: String,
    /// Its opponent at the same game
    #[arg(value_name = "OPPONENT")]
    theirs: String,
    /// How many games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Milliseconds a move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Milliseconds a move for the opponent, if not the same
    #[arg(long, value_name = "MS")]
    their_movetime: Option<u64>,
    /// Positions a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many random moves each pair of games begins with
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: usize,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The difference in strength that a share of points stands for.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    // Not less than nothing, where it is nothing.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

impl Match {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (ours, theirs): (EngineSpec, EngineSpec) = (self.ours.parse()?, self.theirs.parse()?);
        if ours.game() != theirs.game() {
            return Err(Failure::Input(format!(
                "{ours} and {theirs} play different games; give two engines of one game"
            )));
        }
        build(&ours)?;
        build(&theirs)?;
        let bout = Bout {
            ours: self.contender(ours, self.movetime)?,
            theirs: self.contender(theirs, self.their_movetime.or(self.movetime))?,
            pairs: self.games.div_ceil(2),
            opening: self.opening,
            seed: self.seed,
        };
        let bar = progress::bar(2 * bout.pairs, "playing");
        let started = Instant::now();
        let tallies = referee::hold(&[bout], self.concurrency.into(), &|tally| {
            bar.inc(1);
            bar.set_message(format!("{:.1} %", 100.0 * tally.score()));
        })?;
        bar.finish_and_clear();
        self.print(&tallies[0], started.elapsed(), out)
    }

    fn contender(&self, spec: EngineSpec, movetime: Option<u64>) -> Result<Contender, Failure> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            end: movetime.map(Duration::from_millis),
            aim: None,
        };
        let is_weakened = |(name, value)| name == "level" && value != "10";
        let limits_itself = spec.player() != "default" || spec.settings().any(is_weakened);
        if limits == Limits::default() && !limits_itself {
            return Err(Failure::Input(format!(
                "how long may {spec} think? give --movetime, --nodes or --depth"
            )));
        }
        Ok(Contender { spec, limits })
    }

    fn print(&self, tally: &Tally, time: Duration, out: &mut impl Write) -> Result<(), Failure> {
        let Tally {
            won, drawn, lost, ..
        } = *tally;
        let (score, error) = (tally.score(), tally.error());
        let plies = tally.plies_per_game();
        let elo = [score - error, score, score + error].map(elo);
        if self.json {
            let report = json!({
                "engine": self.ours,
                "opponent": self.theirs,
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "score": score,
                "error": error,
                "elo": elo[1],
                "plies_per_game": plies,
                "seconds": time.as_secs_f64(),
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(out, "{} against {}", self.ours, self.theirs)?;
        writeln!(
            out,
            "{won} won, {drawn} drawn, {lost} lost of {} games: {:.1} % ± {:.1}",
            tally.games(),
            100.0 * score,
            100.0 * error
        )?;
        writeln!(
            out,
            "Elo {:+.0} ({:+.0} to {:+.0}), {plies:.1} plies a game, {:.1} s",
            elo[1],
            elo[0],
            elo[2],
            time.as_secs_f64()
        )?;
        Ok(())
    }
}
