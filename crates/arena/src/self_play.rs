//! Games of an engine against itself.

use crate::{Body, Contender, Event, EventError, Format, OpeningChoice, TimeControl};
use longjump_engine::EngineSpec;

impl Event {
    /// Games of an engine against itself, with so many nodes a move.
    ///
    /// # Errors
    ///
    /// If its game can't be played.
    pub fn self_play(
        spec: EngineSpec,
        nodes: Option<u64>,
        games: usize,
        openings: OpeningChoice,
        seed: u64,
    ) -> Result<Self, EventError> {
        let game = spec.game().clone();
        let player = Contender {
            name: spec.to_string(),
            body: Body::Inside(spec),
            control: TimeControl {
                nodes,
                ..TimeControl::default()
            },
        };
        Ok(Self {
            openings,
            seed,
            ..Self::new(game, Format::SelfPlay, games, vec![player])?
        })
    }
}
