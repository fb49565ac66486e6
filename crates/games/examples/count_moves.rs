//! Counts the move sequences of a position, depth by depth: the rules as a library.
//!
//! ```text
//! cargo run --release -p longjump-games --example count_moves -- 4 minicheckers "1b1b1b/b1b1b1/6/2a3/1a3a/a1a1a1 b"
//! ```

use longjump_games::with_game;
use longjump_rules::{Game, GameAction, LastPly, NotationError, notation, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(4), |depth| depth.parse())?;
    let game = arguments.next().unwrap_or("star".to_owned());
    let position = arguments.next();
    with_game(&game.parse()?, CountMoves { depth, position })??;
    Ok(())
}

/// Written once and compiled for every game.
struct CountMoves {
    depth: u32,
    /// None is the start.
    position: Option<String>,
}

impl GameAction for CountMoves {
    type Output = Result<(), NotationError>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let mut position = match self.position {
            Some(text) => notation::read_position(&game, &text)?,
            None => game.start(),
        };
        println!("{}", notation::write_position(&game, &position));
        for depth in 1..=self.depth {
            let sequences = perft(&mut position, depth, LastPly::Counted, || ());
            println!("{depth} plies: {sequences} sequences");
        }
        Ok(())
    }
}
