//! People who talk JSON, as it goes over the line: what these tests check is what clients in any
//! language see.

use longjump_client::{ClientError, Socket, Visitor};
use longjump_testbed::{Cluster, Launch, Line};
use serde_json::{Value, json};
use sqlx::PgPool;
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

/// A guest and their cookie, to send requests that a visitor can't.
pub(crate) async fn guest_with_cookie(cluster: &Cluster) -> (Person, String) {
    let url = format!("http://{}/api/guest", cluster.at(0));
    let answer = cluster.http().post(url).send().await.expect("a guest");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    let person = Visitor::with_cookie(cluster.http(), "somebody", &cookie);
    (Person(person), cookie)
}

/// Somebody with an account.
pub(crate) async fn account(cluster: &Cluster, name: &str) -> Person {
    let account = Visitor::account(cluster.http(), cluster.at(0), name, "a long password");
    Person(account.await.expect("an account"))
}

/// Asks with 0, 1, 2 and so on until that is refused as too often, and tells how the others were
/// answered. Tries are counted by the minute: when one begins anew meanwhile, twice as many go.
pub(crate) async fn until_too_often(
    most: usize,
    mut ask: impl AsyncFnMut(usize) -> u16,
) -> Vec<u16> {
    let mut answered = Vec::new();
    loop {
        let status = ask(answered.len()).await;
        if status == 429 {
            return answered;
        }
        answered.push(status);
        assert!(answered.len() <= 2 * most, "never refused: {answered:?}");
    }
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

/// Two players and the game of theirs that has begun.
pub(crate) struct Pair {
    pub(crate) ada: Person,
    pub(crate) bo: Person,
    pub(crate) game: String,
}

impl Pair {
    /// Two guests in a game of minicheckers.
    pub(crate) async fn new(cluster: &Cluster, control: &str) -> Self {
        let (ada, bo) = (guest(cluster).await, guest(cluster).await);
        let at = cluster.at(0);
        let wanted = json!({"game": "minicheckers", "control": control});
        let game = ada.open(at, wanted).await;
        let pair = Self { ada, bo, game };
        pair.act(&pair.bo, at, json!({"kind": "sit"}))
            .await
            .expect("seated");
        pair
    }

    /// One of them does something over HTTP.
    pub(crate) async fn act(
        &self,
        who: &Person,
        at: SocketAddr,
        action: Value,
    ) -> Result<Value, ClientError> {
        let path = format!("/api/games/{}/actions", self.game);
        let id = format!("{}", fastrand::u64(..));
        who.post(at, &path, &json!({"action": action, "id": id}))
            .await
    }

    /// Whoever's turn it is plays the first legal move over HTTP.
    pub(crate) async fn play(&self, at: SocketAddr) -> Result<Value, ClientError> {
        let (message, path) = self.next_move(at).await;
        let who = if message["ply"].as_u64().expect("a number") % 2 == 0 {
            &self.ada
        } else {
            &self.bo
        };
        who.post(at, &path, &message).await
    }

    /// The first legal move as a body, and the path for it.
    pub(crate) async fn next_move(&self, at: SocketAddr) -> (Value, String) {
        let path = format!("/api/games/{}/moves", self.game);
        let legal = self.ada.get(at, &path).await.expect("legal moves");
        let ply = legal["ply"].as_u64().expect("a number");
        let body = json!({"ply": ply, "mv": legal["legal"][0], "id": format!("m{ply}")});
        (body, path)
    }

    /// The first legal move as a message of a socket.
    pub(crate) async fn next_message(&self, at: SocketAddr) -> Value {
        let (mut body, _) = self.next_move(at).await;
        body["t"] = "move".into();
        body["game"] = self.game.as_str().into();
        body
    }
}

/// The database, looked at and changed from outside.
pub(crate) async fn database(cluster: &mut Cluster) -> PgPool {
    let url = cluster.backing().postgres().url();
    PgPool::connect(&url).await.expect("the database")
}

/// Adds a server whose way to the database can be broken.
pub(crate) async fn add_server_with_lines(cluster: &mut Cluster) -> SocketAddr {
    let added = cluster.add_server_with_lines().await;
    added.expect("a server")
}

/// The way of a server to the database.
pub(crate) fn database_line(cluster: &Cluster, server: usize) -> &Line {
    &cluster.lines(server).expect("added with lines")[0]
}

/// What comes of something within so many seconds.
pub(crate) async fn within<T>(seconds: f64, what: impl Future<Output = T>) -> Option<T> {
    let time = std::time::Duration::from_secs_f64(seconds);
    tokio::time::timeout(time, what).await.ok()
}

impl JsonSocket {
    /// The next message that shows so many moves: a room, what was missed, or one move.
    pub(crate) async fn receive_move(&mut self) -> Value {
        loop {
            let message = self.receive_any().await.expect("a message");
            let shows = match message["t"].as_str() {
                Some("event") => message["event"]["type"] == "moved",
                Some("room") => message["room"]["moves"] != json!([]),
                Some("missed") => message["events"] != json!([]),
                _ => false,
            };
            if shows {
                return message;
            }
        }
    }

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
