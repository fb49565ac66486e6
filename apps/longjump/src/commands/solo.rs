//! `longjump solo`

use clap::Args;
use longjump_console::{Failure, machine, progress};
use longjump_evaluation::race::{Rhombus, SHORTEST_CROSSING, way_to_goal};
use longjump_games::star::Star;
use longjump_rules::{Game, Hole, Move, Position, PositionExt, Seat, Settings, notation};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump solo star
  longjump solo star --json

Ten marbles cross the star from the bottom to the top with nobody else on the board. No way
is shorter than 27 moves (George Bell, arXiv 0803.1245). The search grows wider until it
has found one so short; Ctrl-C ends it with the best so far.")]
pub(crate) struct Solo {
    /// The game: star
    #[arg(value_name = "GAME", value_parser = ["star"])]
    game: String,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// How many placements of a layer are kept at first.
const FIRST_WIDTH: usize = 125;
/// How often twice as many are tried; the last is wide enough by far.
const ROUNDS: u64 = 12;

/// A move as people read it.
struct Told {
    text: String,
    /// The holes that its marble touches, both ends included.
    route: Vec<String>,
}

impl Solo {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let started = Instant::now();
        let Some(way) = shortest_way() else {
            return Err(Failure::Input("stopped before a way was found".to_owned()));
        };
        let moves = played(&way)?;
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            let told = |told: &Told| json!({ "move": told.text, "route": told.route });
            let report = json!({
                "spec": self.game,
                "length": moves.len(),
                "moves": moves.iter().map(told).collect::<Vec<Value>>(),
                "seconds": seconds,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        for (number, told) in (1..).zip(&moves) {
            writeln!(out, "{number:>3}. {:7} {}", told.text, told.route.join(" "))?;
        }
        writeln!(out, "{} moves in {seconds:.1} s", moves.len())?;
        Ok(())
    }
}

/// The shortest way that wider and wider beams have found.
fn shortest_way() -> Option<Vec<u128>> {
    let (rhombus, interrupt) = (Rhombus::default(), machine::interrupt());
    let bar = progress::bar(ROUNDS, "wider and wider beams");
    let mut best: Option<Vec<u128>> = None;
    for round in 0..ROUNDS {
        let way = way_to_goal(&rhombus, Rhombus::HOME, FIRST_WIDTH << round, interrupt);
        best = best
            .into_iter()
            .chain(way)
            .min_by_key(|placements| placements.len());
        let is_shortest = best
            .as_ref()
            .is_some_and(|way| way.len() - 1 == SHORTEST_CROSSING);
        if is_shortest || interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    best
}

/// The moves between placements, each played by the rules of the star.
///
/// With three seats nobody's home is the first one's goal, and the marbles of the other two,
/// who always pass, lie where the first one's can't land nor hop over them.
fn played(way: &[u128]) -> Result<Vec<Told>, Failure> {
    let settings = Settings::from_pairs(vec![("seats", "3".to_owned())]);
    let game = Star::configure(&settings)?;
    let holes = Rhombus::holes_on(&game.layout(), Seat::FIRST).expect("a rhombus on the star");
    let hole = |marbles: u128| holes[marbles.trailing_zeros() as usize];
    let name = |hole: &Hole| game.grid().name(*hole);
    let mut position = game.start();
    let mut moves = Vec::new();
    for pair in way.windows(2) {
        while position.turn() != Seat::FIRST {
            position.play(Move::PASS);
        }
        let mv = Move::new(hole(pair[0] & !pair[1]), hole(pair[1] & !pair[0]));
        let route = game.route(&position, mv).iter().map(name).collect();
        position
            .play_checked(mv)
            .expect("the search moves by the rules");
        moves.push(Told {
            text: notation::write_move(&game, mv),
            route,
        });
    }
    let is_goal = |number: &usize| Rhombus::GOAL >> number & 1 == 1;
    let goal = (0..holes.len()).filter(is_goal);
    let filled = goal.fold(0, |all, number| all | 1 << holes[number].index());
    assert_eq!(position.marbles(Seat::FIRST), filled, "the goal is full");
    Ok(moves)
}
