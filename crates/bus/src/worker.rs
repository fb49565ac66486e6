//! Workers: they think for the seats that engines play.

use crate::nats::{self, ANSWERS, NatsAddress, NatsError, PATIENCE, UNDOABLE, WANTED};
use async_nats::Client;
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use longjump_wire::cluster::{Job, JobQuestion, JobReceipt, JobResult};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A job older than this may be for a game that has gone on.
const OLD: Duration = Duration::from_secs(1);
/// What finds a move. It is handed in, so that servers can't be tempted to think themselves.
pub type Thinker = Arc<dyn Fn(&Job) -> Option<String> + Send + Sync>;

/// Thinks for engines' seats with so many threads, until it is dropped.
///
/// # Errors
/// When the address makes no sense, or the certificate can't be read. While NATS is away it is
/// waited for.
pub async fn work(nats: &NatsAddress, threads: usize, think: Thinker) -> Result<(), NatsError> {
    let client = nats::connect(nats, || {}).await?;
    let slots = Arc::new(Semaphore::new(threads));
    loop {
        if let Err(error) = work_until_it_fails(&client, &slots, threads, &think).await {
            tracing::warn!(error, "no jobs to be had just now");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn work_until_it_fails(
    client: &Client,
    slots: &Arc<Semaphore>,
    threads: usize,
    think: &Thinker,
) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let consumer = nats::jobs(client).await.map_err(|error| told(&error))?;
    // No more than can be begun at once: what waits here can't be done by others.
    let mut jobs = consumer
        .stream()
        .max_messages_per_batch(threads)
        .heartbeat(Duration::from_secs(2))
        .expires(Duration::from_secs(5))
        .messages()
        .await
        .map_err(|error| told(&error))?;
    while let Some(message) = jobs.next().await {
        let message = message.map_err(|error| told(&error))?;
        let slot = Arc::clone(slots).acquire_owned().await;
        let client = client.clone();
        let think = Arc::clone(think);
        tokio::spawn(async move {
            let kind = match do_job(&client, &message, think).await {
                Outcome::Done => AckKind::Ack,
                Outcome::TryAgain => AckKind::Nak(Some(Duration::from_secs(1))),
                Outcome::Undoable => {
                    let told = client.publish(UNDOABLE, message.payload.clone());
                    let _ = told.await;
                    AckKind::Term
                }
            };
            let _ = message.ack_with(kind).await;
            drop(slot);
        });
    }
    Ok(())
}

/// What became of a job.
enum Outcome {
    /// It was answered, or is not worth an answer.
    Done,
    /// Nobody took the answer.
    TryAgain,
    /// It can't be done.
    Undoable,
}

async fn do_job(client: &Client, message: &jetstream::Message, think: Thinker) -> Outcome {
    let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
        tracing::error!("a job that can't be read");
        return Outcome::Undoable;
    };
    if may_be_old(message) && !is_wanted(client, &job).await {
        return Outcome::Done;
    }
    let (version, ply) = (job.version, job.moves.len());
    let game = job.game.clone();
    let Ok(Some(mv)) = tokio::task::spawn_blocking(move || think(&job)).await else {
        tracing::error!(game, "a job that can't be done");
        return Outcome::Undoable;
    };
    let result = JobResult {
        game,
        version,
        ply,
        mv,
    };
    let Ok(text) = serde_json::to_vec(&result) else {
        return Outcome::Undoable;
    };
    match ask(client, ANSWERS, text).await {
        Some(JobReceipt::Settled) => Outcome::Done,
        _ => Outcome::TryAgain,
    }
}

/// Whether a job has waited, or been given before.
fn may_be_old(message: &jetstream::Message) -> bool {
    let Ok(info) = message.info() else {
        return true;
    };
    let age = std::time::SystemTime::now().duration_since(info.published.into());
    info.delivered > 1 || age.map_or(true, |age| age > OLD)
}

/// Whether a game still waits for this move; if nobody knows, it does.
async fn is_wanted(client: &Client, job: &Job) -> bool {
    let question = JobQuestion {
        game: job.game.clone(),
        version: job.version,
    };
    let Ok(text) = serde_json::to_vec(&question) else {
        return true;
    };
    ask(client, WANTED, text).await != Some(JobReceipt::Settled)
}

/// What a server answers.
async fn ask(client: &Client, subject: &'static str, text: Vec<u8>) -> Option<JobReceipt> {
    let reply = tokio::time::timeout(PATIENCE / 2, client.request(subject, text.into())).await;
    serde_json::from_slice(&reply.ok()?.ok()?.payload).ok()
}
