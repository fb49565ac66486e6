//! A player who plays by chance, comes back when cut off, and notes what was promised.

use super::stats::{Promise, Stats};
use longjump_engine::{Table, open_table};
use longjump_rules::GameSpec;
use longjump_server::client::{ClientError, Socket, Visitor};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// How long an answer is waited for before the same message is sent again.
const PATIENCE: Duration = Duration::from_secs(5);

/// How players behave.
#[derive(Clone)]
pub(super) struct Manners {
    /// How long a player thinks, at most; the average is half of it.
    pub(super) think: Duration,
    /// Every move is sent so many times.
    pub(super) copies: usize,
    /// A second, different move goes to another server at the same time.
    pub(super) rival_moves: bool,
    /// Permits to move, where the rate is fixed.
    pub(super) permits: Option<Arc<Semaphore>>,
    /// While this is true, players with odd numbers are cut off.
    pub(super) cut_off: Arc<AtomicBool>,
}

/// One player in one game.
pub(super) struct Player {
    pub(super) visitor: Visitor,
    pub(super) servers: Arc<[SocketAddr]>,
    /// Which server this one begins with.
    pub(super) home: usize,
    pub(super) number: usize,
    pub(super) seat: usize,
    pub(super) game: String,
    pub(super) spec: GameSpec,
    pub(super) manners: Manners,
    pub(super) stats: Arc<Stats>,
}

/// What the player knows of the game.
struct View {
    table: Box<dyn Table>,
    version: u64,
    /// The version that has the last move that was acknowledged.
    promised: u64,
    turn: Option<u64>,
    is_over: bool,
}

/// A move that waits for its answer.
struct Sent {
    message: Value,
    rival: Option<Value>,
    at: Instant,
    again_at: Instant,
    answers: usize,
}

impl Player {
    /// Plays to the end of the game; false if that can't be.
    pub(super) async fn play(self, end: Instant) -> bool {
        let Ok(table) = open_table(&self.spec) else {
            return false;
        };
        let mut view = View {
            table,
            version: 0,
            promised: 0,
            turn: None,
            is_over: false,
        };
        let mut random = fastrand::Rng::with_seed(self.number as u64 * 7_919 + 1);
        let mut sent = None;
        let mut home = self.home;
        while Instant::now() < end {
            match self
                .sit_at(home, &mut view, &mut sent, &mut random, end)
                .await
            {
                Ok(()) => return view.is_over,
                Err(_) => {
                    self.stats.note_break();
                    home += 1;
                    tokio::time::sleep(Duration::from_millis(50 + random.u64(..100))).await;
                }
            }
        }
        view.is_over
    }

    fn server(&self, index: usize) -> SocketAddr {
        self.servers[index % self.servers.len()]
    }

