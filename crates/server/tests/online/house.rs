//! A house to test in: a real Postgres, a real NATS and as many servers as wanted.

use longjump_server::client::{Socket, Visitor};
use longjump_server::{Backing, Config, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;

pub(crate) struct House {
    // Ended in this order.
    pub(crate) servers: Vec<Server>,
    pub(crate) backing: Backing,
    _folder: tempfile::TempDir,
    pub(crate) http: reqwest::Client,
}

impl House {
    pub(crate) async fn with_servers(count: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut backing = Backing::start(folder.path()).expect("postgres and nats");
        let mut servers = Vec::new();
        for _ in 0..count {
            servers.push(start(&mut backing, |_| {}).await);
        }
        Self {
            servers,
            backing,
            _folder: folder,
            http: reqwest::Client::new(),
        }
    }

    pub(crate) fn at(&self, server: usize) -> SocketAddr {
        self.servers[server].address()
    }

    pub(crate) async fn guest(&self) -> Visitor {
        Visitor::guest(&self.http, self.at(0))
            .await
            .expect("a guest")
    }
}

/// A server with limits that tests don't run into, unless they want to.
pub(crate) async fn start(backing: &mut Backing, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config {
        listen: "127.0.0.1:0".parse().expect("an address"),
        database: backing.postgres().url(),
        nats: backing.nats().url(),
        secret: "0123456789abcdef".repeat(4),
        requests_a_minute: 1_000_000,
        sign_ins_a_minute: 1_000_000,
        messages_a_second: 10_000,
        ..Config::default()
    };
    change(&mut config);
    let site = axum::Router::new();
    Server::start(config, site).await.expect("a server")
}

/// Opens a game and returns its name.
pub(crate) async fn open(who: &Visitor, at: SocketAddr, wanted: Value) -> String {
    let opened = who.post(at, "/api/games", &wanted).await.expect("opened");
    opened["id"].as_str().expect("a name").to_owned()
}

/// A socket that watches a game, and what it was shown first.
pub(crate) async fn watch(who: &Visitor, at: SocketAddr, game: &str) -> (Socket, Value) {
    let mut socket = who.socket(at).await.expect("a socket");
    let watch = json!({"t": "watch", "game": game});
    socket.say(&watch).await.expect("said");
    let room = socket.hear_of("room").await.expect("a room");
    (socket, room)
}
