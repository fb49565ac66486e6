//! An engine that plays for the other seats of a batch.

use longjump_engine::{Control, Engine, Limits, NoClock, build};
use longjump_rules::{Game, Move, Playthrough, notation};

/// An engine that remembers nothing from one choice to the next, so that what it plays does not depend
/// on which games it plays in turn.
pub(crate) struct Opponent {
    engine: Box<dyn Engine>,
    limits: Limits,
    has_seed: bool,
}

impl Opponent {
    /// The engine of a spec, which may look at so many positions for a move.
    ///
    /// # Errors
    /// When there is no such engine, in words.
    pub(crate) fn new(spec: &str, nodes: u64) -> Result<Self, String> {
        let parsed = spec.parse().map_err(|error| format!("{spec}: {error}"))?;
        let engine = build(&parsed).map_err(|error| format!("{spec}: {error}"))?;
        let has_seed = engine.options().iter().any(|option| option.name == "seed");
        Ok(Self {
            engine,
            limits: Limits::nodes(nodes),
            has_seed,
        })
    }

    /// Chooses a move in a game that goes on; what is left to chance follows from the seed.
    ///
    /// # Errors
    /// When the engine can't, in words.
    pub(crate) fn choose<G: Game>(
        &mut self,
        play: &Playthrough<G>,
        seed: u64,
    ) -> Result<Move, String> {
        let text = notation::write_position(play.game(), play.position());
        if self.has_seed {
            self.engine
                .set_option("seed", &(seed >> 33).to_string())
                .map_err(|error| error.to_string())?;
        }
        self.engine.new_game();
        self.engine
            .table()
            .set_up(Some(&text), &[])
            .map_err(|error| error.to_string())?;
        let choice = self
            .engine
            .choose(&self.limits, &NoClock, &Control::default(), &mut |_| {});
        let choice = choice.ok_or("the engine has no move")?;
        notation::read_move(play.game(), play.position(), &choice.mv)
            .map_err(|error| error.to_string())
    }
}
