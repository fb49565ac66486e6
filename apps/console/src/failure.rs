//! Why a command could not do its work, and what helps.

use longjump_engine::EngineError;
use longjump_lab::LabError;
use longjump_rules::{NotationError, SpecError};
use longjump_terminal::TerminalError;
use longjump_tuning::TuningError;
use std::fmt::{self, Display, Formatter};
use std::io;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// Something typed is wrong; the message says what to do.
    Input(String),
    /// The system did not let us do something.
    System {
        /// What, as in "can't ...".
        what: &'static str,
        /// What the system says.
        error: io::Error,
        /// What helps.
        hint: &'static str,
    },
    /// A program that was to be run could not be started.
    Start {
        /// Its command.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Whether whoever reads our output has just read enough, as in `longjump moves star | head`.
    pub fn is_read_enough(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::System { what, error, hint } => write!(f, "can't {what}: {error}; {hint}"),
            Self::Start { program, error } => write!(
                f,
                "can't start '{program}': {error}; give the path of a program that can be run, \
                 with its arguments"
            ),
            Self::Output(error) => write!(
                f,
                "can't write the output: {error}; is there room where it goes?"
            ),
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Input(format!(
            "{error}\n'longjump games' lists the games and their options"
        ))
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Game(error) => error.into(),
            EngineError::UnknownPlayer { ref game, .. } => Self::Input(format!(
                "{error}; 'longjump engines {game}' lists those there are"
            )),
            EngineError::BadValue { ref option, .. } if option == "net" => {
                Self::Input(format!("{error}; 'longjump train' makes nets"))
            }
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Engine(error) => error.into(),
            LabError::Tournament(error) => error.into(),
            LabError::Learning(error) => error.into(),
            LabError::Log(error) => error.into(),
            LabError::Game(error) => error.into(),
            LabError::Folder(error) => Self::System {
                what: "keep nets in the folder for temporary files",
                error,
                hint: "set TMPDIR to a folder with some megabytes of room",
            },
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<TerminalError> for Failure {
    fn from(error: TerminalError) -> Self {
        match error {
            TerminalError::Screen(error) => Self::System {
                what: "use this terminal",
                error,
                hint: "try another one, or play in the browser: longjump play",
            },
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<TuningError> for Failure {
    fn from(error: TuningError) -> Self {
        match error {
            TuningError::Engine(error) => error.into(),
            TuningError::Tournament(error) => error.into(),
            TuningError::Log(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}
