//! A short match between two engines, game pairs with seats exchanged: the arena as a library.
//!
//! ```text
//! cargo run --release -p longjump-arena --example short_match -- corners/default corners/greedy
//! ```

use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
use longjump_engine::EngineError;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut engine = |usual: &str| -> Result<EngineConfig, EngineError> {
        let spec = arguments.next().unwrap_or(usual.to_owned());
        Ok(EngineConfig {
            spec: spec.parse()?,
            control: TimeControl::nodes(500),
        })
    };
    let games = PairedMatch {
        ours: engine("knightthrough/default")?,
        theirs: engine("knightthrough/greedy")?,
        pairs: 10,
        opening_plies: 2,
        seed: 1,
    };
    let score = games.play(2, &mut |played| println!("{played} games"))?;
    println!(
        "{} won, {} drawn, {} lost: {:.0} %",
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.mean()
    );
    Ok(())
}
