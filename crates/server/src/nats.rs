//! NATS between servers and workers. Nothing is true because it was said here: who missed
//! something reads it from the database.

use async_nats::connection::State;
use async_nats::jetstream::{self, stream};
use async_nats::{Client, ConnectOptions};
use futures_util::{Stream, StreamExt};
use longjump_wire::cluster::Job;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Where servers answer workers.
pub(crate) const ANSWERS: &str = "longjump.answer";
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
    outbox: mpsc::Sender<(String, Vec<u8>)>,
    /// When the connection last came or went: news may have been lost about then.
    changed: Arc<Mutex<Instant>>,
}

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
) -> Result<stream::Stream, jetstream::context::CreateStreamError> {
    context
        .get_or_create_stream(stream::Config {
            name: QUEUE.to_owned(),
            subjects: vec![JOBS.to_owned()],
            retention: stream::RetentionPolicy::WorkQueue,
            max_age: Duration::from_secs(60 * 60),
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
        let _ = self.0.outbox.try_send((self.subject(game), news));
    }

    /// Has a worker think. A job that gets lost is given again after a while.
    pub(crate) fn think(&self, job: &Job) {
        if let Ok(text) = serde_json::to_vec(job) {
            let _ = self.0.outbox.try_send((JOBS.to_owned(), text));
        }
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
        let messages = self.0.client.subscribe(all).await.ok()?;
        let own = self.subject(game);
        Some(messages.filter(move |message| {
            let is_others = message.subject.as_str() != own;
            std::future::ready(is_others)
        }))
    }

    fn subject(&self, game: &str) -> String {
        format!("longjump.game.{game}.{}", self.0.own_name)
    }
}

async fn send(client: Client, mut outbox: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, text)) = outbox.recv().await {
        // While the connection is down nobody listens, and old news is of no use later.
        if client.connection_state() == State::Connected
            && let Err(error) = client.publish(subject, text.into()).await
        {
            tracing::warn!(%error, "a message was not sent");
        }
    }
}
