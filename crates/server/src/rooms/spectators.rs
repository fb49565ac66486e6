//! How many watch a game without playing it, at all servers together.

use super::cache::{Rooms, Watchers, lock};
use crate::store::StoreError;
use longjump_wire::rest::GameStatus;
use longjump_wire::socket::ServerMessage;
use std::collections::HashSet;

impl Watchers {
    /// How many watch here who don't play. One person counts once, however many pages are open.
    fn spectators(&self) -> usize {
        let mut known = HashSet::new();
        let watchers = self.senders.values().map(|(_, player)| *player);
        watchers
            .filter(|player| match player {
                Some(player) => !self.seated.contains(player) && known.insert(*player),
                None => true,
            })
            .count()
    }
}

impl Rooms {
    /// Notes how many watch here, and tells everybody how many watch in all, where that has changed.
    pub(super) async fn count_spectators(&self) -> Result<(), StoreError> {
        let mut watched = Vec::new();
        let (mut games, mut counts) = (Vec::new(), Vec::new());
        for cell in self.all() {
            let watchers = lock(&cell.watchers);
            if watchers.status != GameStatus::Playing || watchers.senders.is_empty() {
                continue;
            }
            let spectators = watchers.spectators();
            drop(watchers);
            if spectators > 0 {
                games.push(cell.id.clone());
                counts.push(spectators as i32);
            }
            watched.push(cell);
        }
        let server = self.bus.own_name();
        self.store.note_spectators(server, &games, &counts).await?;
        let ids: Vec<String> = watched.iter().map(|cell| cell.id.clone()).collect();
        let counted = self.store.spectators(&ids).await?;
        for cell in watched {
            let count = counted.get(&cell.id).copied().unwrap_or_default();
            let is_news = lock(&cell.watchers).count_in_all(count);
            if is_news {
                self.tell(&cell, || ServerMessage::Spectators {
                    game: cell.id.clone(),
                    count,
                });
            }
        }
        Ok(())
    }
}
