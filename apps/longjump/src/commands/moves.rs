//! `longjump moves`

use super::{PositionArgument, SpecArgument};
use crate::Failure;
use clap::Args;
use longjump_games::with_game;
use longjump_rules::{
    Game, GameAction, Hole, Move, NotationError, Position, PositionExt, notation,
};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct Moves {
    #[command(flatten)]
    spec: SpecArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Print one JSON object on one line, with each move's route
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let text = with_game(&self.spec.parse()?, self)??;
        writeln!(out, "{text}")?;
        Ok(())
    }
}

impl GameAction for &Moves {
    type Output = Result<String, NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let position = self.position.parse(&game)?;
        let moves = position.moves();
        if self.json {
            return Ok(as_json(&game, &position, &moves).to_string());
        }
        if let Some(standings) = position.standings() {
            return Ok(format!("the game is over, places {standings}"));
        }
        let names: Vec<String> = moves
            .iter()
            .map(|&mv| notation::write_move(&game, mv))
            .collect();
        Ok(names.join("\n"))
    }
}

fn as_json<G: Game>(game: &G, position: &G::Position, moves: &[Move]) -> Value {
    let name = |hole: Hole| game.grid().name(hole);
    let entry = |&mv: &Move| {
        json!({
            "move": notation::write_move(game, mv),
            "route": game.route(position, mv).into_iter().map(name).collect::<Vec<String>>(),
        })
    };
    json!({
        "position": notation::write_position(game, position),
        "turn": super::turn_of(position),
        "standings": position.standings().map(|standings| standings.to_string()),
        "moves": moves.iter().map(entry).collect::<Vec<Value>>(),
    })
}
