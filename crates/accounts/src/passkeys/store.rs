//! Passkeys as they are kept.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::passkeys::site::Made;
use crate::players::{Player, player};
use longjump_notices::note;
use longjump_wire::account::AccountChange;
use longjump_wire::passkey::PasskeyView;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use passki::StoredPasskey;
use sqlx::{Error, PgConnection};

/// How many one account may have.
pub(crate) const MOST: usize = 20;

/// A passkey of somebody.
pub(crate) struct Kept {
    id: i64,
    pub(crate) player: Player,
    /// What authenticators call them.
    pub(crate) user: Vec<u8>,
    pub(crate) passkey: StoredPasskey,
}

/// Adds a passkey to an account.
pub(crate) async fn keep(
    work: &mut PgConnection,
    player: PlayerId,
    made: &Made,
    name: &str,
) -> Result<(), ApiError> {
    let kept = sqlx::query!(
        "INSERT INTO passkeys (player, credential, public_key, algorithm, counter, name)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential) DO NOTHING",
        player.0,
        made.passkey.credential_id,
        made.passkey.public_key,
        made.passkey.algorithm,
        i64::from(made.passkey.counter),
        name,
    )
    .execute(work)
    .await?;
    if kept.rows_affected() == 0 {
        let why = "this passkey is known here already".to_owned();
        return Err(ApiError::Refused("passkey_known", why));
    }
    Ok(())
}

/// Calls an account so to authenticators.
pub(crate) async fn call(
    work: &mut PgConnection,
    player: PlayerId,
    user: &[u8],
) -> Result<(), Error> {
    sqlx::query!(
        "UPDATE players SET passkey_user = $2 WHERE id = $1",
        player.0,
        user
    )
    .execute(work)
    .await?;
    Ok(())
}

impl Accounts {
    /// What authenticators call an account: always the same, and from now on `new` if they never
    /// were told of it.
    pub(crate) async fn passkey_user(
        &self,
        player: PlayerId,
        new: &[u8],
    ) -> Result<Vec<u8>, Error> {
        let user = sqlx::query_scalar!(
            r#"UPDATE players SET passkey_user = coalesce(passkey_user, $2)
               WHERE id = $1 RETURNING passkey_user AS "user!""#,
            player.0,
            new,
        );
        user.fetch_one(&self.pool).await
    }

