//! A server: its parts put together, started and ended.

use crate::app::App;
use crate::figures;
use crate::http::{self, look_for_news};
use crate::rooms::{ActError, Rooms, start_upkeep};
use crate::store::{Store, StoreError};
use crate::waiting::Waiting;
use axum::Router;
use futures_util::StreamExt;
use longjump_accounts::{Accounts, LeakedPasswords, Setup, Site, TokenHash, random};
use longjump_bus::{ANSWERS, Bus, ENDED_SESSIONS, FORGOTTEN_GAMES, NatsError, WANTED};
use longjump_config::Config;
use longjump_door::{Limiters, Limits, Rules};
use longjump_exploration::Exploration;
use longjump_explorer::ExplorerError;
use longjump_notices::{MailError, Mailer, Outbox, Pusher};
use longjump_online::{Actor, Command};
use longjump_solving::Solving;
use longjump_studies::Studies;
use longjump_wire::cluster::{JobQuestion, JobReceipt, JobResult};
use longjump_wire::time::Span;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// How long clients have to go elsewhere when a server ends.
const DRAIN: Duration = Duration::from_secs(5);

/// How long it may take to tell others that a server has ended.
const LEAVE: Duration = Duration::from_secs(2);

/// How often what is over is deleted.
const PURGE: Duration = Duration::from_secs(60 * 60);

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);

/// Longer than proxies keep a connection that they do not use: Caddy's two minutes.
const KEPT_BY_PROXY: Duration = Duration::from_secs(150);

/// How often sessions are looked up whose end may not have been heard of.
const CHECK_SESSIONS: Duration = Duration::from_secs(30);
/// How often measurements are summed up.
const SUM_FIGURES_UP: Duration = Duration::from_secs(5);

/// Why a server could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The database is not there.
    #[error("{0}; is Postgres running at the address given as `database`?")]
    Store(#[from] StoreError),
    /// NATS has an address that makes no sense, or a certificate that is not there.
    #[error("{0}; look at what is given as `nats` and `nats_ca`")]
    Nats(#[from] NatsError),
    /// Nothing can listen there.
    #[error("nothing can listen at {0}: {1}; give another address as `listen`")]
    Listen(SocketAddr, std::io::Error),
    /// The secret is too short.
    #[error("`secret` must have 64 letters or more; make one with: openssl rand -hex 32")]
    Secret,
    /// Letters can't be sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The explorer can't be opened.
    #[error(transparent)]
    Explorer(#[from] ExplorerError),
    /// The file of leaked passwords is no good.
    #[error(
        "`leaked_passwords` is {0:?}, which can't be used: {1}; leave it empty, or name the file of Have I Been Pwned that is ordered by hash"
    )]
    LeakedPasswords(String, std::io::Error),
}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    drain: watch::Sender<bool>,
    task: JoinHandle<()>,
    /// What listens and looks after things, ended with us.
    background: JoinSet<()>,
    store: Arc<Store>,
    /// What it is called among others.
    name: String,
}

