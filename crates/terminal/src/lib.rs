//! Games played in the terminal, by people at one keyboard and engines.
//!
//! A [`Session`] is all state and has no clock, thread or screen; an [`EngineThread`] thinks for
//! the engines' seats, and [`play()`] puts both on the screen until the person leaves.
//!
//! ```no_run
//! use longjump_terminal::{EngineThread, Player, Session, play};
//! use std::time::Duration;
//! let game: longjump_rules::GameSpec = "star".parse()?;
//! let table = longjump_engine::open_table(&game)?;
//! let players = vec![Player::Person, Player::Engine("star/greedy".parse()?)];
//! let mut engines = EngineThread::start(&game, &players, Duration::from_secs(1))?;
//! let mut session = Session::new(game, table, players);
//! play(&mut session, &mut engines)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cursor;
mod ending;
mod engine_thread;
mod error;
mod figures;
mod input;
mod palette;
mod play;
mod screen;
mod session;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use engine_thread::EngineThread;
pub use error::TerminalError;
pub use play::play;
pub use session::{Player, Session};
