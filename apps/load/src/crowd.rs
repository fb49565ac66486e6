//! The players of a load and their company: who opens games, sits down and watches.

use crate::company::{self, Spectator};
use crate::history::{GameId, History};
use crate::player::{Behaviour, Player};
use crate::stats::Stats;
use longjump_client::{ClientError, Visitor};
use longjump_rules::GameSpec;
use longjump_wire::rest::{Accepted, ActionRequest, CreateGame, GameCreated};
use longjump_wire::socket::RoomAction;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many guests ask for as much as they get.
const FLOODING: usize = 30;

/// Every visitor has an address of their own.
static NEXT_ADDRESS: AtomicUsize = AtomicUsize::new(1);

/// What players share.
pub(crate) struct Crowd {
    pub(crate) http: reqwest::Client,
    pub(crate) servers: Arc<[SocketAddr]>,
    pub(crate) spec: GameSpec,
    pub(crate) behaviour: Behaviour,
    pub(crate) engines: bool,
    /// Whether games have spectators who note what they are told.
    pub(crate) spectators: bool,
    pub(crate) company: bool,
    pub(crate) stats: Arc<Stats>,
    pub(crate) history: Arc<History>,
    pub(crate) games: Mutex<Vec<String>>,
}

impl Crowd {
    pub(crate) fn accepted(&self) -> u64 {
        self.stats.accepted.load(Ordering::Relaxed)
    }

    /// All games so far.
    pub(crate) fn games(&self) -> Vec<String> {
        let games = self.games.lock();
        games.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// So many guests, each from an address of their own.
    pub(crate) async fn guests(&self, count: usize) -> Result<Vec<Visitor>, ClientError> {
        let mut guests = Vec::new();
        for _ in 0..count {
            guests.push(self.guest().await?);
        }
        Ok(guests)
    }

    async fn guest(&self) -> Result<Visitor, ClientError> {
        let address = company::address(NEXT_ADDRESS.fetch_add(1, Ordering::Relaxed));
        Visitor::guest_from(&self.http, self.servers[0], address).await
    }

    /// Starts those who ask for as much as they get, if there are to be any.
    pub(crate) async fn flood(&self, end: Instant) -> Result<JoinSet<()>, ClientError> {
        let mut flooding = JoinSet::new();
        if self.company {
            for number in 0..FLOODING {
                let server = self.servers[number % self.servers.len()];
                flooding.spawn(company::flood(self.guest().await?, server, end));
            }
        }
        Ok(flooding)
    }

    /// Starts those who watch a game.
    fn add_watchers(&self, game: &GameId, number: usize, last: Instant) -> JoinSet<()> {
        let mut watching = JoinSet::new();
        let address = || company::address(NEXT_ADDRESS.fetch_add(1, Ordering::Relaxed));
        if self.spectators {
            let spectator = Spectator {
                visitor: Visitor::stranger_from(&self.http, address()),
                servers: Arc::clone(&self.servers),
                home: number,
                game: Arc::clone(game),
                watcher: 2,
                history: Arc::clone(&self.history),
            };
            watching.spawn(spectator.watch(last));
        }
        if self.company {
            let visitor = Visitor::stranger_from(&self.http, address());
            let server = self.servers[number % self.servers.len()];
            watching.spawn(company::gape(visitor, server, Arc::clone(game), last));
        }
        watching
    }

    /// One pair plays game after game; false if one could not be ended.
    pub(crate) async fn play_games(
        self: Arc<Self>,
        number: usize,
        pair: [Visitor; 2],
        end: Instant,
        last: Instant,
    ) -> bool {
        let (mut tries, mut played) = (0, 0);
        while Instant::now() < end {
            // The same name until it is open: an answer may get lost.
            let name = format!("load-{played}");
            let game = match self.open(&pair, number + tries, name).await {
                Ok(game) => game,
                // A server may be gone; another is there, or soon.
                Err(_) => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            played += 1;
            if let Ok(mut games) = self.games.lock() {
                games.push(game.to_string());
            }
            let watching = self.add_watchers(&game, number, last);
            let seats = if self.engines { 1 } else { 2 };
            let players = pair
                .iter()
                .take(seats)
                .enumerate()
                .map(|(seat, visitor)| Player {
                    visitor: visitor.clone(),
                    servers: Arc::clone(&self.servers),
                    home: number + seat,
                    number: 2 * number + seat,
                    seat,
                    game: Arc::clone(&game),
                    spec: self.spec.clone(),
                    behaviour: self.behaviour.clone(),
                    stats: Arc::clone(&self.stats),
                    history: Arc::clone(&self.history),
                });
            let mut playing: JoinSet<bool> = players.map(|player| player.play(last)).collect();
            while let Some(finished) = playing.join_next().await {
                if !finished.unwrap_or(false) {
                    return false;
                }
            }
            watching.join_all().await;
        }
        true
    }

    async fn open(
        &self,
        pair: &[Visitor; 2],
        number: usize,
        name: String,
    ) -> Result<GameId, ClientError> {
        let server = self.servers[number % self.servers.len()];
        let wanted = CreateGame {
            game: self.spec.to_string(),
            control: "600+5".to_owned(),
            rated: false,
            public: false,
            seat: None,
            engines: self.engines.then_some(1),
            id: Some(name),
        };
        let created: GameCreated = pair[0].post(server, "/api/games", &wanted).await?;
        let game: GameId = created.id.into();
        // Clocks run as soon as both sit, whenever that is answered.
        self.history.note_begun(&game);
        if !self.engines {
            let sit = ActionRequest {
                action: RoomAction::Sit { seat: None },
                id: "sit".to_owned(),
            };
            let other = self.servers[(number + 1) % self.servers.len()];
            let path = format!("/api/games/{game}/actions");
            let _: Accepted = pair[1].post(other, &path, &sit).await?;
        }
        Ok(game)
    }
}

/// Gives permits at a steady rate.
pub(crate) async fn pace(permits: Arc<Semaphore>, rate: u32) {
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    let started = Instant::now();
    let mut given = 0;
    loop {
        ticks.tick().await;
        let due = (started.elapsed().as_secs_f64() * f64::from(rate)) as usize;
        permits.add_permits(due - given);
        given = due;
    }
}