impl Server {
    /// Starts a server; what is not ours to answer goes to `site`.
    ///
    /// # Errors
    /// When a part of it can't be reached, with what to do.
    pub async fn start(config: Config, site: Router) -> Result<Self, StartError> {
        if config.secret.len() < 64 {
            return Err(StartError::Secret);
        }
        let leaked = LeakedPasswords::new(&config.leaked_passwords);
        let leaked = leaked
            .map_err(|error| StartError::LeakedPasswords(config.leaked_passwords.clone(), error))?;
        let mailer = mailer(&config)?;
        let pusher = pusher(&config);
        let store = Store::connect(&config.database, config.connections).await?;
        let store = Arc::new(store);
        let name = random(44);
        let bus = Bus::new(&config.nats_address(), name.clone()).await?;
        let limiters = Arc::new(Limiters::new(&limits(&config)));
        let rooms = Rooms::new(Arc::clone(&store), bus.clone(), Arc::clone(&limiters));
        start_upkeep(&rooms);
        let listener = TcpListener::bind(config.listen).await;
        let listener = listener.map_err(|error| StartError::Listen(config.listen, error))?;
        let address = listener.local_addr().unwrap_or(config.listen);
        let accounts = Arc::new(Accounts::new(
            store.pool(),
            bus.clone(),
            Arc::clone(&limiters),
            Setup {
                secret: &config.secret,
                leaked,
                writes_letters: mailer.is_some(),
                pusher: pusher.clone(),
                site: Site::new(&config.public_url, address.port()),
            },
        ));
        let exploration = Exploration::new(&config.explorer, store.pool());
        let listener_of =
            |subject, answer| listen_to_workers(subject, Arc::clone(&rooms), bus.clone(), answer);
        let mut background = JoinSet::new();
        background.spawn(listener_of(ANSWERS, Question::Move));
        background.spawn(listener_of(WANTED, Question::Wanted));
        background.spawn(listen_for_ended_sessions(
            Arc::clone(&accounts),
            bus.clone(),
        ));
        let studies = Studies::new(store.pool(), bus.clone(), Arc::clone(&accounts));
        let solving = Solving::new(store.pool(), Arc::clone(&accounts));
        let outbox = Outbox::new(store.pool(), bus.clone(), mailer, pusher);
        background.spawn(outbox.run());
        background.spawn(listen_for_forgotten_games(Arc::clone(&rooms), bus.clone()));
        background.spawn(Arc::clone(&exploration).keep_counting());
        background.spawn(check_sessions(Arc::clone(&accounts)));
        background.spawn(purge(Arc::clone(&store)));
        let metrics = figures::recorder();
        tokio::spawn(figures::sum_up(
            Arc::downgrade(&rooms),
            metrics.clone(),
            SUM_FIGURES_UP,
        ));
        let rules = door_rules(&config);
        let (drain, draining) = watch::channel(false);
        let app = Arc::new(App {
            accounts,
            solving,
            studies,
            limiters,
            metrics,
            rooms,
            exploration,
            waiting: Waiting::default(),
            draining: draining.clone(),
            config,
        });
        tokio::spawn(look_for_news(Arc::downgrade(&app)));
        let router = http::router(app, site);
        let mut ending = draining.clone();
        let serving = longjump_door::serve(listener, router, rules, draining);
        let task = tokio::spawn(async move {
            let too_late = async move {
                let _ = ending.wait_for(|&draining| draining).await;
                tokio::time::sleep(DRAIN).await;
            };
            tokio::select! {
                () = serving => {}
                () = too_late => {}
            }
        });
        Ok(Self {
            address,
            drain,
            task,
            background,
            store,
            name,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it: what is being written is written, and clients are told to go elsewhere.
    pub async fn drain(mut self) {
        let _ = self.drain.send(true);
        let _ = self.task.await;
        self.background.shutdown().await;
        // Others wait a minute for what it would note, if the database is away just now.
        let leave = self.store.leave(&self.name);
        let _ = tokio::time::timeout(LEAVE, leave).await;
    }
}

/// What sends letters, if any are sent.
fn mailer(config: &Config) -> Result<Option<Mailer>, MailError> {
    if config.mail.is_empty() {
        return Ok(None);
    }
    Mailer::new(&config.mail, &config.mail_from, &config.public_url).map(Some)
}

/// What sends messages to browsers, if any are sent. They need to know where the site is.
fn pusher(config: &Config) -> Option<Arc<Pusher>> {
    if config.push_services.is_empty() || config.public_url.is_empty() {
        return None;
    }
    let pusher = Pusher::new(&config.secret, &config.public_url, &config.push_services);
    pusher
        .inspect_err(|error| tracing::warn!("{error}"))
        .map(Arc::new)
        .ok()
}

fn limits(config: &Config) -> Limits {
    Limits {
        requests_a_minute: config.requests_a_minute,
        sign_ins_a_minute: config.sign_ins_a_minute,
        games_a_minute: config.games_a_minute,
        new_players_a_day: config.new_players_a_day,
        messages_a_second: config.messages_a_second,
        open_for_one_network: config.connections_from_one_address,
    }
}

/// Behind a proxy, which has read the whole request before it asks us, connections are kept for
/// requests to come; we must not be the first to close them.
fn door_rules(config: &Config) -> Rules {
    let most = config.connections_from_one_address;
    Rules {
        patience: if config.behind_proxy {
            KEPT_BY_PROXY
        } else {
            HEAD
        },
        most_of_one_network: (!config.behind_proxy).then_some(most),
    }
}

/// What workers ask servers.
#[derive(Clone, Copy)]
enum Question {
    /// Whether a move is played.
    Move,
    /// Whether one is still wanted.
    Wanted,
}

/// Plays the moves that workers find, or tells them whether one is still wanted.
async fn listen_to_workers(subject: &'static str, rooms: Arc<Rooms>, bus: Bus, question: Question) {
    loop {
        let answers = bus
            .client()
            .queue_subscribe(subject, "servers".to_owned())
            .await;
        if let Ok(mut answers) = answers {
            while let Some(message) = answers.next().await {
                let rooms = Arc::clone(&rooms);
                let bus = bus.clone();
                tokio::spawn(async move {
                    let receipt = match question {
                        Question::Move => play_result(&rooms, &message.payload).await,
                        Question::Wanted => is_wanted(&rooms, &message.payload).await,
                    };
                    if let (Some(reply), Ok(text)) = (message.reply, serde_json::to_vec(&receipt)) {
                        let _ = bus.client().publish(reply, text.into()).await;
                    }
                });
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Closes what belongs to sessions that ended at any server.
async fn listen_for_ended_sessions(accounts: Arc<Accounts>, bus: Bus) {
    loop {
        if let Ok(mut ended) = bus.client().subscribe(ENDED_SESSIONS).await {
            while let Some(message) = ended.next().await {
                if let Ok(session) = TokenHash::try_from(&message.payload[..]) {
                    accounts.sessions.end(&session);
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Lets go of games whose logs were changed.
async fn listen_for_forgotten_games(rooms: Arc<Rooms>, bus: Bus) {
    loop {
        if let Ok(mut forgotten) = bus.client().subscribe(FORGOTTEN_GAMES).await {
            while let Some(message) = forgotten.next().await {
                let games = String::from_utf8_lossy(&message.payload).into_owned();
                rooms.forget(games.split(' ')).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Closes what belongs to sessions of whose end no word came, or that have run out.
async fn check_sessions(accounts: Arc<Accounts>) {
    loop {
        tokio::time::sleep(CHECK_SESSIONS).await;
        let open = accounts.sessions.open();
        if let Err(error) = accounts.note_seen(&open).await {
            tracing::warn!(%error, "sessions could not be noted as seen");
        }
        if let Ok(ended) = accounts.ended_sessions(&open).await {
            for session in &ended {
                accounts.sessions.end(session);
            }
        }
    }
}

/// Deletes what is over, at once and then every hour.
async fn purge(store: Arc<Store>) {
    let mut hours = tokio::time::interval(PURGE);
    loop {
        hours.tick().await;
        if let Err(error) = store.purge().await {
            tracing::warn!(%error, "what is over could not be deleted; it is tried again in an hour");
        }
    }
}

/// Whether a game is still where a worker is about to think about it.
async fn is_wanted(rooms: &Rooms, payload: &[u8]) -> JobReceipt {
    let Ok(JobQuestion { game, version }) = serde_json::from_slice(payload) else {
        return JobReceipt::Settled;
    };
    let is_there = rooms.look(&game, |room, _| {
        room.version() == version && room.engine_to_move().is_some()
    });
    match is_there.await {
        Ok(Some(true)) | Err(_) => JobReceipt::Retry,
        Ok(_) => JobReceipt::Settled,
    }
}

async fn play_result(rooms: &Rooms, payload: &[u8]) -> JobReceipt {
    let Ok(result) = serde_json::from_slice(payload) else {
        return JobReceipt::Settled;
    };
    let JobResult {
        game,
        version,
        ply,
        mv,
    } = result;
    let id = version.to_string();
    let command = Command::Move { ply, mv };
    let done = rooms
        .act(&game, Actor::Engine, &command, Span(0), Some(&id))
        .await;
    match done {
        Err(ActError::TryAgain) => JobReceipt::Retry,
        Err(error) => {
            tracing::debug!(%error, game, "an engine's move was not needed");
            JobReceipt::Settled
        }
        Ok(_) => JobReceipt::Settled,
    }
}
