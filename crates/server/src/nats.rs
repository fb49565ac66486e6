//! NATS between servers and workers. Nothing is true because it was said here: who missed
//! something reads it from the database.

use crate::store::TokenHash;
use async_nats::connection::State;
use async_nats::header::{HeaderMap, NATS_MESSAGE_ID};
use async_nats::jetstream;
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::{Client, ConnectOptions, Message, Subscriber};
use axum::body::Bytes;
use futures_util::{Stream, StreamExt, stream};
use longjump_wire::cluster::Job;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Where servers answer workers.
pub(crate) const ANSWERS: &str = "longjump.answer";
/// Where workers ask whether a job is still wanted.
pub(crate) const WANTED: &str = "longjump.wanted";
/// Where jobs go that could not be done, for who wants to know.
pub(crate) const UNDOABLE: &str = "longjump.undoable";
/// Where servers tell each other of sessions that have ended.
pub(crate) const ENDED_SESSIONS: &str = "longjump.sessions";
/// Where jobs for workers go.
const JOBS: &str = "longjump.think";
/// The queue that keeps them.
const QUEUE: &str = "LONGJUMP_THINK";
/// How many messages may wait to be sent.
const OUTBOX: usize = 16_384;

/// A connection that mends itself.
#[derive(Clone)]
pub(crate) struct Bus(Arc<Inner>);

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
    url: &str,
    tell: impl Fn() + Send + Sync + 'static,
) -> Result<Client, async_nats::ConnectError> {
    let tell = Arc::new(tell);
    ConnectOptions::new()
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
        .connect(url)
        .await
}

/// The queue of jobs, made if it is not there.
pub(crate) async fn queue(
    context: &jetstream::Context,
) -> Result<jetstream::stream::Stream, jetstream::context::CreateStreamError> {
    context
        .get_or_create_stream(Config {
            name: QUEUE.to_owned(),
            subjects: vec![JOBS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            max_age: Duration::from_secs(60 * 60),
            duplicate_window: KNOWN_AGAIN,
            ..Default::default()
        })
        .await
}

impl Bus {
    pub(crate) async fn new(url: &str) -> Result<Self, async_nats::ConnectError> {
        let changed = Arc::new(Mutex::new(Instant::now()));
        let noted = Arc::clone(&changed);
        let client = connect(url, move || {
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        })
        .await?;
        let (outbox, to_send) = mpsc::channel(OUTBOX);
        tokio::spawn(send(client.clone(), to_send));
        let context = jetstream::new(client.clone());
        let made = tokio::spawn(async move {
            // Workers make it too; whoever comes first.
            while queue(&context).await.is_err() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        // Games can be played without it, so it is not waited for for long.
        let _ = tokio::time::timeout(Duration::from_secs(3), made).await;
        Ok(Self(Arc::new(Inner {
            client,
            own_name: crate::names::token(),
            outbox,
            changed,
        })))
    }

    pub(crate) fn client(&self) -> &Client {
        &self.0.client
    }

    /// What this server is called among others.
    pub(crate) fn own_name(&self) -> &str {
        &self.0.own_name
    }

    /// Whether messages get through.
    pub(crate) fn is_up(&self) -> bool {
        self.0.client.connection_state() == State::Connected
    }

    /// Whether news is sure to come: the connection is there and has been for a while.
    pub(crate) fn is_steady(&self) -> bool {
        let changed = self
            .0
            .changed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.is_up() && changed.elapsed() > UNSURE
    }

    /// Tells other servers of a game. What can't be sent is lost, and read elsewhere.
    pub(crate) fn publish(&self, game: &str, news: Vec<u8>) {
        self.send(self.subject(game), None, news);
    }

    /// Has a worker think. A job that gets lost is given again after a while; one that only
    /// waits is not.
    pub(crate) fn think(&self, job: &Job) {
        if let Ok(text) = serde_json::to_vec(job) {
            let id = format!("{}:{}", job.game, job.version);
            self.send(JOBS.to_owned(), Some(id), text);
        }
    }

    /// Tells all servers that a session has ended.
    pub(crate) fn end_session(&self, session: &TokenHash) {
        self.send(ENDED_SESSIONS.to_owned(), None, session.to_vec());
    }

    fn send(&self, subject: String, id: Option<String>, text: Vec<u8>) {
        let _ = self.0.outbox.try_send(Outgoing { subject, id, text });
    }

    /// What other servers tell of a game from now on; none if that can't be heard just now.
    pub(crate) async fn subscribe(
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
        let probe = self.0.client.publish(own.to_owned(), Bytes::new());
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
