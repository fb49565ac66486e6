//! Options of players, as specs give them and managers set them.

use crate::EngineError;
use longjump_search::table_fits;

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number from the first to the last.
    Number {
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// `on` or `off`.
    Switch,
    /// Any text.
    Text,
}

/// An option a player has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name; capitals don't matter when it is set.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// The value when it is not set.
    pub default: String,
}

impl EngineOption {
    pub(crate) fn number(name: &'static str, least: u64, most: u64, default: u64) -> Self {
        Self {
            name,
            kind: OptionKind::Number { least, most },
            default: default.to_string(),
        }
    }

    pub(crate) fn switch(name: &'static str, default: bool) -> Self {
        Self {
            name,
            kind: OptionKind::Switch,
            default: if default { "on" } else { "off" }.to_owned(),
        }
    }

    fn bad_value(&self, value: &str) -> EngineError {
        let expected = match &self.kind {
            OptionKind::Number { least, most } => format!("a number from {least} to {most}"),
            OptionKind::Switch => "on or off, or true or false".to_owned(),
            OptionKind::Text => "some text".to_owned(),
        };
        EngineError::BadValue {
            option: self.name.to_owned(),
            value: value.to_owned(),
            expected,
        }
    }

    /// Whether it takes this value.
    pub(crate) fn check(&self, value: &str) -> Result<(), EngineError> {
        match self.kind {
            OptionKind::Number { .. } => self.read_number(value).map(|_| ()),
            OptionKind::Switch => self.read_switch(value).map(|_| ()),
            OptionKind::Text => Ok(()),
        }
    }

    /// A number that this option takes.
    pub(crate) fn read_number(&self, value: &str) -> Result<u64, EngineError> {
        let range = match self.kind {
            OptionKind::Number { least, most } => least..=most,
            _ => 0..=u64::MAX,
        };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.bad_value(value)),
        }
    }

    /// Whether it is to be on; managers also write `true` and `false`.
    pub(crate) fn read_switch(&self, value: &str) -> Result<bool, EngineError> {
        match value {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(self.bad_value(value)),
        }
    }
}

/// A table's size in MiB, if there is memory for it.
pub(crate) fn table_size(mebibytes: usize) -> Result<usize, EngineError> {
    if table_fits(mebibytes) {
        return Ok(mebibytes);
    }
    Err(EngineError::BadValue {
        option: "hash".to_owned(),
        value: mebibytes.to_string(),
        expected: "as many MiB as there is memory for".to_owned(),
    })
}

/// The option of this name, capitals aside.
pub(crate) fn find<'a>(
    player: &'static str,
    options: &'a [EngineOption],
    name: &str,
) -> Result<&'a EngineOption, EngineError> {
    let is_it = |option: &&EngineOption| option.name.eq_ignore_ascii_case(name);
    options.iter().find(is_it).ok_or_else(|| {
        let known: Vec<&str> = options.iter().map(|option| option.name).collect();
        EngineError::UnknownOption {
            player,
            option: name.to_owned(),
            known: if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            },
        }
    })
}
