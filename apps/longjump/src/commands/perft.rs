//! `longjump perft`

use clap::Args;
use longjump_console::arguments::{PositionArgument, SpecArgument};
use longjump_console::{Failure, progress};
use longjump_games::with_game;
use longjump_rules::{
    Game, GameAction, LastPly, NotationError, PositionExt, own_move_nodes, perft,
};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump perft star 5
  longjump perft star:corners=open 6 --no-bulk
  longjump perft star 4 --own-moves
  longjump perft knightthrough 5 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    spec: SpecArgument,
    /// The number of moves in a sequence
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100), allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    position: PositionArgument,
    /// Make and unmake every last move instead of counting how many there are
    #[arg(long, conflicts_with = "own_moves")]
    no_bulk: bool,
    /// Count the nodes, root included, when only the first seat ever moves
    #[arg(long)]
    own_moves: bool,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        let started = Instant::now();
        let nodes = with_game(&spec, self)??;
        let seconds = started.elapsed().as_secs_f64();
        let moves_per_second = (nodes as f64 / seconds.max(1e-9)).round() as u64;
        if self.json {
            let report = json!({
                "spec": spec.to_string(),
                "depth": self.depth,
                "nodes": nodes,
                "moves_per_second": moves_per_second,
                "seconds": seconds,
                "counted": self.method(),
            });
            writeln!(out, "{report}")?;
        } else {
            let millions = moves_per_second as f64 / 1e6;
            writeln!(out, "{spec}, depth {}: {}", self.depth, self.method())?;
            writeln!(out, "{seconds:.3} s, {millions:.1} million a second")?;
            writeln!(out, "{nodes}")?;
        }
        Ok(())
    }

    fn method(&self) -> &'static str {
        match (self.own_moves, self.no_bulk) {
            (true, _) => "nodes when only the first seat moves, root included",
            (false, true) => "every move made and unmade",
            (false, false) => "last moves counted, not made",
        }
    }
}

impl GameAction for &Perft {
    type Output = Result<u64, NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let mut position = self.position.parse(&game)?;
        let bar = progress::bar(position.moves().len() as u64, "counting");
        let tick = || bar.inc(1);
        let last_ply = if self.no_bulk {
            LastPly::Played
        } else {
            LastPly::Counted
        };
        let nodes = if self.own_moves {
            own_move_nodes(&mut position, self.depth, tick)
        } else {
            perft(&mut position, self.depth, last_ply, tick)
        };
        bar.finish_and_clear();
        Ok(nodes)
    }
}
