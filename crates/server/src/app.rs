//! What handlers of requests and sockets share.

use crate::config::Config;
use crate::limiters::Limiters;
use crate::rooms::Rooms;
use crate::sessions::Sessions;
use crate::store::TokenHash;
use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use tokio::sync::watch;

/// What handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) key: Key,
    pub(crate) limiters: Limiters,
    pub(crate) metrics: PrometheusHandle,
    /// Whether this server is about to end.
    pub(crate) draining: watch::Receiver<bool>,
}

impl App {
    /// Closes what belongs to a session that has ended, here and at other servers.
    pub(crate) fn end_session(&self, session: &TokenHash) {
        self.sessions.end(session);
        self.rooms.bus.end_session(session);
    }
}
