//! Recovery codes: ten to print, each good for one new password.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::{TokenHash, token_hash};
use crate::passwords::NewPassword;
use crate::place::Place;
use crate::session::{Browser, Jar, Owner, Proven};
use crate::sessions::NewSession;
use axum::Json;
use axum::extract::State;
use axum_extra::extract::{SignedCookieJar, WithRejection};
use longjump_door::hash_password;
use longjump_notices::note;
use longjump_wire::account::{AccountChange, Recover, RecoveryCodes};
use longjump_wire::rest::{Problem, WhoAmI};
use longjump_wire::room::PlayerId;
use sqlx::Error;
use std::sync::Arc;

/// How many there are at a time.
const COUNT: usize = 10;
/// How many letters one has: 80 bits of chance, so that a plain hash of it can be kept.
const LENGTH: usize = 16;
/// Those that nobody takes for others when they are read from paper.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A new code: `ABCD-EFGH-JKLM-NPQR`.
fn new_code() -> String {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    let letters = bytes.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]);
    let groups = letters.chunks(4).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("-")
}

/// What is kept of a code, however somebody has typed it.
fn code_hash(code: &str) -> TokenHash {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    token_hash(&plain)
}

/// Make ten recovery codes, shown only now; those that were there are worth nothing then.
#[utoipa::path(post, path = "/api/account/codes", tag = "account",
    responses((status = OK, body = RecoveryCodes), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn make(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Browser(browser): Browser,
) -> Result<Json<RecoveryCodes>, ApiError> {
    let codes: Vec<String> = (0..COUNT).map(|_| new_code()).collect();
    accounts
        .keep_codes(&owner, &codes, browser.as_deref())
        .await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Set another password with a recovery code and sign in; all sessions end.
#[utoipa::path(post, path = "/api/recover", tag = "people", request_body = Recover,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn recover(
    State(accounts): State<Arc<Accounts>>,
    place: Place,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): WithRejection<Json<Recover>, ApiError>,
) -> Result<(SignedCookieJar, Json<WhoAmI>), ApiError> {
    let may_try = accounts.may_try(&given.name, &place).await;
    may_try.map_err(|error| match error {
        ApiError::NoSuchLogin => ApiError::NoSuchCode,
        other => other,
    })?;
    accounts
        .check_password(&given.name, &given.password)
        .await?;
    // Whether there is such a name or not, what takes long is done.
    let hash = hash_password(given.password).await?;
    let player = accounts
        .use_code(&given.name, &given.code, &hash, browser.as_deref())
        .await?
        .ok_or(ApiError::NoSuchCode)?;
    let session = NewSession {
        player,
        browser: browser.as_deref(),
        password: Some(&hash),
        what: None,
    };
    accounts.begin_as(jar, &session, &given.name).await
}

impl Accounts {
    async fn keep_codes(
        &self,
        owner: &Owner,
        codes: &[String],
        browser: Option<&str>,
    ) -> Result<(), Error> {
        let hashes: Vec<Vec<u8>> = codes.iter().map(|code| code_hash(code).to_vec()).collect();
        let mut work = self.pool.begin().await?;
        // Two who make some at once come one after the other, so that there never are twenty.
        sqlx::query!(
            "SELECT id FROM players WHERE id = $1 FOR UPDATE",
            owner.id.0
        )
        .fetch_optional(&mut *work)
        .await?;
        sqlx::query!("DELETE FROM recovery_codes WHERE player = $1", owner.id.0)
            .execute(&mut *work)
            .await?;
        sqlx::query!(
            "INSERT INTO recovery_codes (player, code_hash) SELECT $1, unnest($2::bytea[])",
            owner.id.0,
            &hashes,
        )
        .execute(&mut *work)
        .await?;
        note(&mut work, owner.id, AccountChange::CodesMade, browser).await?;
        work.commit().await
    }

    /// How many codes somebody has left.
    pub(crate) async fn codes_left(&self, player: PlayerId) -> Result<i64, Error> {
        let left = sqlx::query_scalar!(
            r#"SELECT count(*) AS "left!" FROM recovery_codes WHERE player = $1"#,
            player.0
        );
        left.fetch_one(&self.pool).await
    }

    /// Uses a code up to put another password in place; none if name or code is wrong.
    async fn use_code(
        &self,
        name: &str,
        code: &str,
        hash: &str,
        browser: Option<&str>,
    ) -> Result<Option<PlayerId>, Error> {
        let mut work = self.pool.begin().await?;
        let player = sqlx::query_scalar!(
            "WITH owner AS (
                 SELECT id FROM players
                 WHERE name_key = lower($1) AND kind = 'account' FOR UPDATE
             )
             DELETE FROM recovery_codes c USING owner
             WHERE c.player = owner.id AND c.code_hash = $2 RETURNING c.player",
            name,
            &code_hash(code)[..],
        )
        .fetch_optional(&mut *work)
        .await?;
        let Some(player) = player.map(PlayerId) else {
            return Ok(None);
        };
        let new = NewPassword {
            player,
            hash,
            kept: None,
            what: AccountChange::Recovered,
            browser,
        };
        let ended = new.put(&mut work).await?;
        work.commit().await?;
        self.close_all(&ended);
        Ok(Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_known_however_they_are_typed() {
        let code = new_code();
        assert_eq!(code.len(), 19);
        assert_ne!(code, new_code());
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(code_hash(&typed), code_hash(&code));
        assert_ne!(code_hash(&new_code()), code_hash(&code));
    }
}
