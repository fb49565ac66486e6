//! The socket of one client: what it wants goes to the rooms, what happens comes back.

use crate::app::{App, command};
use crate::names;
use crate::rooms::{ActError, WatcherId, text};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::SinkExt;
use longjump_accounts::{Player, ended};
use longjump_door::{Lag, Place, Sender};
use longjump_online::{Actor, Command};
use longjump_studies::StudyWatcher;
use longjump_wire::socket::{ClientMessage, ServerMessage};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest message that is read: a comment, in a study, at the end of a long line.
const LONGEST: usize = 16 * 1024;
/// How many messages may wait for a client that doesn't read before it is dropped.
const WAITING: usize = 128;
/// How many rooms one socket may watch.
const MOST_ROOMS: usize = 50;
/// How often the way to the client is measured while it plays, and while it only watches.
const MEASURE_PLAYER: Duration = Duration::from_secs(5);
const MEASURE_OTHERS: Duration = Duration::from_secs(25);

static NEXT_WATCHER: AtomicU64 = AtomicU64::new(1);

/// Takes a socket over.
pub(crate) fn accept(
    upgrade: WebSocketUpgrade,
    app: Arc<App>,
    player: Option<Player>,
    counted_as: Sender,
    place: Place<Sender>,
) -> Response {
    // Thousands are idle, so their buffers are small.
    upgrade
        .read_buffer_size(1024)
        .write_buffer_size(2 * 1024)
        .max_write_buffer_size(256 * 1024)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| async move {
            metrics::gauge!("longjump_sockets").increment(1);
            let mut client = Client::new(app, player, counted_as);
            client.serve(socket).await;
            client.leave().await;
            metrics::gauge!("longjump_sockets").decrement(1);
            drop(place);
        })
}

/// One client.
struct Client {
    app: Arc<App>,
    player: Option<Player>,
    /// Whose messages its own are counted with.
    counted_as: Sender,
    id: WatcherId,
    sender: mpsc::Sender<Utf8Bytes>,
    inbox: mpsc::Receiver<Utf8Bytes>,
    rooms: HashSet<String>,
    studies: StudyWatcher,
    lag: Lag,
    plays: bool,
}

/// Why serving ends.
enum End {
    /// The client left, or can't be reached.
    Gone,
    /// This server is about to end.
    Moving,
    /// The client's session has ended.
    SignedOut,
    /// The client does what no client should.
    Misbehaves(&'static str),
}

impl Client {
    fn new(app: Arc<App>, player: Option<Player>, counted_as: Sender) -> Self {
        let (sender, inbox) = mpsc::channel(WAITING);
        Self {
            counted_as,
            studies: StudyWatcher::new(Arc::clone(&app.studies)),
            app,
            player,
            id: NEXT_WATCHER.fetch_add(1, Ordering::Relaxed),
            sender,
            inbox,
            rooms: HashSet::new(),
            lag: Lag::default(),
            plays: false,
        }
    }

    async fn serve(&mut self, mut socket: WebSocket) {
        let end = self.serve_until_the_end(&mut socket).await;
        let (code, reason) = match end {
            End::Gone => return,
            End::Moving => (
                close_code::RESTART,
                "this server is about to end; come again",
            ),
            End::SignedOut => (close_code::POLICY, "this session has ended; sign in again"),
            End::Misbehaves(why) => (close_code::POLICY, why),
        };
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let _ = socket.send(Message::Close(Some(frame))).await;
    }

