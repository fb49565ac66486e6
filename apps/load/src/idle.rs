//! Sockets that only watch, and what each of them costs the servers.

use crate::error::LoadError;
use crate::results::IdleResult;
use longjump_client::{ClientError, Socket};
use longjump_testbed::Cluster;
use longjump_wire::rest::{CreateGame, GameCreated};
use longjump_wire::socket::{ClientMessage, ServerMessage};
use std::time::Duration;
use tokio::task::JoinSet;

/// Sockets that are open.
pub(crate) struct Idle {
    count: usize,
    memory_each: u64,
    listening: JoinSet<ClientError>,
}

impl Idle {
    /// Opens so many, all at one game.
    pub(crate) async fn open(cluster: &Cluster, count: usize) -> Result<Self, LoadError> {
        let servers = cluster.addresses();
        let host = cluster.guest().await?;
        let guest = cluster.guest().await?;
        let watched = CreateGame {
            game: "minicheckers".to_owned(),
            control: "14d".to_owned(),
            rated: false,
            public: false,
            seat: None,
            engines: None,
            id: None,
        };
        let created: GameCreated = host.post(servers[0], "/api/games", &watched).await?;
        let watch = ClientMessage::Watch {
            game: created.id,
            since: None,
        };
        let before = memory_of(cluster);
        let mut sockets = Vec::with_capacity(count);
        for number in 0..count {
            let mut socket = guest.socket(servers[number % servers.len()]).await?;
            socket.send(&watch).await?;
            while !matches!(socket.receive().await?, ServerMessage::Room { .. }) {}
            sockets.push(socket);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let grown = memory_of(cluster).saturating_sub(before);
        Ok(Self {
            count,
            memory_each: grown * 1024 / count as u64,
            // They answer pings, as browsers do.
            listening: sockets.into_iter().map(listen).collect(),
        })
    }

    /// How they fared.
    pub(crate) fn result(mut self) -> IdleResult {
        let mut lost = 0;
        while self.listening.try_join_next().is_some() {
            lost += 1;
        }
        IdleResult {
            count: self.count,
            memory_each: self.memory_each,
            lost,
        }
    }
}

/// Listens until the socket breaks.
async fn listen(mut socket: Socket) -> ClientError {
    loop {
        if let Err(error) = socket.receive_text().await {
            return error;
        }
    }
}

/// What the servers have in memory, in kilobytes.
fn memory_of(cluster: &Cluster) -> u64 {
    let of = |process: u32| -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    cluster.process_ids().into_iter().filter_map(of).sum()
}
