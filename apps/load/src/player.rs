//! A player who plays by chance, comes back when cut off, and notes what was promised.

use crate::history::{GameId, History, Promise, Thought};
use crate::stats::Stats;
use longjump_client::{ClientError, Socket, Visitor};
use longjump_online::{Board, open_board};
use longjump_rules::GameSpec;
use longjump_wire::room::{LoggedEvent, RoomEvent, RoomState, RoomView};
use longjump_wire::socket::{ClientMessage, RoomAction, ServerMessage};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// How long an answer is waited for before the same message is sent again.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a player says that the other has left who has not.
const BETWEEN_CLAIMS: Duration = Duration::from_secs(1);
/// How often a rude one sends something, which is as often as servers listen to.
const RUDE: Duration = Duration::from_millis(50);

/// What ids of claims begin with.
const CLAIM: &str = "claim";

/// How players behave.
#[derive(Clone, Default)]
pub(crate) struct Behaviour {
    /// How long a player thinks, at most; the average is half of it.
    pub(crate) think: Duration,
    /// Every move is sent so many times.
    pub(crate) copies: usize,
    /// A second, different move goes to another server at the same time.
    pub(crate) rival_moves: bool,
    /// Permits to move, where the rate is fixed.
    pub(crate) permits: Option<Arc<Semaphore>>,
    /// While this is true, players with odd numbers are cut off.
    pub(crate) cut_off: Arc<AtomicBool>,
    /// Who waits for the other says that they have left.
    pub(crate) claims: bool,
    /// The second player of each game sends all that is a nuisance, as often as it may.
    pub(crate) rude: bool,
}

/// One player in one game.
pub(crate) struct Player {
    pub(crate) visitor: Visitor,
    pub(crate) servers: Arc<[SocketAddr]>,
    /// Which server this one begins with.
    pub(crate) home: usize,
    pub(crate) number: usize,
    pub(crate) seat: usize,
    pub(crate) game: GameId,
    pub(crate) spec: GameSpec,
    pub(crate) behaviour: Behaviour,
    pub(crate) stats: Arc<Stats>,
    pub(crate) history: Arc<History>,
}

/// What the player knows of the game.
struct View {
    spec: GameSpec,
    board: Box<dyn Board>,
    version: usize,
    /// The version that has the last move that was acknowledged.
    promised: usize,
    turn: Option<usize>,
    /// Since when it is known whose turn it is.
    turn_known: Instant,
    is_over: bool,
}

/// What a player does besides moving.
struct Mischief {
    next: Instant,
    count: usize,
}

/// A move as it is sent.
struct Attempt {
    ply: usize,
    mv: String,
    id: String,
}

/// A move that waits for its answer.
struct Sent {
    attempt: Attempt,
    rival: Option<Attempt>,
    at: Instant,
    again_at: Instant,
    answers: usize,
}

