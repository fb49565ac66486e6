//! `longjump playouts`

use super::SpecArgument;
use crate::{Failure, progress};
use clap::Args;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, MoveList, PerSeat, Position, Repetitions, Standings};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump playouts knightthrough --seconds 10
  longjump playouts star:seats=6 --games 1000 --seed 7 --json")]
pub(crate) struct Playouts {
    #[command(flatten)]
    spec: SpecArgument,
    /// How long to go on
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Play so many games, however long it takes
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Where the random numbers start; the same seed plays the same games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: u64,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("give a number of seconds from 0 to 86400".to_owned()),
    }
}

/// What came of the games so far.
pub(crate) struct Tally {
    games: u64,
    plies: u64,
    seconds: f64,
    /// For each seat the games it was first in alone.
    first: PerSeat<u64>,
    /// Games in which the first place was shared.
    shared: u64,
}

impl Playouts {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        let tally = with_game(&spec, self)?;
        let games = tally.games as f64;
        let games_per_second = games / tally.seconds;
        let plies_per_game = tally.plies as f64 / games;
        let shared = tally.shared as f64 / games;
        let shares = tally.first.map(|first| first as f64 / games);
        if self.json {
            let first: Map<String, Value> = shares
                .iter()
                .map(|(seat, share)| (seat.to_string(), json!(share)))
                .collect();
            let report = json!({
                "spec": spec.to_string(),
                "games": tally.games,
                "seconds": tally.seconds,
                "games_per_second": games_per_second.round() as u64,
                "plies_per_game": plies_per_game,
                "first": first,
                "shared_first": shared,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{spec}: {} random games in {:.1} s",
            tally.games, tally.seconds
        )?;
        writeln!(
            out,
            "{games_per_second:.0} games a second, {plies_per_game:.1} plies a game"
        )?;
        for (seat, share) in shares.iter() {
            writeln!(out, "seat {seat} first: {:.1} %", 100.0 * share)?;
        }
        writeln!(out, "first place shared: {:.1} %", 100.0 * shared)?;
        Ok(())
    }
}

impl GameAction for &Playouts {
    type Output = Tally;

    fn run<G: Game>(self, game: G) -> Tally {
        let mut players = Players {
            random: fastrand::Rng::with_seed(self.seed),
            moves: MoveList::new(),
            seen: Repetitions::default(),
        };
        let mut tally = Tally {
            games: 0,
            plies: 0,
            seconds: 0.0,
            first: PerSeat::new(game.seats(), 0),
            shared: 0,
        };
        let start = game.start();
        let limit = Duration::from_secs_f64(self.seconds);
        let steps = self.games.unwrap_or(limit.as_millis() as u64);
        let bar = progress::bar(steps, "playing");
        let started = Instant::now();
        let mut is_over = false;
        while !is_over {
            // The clock is asked once for several games.
            for _ in 0..self.games.map_or(64, |games| (games - tally.games).min(64)) {
                let (standings, plies) = players.play(&game, start.clone());
                tally.add(standings, plies);
            }
            let elapsed = started.elapsed();
            tally.seconds = elapsed.as_secs_f64();
            is_over = match self.games {
                Some(games) => tally.games >= games,
                None => elapsed >= limit,
            };
            bar.set_position(
                self.games
                    .map_or(elapsed.as_millis() as u64, |_| tally.games),
            );
        }
        bar.finish_and_clear();
        tally
    }
}

impl Tally {
    fn add(&mut self, standings: Standings, plies: u32) {
        self.games += 1;
        self.plies += u64::from(plies);
        match standings.sole_winner() {
            Some(winner) => self.first[winner] += 1,
            None => self.shared += 1,
        }
    }
}

/// Those who move at random, with what they need at hand.
struct Players {
    random: fastrand::Rng,
    moves: MoveList,
    seen: Repetitions,
}

impl Players {
    /// Plays a game to its end: the order of finish and the number of plies.
    fn play<G: Game>(&mut self, game: &G, mut position: G::Position) -> (Standings, u32) {
        let repetition_limit = game.repetition_limit();
        self.seen.clear();
        let mut plies = 0;
        loop {
            if repetition_limit.is_some_and(|limit| self.seen.note(position.key()) >= limit) {
                return (position.standings_if_drawn(), plies);
            }
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            if self.moves.is_empty() {
                let standings = position.standings();
                return (
                    standings.unwrap_or_else(|| position.standings_if_drawn()),
                    plies,
                );
            }
            let chosen = self.random.u32(..self.moves.len() as u32);
            position.play(self.moves[chosen as usize]);
            plies += 1;
        }
    }
}
