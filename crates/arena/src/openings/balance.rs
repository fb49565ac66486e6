//! How fair a position is, as the engine sees it.

use super::opening::Opening;
use longjump_engine::{Control, EngineError, EngineSpec, Limits, NoClock, Outlook, build};
use longjump_rules::GameSpec;

/// How fair an opening for two seats must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance {
    /// By how many moves either seat may be ahead.
    pub moves: f64,
    /// How many positions the engine looks at to tell.
    pub nodes: u64,
}

impl Balance {
    /// What the game's default engine sees for the seat to move; the same every time.
    ///
    /// # Errors
    /// When there is no such engine: it plays with two seats.
    ///
    /// # Panics
    /// When the opening is not one of the game.
    pub(super) fn outlook(
        &self,
        spec: &GameSpec,
        opening: &Opening,
    ) -> Result<Outlook, EngineError> {
        // A new engine each time: some remember for ever what they have found out, and then
        // the answer would depend on what was asked before.
        let mut engine = build(&engine_of(spec)?)?;
        opening
            .set_up(engine.table())
            .expect("an opening of the game");
        let limits = Limits::nodes(self.nodes);
        let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
        let score = choice.and_then(|choice| choice.score);
        Ok(Outlook::of(score.expect("a search of a game that goes on")))
    }

    /// Whether that is fair: nobody is too far ahead, and nobody is sure to win.
    pub(super) fn allows(&self, outlook: Outlook) -> bool {
        match outlook {
            Outlook::Ahead(score) => f64::from(score.abs()) <= 100.0 * self.moves,
            Outlook::WinIn(_) | Outlook::LossIn(_) => false,
        }
    }
}

/// The engine that is asked.
pub(super) fn engine_of(spec: &GameSpec) -> Result<EngineSpec, EngineError> {
    format!("{spec}/default").parse()
}
