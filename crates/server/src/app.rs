//! What handlers of requests and sockets share.

use crate::config::Config;
use crate::limiters::Limiters;
use crate::rooms::Rooms;
use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use tokio::sync::watch;

/// What handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) key: Key,
    pub(crate) limiters: Limiters,
    pub(crate) metrics: PrometheusHandle,
    /// Whether this server is about to end.
    pub(crate) draining: watch::Receiver<bool>,
}
