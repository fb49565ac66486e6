//! `bots.toml`: engines by name, to be shared, and the tournament they are to play.

use crate::participant::{EngineSource, Participant, Program};
use crate::{ControlError, TimeControl};
use longjump_engine::{EngineError, EngineSpec};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file of named engines.
///
/// ```
/// use longjump_arena::{Bots, TimeControl};
/// let text = r#"
///     [bots.careful]
///     engine = "star/default"
///     options = { hash = 64 }
///     control = "movetime=200"
/// "#;
/// let bots = Bots::read(text, "folder/of/the/file".as_ref())?;
/// let careful = bots.participant("careful", TimeControl::nodes(1))?;
/// assert_eq!(careful.engine(), "star/default:hash=64");
/// assert_eq!(careful.control.to_string(), "movetime=200");
/// # Ok::<(), longjump_arena::BotsError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bots {
    #[serde(default)]
    bots: BTreeMap<String, Bot>,
    /// What they are to play when nothing else is said.
    #[serde(default, rename = "match")]
    pub settings: MatchSettings,
    /// Where the file is: paths in it are seen from there.
    #[serde(skip)]
    folder: PathBuf,
}

/// A named engine.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bot {
    /// A spec, or `ugi:` or `uci:` and a command.
    engine: String,
    /// The program's arguments one by one, where a command with spaces won't do.
    #[serde(default)]
    arguments: Vec<String>,
    weights: Option<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    control: Option<String>,
}

/// What the bots of a file are to play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// Who plays.
    #[serde(default)]
    pub players: Vec<String>,
    /// Which of them begins the first game of each pair.
    pub first: Option<String>,
    /// The moves that every game begins with.
    pub opening: Option<String>,
    /// A file of openings.
    pub openings: Option<PathBuf>,
    /// A saved game to go on from.
    pub from: Option<PathBuf>,
    /// How many games.
    pub games: Option<u64>,
    /// Where games are logged.
    pub log: Option<PathBuf>,
    /// Where games are saved as records.
    pub records: Option<PathBuf>,
}

/// What can be wrong with named engines.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BotsError {
    /// The file can't be read.
    #[error("can't read {}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is not of the form.
    #[error("the file of bots is malformed: {0}")]
    Malformed(#[from] toml::de::Error),
    /// A spec is wrong.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A time is wrong.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// A program without a name.
    #[error("'{0}' names no program; write the command after the colon, as in ugi:./engine")]
    NoProgram(String),
}

impl Bots {
    /// Reads the text of a file in this folder.
    ///
    /// # Errors
    /// When it is not of the form.
    pub fn read(text: &str, folder: &Path) -> Result<Self, BotsError> {
        let mut bots: Self = toml::from_str(text)?;
        bots.folder = folder.to_owned();
        Ok(bots)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it can't be read or is not of the form.
    pub fn open(path: &Path) -> Result<Self, BotsError> {
        let text = std::fs::read_to_string(path).map_err(|error| BotsError::File {
            path: path.to_owned(),
            error,
        })?;
        Self::read(&text, path.parent().unwrap_or(Path::new("")))
    }

    /// A path that the file gives.
    pub fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The names in the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bots.keys().map(String::as_str)
    }

    /// Who is meant by a name of the file, by a spec such as `star/default:hash=64`, or by
    /// `ugi:` or `uci:` and a command; it has this time if the file gives it none.
    ///
    /// # Errors
    /// When nobody is.
    pub fn participant(&self, text: &str, control: TimeControl) -> Result<Participant, BotsError> {
        let Some(bot) = self.bots.get(text) else {
            return Ok(Participant {
                name: text.to_owned(),
                source: source(text, &[], &[], None)?,
                control,
            });
        };
        let is_outside = ["ugi:", "uci:"].iter().any(|it| bot.engine.starts_with(it));
        let mut options: Vec<(String, String)> = bot
            .options
            .iter()
            .map(|(name, value)| (name.clone(), written(value, is_outside)))
            .collect();
        if let Some(weights) = &bot.weights {
            let path = self.path(weights).display().to_string();
            options.push(("weights".to_owned(), path));
        }
        let folder = Some(self.folder.clone()).filter(|folder| !folder.as_os_str().is_empty());
        Ok(Participant {
            name: text.to_owned(),
            source: source(&bot.engine, &bot.arguments, &options, folder)?,
            control: match &bot.control {
                Some(control) => control.parse()?,
                None => control,
            },
        })
    }
}

