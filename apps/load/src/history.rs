//! What players and spectators saw, and when: the history that is judged afterwards.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The name of a game.
pub(crate) type GameId = Arc<str>;

/// A move that a server has acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Promise {
    pub(crate) game: GameId,
    pub(crate) ply: usize,
    pub(crate) mv: String,
    pub(crate) version: usize,
    pub(crate) at: Instant,
}

/// How long a player thought about a move.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) game: GameId,
    pub(crate) ply: usize,
    /// From being told that it is their turn until the move was sent.
    pub(crate) time: Duration,
    /// When it was first sent.
    pub(crate) sent: Instant,
}

/// Somebody learned that a game has come to a version.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) game: GameId,
    pub(crate) version: usize,
    /// Who: the players are 0 and 1, spectators come after them.
    pub(crate) watcher: usize,
    pub(crate) at: Instant,
}

/// All that was noted.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) promises: Vec<Promise>,
    pub(crate) thoughts: Vec<Thought>,
    pub(crate) told: Vec<Told>,
    /// When both players of a game had sat down.
    pub(crate) begun: HashMap<GameId, Instant>,
    /// Claims that somebody had left, accepted though they had not.
    pub(crate) claims: Vec<String>,
}

/// Where everybody notes what they see.
#[derive(Default)]
pub(crate) struct History(Mutex<Notes>);

impl History {
    /// To add something, or to read it.
    pub(crate) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins just now, if it was not begun before.
    pub(crate) fn note_begun(&self, game: &GameId) {
        let mut notes = self.notes();
        let begun = notes.begun.entry(Arc::clone(game));
        begun.or_insert_with(Instant::now);
    }

    /// Somebody learned of a version just now.
    pub(crate) fn note_told(&self, game: &GameId, watcher: usize, version: usize) {
        self.notes().told.push(Told {
            game: Arc::clone(game),
            version,
            watcher,
            at: Instant::now(),
        });
    }
}
