//! One move at a level, for those who keep no engine.

use crate::{Control, EngineSpec, Limits, build};
use std::time::{Duration, Instant};

/// The move that a game's default engine chooses at a level after these moves from the start, if
/// they are legal and the game goes on. The seed is that of the whole game: a level has its days.
pub fn choose_at_level(
    game: &str,
    level: u32,
    seed: u64,
    moves: &[String],
    longest: Duration,
) -> Option<String> {
    let spec: EngineSpec = format!("{game}/default:level={level},seed={seed}")
        .parse()
        .ok()?;
    // The game comes from a server, so nobody has typed it.
    let mut engine = build(&spec.stored()).ok()?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.table().set_up(None, &moves).ok()?;
    let limits = Limits::time(longest);
    let choice = engine.choose(&limits, &Instant::now(), &Control::new(), &mut |_| {})?;
    Some(choice.mv)
}
