//! `longjump games`

use clap::Args;
use longjump_console::Failure;
use longjump_games::visit_games;
use longjump_rules::{Game, GameOption, GameVisitor};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

struct Entry {
    name: &'static str,
    summary: &'static str,
    options: &'static [GameOption],
    aliases: &'static [(&'static str, &'static str)],
    samples: &'static [&'static str],
}

#[derive(Default)]
struct Collect(Vec<Entry>);

impl GameVisitor for Collect {
    fn visit<G: Game>(&mut self) {
        self.0.push(Entry {
            name: G::NAME,
            summary: G::SUMMARY,
            options: G::OPTIONS,
            aliases: G::ALIASES,
            samples: G::SAMPLES,
        });
    }
}

impl Games {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut games = Collect::default();
        visit_games(&mut games);
        if self.json {
            let games: Vec<Value> = games.0.iter().map(as_json).collect();
            writeln!(out, "{}", json!({ "games": games }))?;
            return Ok(());
        }
        for game in &games.0 {
            writeln!(out, "{:14} {}", game.name, game.summary)?;
            for option in game.options {
                let GameOption {
                    name,
                    values,
                    default,
                    meaning,
                } = option;
                writeln!(out, "  {name:13} {meaning}")?;
                writeln!(out, "  {:13} {values}; default {default}", "")?;
            }
            for (alias, spec) in game.aliases {
                writeln!(out, "  {alias:13} the same as {spec}")?;
            }
        }
        writeln!(
            out,
            "\nA spec is a name with options: star:seats=3,corners=open"
        )?;
        Ok(())
    }
}

fn as_json(game: &Entry) -> Value {
    let option = |option: &GameOption| {
        json!({
            "name": option.name,
            "values": option.values,
            "default": option.default,
            "meaning": option.meaning,
        })
    };
    let alias = |&(name, spec): &(&str, &str)| json!({ "name": name, "spec": spec });
    json!({
        "name": game.name,
        "summary": game.summary,
        "options": game.options.iter().map(option).collect::<Vec<Value>>(),
        "aliases": game.aliases.iter().map(alias).collect::<Vec<Value>>(),
        "specs": game.samples,
    })
}
