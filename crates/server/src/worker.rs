//! Workers: they think for the seats that engines play.

use crate::nats::{self, ANSWERS};
use async_nats::Client;
use async_nats::jetstream::{self, AckKind, consumer};
use futures_util::StreamExt;
use longjump_wire::cluster::{Job, JobReceipt, JobResult};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a job may take before another worker gets it.
const PATIENCE: Duration = Duration::from_secs(10);
/// What finds a move. It is handed in, so that servers can't be tempted to think themselves.
pub type Thinker = Arc<dyn Fn(&Job) -> Option<String> + Send + Sync>;

/// Thinks for engines' seats with so many threads, until it is dropped.
///
/// # Errors
/// When the address of NATS makes no sense. While NATS is away it is waited for.
pub async fn work(
    nats: &str,
    threads: usize,
    think: Thinker,
) -> Result<(), async_nats::ConnectError> {
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
    let context = jetstream::new(client.clone());
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let queue = nats::queue(&context).await.map_err(|error| told(&error))?;
    let config = consumer::pull::Config {
        durable_name: Some("workers".to_owned()),
        ack_wait: PATIENCE,
        ..Default::default()
    };
    let consumer = queue
        .get_or_create_consumer("workers", config)
        .await
        .map_err(|error| told(&error))?;
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
            let kind = if do_job(&client, &message.payload, think).await {
                AckKind::Ack
            } else {
                AckKind::Nak(Some(Duration::from_secs(1)))
            };
            let _ = message.ack_with(kind).await;
            drop(slot);
        });
    }
    Ok(())
}

/// Whether a job is done with: answered, or not worth an answer.
async fn do_job(client: &Client, payload: &[u8], think: Thinker) -> bool {
    let Ok(job) = serde_json::from_slice::<Job>(payload) else {
        tracing::error!("a job that can't be read");
        return true;
    };
    let (version, ply) = (job.version, job.moves.len());
    let game = job.game.clone();
    let Ok(Some(mv)) = tokio::task::spawn_blocking(move || think(&job)).await else {
        tracing::error!(game, "a job that can't be done");
        return true;
    };
    let result = JobResult {
        game,
        version,
        ply,
        mv,
    };
    let Ok(text) = serde_json::to_vec(&result) else {
        return true;
    };
    let reply = tokio::time::timeout(PATIENCE / 2, client.request(ANSWERS, text.into())).await;
    match reply {
        Ok(Ok(reply)) => serde_json::from_slice(&reply.payload)
            .is_ok_and(|receipt: JobReceipt| receipt == JobReceipt::Settled),
        _ => false,
    }
}
