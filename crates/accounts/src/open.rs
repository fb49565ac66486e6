//! Sessions that something open belongs to: a socket or a stream, to be closed when they end.

use crate::names::TokenHash;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The sessions of one server's sockets and streams.
#[derive(Default)]
pub struct OpenSessions(Mutex<HashMap<TokenHash, watch::Sender<bool>>>);

impl OpenSessions {
    /// Tells when this session ends.
    pub fn follow(&self, session: &TokenHash) -> watch::Receiver<bool> {
        let mut sessions = self.lock();
        sessions.entry(*session).or_default().subscribe()
    }

    /// Closes whatever belongs to a session.
    pub fn end(&self, session: &TokenHash) {
        if let Some(followed) = self.lock().remove(session) {
            followed.send_replace(true);
        }
    }

    /// The sessions that something belongs to; others are forgotten.
    pub fn open(&self) -> Vec<TokenHash> {
        let mut sessions = self.lock();
        sessions.retain(|_, followed| followed.receiver_count() > 0);
        sessions.keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, watch::Sender<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until a session has ended; for ever if there is none.
pub async fn ended(session: &mut Option<watch::Receiver<bool>>) {
    match session {
        Some(session) => _ = session.wait_for(|&ended| ended).await,
        None => std::future::pending().await,
    }
}