impl Player {
    /// Plays to the end of the game; false if that can't be.
    pub(crate) async fn play(self, end: Instant) -> bool {
        let Ok(board) = open_board(&self.spec) else {
            return false;
        };
        let mut view = View {
            spec: self.spec.clone(),
            board,
            version: 0,
            promised: 0,
            turn: None,
            turn_known: Instant::now(),
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
        let mut other = match self.behaviour.rival_moves {
            true => Some(self.visitor.socket(self.server(home + 1)).await?),
            false => None,
        };
        let watch = ClientMessage::Watch {
            game: self.game.to_string(),
            since: Some(view.version),
        };
        socket.send(&watch).await?;
        if let Some(sent) = sent {
            sent.answers = 0;
            self.send(&mut socket, other.as_mut(), sent).await?;
        }
        let mut mischief = Mischief {
            next: Instant::now() + BETWEEN_CLAIMS,
            count: home * 1_000_000,
        };
        while !view.is_over && Instant::now() < end {
            self.cut_if_wanted().await?;
            let knows_all = view.version >= view.promised;
            if sent.is_none() && knows_all && view.turn == Some(self.seat) {
                self.think(random).await;
                let mut message = self.choose(view, random);
                self.history.notes().thoughts.push(Thought {
                    game: Arc::clone(&self.game),
                    ply: message.attempt.ply,
                    time: view.turn_known.elapsed(),
                    sent: Instant::now(),
                });
                self.send(&mut socket, other.as_mut(), &mut message).await?;
                *sent = Some(message);
            }
            let wait = sent.as_ref().map_or(PATIENCE, |sent| {
                sent.again_at.saturating_duration_since(Instant::now())
            });
            self.make_mischief(&mut socket, view, &mut mischief).await?;
            let wait = wait.min(if self.is_rude() { RUDE } else { PATIENCE });
            tokio::select! {
                message = socket.receive() => self.take(message?, view, sent)?,
                message = receive(&mut other) => self.answered(&message?, view, sent, true),
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

    fn is_rude(&self) -> bool {
        self.behaviour.rude && self.seat == 1
    }

    /// Says that the other has left, and if rude much else; all of it to be refused.
    async fn make_mischief(
        &self,
        socket: &mut Socket,
        view: &View,
        mischief: &mut Mischief,
    ) -> Result<(), ClientError> {
        let is_wanted = self.is_rude() || self.behaviour.claims;
        let now = Instant::now();
        if !is_wanted || view.turn.is_none_or(|turn| turn == self.seat) || now < mischief.next {
            return Ok(());
        }
        mischief.count += 1;
        let claim = RoomAction::GoOnWithout {
            seat: 1 - self.seat,
            engine: false,
        };
        let (pause, action) = match mischief.count % 4 {
            _ if !self.is_rude() => (BETWEEN_CLAIMS, claim),
            0 => (RUDE, claim),
            1 => (RUDE, RoomAction::OfferDraw {}),
            2 => (RUDE, RoomAction::Decline {}),
            _ => (RUDE, RoomAction::OfferTakeback {}),
        };
        mischief.next = now + pause;
        let kind = if matches!(action, RoomAction::GoOnWithout { .. }) {
            CLAIM
        } else {
            "nuisance"
        };
        let message = ClientMessage::Act {
            game: self.game.to_string(),
            action,
            id: format!("{kind}{}", mischief.count),
        };
        socket.send(&message).await
    }

    /// Loses the connection while the load wants that.
    async fn cut_if_wanted(&self) -> Result<(), ClientError> {
        if self.number.is_multiple_of(2) || !self.behaviour.cut_off.load(Ordering::Relaxed) {
            return Ok(());
        }
        while self.behaviour.cut_off.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(ClientError::Closed)
    }

    /// Waits until it is time to move.
    async fn think(&self, random: &mut fastrand::Rng) {
        if !self.behaviour.think.is_zero() {
            let most = self.behaviour.think.as_millis() as u64;
            tokio::time::sleep(Duration::from_millis(random.u64(..=most))).await;
        }
        if let Some(permits) = &self.behaviour.permits
            && let Ok(permit) = permits.acquire().await
        {
            permit.forget();
        }
    }

    /// A move by chance.
    fn choose(&self, view: &View, random: &mut fastrand::Rng) -> Sent {
        let moves = view.board.moves();
        let first = random.usize(..moves.len());
        let ply = view.board.ply();
        let attempt = |mv: &str, kind: &str| Attempt {
            ply,
            mv: mv.to_owned(),
            id: format!("{kind}{ply}"),
        };
        let rival = (self.behaviour.rival_moves && moves.len() > 1)
            .then(|| attempt(&moves[(first + 1) % moves.len()], "r"));
        let now = Instant::now();
        Sent {
            attempt: attempt(&moves[first], "m"),
            rival,
            at: now,
            again_at: now,
            answers: 0,
        }
    }

    fn message(&self, attempt: &Attempt) -> ClientMessage {
        ClientMessage::Move {
            game: self.game.to_string(),
            ply: attempt.ply,
            mv: attempt.mv.clone(),
            id: attempt.id.clone(),
        }
    }

    async fn send(
        &self,
        socket: &mut Socket,
        other: Option<&mut Socket>,
        sent: &mut Sent,
    ) -> Result<(), ClientError> {
        sent.again_at = Instant::now() + PATIENCE;
        for _ in 0..self.behaviour.copies {
            socket.send(&self.message(&sent.attempt)).await?;
        }
        if let (Some(other), Some(rival)) = (other, &sent.rival) {
            other.send(&self.message(rival)).await?;
        }
        Ok(())
    }

    /// Takes in a message of the server.
    fn take(
        &self,
        message: ServerMessage,
        view: &mut View,
        sent: &mut Option<Sent>,
    ) -> Result<(), ClientError> {
        match message {
            ServerMessage::Room { room, .. } => view.set(&room),
            ServerMessage::Missed { events, after, .. } => {
                for logged in &events {
                    view.add(logged);
                }
                view.follow(&after.state);
            }
            ServerMessage::Event { logged, after, .. } => {
                view.add(&logged);
                view.follow(&after.state);
            }
            // The room could not be read; another server may.
            ServerMessage::Retry { id: None, .. } => return Err(ClientError::Closed),
            ServerMessage::Done { id, .. } if id.starts_with(CLAIM) => {
                let claim = format!("{} by the player of seat {}: {id}", self.game, self.seat);
                self.history.notes().claims.push(claim);
                return Ok(());
            }
            answer => {
                self.answered(&answer, view, sent, false);
                return Ok(());
            }
        }
        self.history.note_told(&self.game, self.seat, view.version);
        Ok(())
    }

    /// Notes what was promised. The next move can be made once every copy was answered.
    fn answered(
        &self,
        message: &ServerMessage,
        view: &mut View,
        sent: &mut Option<Sent>,
        is_rival: bool,
    ) {
        let Some(waiting) = sent else { return };
        let was = match &waiting.rival {
            Some(rival) if is_rival => rival,
            _ => &waiting.attempt,
        };
        match message {
            ServerMessage::Done {
                id,
                version,
                repeated,
                ..
            } if *id == was.id => {
                view.promised = view.promised.max(*version);
                self.history.notes().promises.push(Promise {
                    game: Arc::clone(&self.game),
                    ply: was.ply,
                    mv: was.mv.clone(),
                    version: *version,
                    at: Instant::now(),
                });
                self.stats.note(waiting.at.elapsed(), *repeated);
            }
            ServerMessage::Refused { id, code, .. } if *id == was.id => {
                // Its flag fell, or the other move was first; anything else is a mistake.
                let expected = matches!(
                    code.as_str(),
                    "wrong_ply" | "over" | "time_up" | "not_your_turn"
                );
                if !expected || !(self.behaviour.rival_moves || view.is_over) {
                    self.stats.note_refusal(message);
                }
            }
            ServerMessage::Retry { id: Some(id), .. } if *id == was.id => {
                waiting.again_at = Instant::now() + Duration::from_millis(200);
                return;
            }
            _ => return,
        }
        waiting.answers += 1;
        let wanted = self.behaviour.copies + usize::from(waiting.rival.is_some());
        if waiting.answers >= wanted {
            *sent = None;
        }
    }
}

/// The next message of a second socket, if there is one.
async fn receive(socket: &mut Option<Socket>) -> Result<ServerMessage, ClientError> {
    match socket {
        Some(socket) => socket.receive().await,
        None => std::future::pending().await,
    }
}

impl View {
    fn set(&mut self, room: &RoomView) {
        if let Ok(board) = open_board(&self.spec) {
            self.board = board;
        }
        for mv in &room.moves {
            let _ = self.board.play(mv);
        }
        self.version = room.version;
        self.follow(&room.state);
    }

    fn add(&mut self, logged: &LoggedEvent) {
        if logged.version <= self.version {
            return;
        }
        self.version = logged.version;
        if let RoomEvent::Moved { mv, .. } = &logged.event {
            let _ = self.board.play(mv);
        }
    }

    fn follow(&mut self, state: &RoomState) {
        if self.turn != state.turn {
            self.turn_known = Instant::now();
        }
        self.turn = state.turn;
        self.is_over = state.outcome.is_some();
    }
}
