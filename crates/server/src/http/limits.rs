//! How often one address may ask.

use super::error::ApiError;
use crate::app::App;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Turns away who asks too often.
pub(crate) async fn limit(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let address = address(&app, peer, &request);
    app.limiters.tidy();
    let path = request.uri().path();
    let signs_in = matches!(
        path,
        "/api/guest" | "/api/account" | "/api/login" | "/api/bots" | "/api/socket"
    );
    if app.limiters.allow_request(&address, signs_in) {
        next.run(request).await
    } else {
        metrics::counter!("longjump_turned_away_total").increment(1);
        ApiError::TooMany.into_response()
    }
}

/// Where a request comes from. What a proxy says is believed only if there is one, and of a
/// list only the last entry, which is the proxy's own.
fn address(app: &App, peer: SocketAddr, request: &Request) -> IpAddr {
    let told = app.config.behind_proxy.then(|| {
        let header = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    });
    told.flatten().unwrap_or_else(|| peer.ip())
}
