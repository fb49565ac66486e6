//! A server: its parts put together, started and ended.

use crate::app::App;
use crate::config::Config;
use crate::http;
use crate::limiters::Limiters;
use crate::nats::{ANSWERS, Bus};
use crate::rooms::{ActError, Rooms, start_upkeep};
use crate::store::{Store, StoreError};
use axum::Router;
use axum::serve::ListenerExt;
use axum_extra::extract::cookie::Key;
use futures_util::StreamExt;
use longjump_online::{Actor, Command};
use longjump_wire::cluster::{JobReceipt, JobResult};
use longjump_wire::time::Span;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long clients have to go elsewhere when a server ends.
const DRAIN: Duration = Duration::from_secs(5);

/// Why a server could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The database is not there.
    #[error("{0}; is Postgres running at the address given as `database`?")]
    Store(#[from] StoreError),
    /// NATS has an address that makes no sense.
    #[error("NATS can't be reached: {0}; look at the address given as `nats`")]
    Nats(#[from] async_nats::ConnectError),
    /// Nothing can listen there.
    #[error("nothing can listen at {0}: {1}; give another address as `listen`")]
    Listen(SocketAddr, std::io::Error),
    /// The secret is too short.
    #[error("`secret` must have 64 letters or more; make one with: openssl rand -hex 32")]
    Secret,
}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    drain: watch::Sender<bool>,
    task: JoinHandle<()>,
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
        let store = Store::connect(&config.database, config.connections).await?;
        let bus = Bus::new(&config.nats).await?;
        let rooms = Rooms::new(Arc::new(store), bus.clone());
        start_upkeep(&rooms);
        tokio::spawn(listen_to_workers(Arc::clone(&rooms), bus));
        let listener = TcpListener::bind(config.listen).await;
        let listener = listener.map_err(|error| StartError::Listen(config.listen, error))?;
        let address = listener.local_addr().unwrap_or(config.listen);
        // A move is one small packet; waiting for more to send with it would be felt.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let (drain, draining) = watch::channel(false);
        let app = Arc::new(App {
            key: Key::from(config.secret.as_bytes()),
            limiters: Limiters::new(&config),
            metrics: recorder(),
            rooms,
            draining: draining.clone(),
            config,
        });
        let service = http::router(app, site).into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move {
            let mut ending = draining.clone();
            let ended = async move {
                let _ = ending.wait_for(|&draining| draining).await;
            };
            let serving = axum::serve(listener, service).with_graceful_shutdown(ended);
            let mut draining = draining;
            let too_late = async move {
                let _ = draining.wait_for(|&draining| draining).await;
                tokio::time::sleep(DRAIN).await;
            };
            tokio::select! {
                _ = serving => {}
                () = too_late => {}
            }
        });
        Ok(Self {
            address,
            drain,
            task,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it: what is being written is written, and clients are told to go elsewhere.
    pub async fn drain(self) {
        let _ = self.drain.send(true);
        let _ = self.task.await;
    }
}

/// The one recorder of this process.
fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            // Another one is there already when tests run in one process.
            let _ = metrics::set_global_recorder(recorder);
            handle
        })
        .clone()
}

/// Plays the moves that workers find.
async fn listen_to_workers(rooms: Arc<Rooms>, bus: Bus) {
    loop {
        let answers = bus
            .client()
            .queue_subscribe(ANSWERS, "servers".to_owned())
            .await;
        if let Ok(mut answers) = answers {
            while let Some(message) = answers.next().await {
                let rooms = Arc::clone(&rooms);
                let bus = bus.clone();
                tokio::spawn(async move {
                    let receipt = play_result(&rooms, &message.payload).await;
                    if let (Some(reply), Ok(text)) = (message.reply, serde_json::to_vec(&receipt)) {
                        let _ = bus.client().publish(reply, text.into()).await;
                    }
                });
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
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
