//! `longjump match`

use crate::{Failure, progress};
use clap::Args;
use longjump_engine::{Control, Engine, EngineSpec, Limits, Table, build, open_table};
use longjump_rules::{Seat, Standings};
use serde_json::json;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump match star/default star/greedy --games 10 --movetime 20
  longjump match star/default star/default:futility=off --games 200 --nodes 20000
  longjump match knightthrough/default:level=3 knightthrough/default:level=1 --games 20

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

/// How many random openings are tried until one does not end the game.
const TRIES: usize = 100;

/// Wins, draws and losses, and what they took.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    plies: u64,
}

impl Tally {
    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of points, half a point for a draw.
    fn score(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// By how much the share of points may be off, with 95 % confidence. Two
    /// more games won and two more lost are counted in, so that a few games that
    /// all end alike don't look like certainty (Agresti and Coull's way).
    fn error(&self) -> f64 {
        let games = (self.games() + 4) as f64;
        let (won, drawn, lost) = (self.won + 2, self.drawn, self.lost + 2);
        let score = (won as f64 + drawn as f64 / 2.0) / games;
        let square = |result: f64| (result - score).powi(2);
        let variance =
            (won as f64 * square(1.0) + drawn as f64 * square(0.5) + lost as f64 * square(0.0))
                / games;
        1.96 * (variance / games).sqrt()
    }

    /// The difference in strength that a share of points stands for.
    fn elo(score: f64) -> f64 {
        let score = score.clamp(0.001, 0.999);
        // Not less than nothing, where it is nothing.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }

    fn add(&mut self, standings: &Standings, ours: Seat, plies: usize) {
        self.plies += plies as u64;
        match standings.sole_winner() {
            Some(winner) if winner == ours => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
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
        let limits = self.limits(&ours, &theirs)?;
        let pairs = self.games.div_ceil(2);
        let bar = progress::bar(2 * pairs, "playing");
        let next_pair = AtomicU64::new(0);
        let tally = Mutex::new(Tally::default());
        let started = Instant::now();
        let play_pairs = || -> Result<(), Failure> {
            let mut engines = [build(&ours)?, build(&theirs)?];
            loop {
                let pair = next_pair.fetch_add(1, Ordering::Relaxed);
                if pair >= pairs {
                    return Ok(());
                }
                let opening = self.opening(engines[0].table(), pair)?;
                for seat in Seat::first(2) {
                    let (standings, plies) = play(&mut engines, seat, opening.clone(), &limits)?;
                    let mut tally = tally.lock().expect("no thread has panicked");
                    tally.add(&standings, seat, plies);
                    bar.inc(1);
                    bar.set_message(format!("{:.1} %", 100.0 * tally.score()));
                }
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency)
                .map(|_| scope.spawn(play_pairs))
                .collect();
            let results = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            results.collect::<Result<Vec<()>, Failure>>()
        })?;
        bar.finish_and_clear();
        let tally = *tally.lock().expect("no thread has panicked");
        self.print(&tally, started.elapsed(), out)
    }

    fn limits(&self, ours: &EngineSpec, theirs: &EngineSpec) -> Result<Limits, Failure> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            end: self.movetime.map(Duration::from_millis),
            aim: None,
        };
        let limits_itself = |spec: &EngineSpec| {
            spec.player() != "default"
                || spec
                    .settings()
                    .any(|(name, value)| name == "level" && value != "10")
        };
        if limits == Limits::default() && !(limits_itself(ours) && limits_itself(theirs)) {
            return Err(Failure::Input(
                "how long may they think? give --movetime, --nodes or --depth".to_owned(),
            ));
        }
        Ok(limits)
    }

    /// Random moves that don't end the game, the same for the same pair.
    fn opening(&self, table: &mut dyn Table, pair: u64) -> Result<Vec<String>, Failure> {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_mul(1_000_003) + pair);
        for _ in 0..TRIES {
            table.set_up(None, &[])?;
            let mut moves = Vec::new();
            while moves.len() < self.opening && table.standings().is_none() {
                let legal = table.moves();
                let mv = &legal[random.usize(..legal.len())];
                table.play(mv)?;
                moves.push(mv.clone());
            }
            if table.standings().is_none() {
                return Ok(moves);
            }
        }
        Err(Failure::Input(format!(
            "games of random moves are over before {} plies; give a shorter --opening",
            self.opening
        )))
    }

    fn print(&self, tally: &Tally, time: Duration, out: &mut impl Write) -> Result<(), Failure> {
        let Tally {
            won, drawn, lost, ..
        } = *tally;
        let (score, error) = (tally.score(), tally.error());
        let plies = tally.plies as f64 / tally.games() as f64;
        let elo = [score - error, score, score + error].map(Tally::elo);
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

/// Plays a game to its end. Ours is the first of the engines.
fn play(
    engines: &mut [Box<dyn Engine>; 2],
    our_seat: Seat,
    mut moves: Vec<String>,
    limits: &Limits,
) -> Result<(Standings, usize), Failure> {
    let mut table = open_table(engines[0].spec().game())?;
    let played: Vec<&str> = moves.iter().map(String::as_str).collect();
    for engine in engines.iter_mut() {
        engine.new_game();
        engine.table().set_up(None, &played)?;
    }
    table.set_up(None, &played)?;
    while let Some(turn) = table.turn() {
        let mover = &mut engines[usize::from(turn != our_seat)];
        let clock = Instant::now();
        let choice = mover.choose(limits, &clock, &Control::default(), &mut |_| {});
        let choice = choice.ok_or_else(|| Failure::Input(format!("{} gave up", mover.spec())))?;
        table.play(&choice.mv)?;
        for engine in engines.iter_mut() {
            engine.table().play(&choice.mv)?;
        }
        moves.push(choice.mv);
    }
    let standings = table.standings().expect("the game is over");
    Ok((standings, moves.len()))
}
