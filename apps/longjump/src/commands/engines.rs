//! `longjump engines`

use clap::Args;
use longjump_console::Failure;
use longjump_engine::{EngineEntry, EngineOption, OptionKind, engines};
use serde_json::{Value, json};
use std::io::Write;

/// List the engines
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump engines
  longjump engines knightthrough
  longjump analyse star/alphabeta-6:ply=3")]
pub(crate) struct Engines {
    /// Only those of this game
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Engines {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let wanted =
            |engine: &EngineEntry| self.game.as_deref().is_none_or(|game| game == engine.game);
        let engines: Vec<EngineEntry> = engines().into_iter().filter(wanted).collect();
        if let (Some(game), true) = (&self.game, engines.is_empty()) {
            return Err(Failure::Input(format!(
                "there is no game called '{game}'; 'longjump games' lists the games"
            )));
        }
        if self.json {
            let engines: Vec<Value> = engines.iter().map(as_json).collect();
            writeln!(out, "{}", json!({ "engines": engines }))?;
            return Ok(());
        }
        for engine in &engines {
            let spec = format!("{}/{}", engine.game, engine.name);
            writeln!(out, "{spec:36} {}", engine.summary)?;
        }
        writeln!(
            out,
            "\nAn engine is a game, a player and its options: star/alphabeta-6:ply=3. A wrong\n\
             option's message lists those there are; --json lists them all."
        )?;
        Ok(())
    }
}

fn as_json(engine: &EngineEntry) -> Value {
    let option = |option: &EngineOption| {
        let takes = match &option.kind {
            OptionKind::Number { least, most } => json!({ "least": least, "most": most }),
            OptionKind::Switch => json!("switch"),
            OptionKind::Text => json!("text"),
        };
        json!({ "name": option.name, "default": option.default, "takes": takes })
    };
    json!({
        "spec": format!("{}/{}", engine.game, engine.name),
        "summary": engine.summary,
        "options": engine.options.iter().map(option).collect::<Vec<Value>>(),
    })
}
