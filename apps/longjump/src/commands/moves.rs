//! `longjump moves`

use clap::Args;
use longjump_console::Failure;
use longjump_console::arguments::{PositionArgument, SpecArgument};
use longjump_engine::Table;
use longjump_games::with_game;
use longjump_rules::{
    Ending, Game, GameAction, GameSpec, Hole, Move, NotationError, Playthrough, notation,
};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump moves star
  longjump moves minicheckers 6/6/6/2b3/1a4/a5 a
  longjump moves knightthrough --after b2c4 a7b5")]
pub(crate) struct Moves {
    #[command(flatten)]
    spec: SpecArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Moves to play first
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    after: Vec<String>,
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
        let mut play = Playthrough::from_position(game, position);
        for mv in &self.arguments.after {
            Table::play(&mut play, mv)?;
        }
        let mut moves = play.legal_moves().to_vec();
        moves.sort_by_key(|mv| (mv.from(), mv.to()));
        if self.arguments.json {
            return Ok(as_json(self.spec, &play, &moves).to_string());
        }
        if let Some(standings) = play.standings() {
            anstream::eprintln!("the game is over, places {standings}");
        }
        let names = moves
            .iter()
            .map(|&mv| notation::write_move(play.game(), mv));
        Ok(names.collect::<Vec<String>>().join("\n"))
    }
}

fn as_json<G: Game>(spec: &GameSpec, play: &Playthrough<G>, moves: &[Move]) -> Value {
    let (game, position) = (play.game(), play.position());
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
        "turn": Table::turn(play).map(|seat| seat.to_string()),
        "standings": play.standings().map(|standings| standings.to_string()),
        "ending": play.ending().map(Ending::name),
        "moves": moves.iter().map(entry).collect::<Vec<Value>>(),
    })
}
