//! `longjump fairplay`

use crate::online::conduct::{Conduct, Report, judge};
use crate::online::run;
use crate::{Failure, progress};
use clap::Args;
use longjump_engine::{Control, EngineSpec, Limits, NoClock, build};
use longjump_server::{Config, FinishedGame, Store};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// The first moves of a game are known by heart, to people and to engines.
const KNOWN_BY_HEART: usize = 8;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump fairplay --config club/join.toml
  longjump fairplay --config longjump.toml --player Ada --games 20 --json

Looks at games that are over: how often each player's move was the engine's too, how evenly
they used their time, and how often the page was hidden on their turn. What stands out is
marked for a person to judge; nothing here proves anything, and nobody is punished by it.")]
pub(crate) struct Fairplay {
    /// The configuration of the server, for its database; the environment goes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Games of this player only
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How many games, the last ones
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// Positions the engine looks at for each move
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Print one JSON object for each player and game
    #[arg(long)]
    json: bool,
}

impl Fairplay {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref())
            .map_err(|error| Failure::Input(error.to_string()))?;
        if config.database.is_empty() {
            return Err(Failure::Input(
                "no database is configured; give --config FILE, for a club FOLDER/join.toml"
                    .to_owned(),
            ));
        }
        let games = run(async {
            let store = Store::connect(&config.database, 1).await;
            let games = async {
                store?
                    .finished_games(self.player.as_deref(), self.games)
                    .await
            };
            games
                .await
                .map_err(|error| Failure::Input(error.to_string()))
        })?;
        if games.is_empty() {
            return Err(Failure::Input(
                "there are no finished games to look at".to_owned(),
            ));
        }
        let mut conducts = BTreeMap::new();
        let bar = progress::bar(games.len() as u64, "games");
        for game in &games {
            look_into(game, self.nodes, &mut conducts)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let reports = judge(&conducts);
        self.print(out, &reports)
    }

    fn print(&self, out: &mut impl Write, reports: &[Report]) -> Result<(), Failure> {
        if !self.json {
            writeln!(
                out,
                "{:<20} {:<16} {:>6} {:>6} {:>7} {:>7} {:>9} {:>6}  to be looked at",
                "player", "game", "moves", "agree", "others", "seconds", "evenness", "away"
            )?;
        }
        for report in reports {
            if self.json {
                let line = json!({
                    "player": report.player, "game": report.game, "moves": report.moves,
                    "agreement": report.agreement, "others": report.others,
                    "median_seconds": report.median_seconds, "spread_of_times": report.spread,
                    "away": report.away, "flags": report.flags,
                });
                writeln!(out, "{line}")?;
                continue;
            }
            let others = report.others.map_or("–".to_owned(), percent);
            writeln!(
                out,
                "{:<20} {:<16} {:>6} {:>6} {others:>7} {:>7.1} {:>9.2} {:>6}  {}",
                report.player,
                report.game,
                report.moves,
                percent(report.agreement),
                report.median_seconds,
                report.spread,
                percent(report.away),
                report.flags.join(", "),
            )?;
        }
        Ok(())
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Adds what a game shows of its players.
fn look_into(
    game: &FinishedGame,
    nodes: u64,
    conducts: &mut BTreeMap<(String, String), Conduct>,
) -> Result<(), Failure> {
    let spec: EngineSpec = format!("{}/default", game.spec).parse()?;
    let mut engine = build(&spec)?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let moves: Vec<&str> = game.moves.iter().map(|played| played.mv.as_str()).collect();
    for (ply, played) in game.moves.iter().enumerate().skip(KNOWN_BY_HEART) {
        let Some(name) = game.people.get(&played.seat) else {
            continue;
        };
        engine.table().set_up(None, &moves[..ply])?;
        if engine.table().moves().len() < 2 {
            continue;
        }
        let choice = engine.choose(&limits, &NoClock, &Control::new(), &mut |_| {});
        let agrees = choice.is_some_and(|choice| choice.mv == played.mv);
        let conduct = conducts
            .entry((game.spec.clone(), name.clone()))
            .or_default();
        conduct.note(agrees, played.spent, played.away);
    }
    Ok(())
}
