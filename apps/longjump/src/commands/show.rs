//! `longjump show`

use clap::Args;
use longjump_console::Failure;
use longjump_console::arguments::{PositionArgument, SpecArgument, turn_of};
use longjump_display::{board_svg, board_text};
use longjump_games::with_game;
use longjump_rules::{
    Camp, Game, GameAction, GameSpec, Hole, Layout, NotationError, Position, PositionExt, Surface,
    notation,
};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump show star:seats=3
  longjump show corners '5bbb/5bbb/5bbb/8/8/aaa5/aa1a4/aaa5 b 1 -'
  longjump show star:seats=6 --svg > star.svg")]
pub(crate) struct Show {
    #[command(flatten)]
    spec: SpecArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// Print the layout and the position as one JSON object on one line
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print a picture as SVG
    #[arg(long)]
    svg: bool,
}

impl Show {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        let text = with_game(
            &spec,
            Drawing {
                arguments: self,
                spec: &spec,
            },
        )??;
        writeln!(out, "{text}")?;
        Ok(())
    }
}

struct Drawing<'a> {
    arguments: &'a Show,
    spec: &'a GameSpec,
}

impl GameAction for Drawing<'_> {
    type Output = Result<String, NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let position = self.arguments.position.parse(&game)?;
        let pieces = game.setup_of(&position).pieces;
        let layout = game.layout();
        if self.arguments.json {
            return Ok(as_json(self.spec, &game, &position, &layout).to_string());
        }
        if self.arguments.svg {
            return Ok(board_svg(&layout, game.seats(), &pieces));
        }
        let state = match position.standings() {
            Some(standings) => format!("the game is over, places {standings}"),
            None => {
                let count = position.moves().len();
                let moves = if count == 1 { "move" } else { "moves" };
                format!("seat {} to move, {count} legal {moves}", position.turn())
            }
        };
        let text = notation::write_position(&game, &position);
        Ok(format!(
            "{}\n{text}\n{state}",
            board_text(&layout, game.seats(), &pieces, None)
        ))
    }
}

fn as_json<G: Game>(spec: &GameSpec, game: &G, position: &G::Position, layout: &Layout) -> Value {
    let name = |hole: Hole| game.grid().name(hole);
    let names = |holes: &[Hole]| {
        holes
            .iter()
            .map(|&hole| name(hole))
            .collect::<Vec<String>>()
    };
    let pieces = game.setup_of(position).pieces;
    let points: Vec<Value> = layout
        .points
        .iter()
        .map(|point| {
            json!({
                "name": point.name,
                "x": point.x,
                "y": point.y,
                "dark": point.dark,
                "playable": point.playable,
                "piece": pieces[point.hole.index()].map(|seat| seat.to_string()),
            })
        })
        .collect();
    let camp = |camp: &Camp| {
        json!({
            "holes": names(&camp.holes),
            "home_of": camp.home_of.map(|seat| seat.to_string()),
            "goal_of": camp.goal_of.map(|seat| seat.to_string()),
        })
    };
    let surface = match layout.surface {
        Surface::Holes => "holes",
        Surface::Squares => "squares",
    };
    json!({
        "spec": spec.to_string(),
        "position": notation::write_position(game, position),
        "turn": turn_of(position),
        "standings": position.standings().map(|standings| standings.to_string()),
        "surface": surface,
        "points": points,
        "lines": layout.lines.iter().map(|&(a, b)| json!([name(a), name(b)])).collect::<Vec<_>>(),
        "camps": layout.camps.iter().map(camp).collect::<Vec<_>>(),
    })
}
