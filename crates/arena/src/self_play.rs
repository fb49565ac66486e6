//! Games of an engine against itself.

use crate::TimeControl;
use crate::participant::{EngineSource, Participant};
use crate::schedule::Format;
use crate::tournament::{OpeningChoice, Tournament, TournamentError};
use longjump_engine::EngineSpec;

impl Tournament {
    /// Games of an engine against itself, with so many nodes per move.
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
    ) -> Result<Self, TournamentError> {
        let game = spec.game().clone();
        let player = Participant {
            name: spec.to_string(),
            source: EngineSource::BuiltIn(spec),
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