    /// The passkey that calls itself so.
    pub(crate) async fn passkey(&self, credential: &[u8]) -> Result<Option<Kept>, Error> {
        let row = sqlx::query!(
            r#"SELECT k.id, k.public_key, k.algorithm, p.id AS player, p.name, p.kind,
                      p.passkey_user AS "user!"
               FROM passkeys k JOIN players p ON p.id = k.player
               WHERE k.credential = $1 AND p.kind = 'account' AND p.passkey_user IS NOT NULL"#,
            credential,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| {
            let mut passkey = StoredPasskey::default();
            passkey.credential_id = credential.to_vec();
            passkey.public_key = row.public_key;
            passkey.algorithm = row.algorithm;
            Kept {
                id: row.id,
                player: player(row.player, row.name, &row.kind),
                user: row.user,
                passkey,
            }
        }))
    }

    /// What the passkeys of an account call themselves.
    pub(crate) async fn passkeys_of(&self, player: PlayerId) -> Result<Vec<StoredPasskey>, Error> {
        let ids = sqlx::query_scalar!(
            "SELECT credential FROM passkeys WHERE player = $1 ORDER BY id",
            player.0
        )
        .fetch_all(&self.pool)
        .await?;
        let named = ids.into_iter().map(|id| {
            let mut passkey = StoredPasskey::default();
            passkey.credential_id = id;
            passkey
        });
        Ok(named.collect())
    }

    /// The passkeys of an account, as its owner sees them.
    pub(crate) async fn passkey_views(&self, player: PlayerId) -> Result<Vec<PasskeyView>, Error> {
        let rows = sqlx::query!(
            r#"SELECT id, name, (extract(epoch FROM made_at) * 1000)::bigint AS "made!",
                      (extract(epoch FROM used_at) * 1000)::bigint AS used
               FROM passkeys WHERE player = $1 ORDER BY id"#,
            player.0,
        )
        .fetch_all(&self.pool)
        .await?;
        let views = rows.into_iter().map(|row| PasskeyView {
            id: row.id,
            name: row.name,
            made: Moment(row.made),
            used: row.used.map(Moment),
        });
        Ok(views.collect())
    }

    /// Notes that a passkey has signed, so often by now. One that is kept on a single device counts:
    /// if it has signed less often than before, or no more often, there are two of it.
    pub(crate) async fn note_use(
        &self,
        kept: &Kept,
        counter: u32,
        browser: Option<&str>,
    ) -> Result<(), ApiError> {
        let mut work = self.pool.begin().await?;
        let before = sqlx::query_scalar!(
            "SELECT counter FROM passkeys WHERE id = $1 FOR UPDATE",
            kept.id
        )
        .fetch_optional(&mut *work)
        .await?;
        // It was removed just now.
        let before = before.ok_or(ApiError::NoSuchPasskey)?;
        let counter = i64::from(counter);
        if counter <= before && (counter, before) != (0, 0) {
            let what = AccountChange::PasskeyRefused;
            note(&mut work, kept.player.id, what, browser).await?;
            work.commit().await?;
            let why = "this passkey has signed more often than it says, so there may be a copy of it; \
                       sign in another way and remove it";
            return Err(ApiError::Refused("passkey_copied", why.to_owned()));
        }
        sqlx::query!(
            "UPDATE passkeys SET counter = $2, used_at = now() WHERE id = $1",
            kept.id,
            counter
        )
        .execute(&mut *work)
        .await?;
        Ok(work.commit().await?)
    }

    /// Calls a passkey something else; false if its owner has no such passkey.
    pub(crate) async fn name_passkey(
        &self,
        player: PlayerId,
        id: i64,
        name: &str,
        browser: Option<&str>,
    ) -> Result<bool, Error> {
        let mut work = self.pool.begin().await?;
        let named = sqlx::query!(
            "UPDATE passkeys SET name = $3 WHERE id = $2 AND player = $1",
            player.0,
            id,
            name
        )
        .execute(&mut *work)
        .await?;
        if named.rows_affected() == 0 {
            return Ok(false);
        }
        note(&mut work, player, AccountChange::PasskeyNamed, browser).await?;
        work.commit().await?;
        Ok(true)
    }

    /// Removes a passkey, unless nobody could sign in then.
    pub(crate) async fn remove_passkey(
        &self,
        player: PlayerId,
        id: i64,
        browser: Option<&str>,
    ) -> Result<(), ApiError> {
        let mut work = self.pool.begin().await?;
        // Two that are removed at once are removed one after the other.
        let has_password = sqlx::query_scalar!(
            r#"SELECT password IS NOT NULL AS "has!" FROM players WHERE id = $1 FOR UPDATE"#,
            player.0
        )
        .fetch_one(&mut *work)
        .await?;
        let ids = sqlx::query_scalar!("SELECT id FROM passkeys WHERE player = $1", player.0)
            .fetch_all(&mut *work)
            .await?;
        if !ids.contains(&id) {
            return Err(no_such_passkey());
        }
        if ids.len() == 1 && !has_password {
            let why = "this is the only way into the account; add another passkey or set a password first";
            return Err(ApiError::Refused("last_way_in", why.to_owned()));
        }
        sqlx::query!("DELETE FROM passkeys WHERE id = $1", id)
            .execute(&mut *work)
            .await?;
        note(&mut work, player, AccountChange::PasskeyRemoved, browser).await?;
        Ok(work.commit().await?)
    }
}

pub(crate) fn no_such_passkey() -> ApiError {
    ApiError::NotFound("there is no such passkey; it may have been removed already")
}
