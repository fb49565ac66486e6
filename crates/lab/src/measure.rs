//! Single searches and single games, looked at closely.

use crate::LabError;
use longjump_engine::{Choice, Control, Engine, Limits, build};
use std::time::{Duration, Instant};

/// A search and what it took.
pub(crate) struct Searched {
    pub(crate) choice: Choice,
    pub(crate) seconds: f64,
}

/// Lets an engine search a position, or the start.
pub(crate) fn search(
    spec: &str,
    position: Option<&str>,
    limits: &Limits,
) -> Result<Searched, LabError> {
    let mut engine = build(&spec.parse()?)?;
    engine.table().set_up(position, &[])?;
    let clock = Instant::now();
    let choice = choose(&mut *engine, limits)?;
    Ok(Searched {
        choice,
        seconds: clock.elapsed().as_secs_f64(),
    })
}

/// The nodes of a search without limits.
pub(crate) fn nodes(spec: &str, position: Option<&str>) -> Result<u64, LabError> {
    Ok(search(spec, position, &Limits::default())?.choice.nodes)
}

fn choose(engine: &mut dyn Engine, limits: &Limits) -> Result<Choice, LabError> {
    let clock = Instant::now();
    let choice = engine.choose(limits, &clock, &Control::default(), &mut |_| {});
    choice.ok_or_else(|| LabError::NoMove {
        spec: engine.spec().to_string(),
    })
}

/// What a seat did at each of its turns of a game: the depth, and the time.
pub(crate) type Turns = Vec<(u32, Duration)>;

/// Plays a game and tells what each seat did at its turns.
pub(crate) fn follow(
    specs: [&str; 2],
    opening: &[&str],
    limits: &Limits,
    each_ply: &dyn Fn(),
) -> Result<[Turns; 2], LabError> {
    let mut engines = [build(&specs[0].parse()?)?, build(&specs[1].parse()?)?];
    for engine in &mut engines {
        engine.new_game();
        engine.table().set_up(None, opening)?;
    }
    let mut turns = [Turns::new(), Turns::new()];
    while let Some(turn) = engines[0].table().turn() {
        let clock = Instant::now();
        let choice = choose(&mut *engines[turn.index()], limits)?;
        turns[turn.index()].push((choice.depth, clock.elapsed()));
        for engine in &mut engines {
            engine.table().play(&choice.mv)?;
        }
        each_ply();
    }
    Ok(turns)
}
