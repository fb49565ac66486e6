//! What watchers are sent of a room.

use axum::extract::ws::Utf8Bytes;
use longjump_online::Room;
use longjump_wire::cluster::LogEntry;
use longjump_wire::room::RoomEvent;
use longjump_wire::socket::ServerMessage;
use longjump_wire::time::Moment;
use std::sync::Arc;

/// A message as it goes over the line.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The whole room.
pub(super) fn whole(game: &str, room: &Room, now: Moment) -> ServerMessage {
    ServerMessage::Room {
        game: game.to_owned(),
        now,
        room: Box::new(room.view()),
    }
}

/// What has just happened.
pub(super) fn event(game: &str, room: &Room, entry: &LogEntry) -> ServerMessage {
    let changes_seats = !matches!(entry.logged.event, RoomEvent::Moved { .. });
    ServerMessage::Event {
        game: game.to_owned(),
        logged: entry.logged.clone(),
        after: room.update(changes_seats),
    }
}

/// What has happened since somebody last looked.
pub(super) fn missed(game: &str, room: &Room, log: &[Arc<LogEntry>]) -> ServerMessage {
    ServerMessage::Missed {
        game: game.to_owned(),
        version: room.version(),
        events: log.iter().map(|entry| entry.logged.clone()).collect(),
        after: room.update(true),
    }
}
