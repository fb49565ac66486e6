//! A game of random moves: the rules as a library.
//!
//! ```text
//! cargo run -p longjump-games --example random_game -- star:seats=3
//! ```

use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Playthrough, Position, notation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = std::env::args()
        .nth(1)
        .unwrap_or("knightthrough".to_owned());
    let spec: GameSpec = spec.parse()?;
    with_game(&spec, RandomGame)?;
    Ok(())
}

/// Written once and compiled for every game.
struct RandomGame;

impl GameAction for RandomGame {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let mut random = fastrand::Rng::new();
        let mut play = Playthrough::new(game);
        loop {
            let moves = play.legal_moves();
            let Some(mv) = random.choice(&moves) else {
                break;
            };
            let seat = play.position().turn();
            println!("{seat} {}", notation::write_move(play.game(), mv));
            play.play(mv).expect("a legal move");
        }
        println!("{}", notation::write_position(play.game(), play.position()));
        if let (Some(standings), Some(ending)) = (play.standings(), play.ending()) {
            println!("places {standings}: {ending:?}");
        }
    }
}
