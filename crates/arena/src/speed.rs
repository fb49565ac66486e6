//! How fast this machine is, so that times mean the same elsewhere.

use longjump_engine::{Control, EngineError, Limits, build};
use longjump_rules::GameSpec;
use std::time::{Duration, Instant};

/// Nodes a second of each game's default engine on the machine that times are meant for:
/// the best of three searches of 400 ms from the start, measured when the evaluations and
/// searches were as they were in November 2026. They stay when the engine gets faster.
const REFERENCE: [(&str, f64); 5] = [
    ("star", 3.5e6),
    ("diamond", 3.2e6),
    ("corners", 4.5e6),
    ("knightthrough", 6.0e6),
    ("minicheckers", 2.3e6),
];

/// How long to look, and how often: other work on the machine only ever makes it slower.
const LOOK: Duration = Duration::from_millis(400);
const LOOKS: usize = 3;

/// By what times have to be multiplied here to be worth what they are on the reference
/// machine: more than one on a slower machine. One for games without a reference.
///
/// # Errors
/// When there is no such game, or its engine can't play with so many seats.
pub fn time_factor(game: &GameSpec) -> Result<f64, EngineError> {
    let reference = REFERENCE.iter().find(|(name, _)| *name == game.name());
    match reference {
        Some((_, reference)) => Ok(reference / nodes_per_second(game)?),
        None => Ok(1.0),
    }
}

/// How many positions the default engine looks at in a second, at the start of the game.
///
/// # Errors
/// When there is no such game, or its engine can't play with so many seats.
fn nodes_per_second(game: &GameSpec) -> Result<f64, EngineError> {
    let mut engine = build(&format!("{game}/default").parse()?)?;
    let mut best = 0.0_f64;
    for _ in 0..LOOKS {
        engine.new_game();
        let clock = Instant::now();
        let limits = Limits::time(LOOK);
        let choice = engine.choose(&limits, &clock, &Control::default(), &mut |_| {});
        let nodes = choice.map_or(0, |choice| choice.nodes);
        best = best.max(nodes as f64 / clock.elapsed().as_secs_f64());
    }
    Ok(best)
}
