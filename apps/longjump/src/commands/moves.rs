//! `longjump moves`

use super::{PositionArgument, SpecArgument};
use crate::Failure;
use clap::Args;
use longjump_games::with_game;
use longjump_rules::{
    Game, GameAction, GameSpec, Hole, Move, NotationError, Position, PositionExt, notation,
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
        let spec = self.spec.parse()?;
        let text = with_game(
            &spec,
            Listing {
                arguments: self,
                spec: &spec,
            },
        )??;
        if !text.is_empty() {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}

struct Listing<'a> {
    arguments: &'a Moves,
    spec: &'a GameSpec,
}

impl GameAction for Listing<'_> {
    type Output = Result<String, NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let position = self.arguments.position.parse(&game)?;
        let mut moves = position.moves().to_vec();
        moves.sort_by_key(|mv| (mv.from(), mv.to()));
        if self.arguments.json {
            return Ok(as_json(self.spec, &game, &position, &moves).to_string());
        }
        if let Some(standings) = position.standings() {
            anstream::eprintln!("the game is over, places {standings}");
        }
        let names = moves.iter().map(|&mv| notation::write_move(&game, mv));
        Ok(names.collect::<Vec<String>>().join("\n"))
    }
}

fn as_json<G: Game>(spec: &GameSpec, game: &G, position: &G::Position, moves: &[Move]) -> Value {
    let name = |hole: Hole| game.grid().name(hole);
    let entry = |&mv: &Move| {
        json!({
            "move": notation::write_move(game, mv),
            "route": game.route(position, mv).into_iter().map(name).collect::<Vec<String>>(),
        })
    };
    json!({
        "spec": spec.to_string(),
        "position": notation::write_position(game, position),
        "turn": super::turn_of(position),
        "standings": position.standings().map(|standings| standings.to_string()),
        "moves": moves.iter().map(entry).collect::<Vec<Value>>(),
    })
}
