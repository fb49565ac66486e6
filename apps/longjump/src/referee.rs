//! Games between engines: a small referee, for `match` and the laboratory.

use crate::Failure;
use longjump_engine::{Control, Engine, EngineSpec, Limits, Table, build, open_table};
use longjump_rules::{Seat, Standings};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// How many random openings are tried until one does not end the game.
const TRIES: usize = 100;

/// An engine and how long it may think.
#[derive(Clone)]
pub(crate) struct Contender {
    pub(crate) spec: EngineSpec,
    pub(crate) limits: Limits,
}

/// Games in pairs between two engines of one game: each pair begins with the
/// same random moves, seats exchanged.
#[derive(Clone)]
pub(crate) struct Bout {
    pub(crate) ours: Contender,
    pub(crate) theirs: Contender,
    pub(crate) pairs: u64,
    /// How many random moves.
    pub(crate) opening: usize,
    pub(crate) seed: u64,
}

/// Wins, draws and losses, and what they took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    plies: u64,
}

impl Tally {
    pub(crate) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    pub(crate) fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }

    /// The share of points, half a point for a draw.
    pub(crate) fn score(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// By how much the share of points may be off, with 95 % confidence. Two
    /// more games won and two more lost are counted in, so that a few games that
    /// all end alike don't look like certainty (Agresti and Coull's way).
    pub(crate) fn error(&self) -> f64 {
        let games = (self.games() + 4) as f64;
        let (won, drawn, lost) = (self.won + 2, self.drawn, self.lost + 2);
        let score = (won as f64 + drawn as f64 / 2.0) / games;
        let square = |result: f64| (result - score).powi(2);
        let variance =
            (won as f64 * square(1.0) + drawn as f64 * square(0.5) + lost as f64 * square(0.0))
                / games;
        1.96 * (variance / games).sqrt()
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

/// Holds all bouts, several games at once, telling `heard` how each bout stands
/// after every game.
pub(crate) fn hold(
    bouts: &[Bout],
    threads: usize,
    heard: &(dyn Fn(&Tally) + Sync),
) -> Result<Vec<Tally>, Failure> {
    let pairs = |(number, bout): (usize, &Bout)| (0..bout.pairs).map(move |pair| (number, pair));
    let jobs: Vec<(usize, u64)> = bouts.iter().enumerate().flat_map(pairs).collect();
    let next_job = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); bouts.len()]);
    let work = || -> Result<(), Failure> {
        // Engines stay for a whole bout: some remember what they have found out.
        let mut seated: Option<(usize, [Box<dyn Engine>; 2])> = None;
        while let Some(&(number, pair)) = jobs.get(next_job.fetch_add(1, Ordering::Relaxed)) {
            let bout = &bouts[number];
            if seated.as_ref().is_none_or(|(bout, _)| *bout != number) {
                let engines = [build(&bout.ours.spec)?, build(&bout.theirs.spec)?];
                seated = Some((number, engines));
            }
            let Some((_, engines)) = &mut seated else {
                unreachable!("they have just been seated");
            };
            let opening = opening(engines[0].table(), bout, pair)?;
            for seat in Seat::first(2) {
                let (standings, plies) = play(engines, bout, seat, opening.clone())?;
                let mut tallies = tallies.lock().expect("no thread has panicked");
                tallies[number].add(&standings, seat, plies);
                heard(&tallies[number]);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        results.collect::<Result<Vec<()>, Failure>>()
    })?;
    Ok(tallies.into_inner().expect("no thread has panicked"))
}

/// Random moves that don't end the game, the same for the same pair.
fn opening(table: &mut dyn Table, bout: &Bout, pair: u64) -> Result<Vec<String>, Failure> {
    let mut random = fastrand::Rng::with_seed(bout.seed.wrapping_mul(1_000_003) + pair);
    for _ in 0..TRIES {
        table.set_up(None, &[])?;
        let mut moves = Vec::new();
        while moves.len() < bout.opening && table.standings().is_none() {
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
        bout.opening
    )))
}

/// Plays a game to its end. Ours is the first of the engines.
fn play(
    engines: &mut [Box<dyn Engine>; 2],
    bout: &Bout,
    our_seat: Seat,
    mut moves: Vec<String>,
) -> Result<(Standings, usize), Failure> {
    let mut table = open_table(bout.ours.spec.game())?;
    let played: Vec<&str> = moves.iter().map(String::as_str).collect();
    for engine in engines.iter_mut() {
        engine.new_game();
        engine.table().set_up(None, &played)?;
    }
    table.set_up(None, &played)?;
    while let Some(turn) = table.turn() {
        let mover = usize::from(turn != our_seat);
        let limits = [&bout.ours.limits, &bout.theirs.limits][mover];
        let mover = &mut engines[mover];
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
