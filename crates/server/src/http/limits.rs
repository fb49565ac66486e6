//! How often one address may ask.

use crate::app::App;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use longjump_accounts::{ApiError, Network};
use longjump_door::{RequestKind, network};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Turns away who asks too often.
pub(crate) async fn limit(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let network = network(address(&app, peer, &request));
    app.limiters.tidy();
    let kind = match request.uri().path() {
        // Only looked at.
        "/api/account" if request.method() == Method::GET => RequestKind::Any,
        "/api/guest"
        | "/api/account"
        | "/api/account/password"
        | "/api/account/proof"
        | "/api/account/proof/begin"
        | "/api/account/passkeys/begin"
        | "/api/passkeys/sign-up/begin"
        | "/api/passkeys/sign-in/begin"
        | "/api/login"
        | "/api/recover"
        | "/api/recover/letter"
        | "/api/forgotten"
        | "/api/address"
        | "/api/account/address"
        | "/api/bots"
        | "/api/socket" => RequestKind::SignIn,
        "/api/games" => RequestKind::NewGame,
        _ => RequestKind::Any,
    };
    request.extensions_mut().insert(Network(network));
    if app.limiters.allow_request(&network, kind) {
        next.run(request).await
    } else {
        metrics::counter!("longjump_turned_away_total").increment(1);
        ApiError::TOO_OFTEN.into_response()
    }
}

/// Where a request comes from. What a proxy says is believed only if there is one, and of a
/// list only the last entry of the last line, which is the proxy's own.
fn address(app: &App, peer: SocketAddr, request: &Request) -> IpAddr {
    let told = app.config.behind_proxy.then(|| {
        let headers = request.headers().get_all("x-forwarded-for");
        let header = headers.iter().next_back()?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    });
    told.flatten().unwrap_or_else(|| peer.ip())
}
