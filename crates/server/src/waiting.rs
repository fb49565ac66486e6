//! Those who wait for a game and listen at this server, and what they were last told.

use longjump_wire::rest::{Lobby, SeekStatus};
use longjump_wire::room::PlayerId;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// What was last told, in JSON; none before anything is known.
pub(crate) type Told = Option<Arc<str>>;

/// Those who listen.
#[derive(Default)]
pub(crate) struct Waiting {
    lobby: watch::Sender<Told>,
    seekers: Mutex<HashMap<PlayerId, watch::Sender<Told>>>,
}

impl Waiting {
    /// To be told what goes on.
    pub(crate) fn follow_lobby(&self) -> watch::Receiver<Told> {
        self.lobby.subscribe()
    }

    pub(crate) fn is_lobby_followed(&self) -> bool {
        self.lobby.receiver_count() > 0
    }

    pub(crate) fn tell_lobby(&self, lobby: &Lobby) {
        tell(&self.lobby, lobby);
    }

    /// To be told what becomes of somebody's seek.
    pub(crate) fn follow_seek(&self, player: PlayerId) -> watch::Receiver<Told> {
        self.seekers().entry(player).or_default().subscribe()
    }

    /// Those who want to be told what becomes of theirs.
    pub(crate) fn seekers_who_listen(&self) -> Vec<PlayerId> {
        let mut seekers = self.seekers();
        seekers.retain(|_, told| told.receiver_count() > 0);
        seekers.keys().copied().collect()
    }

    pub(crate) fn tell_seeker(&self, player: PlayerId, status: &SeekStatus) {
        if let Some(told) = self.seekers().get(&player) {
            tell(told, status);
        }
    }

    fn seekers(&self) -> MutexGuard<'_, HashMap<PlayerId, watch::Sender<Told>>> {
        self.seekers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells those who listen, if it is news.
fn tell(told: &watch::Sender<Told>, news: &impl Serialize) {
    let Ok(text) = serde_json::to_string(news) else {
        return;
    };
    told.send_if_modified(|told| {
        let is_news = told.as_deref() != Some(&text);
        if is_news {
            *told = Some(text.into());
        }
        is_news
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_news_is_told_and_only_to_whom_it_concerns() {
        let waiting = Waiting::default();
        let (ada, bo) = (PlayerId(1), PlayerId(2));
        let (mut to_ada, mut to_bo) = (waiting.follow_seek(ada), waiting.follow_seek(bo));
        waiting.tell_seeker(ada, &SeekStatus::Waiting);
        assert!(to_ada.has_changed().expect("open"));
        assert!(!to_bo.has_changed().expect("open"));
        to_ada.mark_unchanged();
        waiting.tell_seeker(ada, &SeekStatus::Waiting);
        assert!(!to_ada.has_changed().expect("open"));
        to_bo.mark_unchanged();
        drop(to_ada);
        assert_eq!(waiting.seekers_who_listen(), [bo]);
    }
}
