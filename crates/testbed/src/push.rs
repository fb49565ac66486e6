//! A push service of browsers, which keeps what it is given.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// One on this machine.
pub struct PushService {
    address: SocketAddr,
    kept: Arc<Mutex<Kept>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct Kept {
    pushes: Vec<Push>,
    answers: HashMap<String, StatusCode>,
}

/// A message as it came.
#[derive(Clone, Debug)]
pub struct Push {
    /// For which browser.
    pub to: String,
    /// Its head.
    pub headers: HeaderMap,
    /// What only that browser can read.
    pub body: Vec<u8>,
}

type Shared = State<Arc<Mutex<Kept>>>;

impl PushService {
    /// Starts one.
    ///
    /// # Errors
    /// When nothing can listen.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let kept = Arc::new(Mutex::new(Kept::default()));
        let router = Router::new().route("/{browser}", post(take));
        let router = router.with_state(Arc::clone(&kept));
        let task = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            address,
            kept,
            task,
        })
    }

    /// As servers are told.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Where messages for a browser are taken.
    pub fn endpoint(&self, browser: &str) -> String {
        format!("http://{}/{browser}", self.address)
    }

    /// What is said from now on to messages for a browser.
    pub fn answer(&self, browser: &str, status: u16) {
        let status = StatusCode::from_u16(status).unwrap_or_default();
        lock(&self.kept).answers.insert(browser.to_owned(), status);
    }

    /// All messages so far, taken or not.
    pub fn pushes(&self) -> Vec<Push> {
        lock(&self.kept).pushes.clone()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn take(
    State(kept): Shared,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let mut kept = lock(&kept);
    let status = kept.answers.get(&browser).copied();
    kept.pushes.push(Push {
        to: browser,
        headers,
        body: body.to_vec(),
    });
    status.unwrap_or(StatusCode::CREATED)
}
