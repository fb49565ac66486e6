//! How often one address may ask.

use super::error::ApiError;
use crate::app::App;
use crate::config::Config;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

type Limiter<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// What is counted, by address and by name.
pub(crate) struct Limiters {
    requests: Limiter<IpAddr>,
    sign_ins: Limiter<IpAddr>,
    /// Wrong or right, so many tries a minute for one name from wherever.
    names: Limiter<String>,
}

/// How often one name may be tried in a minute.
const TRIES_A_MINUTE: u32 = 10;

fn a_minute(count: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(count.max(1)).expect("at least one"))
}

impl Limiters {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            requests: RateLimiter::keyed(a_minute(config.requests_a_minute)),
            sign_ins: RateLimiter::keyed(a_minute(config.sign_ins_a_minute)),
            names: RateLimiter::keyed(a_minute(TRIES_A_MINUTE)),
        }
    }

    /// Whether one more try to sign in under a name is one too many.
    pub(crate) fn try_name(&self, name: &str) -> Result<(), ApiError> {
        let key = name.to_ascii_lowercase();
        self.names.check_key(&key).map_err(|_| ApiError::TooMany)
    }

    /// Forgets addresses that have been quiet.
    fn tidy(&self) {
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
            self.sign_ins.retain_recent();
            self.names.retain_recent();
        }
    }
}

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
    let fine = app.limiters.requests.check_key(&address).is_ok()
        && (!signs_in || app.limiters.sign_ins.check_key(&address).is_ok());
    if fine {
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
