//! For those who operate servers.

use crate::app::App;
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Whether this process is alive.
pub(crate) async fn health() -> &'static str {
    "alive\n"
}

/// Whether requests should be sent here.
pub(crate) async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if *app.draining.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "about to end\n");
    }
    if !app.rooms.store.answers().await {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database is away\n");
    }
    // Games go on without NATS; only news comes later.
    (StatusCode::OK, "ready\n")
}

/// The figures, for Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> String {
    metrics::gauge!("longjump_rooms").set(app.rooms.count() as f64);
    metrics::gauge!("longjump_nats_connected").set(f64::from(u8::from(app.rooms.bus.is_up())));
    app.metrics.render()
}

/// Counts requests and their times, by path as we wrote it and not as it was asked for.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or("site", MatchedPath::as_str).to_owned();
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::counter!("longjump_requests_total", "path" => path.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("longjump_request_seconds", "path" => path)
        .record(started.elapsed().as_secs_f64());
    response
}
