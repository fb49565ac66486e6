//! What was last read of tournaments, for whoever asks next.

use longjump_wire::time::Moment;
use longjump_wire::tournament::{TournamentLine, TournamentView};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many tournaments are kept as they were last read.
const MOST_KEPT: usize = 200;

/// The name of a tournament, and the round that is asked for.
type Key = (String, Option<u32>);
/// The list, and when it was read.
type ListRead = Option<(Moment, Vec<TournamentLine>)>;

/// Tournaments as they were last read, by name and round: whoever asks for the same version gets that.
#[derive(Default)]
pub(crate) struct Views {
    kept: Mutex<HashMap<Key, Arc<TournamentView>>>,
    /// One at a time reads the list.
    pub(crate) list: tokio::sync::Mutex<ListRead>,
}

impl Views {
    /// What is kept, if it is of that version.
    pub(crate) fn get(&self, key: &Key, version: u32) -> Option<Arc<TournamentView>> {
        let views = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        views
            .get(key)
            .filter(|view| view.version == version)
            .cloned()
    }

    /// Keeps what was read.
    pub(crate) fn keep(&self, key: Key, view: Arc<TournamentView>) {
        let mut views = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if views.len() >= MOST_KEPT {
            views.clear();
        }
        views.insert(key, view);
    }
}
