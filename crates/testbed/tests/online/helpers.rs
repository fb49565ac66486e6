//! People who talk JSON, as it goes over the line: what these tests check is what clients in any
//! language see.

use longjump_client::{ClientError, Socket, Visitor};
use longjump_testbed::{Cluster, Launch};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Somebody at a server.
pub(crate) struct Person(pub(crate) Visitor);

/// A socket of theirs.
pub(crate) struct JsonSocket(Socket);

/// A service with so many servers in this process.
pub(crate) async fn cluster(servers: usize) -> Cluster {
    Cluster::start(Launch::InProcess, servers)
        .await
        .expect("postgres, nats and servers")
}

/// A new guest.
pub(crate) async fn guest(cluster: &Cluster) -> Person {
    Person(cluster.guest().await.expect("a guest"))
}

impl Person {
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) async fn post(
        &self,
        at: SocketAddr,
        path: &str,
        body: &Value,
    ) -> Result<Value, ClientError> {
        self.0.post(at, path, body).await
    }

    pub(crate) async fn get(&self, at: SocketAddr, path: &str) -> Result<Value, ClientError> {
        self.0.get(at, path).await
    }

    pub(crate) async fn socket(&self, at: SocketAddr) -> JsonSocket {
        JsonSocket(self.0.socket(at).await.expect("a socket"))
    }

    /// Opens a game and returns its name.
    pub(crate) async fn open(&self, at: SocketAddr, wanted: Value) -> String {
        let opened = self.post(at, "/api/games", &wanted).await.expect("opened");
        opened["id"].as_str().expect("a name").to_owned()
    }

    /// A socket that watches a game, and what it was shown first.
    pub(crate) async fn watch(&self, at: SocketAddr, game: &str) -> (JsonSocket, Value) {
        let mut socket = self.socket(at).await;
        socket.send(&json!({"t": "watch", "game": game})).await;
        let room = socket.receive("room").await;
        (socket, room)
    }
}

impl JsonSocket {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.0.send_text(message.to_string()).await.expect("sent");
    }

    /// Sends what may be too much for the server.
    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        self.0.send_text(text).await
    }

    /// The next message, whatever it is.
    pub(crate) async fn receive_any(&mut self) -> Result<Value, ClientError> {
        Ok(serde_json::from_str(&self.0.receive_text().await?)?)
    }

    /// The next message of a type.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive_any().await.expect("a message");
            if message["t"] == kind {
                return message;
            }
        }
    }
}