    /// Plays over one connection until the game ends, or the connection does.
    async fn sit_at(
        &self,
        home: usize,
        view: &mut View,
        sent: &mut Option<Sent>,
        random: &mut fastrand::Rng,
        end: Instant,
    ) -> Result<(), ClientError> {
        let mut socket = self.visitor.socket(self.server(home)).await?;
        let mut other = match self.manners.rival_moves {
            true => Some(self.visitor.socket(self.server(home + 1)).await?),
            false => None,
        };
        socket
            .say(&json!({"t": "watch", "game": self.game, "since": view.version}))
            .await?;
        if let Some(sent) = sent {
            sent.answers = 0;
            self.send(&mut socket, other.as_mut(), sent).await?;
        }
        while !view.is_over && Instant::now() < end {
            self.cut_if_wanted().await?;
            let knows_all = view.version >= view.promised;
            if sent.is_none() && knows_all && view.turn == Some(self.seat as u64) {
                self.think(random).await;
                let mut message = self.choose(view, random);
                self.send(&mut socket, other.as_mut(), &mut message).await?;
                *sent = Some(message);
            }
            let wait = sent.as_ref().map_or(PATIENCE, |sent| {
                sent.again_at.saturating_duration_since(Instant::now())
            });
            tokio::select! {
                message = socket.hear() => self.take(&message?, view, sent),
                message = hear(&mut other) => self.take_rival(&message?, view, sent),
                () = tokio::time::sleep(wait.min(Duration::from_millis(500))) => {
                    if let Some(message) = sent
                        && message.again_at <= Instant::now() {
                            self.stats.sent_again.fetch_add(1, Ordering::Relaxed);
                            self.send(&mut socket, other.as_mut(), message).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Loses the connection while the load wants that.
    async fn cut_if_wanted(&self) -> Result<(), ClientError> {
        if self.number.is_multiple_of(2) || !self.manners.cut_off.load(Ordering::Relaxed) {
            return Ok(());
        }
        while self.manners.cut_off.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(ClientError::Closed)
    }

    /// Waits until it is time to move.
    async fn think(&self, random: &mut fastrand::Rng) {
        if !self.manners.think.is_zero() {
            let most = self.manners.think.as_millis() as u64;
            tokio::time::sleep(Duration::from_millis(random.u64(..=most))).await;
        }
        if let Some(permits) = &self.manners.permits
            && let Ok(permit) = permits.acquire().await
        {
            permit.forget();
        }
    }

    /// A move by chance.
    fn choose(&self, view: &View, random: &mut fastrand::Rng) -> Sent {
        let moves = view.table.moves();
        let first = random.usize(..moves.len());
        let ply = view.table.played().len();
        let message = |mv: &str, kind: &str| {
            let id = format!("{kind}{ply}");
            json!({"t": "move", "game": self.game, "ply": ply, "mv": mv, "id": id})
        };
        let rival = (self.manners.rival_moves && moves.len() > 1)
            .then(|| message(&moves[(first + 1) % moves.len()], "r"));
        let now = Instant::now();
        Sent {
            message: message(&moves[first], "m"),
            rival,
            at: now,
            again_at: now,
            answers: 0,
        }
    }

    async fn send(
        &self,
        socket: &mut Socket,
        other: Option<&mut Socket>,
        sent: &mut Sent,
    ) -> Result<(), ClientError> {
        sent.again_at = Instant::now() + PATIENCE;
        for _ in 0..self.manners.copies {
            socket.say(&sent.message).await?;
        }
        if let (Some(other), Some(rival)) = (other, &sent.rival) {
            other.say(rival).await?;
        }
        Ok(())
    }

    /// Takes in what the server says.
    fn take(&self, message: &Value, view: &mut View, sent: &mut Option<Sent>) {
        match message["t"].as_str().unwrap_or_default() {
            "room" => view.set(&message["room"]),
            "missed" => {
                for entry in message["events"].as_array().into_iter().flatten() {
                    view.add(entry);
                }
                view.follow(&message["after"]);
            }
            "event" => {
                view.add(message);
                view.follow(&message["after"]);
            }
            "done" | "refused" | "again" => self.answered(message, view, sent, false),
            _ => {}
        }
    }

    fn take_rival(&self, message: &Value, view: &mut View, sent: &mut Option<Sent>) {
        if matches!(message["t"].as_str(), Some("done" | "refused" | "again")) {
            self.answered(message, view, sent, true);
        }
    }

    /// Notes what was promised. The next move can be made once every copy was answered.
    fn answered(&self, message: &Value, view: &mut View, sent: &mut Option<Sent>, is_rival: bool) {
        let Some(waiting) = sent else { return };
        let was = if is_rival {
            waiting.rival.as_ref().unwrap_or(&waiting.message)
        } else {
            &waiting.message
        };
        if message["id"] != was["id"] {
            return;
        }
        match message["t"].as_str() {
            Some("done") => {
                view.promised = message["version"].as_u64().unwrap_or(0).max(view.promised);
                let text = |name: &str| was[name].as_str().unwrap_or_default().to_owned();
                self.stats.note(
                    Promise {
                        game: text("game"),
                        ply: was["ply"].as_i64().unwrap_or(-1) as i32,
                        mv: text("mv"),
                        version: message["version"].as_i64().unwrap_or(-1) as i32,
                    },
                    waiting.at.elapsed(),
                    message["repeated"] == true,
                );
            }
            Some("refused") => {
                // Its flag fell, or the other move was first; anything else is a mistake.
                let code = message["code"].as_str().unwrap_or_default();
                let expected = matches!(code, "wrong_ply" | "over" | "time_up" | "not_your_turn");
                if !expected || !(self.manners.rival_moves || view.is_over) {
                    self.stats.note_refusal(message);
                }
            }
            _ => {
                waiting.again_at = Instant::now() + Duration::from_millis(200);
                return;
            }
        }
        waiting.answers += 1;
        let wanted = self.manners.copies + usize::from(waiting.rival.is_some());
        if waiting.answers >= wanted {
            *sent = None;
        }
    }
}

/// Hears from a second socket, if there is one.
async fn hear(socket: &mut Option<Socket>) -> Result<Value, ClientError> {
    match socket {
        Some(socket) => socket.hear().await,
        None => std::future::pending().await,
    }
}

impl View {
    fn set(&mut self, room: &Value) {
        let moves = room["moves"].as_array().cloned().unwrap_or_default();
        let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
        let _ = self.table.set_up(None, &moves);
        self.version = room["version"].as_u64().unwrap_or(0);
        self.follow(room);
    }

    fn add(&mut self, entry: &Value) {
        let version = entry["version"].as_u64().unwrap_or(0);
        if version <= self.version {
            return;
        }
        self.version = version;
        if let Some(mv) = entry["event"]["mv"].as_str() {
            let _ = self.table.play(mv);
        }
    }

    fn follow(&mut self, after: &Value) {
        self.turn = after["turn"].as_u64();
        self.is_over = !after["outcome"].is_null();
    }
}
