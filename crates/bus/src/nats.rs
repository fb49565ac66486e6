//! NATS between servers and workers. Nothing is true because it was said here: who missed
//! something reads it from the database.

use async_nats::connection::State;
use async_nats::header::{HeaderMap, NATS_MESSAGE_ID};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::jetstream::{self, consumer};
use async_nats::{Client, ConnectOptions, Message, ServerAddr, Subscriber};
use futures_util::{Stream, StreamExt, stream};
use longjump_wire::cluster::Job;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::mpsc;

/// Where servers answer workers.
pub const ANSWERS: &str = "longjump.answer";
/// Where workers ask whether a job is still wanted.
pub const WANTED: &str = "longjump.wanted";
/// Where jobs go that could not be done, for who wants to know.
pub(crate) const UNDOABLE: &str = "longjump.undoable";
/// Where servers tell each other of games to read anew, with blanks between their names.
pub const FORGOTTEN_GAMES: &str = "longjump.forgotten";
/// How many are told in one message.
const FORGOTTEN_AT_ONCE: usize = 1000;
/// Where servers tell each other of sessions that have ended.
pub const ENDED_SESSIONS: &str = "longjump.sessions";
/// Where jobs for workers go.
const JOBS: &str = "longjump.think";
/// The queue that keeps them.
const QUEUE: &str = "LONGJUMP_THINK";
/// The name under which all workers take from it.
const WORKERS: &str = "workers";
/// How long a job may take before another worker gets it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How often a job is tried.
const TRIES: i64 = 5;
/// How often servers see to it that the queue is there.
const CHECK_QUEUE: Duration = Duration::from_secs(10);
/// How many messages may wait to be sent.
const OUTBOX: usize = 16_384;

/// Where NATS is.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    url: String,
    /// The certificate by which its own is known; those of the system if there is none.
    authority: Option<PathBuf>,
}

/// Why NATS can't be used.
#[derive(Debug, Error)]
pub enum NatsError {
    /// The address makes no sense.
    #[error("NATS can't be reached: {0}")]
    Address(#[from] std::io::Error),
    /// It can't be connected to, and trying again would not help.
    #[error("NATS can't be reached: {0}")]
    Connect(#[from] async_nats::ConnectError),
    /// The certificate is not there.
    #[error("the certificate {0} can't be read: {1}")]
    Certificate(PathBuf, std::io::Error),
}

impl NatsAddress {
    /// An address, and the file with the certificate that NATS is known by; an empty one if it
    /// has none, or one that the system knows.
    pub fn new(url: &str, authority: &str) -> Self {
        Self {
            url: url.to_owned(),
            authority: (!authority.is_empty()).then(|| authority.into()),
        }
    }
}

/// A connection that mends itself.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    client: Client,
    /// Tells our own messages from others'.
    own_name: String,
    outbox: mpsc::Sender<Outgoing>,
    /// When the connection last came or went: news may have been lost about then.
    changed: Arc<Mutex<Instant>>,
}

/// A message that waits to be sent. One with an id is kept only once.
struct Outgoing {
    subject: String,
    id: Option<String>,
    text: Vec<u8>,
}

/// How long a job is known again, so that it is not given twice.
const KNOWN_AGAIN: Duration = Duration::from_secs(120);
/// How long a round trip to NATS may take.
const ROUND_TRIP: Duration = Duration::from_secs(2);
/// How long after the connection came or went news is not relied on.
const UNSURE: Duration = Duration::from_secs(10);

/// Connects to NATS, now or as soon as it is there; what happens to the connection is told.
pub(crate) async fn connect(
    address: &NatsAddress,
    tell: impl Fn() + Send + Sync + 'static,
) -> Result<Client, NatsError> {
    let tell = Arc::new(tell);
    let server: ServerAddr = address.url.parse()?;
    let mut options = ConnectOptions::new();
    // The client reads them from no address.
    if let (Some(user), Some(password)) = (server.username(), server.password()) {
        options = options.user_and_password(user.to_owned(), password.to_owned());
    }
    if let Some(path) = &address.authority {
        // Told now: while connecting it would be tried again and again.
        let read = std::fs::read(path);
        read.map_err(|error| NatsError::Certificate(path.clone(), error))?;
        // Whoever gives a certificate wants no plain connection, whatever the address says.
        options = options
            .add_root_certificates(path.clone())
            .require_tls(true);
    }
    let connected = options
        .retry_on_initial_connect()
        .max_reconnects(None)
        .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(10) as u64))
        .connection_timeout(Duration::from_secs(2))
        .event_callback(move |event| {
            let tell = Arc::clone(&tell);
            async move {
                tracing::info!(%event, "NATS");
                tell();
            }
        })
        .connect(server);
    Ok(connected.await?)
}

