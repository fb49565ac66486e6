//! Those who sit at the board: engines of this program, and outside programs.

mod dialect;
mod inside;
mod news;
mod outside;
mod process;

use crate::openings::Opening;
use crate::{Cause, TimeControl};
use dialect::Dialect;
use inside::Inside;
use longjump_engine::{EngineError, EngineSpec, Score, build, open_table};
use longjump_rules::{GameSpec, Seat};
use outside::Outside;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long an outside program may take to start, or to get ready for a game.
const PATIENCE_AT_START: Duration = Duration::from_secs(10);

/// The game whose moves and positions chess programs understand.
const CHESS_LIKE: &str = "knightthrough";

/// Somebody who can be seated.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    /// What it is called in results.
    pub name: String,
    /// What it is.
    pub body: Body,
    /// How long it may think.
    pub control: TimeControl,
}

/// What plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// An engine of this program.
    Inside(EngineSpec),
    /// A program that speaks the Universal Game Interface.
    Ugi(Program),
    /// A program that speaks the Universal Chess Interface and knows the game as a variant.
    Uci(Program),
}

/// A program to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder to start it in, if not this one.
    pub folder: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
}

/// The command, and the options that are set.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command.join(" "))?;
        for (name, value) in &self.options {
            write!(f, " [{name}={value}]")?;
        }
        Ok(())
    }
}

/// Why somebody could not be seated at all: a mistake of whoever set up the event.
#[derive(Debug, Error)]
pub enum SeatError {
    /// The spec is wrong.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine of another game than the event's.
    #[error("{engine} plays another game than {game}; give engines of one game")]
    OtherGame {
        /// The engine as given.
        engine: String,
        /// The event's game.
        game: String,
    },
    /// A chess program at a game that is not like chess.
    #[error(
        "chess programs can be seated at {CHESS_LIKE} only, where a move is from one square to \
         another; for {0} it has to speak UGI"
    )]
    NotLikeChess(String),
    /// There is no such program.
    #[error(
        "can't start '{program}': {reason}; give the path of a program that can be run, with its \
         arguments"
    )]
    Program {
        /// What was to be started.
        program: String,
        /// What the system says.
        reason: String,
    },
}

impl Contender {
    /// Looks whether it can be seated, before the first game: a program that is not there
    /// is a mistake to be told at once, one that dies is for the results.
    ///
    /// # Errors
    /// When it never can.
    pub fn check(&self, game: &GameSpec) -> Result<(), SeatError> {
        match &self.body {
            Body::Inside(spec) if spec.game() != game => Err(SeatError::OtherGame {
                engine: spec.to_string(),
                game: game.to_string(),
            }),
            Body::Inside(spec) => Ok(build(spec).map(|_| ())?),
            Body::Uci(_) if game.to_string() != CHESS_LIKE => {
                Err(SeatError::NotLikeChess(game.to_string()))
            }
            Body::Ugi(program) | Body::Uci(program) => {
                process::check(program).map_err(|error| SeatError::Program {
                    program: program.command.join(" "),
                    reason: error.to_string(),
                })
            }
        }
    }

    /// Whether it ends its thinking without being told how long: only full strength does not.
    pub(crate) fn limits_itself(&self) -> bool {
        let is_weakened = |(name, value)| name == "level" && value != "10";
        match &self.body {
            Body::Inside(spec) => spec.player() != "default" || spec.settings().any(is_weakened),
            Body::Ugi(_) | Body::Uci(_) => false,
        }
    }

    /// What it is, in one line.
    pub fn engine(&self) -> String {
        match &self.body {
            Body::Inside(spec) => spec.to_string(),
            Body::Ugi(program) => format!("ugi:{program}"),
            Body::Uci(program) => format!("uci:{program}"),
        }
    }

    /// The weights that it plays with, if its spec names some: a file may change.
    pub(crate) fn weights(&self) -> Option<String> {
        let Body::Inside(spec) = &self.body else {
            return None;
        };
        spec.settings().find(|(name, _)| *name == "weights")?;
        build(spec).ok()?.weights().map(str::to_owned)
    }

    /// Seats it. Programs are started here.
    pub(crate) fn seat(&self, game: &GameSpec) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.body {
            Body::Inside(spec) => Box::new(Inside::new(spec)),
            Body::Ugi(program) => Box::new(Outside::start(program, Dialect::Ugi)?),
            Body::Uci(program) => {
                let table = open_table(game).expect("the game was checked");
                let dialect = Dialect::Uci {
                    variant: game.name().to_owned(),
                    start: table.position(),
                };
                Box::new(Outside::start(program, dialect)?)
            }
        })
    }
}

/// Somebody sitting at the board. The referee knows nothing else of it.
pub(crate) trait Player: Send {
    /// Gets ready for a game that begins with this opening. Whatever is random in its play
    /// is to follow from the seed.
    fn begin(&mut self, opening: &Opening, seed: u64) -> Result<(), Fault>;

    /// Sees a move being played, its own too.
    fn watch(&mut self, mv: &str);

    /// Chooses a move.
    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Fault>;
}

/// What the referee asks.
pub(crate) struct Question<'a> {
    pub(crate) start: Option<&'a str>,
    pub(crate) moves: &'a [String],
    pub(crate) seat: Seat,
    pub(crate) control: &'a TimeControl,
    /// What is left on each seat's clock, and what it gets for a move.
    pub(crate) clocks: &'a [Option<(Duration, Duration)>],
    /// How long to wait for an answer before the player is given up.
    pub(crate) patience: Duration,
}

/// What a player decides.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) mv: String,
    pub(crate) took: Duration,
    /// How good it thinks its position is.
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// How a player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) cause: Cause,
    /// What happened, in words.
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn new(cause: Cause, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { cause, detail }
    }

    /// Whether the player is dead, and has to be seated anew.
    pub(crate) fn is_deadly(&self) -> bool {
        !matches!(self.cause, Cause::Time | Cause::IllegalMove)
    }
}

/// A moment from now.
fn after(patience: Duration) -> Instant {
    Instant::now() + patience
}
