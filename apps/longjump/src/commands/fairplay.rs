//! `longjump fairplay`

use crate::online::{database, run};
use clap::Args;
use longjump_console::{Failure, progress};
use longjump_engine::{Control, EngineSpec, Limits, NoClock, build};
use longjump_moderation::finished_games;
use longjump_online::fairplay::{Assessment, Conducts, FinishedGame, assess};
use longjump_server::Store;
use std::io::Write;
use std::path::PathBuf;

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
        let database = database(self.config.as_deref())?;
        let games = run(async {
            let store = Store::connect(&database, 1).await;
            let store = store.map_err(|error| Failure::Input(error.to_string()))?;
            let games = finished_games(&store.pool(), self.player.as_deref(), self.games).await;
            games.map_err(|error| Failure::Input(error.to_string()))
        })?;
        if games.is_empty() {
            return Err(Failure::Input(
                "there are no finished games to look at".to_owned(),
            ));
        }
        let mut conducts = Conducts::new();
        let bar = progress::bar(games.len() as u64, "games");
        for game in &games {
            look_into(game, self.nodes, &mut conducts)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.print(out, &assess(&conducts))
    }

    fn print(&self, out: &mut impl Write, assessments: &[Assessment]) -> Result<(), Failure> {
        if !self.json {
            writeln!(
                out,
                "{:<20} {:<16} {:>6} {:>6} {:>7} {:>7} {:>9} {:>6}  to be looked at",
                "player", "game", "moves", "agree", "others", "seconds", "evenness", "away"
            )?;
        }
        for one in assessments {
            if self.json {
                let line = serde_json::to_string(one).map_err(std::io::Error::other)?;
                writeln!(out, "{line}")?;
                continue;
            }
            let others = one.others.map_or("–".to_owned(), percent);
            writeln!(
                out,
                "{:<20} {:<16} {:>6} {:>6} {others:>7} {:>7.1} {:>9.2} {:>6}  {}",
                one.player,
                one.game,
                one.pace.moves,
                percent(one.agreement),
                one.pace.median_seconds,
                one.pace.spread,
                percent(one.pace.away),
                one.flags.join(", "),
            )?;
        }
        Ok(())
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Adds how the people of a game played, compared with an engine that looks at so many positions.
fn look_into(game: &FinishedGame, nodes: u64, conducts: &mut Conducts) -> Result<(), Failure> {
    let spec: EngineSpec = format!("{}/default", game.spec).parse()?;
    let mut engine = build(&spec)?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    game.note_conduct(conducts, |before, mv| {
        engine.table().set_up(None, before)?;
        if engine.table().moves().len() < 2 {
            return Ok(None);
        }
        let choice = engine.choose(&limits, &NoClock, &Control::new(), &mut |_| {});
        Ok(Some(choice.is_some_and(|choice| choice.mv == mv)))
    })
}
