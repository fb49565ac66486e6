//! Game specs: a game's name with its options, as in `star:seats=3,corners=open`.

use crate::NotationError;
use std::fmt;
use std::str::FromStr;

/// A game by name with the options that differ from its defaults.
///
/// ```
/// use longjump_rules::GameSpec;
/// let spec: GameSpec = "star:seats=3,corners=open".parse()?;
/// assert_eq!(spec.name(), "star");
/// assert_eq!(spec.settings().get("corners"), Some("open"));
/// assert_eq!(spec.to_string(), "star:seats=3,corners=open");
/// # Ok::<(), longjump_rules::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    name: String,
    settings: Settings,
}

/// The options given in a spec, in the order given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings(Vec<(String, String)>);

/// An option a game has, as help shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name in a spec.
    pub name: &'static str,
    /// The values it takes, for people to read.
    pub values: &'static str,
    /// The value it has when not given.
    pub default: &'static str,
    /// What it changes, in a few words.
    pub meaning: &'static str,
}

/// A spec that names no game we have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is not a spec at all.
    #[error(transparent)]
    Malformed(#[from] NotationError),
    /// No game has this name.
    #[error("there is no game called '{name}'; the games are {known}")]
    UnknownGame {
        /// The name given.
        name: String,
        /// All names there are.
        known: String,
    },
    /// The game has no such option.
    #[error("{game} has no option '{option}'; {known}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// The option given.
        option: String,
        /// A sentence that names those there are.
        known: String,
    },
    /// The option does not take this value.
    #[error("'{value}' is not a value of {game}'s option '{option}'; it takes {expected}")]
    BadValue {
        /// The game.
        game: &'static str,
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values it takes.
        expected: &'static str,
    },
}

impl GameSpec {
    /// A spec from its parts.
    pub fn new(name: impl Into<String>, settings: Settings) -> Self {
        Self {
            name: name.into(),
            settings,
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options given.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

impl Settings {
    /// Settings from pairs of option and value.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let owned = |(option, value): (&str, String)| (option.to_owned(), value);
        Self(pairs.into_iter().map(owned).collect())
    }

    /// The value given for an option.
    pub fn get(&self, option: &str) -> Option<&str> {
        self.iter()
            .find_map(|(name, value)| (name == option).then_some(value))
    }

    /// The options given, each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// These settings, and those of `others` for options that are not given here.
    pub fn or(&self, others: &Self) -> Self {
        let missing = others.0.iter().filter(|(name, _)| self.get(name).is_none());
        Self(self.0.iter().chain(missing).cloned().collect())
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (option, value)) in self.settings.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            write!(f, "{separator}{option}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for GameSpec {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = |at, expected: &str| Err(NotationError::new("game spec", text, at, expected));
        let (name, mut at) = read_word(text, 0);
        if name.is_empty() {
            return error(0, "the name of a game in small letters, such as star");
        }
        let mut settings = Settings::default();
        let mut separator = ':';
        while at < text.len() {
            if !text[at..].starts_with(separator) {
                return error(
                    at,
                    if separator == ':' {
                        "':' or the end"
                    } else {
                        "',' or the end"
                    },
                );
            }
            separator = ',';
            let (option, after_option) = read_word(text, at + 1);
            if option.is_empty() {
                return error(at + 1, "the name of an option");
            }
            if settings.get(option).is_some() {
                return error(at + 1, "an option that was not given before");
            }
            if !text[after_option..].starts_with('=') {
                return error(after_option, "'=' and a value");
            }
            let (value, after_value) = read_word(text, after_option + 1);
            if value.is_empty() {
                return error(after_option + 1, "a value");
            }
            settings.0.push((option.to_owned(), value.to_owned()));
            at = after_value;
        }
        Ok(Self::new(name, settings))
    }
}

fn read_word(text: &str, at: usize) -> (&str, usize) {
    let in_word = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
    let length = text[at..].bytes().take_while(in_word).count();
    (&text[at..at + length], at + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(text: &str, character: usize, expected: &str) {
        let error = text.parse::<GameSpec>().expect_err(text);
        assert_eq!(
            (error.character(), error.expected()),
            (character, expected),
            "{text}"
        );
    }

    #[test]
    fn malformed_specs_say_where_and_what() {
        check_error("", 1, "the name of a game in small letters, such as star");
        check_error(
            "Star",
            1,
            "the name of a game in small letters, such as star",
        );
        check_error("star seats=3", 5, "':' or the end");
        check_error("star:", 6, "the name of an option");
        check_error("star:seats", 11, "'=' and a value");
        check_error("star:seats=", 12, "a value");
        check_error("star:seats=3;hops=adjacent", 13, "',' or the end");
        check_error(
            "star:seats=3,seats=4",
            14,
            "an option that was not given before",
        );
    }
}
