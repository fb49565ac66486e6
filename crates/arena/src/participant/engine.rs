//! Who takes part, and how it is brought to the board.

use super::built_in::BuiltIn;
use super::external::External;
use super::function::{Called, MoveFunction};
use super::player::{Fault, Player};
use super::process;
use super::program::Program;
use super::protocol::Protocol;
use super::trace::TraceFolder;
use crate::TimeControl;
use longjump_engine::{EngineError, EngineSpec, build, open_table};
use longjump_games::lasting;
use longjump_rules::GameSpec;
use std::io;
use thiserror::Error;

/// The game whose moves and positions chess programs understand.
const CHESS_LIKE: &str = "knightthrough";

/// An engine that takes part in a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Participant {
    /// What it is called in results.
    pub name: String,
    /// What it is.
    pub source: EngineSource,
    /// How long it may think.
    pub control: TimeControl,
}

/// Where an engine comes from.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum EngineSource {
    /// An engine of this program.
    BuiltIn(EngineSpec),
    /// A program that speaks the Universal Game Interface.
    Ugi(Program),
    /// A program that speaks the Universal Chess Interface and knows the game as a variant.
    Uci(Program),
    /// A function of the program that holds the tournament.
    Function(MoveFunction),
}

/// Why an engine can't take part at all: a mistake of whoever set up the tournament.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeatError {
    /// The spec is wrong.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine of another game than the tournament's.
    #[error("{engine} plays another game than {game}; give engines of one game")]
    OtherGame {
        /// The engine as given.
        engine: String,
        /// The tournament's game.
        game: String,
    },
    /// A chess program at a game that is not like chess.
    #[error(
        "chess programs can play {CHESS_LIKE} only, where a move is from one square to another; \
         for {0} it has to speak UGI"
    )]
    NotLikeChess(String),
    /// There is no such program.
    #[error("can't start '{program}': {error}")]
    Program {
        /// What was to be started.
        program: String,
        /// What the system says.
        error: io::Error,
    },
}

impl Participant {
    /// Checks whether it can play, before the first game: a program that is not there
    /// is a mistake to be reported at once, one that dies is for the results.
    ///
    /// # Errors
    /// When it never can.
    pub fn check(&self, game: &GameSpec) -> Result<(), SeatError> {
        match &self.source {
            EngineSource::BuiltIn(spec) if lasting(spec.game()) != lasting(game) => {
                Err(SeatError::OtherGame {
                    engine: spec.to_string(),
                    game: game.to_string(),
                })
            }
            EngineSource::BuiltIn(spec) => Ok(build(spec).map(|_| ())?),
            EngineSource::Uci(_) if game.to_string() != CHESS_LIKE => {
                Err(SeatError::NotLikeChess(game.to_string()))
            }
            EngineSource::Ugi(program) | EngineSource::Uci(program) => process::check(program)
                .map_err(|error| SeatError::Program {
                    program: program.command.join(" "),
                    error,
                }),
            EngineSource::Function(_) => Ok(()),
        }
    }

    /// Whether it stops thinking by itself, without a limit: only full strength does not.
    pub(crate) fn limits_itself(&self) -> bool {
        let is_weakened = |(name, value)| name == "level" && value != "0";
        match &self.source {
            EngineSource::BuiltIn(spec) => {
                spec.player() != "default" || spec.settings().any(is_weakened)
            }
            EngineSource::Ugi(_) | EngineSource::Uci(_) => false,
            EngineSource::Function(_) => true,
        }
    }

    /// What it is, in one line.
    pub fn engine(&self) -> String {
        match &self.source {
            EngineSource::BuiltIn(spec) => spec.clone().lasting().to_string(),
            EngineSource::Ugi(program) => format!("ugi:{program}"),
            EngineSource::Uci(program) => format!("uci:{program}"),
            EngineSource::Function(function) => format!("function:{}", function.name()),
        }
    }

    /// The weights that it plays with, if its spec names some: a file may change.
    pub(crate) fn weights(&self) -> Option<String> {
        let EngineSource::BuiltIn(spec) = &self.source else {
            return None;
        };
        spec.settings().find(|(name, _)| *name == "weights")?;
        build(spec).ok()?.weights().map(str::to_owned)
    }

    /// Makes it ready to play. Programs are started here, and what is said is kept where it is
    /// wanted.
    pub(crate) fn start(
        &self,
        game: &GameSpec,
        traces: Option<&TraceFolder>,
    ) -> Result<Box<dyn Player>, Fault> {
        let start = |program: &Program, protocol: Protocol| -> Result<Box<dyn Player>, Fault> {
            let trace = traces.and_then(|folder| folder.open(&self.name));
            Ok(Box::new(External::start(program, protocol, trace)?))
        };
        match &self.source {
            EngineSource::BuiltIn(spec) => Ok(Box::new(BuiltIn::new(spec))),
            EngineSource::Ugi(program) => start(program, Protocol::Ugi),
            EngineSource::Uci(program) => {
                let table = open_table(game).expect("the game was checked");
                let protocol = Protocol::Uci {
                    variant: game.name().to_owned(),
                    start: table.position(),
                };
                start(program, protocol)
            }
            EngineSource::Function(function) => Ok(Box::new(Called::new(function.clone()))),
        }
    }
}
