//! Who asks.

use super::error::ApiError;
use crate::app::App;
use crate::names;
use crate::store::{Player, StoreError};
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, Key};
use std::sync::Arc;

/// How long a session lasts.
pub(crate) const DAYS: i32 = 90;

/// Whoever asks, or nobody.
pub(crate) struct OptionalPlayer(pub(crate) Option<Player>);

/// Whoever asks; nobody is turned away.
pub(crate) struct SignedIn(pub(crate) Player);

impl FromRequestParts<Arc<App>> for OptionalPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let store = &app.rooms.store;
        if let Some(header) = parts.headers.get(AUTHORIZATION) {
            let token = header.to_str().ok();
            let token = token.and_then(|text| text.strip_prefix("Bearer "));
            let token = token.ok_or(ApiError::NoSession)?;
            let player = store.session(&names::token_hash(token), true).await?;
            return player.map(Some).map(Self).ok_or(ApiError::NoSession);
        }
        let Some(token) = token_of(parts, app) else {
            return Ok(Self(None));
        };
        let player = store.session(&names::token_hash(&token), false).await?;
        Ok(Self(player))
    }
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let OptionalPlayer(player) = OptionalPlayer::from_request_parts(parts, app).await?;
        player.map(Self).ok_or(ApiError::NoSession)
    }
}

/// The token in a cookie that we have signed.
fn token_of(parts: &Parts, app: &App) -> Option<String> {
    let jar = SignedCookieJar::from_headers(&parts.headers, app.key.clone());
    Some(jar.get(cookie_name(app))?.value().to_owned())
}

/// The browser keeps cookies of this name to this very host, if it can.
fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() {
        "__Host-session"
    } else {
        "session"
    }
}

/// Starts a session and returns the cookie that proves it; one that was there ends.
pub(crate) async fn begin(
    app: &App,
    jar: SignedCookieJar<Key>,
    player: &Player,
) -> Result<SignedCookieJar<Key>, StoreError> {
    let jar = end(app, jar).await?;
    let token = names::token();
    let store = &app.rooms.store;
    store
        .create_session(&names::token_hash(&token), player.id, false, DAYS)
        .await?;
    let seconds = i64::from(DAYS) * 24 * 60 * 60;
    let secure = if app.config.is_secure() {
        "; Secure"
    } else {
        ""
    };
    let text = format!(
        "{}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}",
        cookie_name(app)
    );
    let cookie = Cookie::parse(text).expect("well formed");
    Ok(jar.add(cookie))
}

/// Ends the session of a jar, if it has one.
pub(crate) async fn end(
    app: &App,
    jar: SignedCookieJar<Key>,
) -> Result<SignedCookieJar<Key>, StoreError> {
    let name = cookie_name(app);
    let Some(cookie) = jar.get(name) else {
        return Ok(jar);
    };
    let session = names::token_hash(cookie.value());
    app.rooms.store.end_session(&session).await?;
    app.end_session(&session);
    let mut gone = Cookie::new(name, "");
    gone.set_path("/");
    gone.set_secure(app.config.is_secure());
    Ok(jar.remove(gone))
}

/// The jar of a request, to be changed.
pub(crate) struct Jar(pub(crate) SignedCookieJar<Key>);

impl FromRequestParts<Arc<App>> for Jar {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        Ok(Self(SignedCookieJar::from_headers(
            &parts.headers,
            app.key.clone(),
        )))
    }
}