    async fn serve_until_the_end(&mut self, socket: &mut WebSocket) -> End {
        let mut draining = self.app.draining.clone();
        let mut measure = tokio::time::interval(MEASURE_PLAYER);
        // After a stall clients get time to answer before the next question.
        measure.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let session = self.player.as_ref().and_then(|player| player.session);
        let mut session = session.map(|session| self.app.accounts.sessions.follow(&session));
        let mut unmeasured = Duration::ZERO;
        loop {
            tokio::select! {
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return End::Gone };
                    match message {
                        Message::Text(text) => {
                            self.app.limiters.message(&self.counted_as).await;
                            let answer = self.receive(&text).await;
                            if self.send_answer(socket, answer).await.is_err() {
                                return End::Gone;
                            }
                        }
                        Message::Binary(_) => return End::Misbehaves("only text is understood here"),
                        Message::Pong(payload) => self.lag.answered(&payload),
                        Message::Ping(_) => {}
                        Message::Close(_) => return End::Gone,
                    }
                }
                message = self.inbox.recv() => {
                    let Some(message) = message else { return End::Gone };
                    if socket.send(Message::Text(message)).await.is_err() {
                        return End::Gone;
                    }
                }
                _ = measure.tick() => {
                    if self.lag.is_dead() || self.was_dropped() {
                        return End::Gone;
                    }
                    unmeasured += MEASURE_PLAYER;
                    if !self.plays && unmeasured < MEASURE_OTHERS {
                        continue;
                    }
                    unmeasured = Duration::ZERO;
                    let ping = Message::Ping(self.lag.ask());
                    if socket.send(ping).await.is_err() {
                        return End::Gone;
                    }
                }
                () = ended(&mut session) => return End::SignedOut,
                changed = draining.changed() => {
                    if changed.is_err() || *draining.borrow() {
                        return End::Moving;
                    }
                }
            }
        }
    }

    /// Answers a message, after whatever came of it.
    async fn send_answer(
        &mut self,
        socket: &mut WebSocket,
        answer: Option<Utf8Bytes>,
    ) -> Result<(), axum::Error> {
        while let Ok(message) = self.inbox.try_recv() {
            socket.feed(Message::Text(message)).await?;
        }
        if let Some(answer) = answer {
            socket.feed(Message::Text(answer)).await?;
        }
        socket.flush().await
    }

    /// Whether rooms gave up on this client because it did not read.
    fn was_dropped(&self) -> bool {
        // Each room and each study that still knows it has a copy of the sender.
        self.sender.strong_count() < 1 + self.rooms.len() + self.studies.watched()
    }

    /// What a message is answered with.
    async fn receive(&mut self, message: &str) -> Option<Utf8Bytes> {
        let message = match serde_json::from_str::<ClientMessage>(message) {
            Ok(message) => message,
            Err(error) => return Some(error_message(error.to_string())),
        };
        match message {
            ClientMessage::Ping {} => Some(text(&ServerMessage::Pong {
                now: self.app.rooms.store.now(),
            })),
            ClientMessage::Watch { game, since } => self.watch(&game, since).await,
            ClientMessage::Unwatch { game } => {
                if self.rooms.remove(&game) {
                    self.app.rooms.unwatch(&game, self.id);
                    self.note_presence(&game, false).await;
                }
                None
            }
            ClientMessage::Study { study, ask } => {
                let player = self.player.as_ref();
                let told = self.studies.receive(&self.sender, player, &study, ask);
                told.await
            }
            ClientMessage::Phrase { game, phrase } => {
                let player = self.player.as_ref()?;
                self.app.rooms.say_phrase(&game, player.id, phrase).await;
                None
            }
            ClientMessage::Away { game, ply, ms } => {
                let player = self.player.as_ref()?;
                self.app.rooms.note_away(&game, player.id, ply, ms).await;
                None
            }
            ClientMessage::Move { game, ply, mv, id } => {
                let command = Command::Move { ply, mv };
                Some(self.act(&game, &command, &id).await)
            }
            ClientMessage::Act { game, action, id } => {
                let Some(player) = &self.player else {
                    return Some(text(&ServerMessage::NoSession { id }));
                };
                let Some(command) = command(player, action) else {
                    return Some(error_message("there is no such seat"));
                };
                Some(self.act(&game, &command, &id).await)
            }
        }
    }

    async fn watch(&mut self, game: &str, since: Option<usize>) -> Option<Utf8Bytes> {
        if self.rooms.len() >= MOST_ROOMS {
            return Some(error_message("one socket can watch 50 games at most"));
        }
        let player = self.player.as_ref().map(|player| player.id);
        let sender = self.sender.clone();
        let rooms = &self.app.rooms;
        match rooms.watch(game, since, self.id, sender, player).await {
            Ok(Some(has_seat)) => {
                self.rooms.insert(game.to_owned());
                self.plays |= has_seat;
                self.note_presence(game, true).await;
                None
            }
            Ok(None) => Some(text(&ServerMessage::NoGame {
                game: game.to_owned(),
                id: None,
            })),
            Err(error) => {
                tracing::warn!(%error, "a room could not be read");
                Some(text(&ServerMessage::Retry {
                    game: game.to_owned(),
                    id: None,
                }))
            }
        }
    }

    async fn act(&mut self, game: &str, command: &Command, id: &str) -> Utf8Bytes {
        let Some(player) = &self.player else {
            return text(&ServerMessage::NoSession { id: id.to_owned() });
        };
        if !names::is_message_id(id) {
            return error_message("an id has 1 to 64 characters");
        }
        let actor = Actor::Person(player.id);
        let lag = self.lag.usual();
        let done = match self.app.may_do(game, player.id, command).await {
            Ok(()) => {
                let rooms = &self.app.rooms;
                rooms.act(game, actor, command, lag, Some(id)).await
            }
            Err(error) => Err(error),
        };
        self.plays |= done.is_ok();
        let (game, id) = (game.to_owned(), id.to_owned());
        let answer = match done {
            Ok(done) => ServerMessage::Done {
                game,
                id,
                version: done.version,
                repeated: done.repeated,
            },
            Err(ActError::Refused(refusal)) => ServerMessage::Refused {
                game,
                id,
                code: refusal.code().to_owned(),
                why: refusal.to_string(),
            },
            Err(ActError::NoGame) => ServerMessage::NoGame { game, id: Some(id) },
            Err(ActError::TryAgain) => ServerMessage::Retry { game, id: Some(id) },
        };
        text(&answer)
    }

    async fn note_presence(&self, game: &str, here: bool) {
        if let Some(player) = &self.player {
            self.app.rooms.note_presence(game, player.id, here).await;
        }
    }

    async fn leave(&mut self) {
        for game in std::mem::take(&mut self.rooms) {
            self.app.rooms.unwatch(&game, self.id);
            self.note_presence(&game, false).await;
        }
    }
}

fn error_message(why: impl Into<String>) -> Utf8Bytes {
    text(&ServerMessage::Error { why: why.into() })
}
