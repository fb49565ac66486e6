//! Others than the players: spectators who note what they are told, and those who ask for as much
//! as servers give.

use crate::history::{GameId, History};
use longjump_client::{ClientError, Visitor};
use longjump_wire::room::RoomState;
use longjump_wire::socket::{ClientMessage, ServerMessage};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A little more often than servers listen to somebody.
const FLOOD: Duration = Duration::from_millis(40);
/// Between requests of a guest, who is heard ten times a second.
const REQUESTS: Duration = Duration::from_millis(90);

/// The address of one of many visitors, so that limits see them apart.
pub(crate) fn address(number: usize) -> IpAddr {
    let [_, b, c, d] = (number as u32).to_be_bytes();
    Ipv4Addr::new(10, b, c, d).into()
}

/// Somebody who watches a game.
pub(crate) struct Spectator {
    pub(crate) visitor: Visitor,
    pub(crate) servers: Arc<[SocketAddr]>,
    /// Which server this one begins with.
    pub(crate) home: usize,
    pub(crate) game: GameId,
    pub(crate) watcher: usize,
    pub(crate) history: Arc<History>,
}

impl Spectator {
    /// Watches to the end of the game.
    pub(crate) async fn watch(self, end: Instant) {
        let mut version = 0;
        let mut home = self.home;
        while Instant::now() < end {
            let server = self.servers[home % self.servers.len()];
            let watching = self.watch_at(server, &mut version);
            match tokio::time::timeout_at(end.into(), watching).await {
                Ok(Err(_)) => {
                    home += 1;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                _ => return,
            }
        }
    }

    /// Watches through one server until the game ends, or the connection does.
    async fn watch_at(&self, server: SocketAddr, version: &mut usize) -> Result<(), ClientError> {
        let mut socket = self.visitor.socket(server).await?;
        let watch = ClientMessage::Watch {
            game: self.game.to_string(),
            since: Some(*version),
        };
        socket.send(&watch).await?;
        loop {
            let (known, state): (usize, RoomState) = match socket.receive().await? {
                ServerMessage::Room { room, .. } => (room.version, room.state),
                ServerMessage::Missed { events, after, .. } => {
                    let last = events.last().map_or(*version, |event| event.version);
                    (last, after.state)
                }
                ServerMessage::Event { logged, after, .. } => (logged.version, after.state),
                ServerMessage::Retry { .. } => return Err(ClientError::Closed),
                _ => continue,
            };
            *version = known.max(*version);
            self.history.note_told(&self.game, self.watcher, *version);
            if state.outcome.is_some() {
                return Ok(());
            }
        }
    }
}

/// Asks for a game again and again, without being signed in, until the end.
pub(crate) async fn gape(visitor: Visitor, server: SocketAddr, game: GameId, end: Instant) {
    let watch = ClientMessage::Watch {
        game: game.to_string(),
        since: Some(1),
    };
    while Instant::now() < end {
        let Ok(mut socket) = visitor.socket(server).await else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        while Instant::now() < end && socket.send(&watch).await.is_ok() {
            let next = Instant::now() + FLOOD;
            // What comes is read, as a browser would.
            while let Ok(Ok(message)) = tokio::time::timeout_at(next.into(), socket.receive()).await
            {
                let outcome = match message {
                    ServerMessage::Event { after, .. } => after.state.outcome,
                    ServerMessage::Room { room, .. } => room.state.outcome,
                    _ => None,
                };
                if outcome.is_some() {
                    return;
                }
            }
        }
    }
}

/// A guest who asks for everything as often as limits allow, and more, until the end.
pub(crate) async fn flood(visitor: Visitor, server: SocketAddr, end: Instant) {
    let mut count = 0;
    while Instant::now() < end {
        count += 1;
        // What is refused is meant to be.
        let _: Result<Value, ClientError> = match count % 5 {
            0 => {
                let game = json!({"game": "star:seats=6", "control": "300+3", "public": true});
                visitor.post(server, "/api/games", &game).await
            }
            1 => {
                let game = json!({"game": "knightthrough", "control": "300+3", "engines": 5});
                visitor.post(server, "/api/games", &game).await
            }
            2 => visitor.get(server, "/api/games/nosuchgame").await,
            3 => {
                let seek = json!({"game": "corners", "control": "300+3", "rated": false});
                visitor.post(server, "/api/seek", &seek).await
            }
            _ => visitor.get(server, "/api/lobby").await,
        };
        tokio::time::sleep(REQUESTS).await;
    }
}
