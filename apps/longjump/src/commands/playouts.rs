//! `longjump playouts`

use clap::Args;
use longjump_benchmarks::{Playouts as RandomGames, Tally};
use longjump_console::arguments::SpecArgument;
use longjump_console::{Failure, progress};
use longjump_rules::GameSpec;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::time::Duration;

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

impl Playouts {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        let tally = self.play(&spec)?;
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

    fn play(&self, spec: &GameSpec) -> Result<Tally, Failure> {
        let limit = Duration::from_secs_f64(self.seconds);
        let steps = self.games.unwrap_or(limit.as_millis() as u64);
        let bar = progress::bar(steps, "playing");
        let playouts = RandomGames {
            limit,
            games: self.games,
            seed: self.seed,
        };
        let tally = playouts.run(spec, &mut |so_far| {
            bar.set_position(match self.games {
                Some(_) => so_far.games,
                None => so_far.elapsed.as_millis() as u64,
            });
        })?;
        bar.finish_and_clear();
        Ok(tally)
    }
}
