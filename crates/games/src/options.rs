//! Reading options' values.

use crate::lattice::Hops;
use longjump_rules::{Game, GameOption, Settings, SpecError};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// The option of games with hops to choose from.
pub(crate) const HOPS: GameOption = GameOption {
    name: "hops",
    values: "adjacent or symmetric",
    default: "adjacent",
    meaning: "hop over a neighbour, or over a piece at any distance to the hole as far behind it",
};

/// The values of that option.
pub(crate) const HOPS_VALUES: [(&str, Hops); 2] =
    [("adjacent", Hops::Adjacent), ("symmetric", Hops::Symmetric)];

/// Reads the values given for a game's options.
pub(crate) struct Reader<'a, G> {
    settings: &'a Settings,
    game: PhantomData<G>,
}

impl<'a, G: Game> Reader<'a, G> {
    pub(crate) fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            game: PhantomData,
        }
    }

    /// One of several named values.
    pub(crate) fn choice<T: Copy>(
        &self,
        option: &'static str,
        values: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(given) = self.settings.get(option) else {
            return Ok(None);
        };
        match values.iter().find(|(name, _)| *name == given) {
            Some(&(_, value)) => Ok(Some(value)),
            None => Err(self.bad_value(option, given)),
        }
    }

    /// A whole number.
    pub(crate) fn number(
        &self,
        option: &'static str,
        range: RangeInclusive<u16>,
    ) -> Result<Option<u16>, SpecError> {
        let Some(given) = self.settings.get(option) else {
            return Ok(None);
        };
        match given.parse() {
            // A number has one way to be written.
            Ok(number) if range.contains(&number) && !given.starts_with('0') => Ok(Some(number)),
            _ => Err(self.bad_value(option, given)),
        }
    }

    /// A whole number, or the word `off`.
    pub(crate) fn number_or_off(
        &self,
        option: &'static str,
        range: RangeInclusive<u16>,
    ) -> Result<Option<Option<u16>>, SpecError> {
        if self.settings.get(option) == Some("off") {
            return Ok(Some(None));
        }
        Ok(self.number(option, range)?.map(Some))
    }

    fn bad_value(&self, option: &'static str, given: &str) -> SpecError {
        let described = G::OPTIONS.iter().find(|known| known.name == option);
        SpecError::BadValue {
            game: G::NAME,
            option,
            value: given.to_owned(),
            expected: described.map_or("", |known| known.values),
        }
    }
}

/// That option as a setting, where it is not the default.
pub(crate) fn hops_setting(hops: Hops) -> Option<(&'static str, String)> {
    (hops == Hops::Symmetric).then(|| ("hops", "symmetric".to_owned()))
}
