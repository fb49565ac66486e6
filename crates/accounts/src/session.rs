//! Who asks.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names;
use crate::players::Player;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::Cookie;
use std::sync::Arc;

/// How long a session lasts.
const DAYS: i32 = 90;

/// Whoever asks, or nobody.
pub struct OptionalPlayer(pub Option<Player>);

/// Whoever asks; nobody is turned away.
pub struct SignedIn(pub Player);

impl<S> FromRequestParts<Arc<S>> for OptionalPlayer
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ApiError> {
        let accounts: &Accounts = state.as_ref().as_ref();
        if let Some(header) = parts.headers.get(AUTHORIZATION) {
            let token = header.to_str().ok();
            let token = token.and_then(|text| text.strip_prefix("Bearer "));
            let token = token.ok_or(ApiError::NoSession)?;
            let player = accounts.session(&names::token_hash(token), true).await?;
            return player.map(Some).map(Self).ok_or(ApiError::NoSession);
        }
        let Some(token) = accounts.token_of(parts) else {
            return Ok(Self(None));
        };
        let player = accounts.session(&names::token_hash(&token), false).await?;
        Ok(Self(player))
    }
}

impl<S> FromRequestParts<Arc<S>> for SignedIn
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ApiError> {
        let OptionalPlayer(player) = OptionalPlayer::from_request_parts(parts, state).await?;
        player.map(Self).ok_or(ApiError::NoSession)
    }
}

impl Accounts {
    /// The token in a cookie that we have signed.
    fn token_of(&self, parts: &Parts) -> Option<String> {
        let jar = SignedCookieJar::from_headers(&parts.headers, self.key.clone());
        Some(jar.get(self.cookie_name())?.value().to_owned())
    }

    /// The browser keeps cookies of this name to this very host, if it can.
    fn cookie_name(&self) -> &'static str {
        if self.is_secure {
            "__Host-session"
        } else {
            "session"
        }
    }

    /// Starts a session and returns the cookie that proves it; one that was there ends.
    pub(crate) async fn begin(
        &self,
        jar: SignedCookieJar,
        player: &Player,
    ) -> Result<SignedCookieJar, sqlx::Error> {
        let jar = self.end(jar).await?;
        let token = names::token();
        self.create_session(&names::token_hash(&token), player.id, false, DAYS)
            .await?;
        let seconds = i64::from(DAYS) * 24 * 60 * 60;
        let secure = if self.is_secure { "; Secure" } else { "" };
        let text = format!(
            "{}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}",
            self.cookie_name()
        );
        let cookie = Cookie::parse(text).expect("well formed");
        Ok(jar.add(cookie))
    }

    /// Ends the session of a jar, if it has one.
    pub(crate) async fn end(&self, jar: SignedCookieJar) -> Result<SignedCookieJar, sqlx::Error> {
        let name = self.cookie_name();
        let Some(cookie) = jar.get(name) else {
            return Ok(jar);
        };
        let session = names::token_hash(cookie.value());
        self.end_session(&session).await?;
        self.close(&session);
        let mut gone = Cookie::new(name, "");
        gone.set_path("/");
        gone.set_secure(self.is_secure);
        Ok(jar.remove(gone))
    }
}

/// The jar of a request, to be changed.
pub(crate) struct Jar(pub(crate) SignedCookieJar);

impl<S> FromRequestParts<Arc<S>> for Jar
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ApiError> {
        let accounts: &Accounts = state.as_ref().as_ref();
        let jar = SignedCookieJar::from_headers(&parts.headers, accounts.key.clone());
        Ok(Self(jar))
    }
}
