//! Engine specs: a game, a player and its options, as in
//! `star:corners=open/default:threads=2`.

use crate::EngineError;
use longjump_rules::GameSpec;
use std::fmt;
use std::str::FromStr;

/// A player of a game, with options.
///
/// ```
/// use longjump_engine::EngineSpec;
/// let spec: EngineSpec = "star:corners=open/default:threads=2,hash=128".parse()?;
/// assert_eq!(spec.game().name(), "star");
/// assert_eq!(spec.player(), "default");
/// assert_eq!(spec.settings().next(), Some(("threads", "2")));
/// // Without a player it is the default one.
/// assert_eq!("corners".parse::<EngineSpec>()?.to_string(), "corners/default");
/// # Ok::<(), longjump_engine::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    game: GameSpec,
    player: String,
    settings: Vec<(String, String)>,
}

impl EngineSpec {
    /// The game.
    pub fn game(&self) -> &GameSpec {
        &self.game
    }

    /// The name of the player.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// The options given, each with its value, in the order given.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        let settings = self.settings.iter();
        settings.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What a spec that was stored means; see [`longjump_games::stored`].
    #[must_use]
    pub fn stored(mut self) -> Self {
        self.game = longjump_games::stored(&self.game);
        self
    }

    /// The spec as it is to be stored; see [`longjump_games::lasting`].
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.game = longjump_games::lasting(&self.game);
        self
    }

    /// The same with more options, which come after those it has.
    #[must_use]
    pub fn with(mut self, more: &[(String, String)]) -> Self {
        self.settings.extend_from_slice(more);
        self
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.player)?;
        for (number, (name, value)) in self.settings().enumerate() {
            let separator = if number == 0 { ':' } else { ',' };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for EngineSpec {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let malformed = || EngineError::Malformed {
            text: text.to_owned(),
        };
        let (game, player) = text.split_once('/').unwrap_or((text, "default"));
        let (player, options) = match player.split_once(':') {
            Some((player, options)) => (player, options.split(',').collect()),
            None => (player, Vec::new()),
        };
        let read_setting = |setting: &str| {
            let (name, value) = setting.split_once('=').ok_or_else(malformed)?;
            if name.is_empty() || value.is_empty() {
                return Err(malformed());
            }
            Ok((name.to_owned(), value.to_owned()))
        };
        if player.is_empty() {
            return Err(malformed());
        }
        Ok(Self {
            game: game.parse()?,
            player: player.to_owned(),
            settings: options
                .into_iter()
                .map(read_setting)
                .collect::<Result<_, _>>()?,
        })
    }
}
