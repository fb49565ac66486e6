//! Who asks.

use crate::accounts::Accounts;
use crate::browser;
use crate::error::ApiError;
use crate::names::{self, TokenHash};
use crate::players::Player;
use crate::sessions::{DAYS, NewSession};
use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::Cookie;
use longjump_wire::order::Measure;
use longjump_wire::rest::{PlayerKind, WhoAmI};
use longjump_wire::room::PlayerId;
use std::convert::Infallible;
use std::sync::Arc;

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
            let player = accounts.session(&names::token_hash(token), None).await?;
            return player.map(Some).map(Self).ok_or(ApiError::NoSession);
        }
        let Some(token) = accounts.token_of(parts) else {
            return Ok(Self(None));
        };
        let place = accounts.place_of(parts);
        let session = names::token_hash(&token);
        let player = accounts.session(&session, Some(&place.0)).await?;
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
        if self.site.is_secure {
            "__Host-session"
        } else {
            "session"
        }
    }

    /// Starts a session and returns the cookie that proves it; one that was there ends. Refused if
    /// the password that was given is another one by now.
    pub(crate) async fn begin(
        &self,
        jar: SignedCookieJar,
        new: &NewSession<'_>,
    ) -> Result<SignedCookieJar, ApiError> {
        let jar = self.end(jar).await?;
        if longjump_order::has(&self.pool, new.player, Measure::Closed).await? {
            return Err(ApiError::Closed);
        }
        let token = self.start(new).await?.ok_or(ApiError::NoSuchLogin)?;
        let seconds = i64::from(DAYS) * 24 * 60 * 60;
        Ok(jar.add(self.cookie(self.cookie_name(), &token, seconds, "Lax")))
    }

    /// The same for who is known by name alone, with what tells them who they are.
    pub(crate) async fn begin_as(
        &self,
        jar: SignedCookieJar,
        new: &NewSession<'_>,
        name: &str,
    ) -> Result<(SignedCookieJar, Json<WhoAmI>), ApiError> {
        let jar = self.begin(jar, new).await?;
        let player = self.player(name).await?;
        let player = player.map(|player| player.own());
        Ok((jar, Json(WhoAmI { player })))
    }

    /// A cookie that no script reads, for this very host.
    pub(crate) fn cookie(
        &self,
        name: &str,
        value: &str,
        seconds: i64,
        same_site: &str,
    ) -> Cookie<'static> {
        let secure = if self.site.is_secure { "; Secure" } else { "" };
        let text = format!(
            "{name}={value}; HttpOnly; SameSite={same_site}; Path=/; Max-Age={seconds}{secure}"
        );
        Cookie::parse(text).expect("well formed")
    }

    /// A jar without a cookie that was there.
    pub(crate) fn without_cookie(
        &self,
        jar: SignedCookieJar,
        name: &'static str,
    ) -> SignedCookieJar {
        let mut gone = Cookie::new(name, "");
        gone.set_path("/");
        gone.set_secure(self.site.is_secure);
        jar.remove(gone)
    }

    /// Ends the session of a jar, if it has one.
    pub(crate) async fn end(&self, jar: SignedCookieJar) -> Result<SignedCookieJar, sqlx::Error> {
        let name = self.cookie_name();
        let Some(cookie) = jar.get(name) else {
            return Ok(jar);
        };
        let session = names::token_hash(cookie.value());
        self.end_session(&session).await?;
        Ok(self.without_cookie(jar, name))
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

/// The browser that a request comes from, in words, if it says so.
pub(crate) struct Browser(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let says = parts.headers.get(USER_AGENT);
        let says = says.and_then(|says| says.to_str().ok());
        Ok(Self(says.and_then(browser::in_words)))
    }
}

/// Whoever is signed in with an account; guests and bots are turned away.
pub(crate) struct Owner {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
    pub(crate) session: TokenHash,
    is_proven: bool,
}

impl<S> FromRequestParts<Arc<S>> for Owner
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ApiError> {
        let SignedIn(player) = SignedIn::from_request_parts(parts, state).await?;
        if player.kind != PlayerKind::Account {
            return Err(ApiError::Forbidden("that is for accounts; make one"));
        }
        Ok(Self {
            id: player.id,
            name: player.name,
            session: player.session.ok_or(ApiError::NoSession)?,
            is_proven: player.is_proven,
        })
    }
}

impl Owner {
    /// For what can't be undone.
    pub(crate) fn must_be_proven(&self) -> Result<(), ApiError> {
        if self.is_proven {
            return Ok(());
        }
        Err(ApiError::Unproven)
    }
}

/// An owner who has just proven that they are: for what can't be undone.
pub(crate) struct Proven(pub(crate) Owner);

impl<S> FromRequestParts<Arc<S>> for Proven
where
    S: AsRef<Accounts> + Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ApiError> {
        let owner = Owner::from_request_parts(parts, state).await?;
        owner.must_be_proven()?;
        Ok(Self(owner))
    }
}