/// Makes the queue of jobs, and the way in which workers take from it, if they are not there. A
/// worker may not: who makes queues can have jobs sent anywhere.
async fn make_queue(client: &Client) -> Result<(), async_nats::Error> {
    let queue = Config {
        name: QUEUE.to_owned(),
        subjects: vec![JOBS.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: Duration::from_secs(60 * 60),
        duplicate_window: KNOWN_AGAIN,
        ..Default::default()
    };
    let workers = consumer::pull::Config {
        durable_name: Some(WORKERS.to_owned()),
        ack_wait: PATIENCE,
        max_deliver: TRIES,
        ..Default::default()
    };
    let queue = jetstream::new(client.clone())
        .get_or_create_stream(queue)
        .await?;
    queue.get_or_create_consumer(WORKERS, workers).await?;
    Ok(())
}

/// Sees to it that the queue is there, also when NATS has lost all it had.
async fn keep_queue(bus: Weak<Inner>) {
    loop {
        let Some(inner) = bus.upgrade() else { return };
        let made = make_queue(&inner.client).await;
        drop(inner);
        let pause = match made {
            Ok(()) => CHECK_QUEUE,
            Err(_) => Duration::from_millis(100),
        };
        tokio::time::sleep(pause).await;
    }
}

/// How workers take jobs.
pub(crate) async fn jobs(client: &Client) -> Result<consumer::PullConsumer, async_nats::Error> {
    let context = jetstream::new(client.clone());
    Ok(context.get_consumer_from_stream(WORKERS, QUEUE).await?)
}

impl Bus {
    /// Connects a server, now or as soon as NATS is there. Its name tells its own messages from
    /// those of others.
    ///
    /// # Errors
    /// When the address makes no sense, or the certificate can't be read.
    pub async fn new(address: &NatsAddress, own_name: String) -> Result<Self, NatsError> {
        let changed = Arc::new(Mutex::new(Instant::now()));
        let noted = Arc::clone(&changed);
        let client = connect(address, move || {
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        })
        .await?;
        let (outbox, to_send) = mpsc::channel(OUTBOX);
        tokio::spawn(send(client.clone(), to_send));
        let inner = Arc::new(Inner {
            client,
            own_name,
            outbox,
            changed,
        });
        // Games can be played without the queue, so it is not waited for for long.
        let made = make_queue(&inner.client);
        let _ = tokio::time::timeout(Duration::from_secs(3), made).await;
        tokio::spawn(keep_queue(Arc::downgrade(&inner)));
        Ok(Self(inner))
    }

    /// The connection itself.
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// What this server is called among others.
    pub fn own_name(&self) -> &str {
        &self.0.own_name
    }

    /// Whether messages get through.
    pub fn is_up(&self) -> bool {
        self.0.client.connection_state() == State::Connected
    }

    /// Whether news is sure to come: the connection is there and has been for a while.
    pub fn is_steady(&self) -> bool {
        let changed = self
            .0
            .changed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.is_up() && changed.elapsed() > UNSURE
    }

    /// Tells other servers of a game. What can't be sent is lost, and read elsewhere.
    pub fn publish(&self, game: &str, news: Vec<u8>) {
        self.send(self.subject(game), None, news);
    }

    /// Has a worker think. A job that gets lost is given again after a while; one that only
    /// waits is not.
    pub fn think(&self, job: &Job) {
        if let Ok(text) = serde_json::to_vec(job) {
            let id = format!("{}:{}", job.game, job.version);
            self.send(JOBS.to_owned(), Some(id), text);
        }
    }

    /// Tells all servers that a session has ended.
    pub fn end_session(&self, session: &[u8; 32]) {
        self.send(ENDED_SESSIONS.to_owned(), None, session.to_vec());
    }

    /// Tells all servers that logs of games were changed where they should not be: names of who is gone. What
    /// they know of these games is to be read anew.
    pub fn forget_games(&self, games: &[String]) {
        for games in games.chunks(FORGOTTEN_AT_ONCE) {
            self.send(
                FORGOTTEN_GAMES.to_owned(),
                None,
                games.join(" ").into_bytes(),
            );
        }
    }

    fn send(&self, subject: String, id: Option<String>, text: Vec<u8>) {
        let _ = self.0.outbox.try_send(Outgoing { subject, id, text });
    }

    /// What other servers tell of a game from now on; none if that can't be heard just now.
    pub async fn subscribe(
        &self,
        game: &str,
    ) -> Option<impl Stream<Item = async_nats::Message> + use<>> {
        if !self.is_up() {
            return None;
        }
        let all = format!("longjump.game.{game}.*");
        let mut messages = self.0.client.subscribe(all).await.ok()?;
        let own = self.subject(game);
        let early = tokio::time::timeout(ROUND_TRIP, self.echo(&own, &mut messages));
        let early = early.await.ok()??;
        Some(stream::iter(early).chain(messages).filter(move |message| {
            let is_others = message.subject.as_str() != own;
            std::future::ready(is_others)
        }))
    }

    /// Waits until a message of our own has come back: NATS knows then that we listen, which it
    /// need not when subscribing returns. What others said in the meantime is returned.
    async fn echo(&self, own: &str, messages: &mut Subscriber) -> Option<Vec<Message>> {
        let probe = self.0.client.publish(own.to_owned(), Vec::new().into());
        probe.await.ok()?;
        let mut early = Vec::new();
        loop {
            let message = messages.next().await?;
            if message.subject.as_str() == own && message.payload.is_empty() {
                return Some(early);
            }
            early.push(message);
        }
    }

    fn subject(&self, game: &str) -> String {
        format!("longjump.game.{game}.{}", self.0.own_name)
    }
}

async fn send(client: Client, mut outbox: mpsc::Receiver<Outgoing>) {
    while let Some(Outgoing { subject, id, text }) = outbox.recv().await {
        // While the connection is down nobody listens, and old news is of no use later.
        if client.connection_state() != State::Connected {
            continue;
        }
        let mut headers = HeaderMap::new();
        let sent = match id {
            None => client.publish(subject, text.into()).await,
            Some(id) => {
                headers.insert(NATS_MESSAGE_ID, id);
                client
                    .publish_with_headers(subject, headers, text.into())
                    .await
            }
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "a message was not sent");
        }
    }
}
