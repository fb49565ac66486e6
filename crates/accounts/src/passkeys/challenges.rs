//! Challenges: what a passkey is to sign, given to one browser for one answer.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::{self, token_hash};
use axum_extra::extract::SignedCookieJar;
use longjump_wire::room::PlayerId;
use serde_json::Value;
use sqlx::Error;

/// How long there is for an answer, in seconds: people look for their keys.
const SECONDS: i32 = 300;

/// What an answer is for; good for nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A new account.
    SignUp,
    /// Signing in.
    SignIn,
    /// Another passkey of an account.
    Add(PlayerId),
    /// Proof that it is still the owner who asks.
    Prove(PlayerId),
}

impl Purpose {
    fn parts(self) -> (&'static str, Option<i64>) {
        match self {
            Self::SignUp => ("sign_up", None),
            Self::SignIn => ("sign_in", None),
            Self::Add(player) => ("add", Some(player.0)),
            Self::Prove(player) => ("prove", Some(player.0)),
        }
    }
}

impl Accounts {
    fn challenge_cookie(&self) -> &'static str {
        if self.site.is_secure {
            "__Host-passkey"
        } else {
            "passkey"
        }
    }

    /// Keeps what an answer will be held against, in place of what this browser was asked before.
    pub(crate) async fn give_challenge(
        &self,
        jar: SignedCookieJar,
        purpose: Purpose,
        state: &Value,
    ) -> Result<SignedCookieJar, Error> {
        let name = self.challenge_cookie();
        let before = jar.get(name).map(|cookie| token_hash(cookie.value()));
        let token = names::token();
        let (word, player) = purpose.parts();
        let mut work = self.pool.begin().await?;
        sqlx::query!(
            "DELETE FROM passkey_challenges WHERE token_hash = $1",
            before.as_ref().map(|before| &before[..]),
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!(
            "INSERT INTO passkey_challenges (token_hash, purpose, player, state, expires_at)
             VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))",
            &token_hash(&token)[..],
            word,
            player,
            state,
            f64::from(SECONDS),
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(jar.add(self.cookie(name, &token, SECONDS.into(), "Strict")))
    }

    /// Takes away what an answer is held against: none can be given twice, whatever comes of it.
    pub(crate) async fn take_challenge(
        &self,
        jar: SignedCookieJar,
        purpose: Purpose,
    ) -> Result<(SignedCookieJar, Value), ApiError> {
        let why =
            "this was asked too long ago, of another browser, or is answered already; begin again";
        let stale = || ApiError::Refused("stale_challenge", why.to_owned());
        let name = self.challenge_cookie();
        let token = jar.get(name).map(|cookie| token_hash(cookie.value()));
        let token = token.ok_or_else(stale)?;
        let taken = sqlx::query!(
            r#"DELETE FROM passkey_challenges WHERE token_hash = $1
               RETURNING purpose, player, state, expires_at > now() AS "is_fresh!""#,
            &token[..],
        )
        .fetch_optional(&self.pool)
        .await?;
        let taken = taken.filter(|taken| {
            taken.is_fresh && (taken.purpose.as_str(), taken.player) == purpose.parts()
        });
        let state = taken.ok_or_else(stale)?.state;
        Ok((self.without_cookie(jar, name), state))
    }
}
