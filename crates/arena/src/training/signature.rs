//! A number that tells engines apart by what they do.

use crate::participant::EngineSource;
use crate::tournament::Tournament;
use longjump_dataset::Checksum;
use longjump_engine::{Control, Engine, EngineError, EngineSpec, Limits, NoClock, Thought, build};

/// How many random moves are before the positions that are searched.
const PLIES: [usize; 4] = [0, 8, 24, 40];
/// How many positions each search looks at.
const NODES: u64 = 5000;

/// The signature of the engine that plays a tournament's games. Outside programs have none, nor
/// has who can't be seated.
pub(super) fn signature(tournament: &Tournament) -> Option<u64> {
    let first = tournament.participants.first()?;
    match &first.source {
        EngineSource::BuiltIn(spec) => of_engine(spec).ok(),
        _ => None,
    }
}

/// What an engine chooses and thinks on a few fixed positions with few nodes: another number
/// is another engine, or one that was changed. With several threads it is another each time.
fn of_engine(spec: &EngineSpec) -> Result<u64, EngineError> {
    let mut engine = build(spec)?;
    let has_seed = engine.options().iter().any(|option| option.name == "seed");
    if has_seed {
        engine.set_option("seed", "1")?;
    }
    let mut sum = Checksum::default();
    for plies in PLIES {
        set_up(&mut *engine, plies);
        engine.new_game();
        let mut think = |thought: &Thought| {
            // How many nodes each depth took tells most: any change of a search changes them.
            sum.add(&thought.nodes.to_le_bytes());
            sum.add(&thought.score.to_le_bytes());
        };
        let limits = Limits::nodes(NODES);
        let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut think);
        if let Some(choice) = choice {
            sum.add(choice.mv.as_bytes());
            sum.add(&choice.score.unwrap_or(0).to_le_bytes());
        }
    }
    Ok(sum.value())
}

/// Plays random moves from the start, always the same, as long as there are any.
fn set_up(engine: &mut dyn Engine, plies: usize) {
    let table = engine.table();
    table.set_up(None, &[]).expect("the start");
    let mut random = fastrand::Rng::with_seed(plies as u64);
    for _ in 0..plies {
        let Some(mv) = random.choice(table.moves()) else {
            return;
        };
        table.play(&mv).expect("a legal move");
    }
}