/// What plays under a spec or command with these options.
fn source(
    engine: &str,
    arguments: &[String],
    options: &[(String, String)],
    folder: Option<PathBuf>,
) -> Result<EngineSource, BotsError> {
    let outside = [
        ("ugi:", EngineSource::Ugi as fn(Program) -> EngineSource),
        ("uci:", EngineSource::Uci),
    ];
    for (prefix, speak) in outside {
        let Some(command) = engine.strip_prefix(prefix) else {
            continue;
        };
        let words = command.split_whitespace().map(str::to_owned);
        let command: Vec<String> = words.chain(arguments.iter().cloned()).collect();
        if command.is_empty() {
            return Err(BotsError::NoProgram(engine.to_owned()));
        }
        let program = Program {
            command,
            folder,
            options: options.to_vec(),
        };
        return Ok(speak(program));
    }
    let spec: EngineSpec = engine.parse()?;
    Ok(EngineSource::BuiltIn(spec.with(options)))
}

/// An option's value without quotes; switches are on or off in specs, and true or false in
/// what programs are told.
fn written(value: &toml::Value, is_outside: bool) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Boolean(is_on) if !is_outside => if *is_on { "on" } else { "off" }.to_owned(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
        [bots.mine]
        engine = "knightthrough/default"
        weights = "mine.toml"
        options = { futility = false, hash = 8 }

        [bots.stranger]
        engine = "ugi:python3"
        arguments = ["my bot.py"]
        control = "clock=10+0.1"

        [match]
        players = ["mine", "stranger"]
        first = "stranger"
    "#;

    fn bots() -> Bots {
        Bots::read(FILE, Path::new("shared")).expect("it is right")
    }

    #[test]
    fn bots_are_found_by_name() {
        let mine = bots().participant("mine", TimeControl::nodes(5)).unwrap();
        let expect = "knightthrough/default:futility=off,hash=8,weights=shared/mine.toml";
        assert_eq!(mine.engine(), expect);
        assert_eq!(mine.control, TimeControl::nodes(5));
        let stranger = bots()
            .participant("stranger", TimeControl::nodes(5))
            .unwrap();
        assert_eq!(stranger.control.to_string(), "clock=10+0.1");
        let EngineSource::Ugi(program) = stranger.source else {
            panic!("it is a program");
        };
        assert_eq!(program.command, ["python3", "my bot.py"]);
        assert_eq!(program.folder.as_deref(), Some(Path::new("shared")));
    }

    #[test]
    fn specs_and_commands_need_no_file() {
        let none = Bots::default();
        let spec = none
            .participant("star/greedy", TimeControl::default())
            .unwrap();
        assert_eq!(spec.engine(), "star/greedy");
        let program = none.participant("ugi:./engine --fast", TimeControl::nodes(1));
        assert_eq!(program.unwrap().engine(), "ugi:./engine --fast");
        assert!(none.participant("ugi:", TimeControl::nodes(1)).is_err());
    }

    #[test]
    fn what_a_file_does_not_have_is_told() {
        let check = |text: &str, expect: &str| {
            let error = Bots::read(text, Path::new("")).expect_err(text).to_string();
            assert!(error.contains(expect), "{error}");
        };
        check("[bots.a]\nspec = 'star'", "unknown field `spec`");
        check("[bots.a]\nweights = 'a.toml'", "missing field `engine`");
        check("[match]\nplayer = 3", "unknown field `player`");
    }
}
