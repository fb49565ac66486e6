//! Telling watchers what happened: those here, and through NATS those elsewhere.

use super::cache::{Cell, Known, Rooms, Subscription, lock};
use super::messages;
use futures_util::StreamExt;
use longjump_online::{CorruptLog, Room};
use longjump_wire::cluster::{LogEntry, RoomNotice};
use longjump_wire::order::Measure;
use longjump_wire::room::{Phrase, PlayerId};
use longjump_wire::socket::ServerMessage;
use std::sync::{Arc, Weak};

impl Rooms {
    /// Adds entries to what is known of a room, and tells the watchers here.
    pub(super) fn take_in(
        &self,
        cell: &Cell,
        known: &mut Known,
        entries: Vec<LogEntry>,
    ) -> Result<(), CorruptLog> {
        for entry in entries {
            if entry.logged.version <= known.room.version() {
                continue;
            }
            if entry.logged.version != known.room.version() + 1 {
                return Err(CorruptLog("an entry is missing".to_owned()));
            }
            known.room.apply(entry.logged.at, &entry.logged.event)?;
            let entry = Arc::new(entry);
            known.log.push(Arc::clone(&entry));
            self.tell(cell, || messages::event(&cell.id, &known.room, &entry));
        }
        lock(&cell.watchers).know(&known.room);
        Ok(())
    }

    /// Shows a room that was read anew to those who watch, if it is not as they know it.
    pub(super) fn tell_anew(&self, cell: &Cell, room: &Room) {
        if lock(&cell.watchers).told < room.version() {
            self.tell(cell, || messages::whole(&cell.id, room, self.store.now()));
        }
        lock(&cell.watchers).know(room);
    }

    /// Tells everybody who watches here; nothing is written when nobody does.
    pub(super) fn tell(&self, cell: &Cell, message: impl FnOnce() -> ServerMessage) {
        let mut watchers = lock(&cell.watchers);
        if watchers.senders.is_empty() {
            return;
        }
        let message = messages::text(&message());
        watchers
            .senders
            .retain(|_, (sender, _)| sender.try_send(message.clone()).is_ok());
    }

    /// Tells other servers.
    pub(super) fn publish(&self, game: &str, notice: &RoomNotice) {
        if let Ok(text) = serde_json::to_vec(notice) {
            self.bus.publish(game, text);
        }
    }

    /// Has NATS bring us what happens in a game. Each game is listened for by itself, so
    /// that one whose lock is held keeps no other waiting.
    pub(super) async fn subscribe(&self, cell: &Arc<Cell>) {
        if lock(&cell.watchers).subscription.is_some() {
            return;
        }
        let Some(messages) = self.bus.subscribe(&cell.id).await else {
            return;
        };
        let rooms = Weak::clone(&self.itself);
        let listened_for = Arc::downgrade(cell);
        let listening = tokio::spawn(async move {
            let mut messages = std::pin::pin!(messages);
            while let Some(message) = messages.next().await {
                let (Some(rooms), Some(cell)) = (rooms.upgrade(), listened_for.upgrade()) else {
                    return;
                };
                // Another server found out that it listens.
                if message.payload.is_empty() {
                    continue;
                }
                match serde_json::from_slice(&message.payload) {
                    Ok(notice) => rooms.receive(&cell, notice).await,
                    Err(error) => tracing::warn!(%error, game = cell.id, "a notice can't be read"),
                }
            }
        });
        lock(&cell.watchers).subscription = Some(Subscription::of(listening.abort_handle()));
    }

    /// What another server tells.
    async fn receive(&self, cell: &Cell, notice: RoomNotice) {
        match notice {
            RoomNotice::Phrase { seat, phrase } => {
                self.tell(cell, || phrase_message(&cell.id, seat, phrase));
            }
            RoomNotice::Presence { seat, here } => {
                // Somebody who left another server may be here already.
                if !here && self.sits_here(cell, seat).await {
                    self.publish(&cell.id, &RoomNotice::Presence { seat, here: true });
                    return;
                }
                self.tell(cell, || presence_message(&cell.id, seat, here));
            }
            RoomNotice::Events { log } => {
                let mut state = cell.state.lock().await;
                let Some(known) = &mut state.0 else { return };
                // After a gap, or anything else that can't be, the database knows better.
                if self.take_in(cell, known, log).is_err()
                    && self.catch_up(cell, &mut state).await.is_err()
                {
                    state.0 = None;
                }
            }
        }
    }

    /// Whether the player of a seat watches through this server.
    async fn sits_here(&self, cell: &Cell, seat: usize) -> bool {
        let state = cell.state.lock().await;
        let player = state.0.as_ref().and_then(|known| {
            let seat = known.room.seats().nth(seat)?;
            known.room.occupant(seat)?.player()
        });
        player.is_some_and(|player| {
            let watchers = lock(&cell.watchers);
            watchers
                .senders
                .values()
                .any(|(_, watcher)| *watcher == Some(player))
        })
    }

    /// Somebody says something to all who watch.
    pub(crate) async fn say_phrase(&self, game: &str, player: PlayerId, phrase: Phrase) -> bool {
        let seat = self.look(game, |room, _| room.seat_of(player)).await;
        let Ok(Some(Some(seat))) = seat else {
            return false;
        };
        if !matches!(self.store.has(player, Measure::Muted).await, Ok(false)) {
            return false;
        }
        let seat = seat.index();
        let Some(cell) = self.cell(game) else {
            return false;
        };
        self.tell(&cell, || phrase_message(&cell.id, seat, phrase));
        self.publish(game, &RoomNotice::Phrase { seat, phrase });
        true
    }

    /// Notes how long somebody looked away from a move that is theirs, in games that are rated.
    pub(crate) async fn note_away(&self, game: &str, player: PlayerId, ply: usize, ms: u32) {
        let own = self.look(game, |room, _| {
            let seat = room.seat_of(player)?;
            let is_theirs = room.turn() == Some(seat) && room.board().ply() == ply;
            (room.setup().rated && is_theirs).then_some(seat)
        });
        if let Ok(Some(Some(seat))) = own.await
            && let Err(error) = self.store.note_away(game, ply, seat, ms).await
        {
            tracing::warn!(%error, game, "a look away was not noted");
        }
    }

    /// Somebody who has a seat came or left.
    pub(crate) async fn note_presence(&self, game: &str, player: PlayerId, here: bool) {
        let Some(cell) = self.cell(game) else { return };
        let sockets = lock(&cell.watchers)
            .senders
            .values()
            .filter(|(_, watcher)| *watcher == Some(player))
            .count();
        // Only the first to come and the last to leave are news.
        if sockets != usize::from(here) {
            return;
        }
        let state = cell.state.lock().await;
        let Some(seat) = state
            .0
            .as_ref()
            .and_then(|known| known.room.seat_of(player))
        else {
            return;
        };
        drop(state);
        let seat = seat.index();
        self.tell(&cell, || presence_message(&cell.id, seat, here));
        self.publish(game, &RoomNotice::Presence { seat, here });
    }
}

fn phrase_message(game: &str, seat: usize, phrase: Phrase) -> ServerMessage {
    ServerMessage::Phrase {
        game: game.to_owned(),
        seat,
        phrase,
    }
}

fn presence_message(game: &str, seat: usize, here: bool) -> ServerMessage {
    ServerMessage::Presence {
        game: game.to_owned(),
        seat,
        here,
    }
}
