//! Tournaments between engines of this program.

use crate::TimeControl;
use crate::participant::{EngineSource, Participant, SeatError};
use crate::referee::RefereeSettings;
use crate::schedule::Format;
use crate::tournament::{OpeningChoice, Tournament, TournamentError};
use longjump_engine::{EngineEntry, EngineSpec};
use longjump_rules::{GameSpec, SpecError};
use std::time::Duration;

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

    /// Random moves that the games of a rating list begin with.
    pub const RATED_OPENINGS: usize = 4;

    /// A rating list's tournament: all of a game's engines, the default one with each of its levels.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn of_all(
        game: &str,
        players: &[&EngineEntry],
        milliseconds: u64,
        rounds: usize,
    ) -> Result<Self, TournamentError> {
        let named = players.iter().map(|player| player.name.clone());
        let levels = (1..=10).map(|level| format!("default:level={level}"));
        let control = TimeControl::movetime(Duration::from_millis(milliseconds));
        let game = game.parse().map_err(SpecError::from)?;
        Ok(Self {
            openings: OpeningChoice::Random(Self::RATED_OPENINGS),
            ..Self::swiss(game, named.chain(levels), control, rounds)?
        })
    }

    /// A Swiss tournament of players of one game, such as `default:level=3`, in which nobody
    /// loses on time.
    ///
    /// # Errors
    ///
    /// If the game has no such player, or there are too few of them.
    pub fn swiss(
        game: GameSpec,
        players: impl Iterator<Item = String>,
        control: TimeControl,
        rounds: usize,
    ) -> Result<Self, TournamentError> {
        let participant = |name: String| -> Result<Participant, SeatError> {
            let spec = format!("{game}/{name}").parse()?;
            Ok(Participant {
                name,
                source: EngineSource::BuiltIn(spec),
                control,
            })
        };
        let participants = players.map(participant).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            rules: RefereeSettings::without_clocks(),
            ..Self::new(game, Format::Swiss, rounds, participants)?
        })
    }
}
