//! Engines of this program, in the referee's own thread.

use super::player::{Answer, Fault, Player, Question};
use crate::Cause;
use crate::openings::Opening;
use longjump_engine::{Allowance, Control, Engine, EngineSpec, Limits, build};
use std::time::{Duration, Instant};

/// What gets lost between an engine's last look at the clock and ours.
const RESERVE: Duration = Duration::from_millis(5);

pub(super) struct BuiltIn {
    engine: Box<dyn Engine>,
    has_seed: bool,
    /// The seed that its spec gives: then it has the same random numbers in every game.
    given: Option<String>,
}

impl BuiltIn {
    /// An engine whose spec was checked before.
    pub(super) fn new(spec: &EngineSpec) -> Self {
        let engine = build(spec).expect("its spec was checked");
        let given = spec.settings().find(|(name, _)| *name == "seed");
        let given = given.map(|(_, seed)| seed.to_owned());
        let mut options = engine.options().into_iter();
        let has_seed = options.any(|option| option.name == "seed");
        Self {
            engine,
            has_seed,
            given,
        }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, opening: &Opening, seed: u64) -> Result<(), Fault> {
        if self.has_seed {
            let seed = self.given.clone().unwrap_or_else(|| seed.to_string());
            let set = self.engine.set_option("seed", &seed);
            set.map_err(|error| Fault::new(Cause::Crash, error.to_string()))?;
        }
        self.engine.new_game();
        self.engine.prepare();
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        let table = self.engine.table();
        let set_up = table.set_up(opening.start.as_deref(), &moves);
        set_up.map_err(|error| Fault::new(Cause::Crash, error.to_string()))
    }

    fn observe(&mut self, mv: &str) {
        let played = self.engine.table().play(mv);
        played.expect("the referee's moves are legal");
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let limits = limits(question);
        let clock = Instant::now();
        let control = Control::default();
        let choice = self.engine.choose(&limits, &clock, &control, &mut |_| {});
        let took = clock.elapsed();
        let choice = choice.ok_or_else(|| Fault::new(Cause::Stall, "it gave no move"))?;
        Ok(Answer {
            mv: choice.mv,
            took,
            score: choice.score,
            depth: Some(choice.depth).filter(|&depth| depth > 0),
            nodes: Some(choice.nodes).filter(|&nodes| nodes > 0),
        })
    }
}

fn limits(question: &Question<'_>) -> Limits {
    let fixed = question.control.fixed_limits();
    let Some((remaining, increment)) = question.clocks[question.seat.index()] else {
        return fixed;
    };
    let allowance = Allowance {
        remaining,
        increment,
    };
    let by_clock = allowance.limits(RESERVE);
    let end = match (fixed.end, by_clock.end) {
        (Some(fixed), Some(by_clock)) => Some(fixed.min(by_clock)),
        (fixed, by_clock) => fixed.or(by_clock),
    };
    Limits {
        end,
        aim: by_clock.aim,
        ..fixed
    }
}
