//! What every player can do.

use crate::{Clock, Control, EngineError, EngineOption, Limits, Score, options};
use longjump_rules::{Game, Move, Playthrough};
use longjump_search::SearchInfo;

/// The name of the player that a game is played with unless another is asked for.
pub(crate) const DEFAULT: &str = "default";

/// What a player is asked: how much it may do for its next move, and which moves it may choose.
pub(crate) struct Request<'a> {
    pub(crate) limits: Limits,
    /// The moves to choose from; all if there are none.
    pub(crate) only: &'a [Move],
    pub(crate) clock: &'a dyn Clock,
    pub(crate) control: &'a Control,
}

impl Request<'_> {
    /// Whether a move may be chosen.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.only.is_empty() || self.only.contains(&mv)
    }
}

/// What a player has decided.
pub(crate) struct Decision {
    pub(crate) mv: Move,
    pub(crate) score: Option<Score>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Decision {
    /// A move chosen without looking ahead.
    pub(crate) fn at_once(mv: Move) -> Self {
        Self {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
        }
    }
}

/// Chooses moves of a game.
pub(crate) trait Player<G: Game>: Send {
    /// See [`crate::Engine::options`].
    fn options(&self) -> Vec<EngineOption>;

    /// See [`crate::Engine::set_option`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// See [`crate::Engine::weights`].
    fn weights(&self) -> Option<&str> {
        None
    }

    /// See [`crate::Engine::evaluate`]; of a game that is not over.
    fn evaluate(&self, _: &G::Position) -> Option<Score> {
        None
    }

    /// See [`crate::Engine::new_game`].
    fn new_game(&mut self) {}

    /// See [`crate::Engine::prepare`].
    fn prepare(&mut self) {}

    /// Whether [`choose`](Self::choose) keeps to [`Request::only`].
    fn keeps_to_given_moves(&self) -> bool {
        false
    }

    /// Chooses a move of a game that is not over.
    fn choose(
        &mut self,
        play: &Playthrough<G>,
        request: &Request<'_>,
        sink: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision>;
}

/// The largest table that can be asked for.
pub(super) const MOST_MEBIBYTES: u64 = 1 << 20;

/// The one option of players that choose at random.
pub(super) fn seed_option() -> EngineOption {
    EngineOption::number("seed", 0, u64::MAX, 1)
}

/// Sets a player's only option, a number.
pub(super) fn set_number(
    player: &'static str,
    option: &EngineOption,
    name: &str,
    value: &str,
) -> Result<u64, EngineError> {
    options::find(player, std::slice::from_ref(option), name)?.read_number(value)
}
