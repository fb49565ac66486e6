//! What is left of an account that is deleted: a guest who played its games, and that its name is not
//! free.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::{TokenHash, guest, is_allowed};
use crate::sessions::hashes;
use hkdf::Hkdf;
use longjump_wire::room::PlayerId;
use sha2::Sha256;
use sqlx::{Error, PgConnection};

/// An account that is gone once the work is committed.
pub struct Forgotten {
    /// The account and its bots, and what each is called now.
    pub players: Vec<(PlayerId, String)>,
    /// The sessions that ended.
    pub ended: Vec<TokenHash>,
}

impl Accounts {
    /// An account and its bots, as far as they are there.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn with_bots(&self, owner: PlayerId) -> Result<Vec<PlayerId>, Error> {
        let ids = sqlx::query_scalar!(
            "SELECT id FROM players WHERE id = $1 OR owner = $1 ORDER BY id",
            owner.0
        );
        let ids = ids.fetch_all(&self.pool).await?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    /// Makes guests of an account and its bots, whom nobody can sign in as, and deletes all else that is
    /// kept of them.
    ///
    /// # Errors
    /// When the database can't be used.
    pub async fn forget(
        &self,
        work: &mut PgConnection,
        owner: PlayerId,
    ) -> Result<Forgotten, Error> {
        let rows = sqlx::query!(
            "SELECT id, name_key FROM players WHERE id = $1 OR owner = $1 ORDER BY id FOR UPDATE",
            owner.0
        )
        .fetch_all(&mut *work)
        .await?;
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let names: Vec<String> = rows.iter().map(|row| row.name_key.clone()).collect();
        let hashes: Vec<Vec<u8>> = names.iter().map(|name| self.name_hash(name)).collect();
        let guests: Vec<String> = rows.iter().map(|_| guest()).collect();
        let ended = delete_of(work, &ids).await?;
        sqlx::query!("DELETE FROM sign_in_tries WHERE name_key = ANY($1)", &names)
            .execute(&mut *work)
            .await?;
        sqlx::query!(
            "INSERT INTO gone_names (name_hash) SELECT unnest($1::bytea[]) ON CONFLICT DO NOTHING",
            &hashes
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!(
            "UPDATE players p SET name = g.name, name_key = lower(g.name), kind = 'guest', password = NULL,
                 passkey_user = NULL, owner = NULL
             FROM unnest($1::bigint[], $2::text[]) AS g (id, name) WHERE p.id = g.id",
            &ids,
            &guests,
        )
        .execute(&mut *work)
        .await?;
        Ok(Forgotten {
            players: ids.into_iter().map(PlayerId).zip(guests).collect(),
            ended,
        })
    }

    /// What is kept of a name that is gone. Without the secret of the servers nobody can try names
    /// against it.
    fn name_hash(&self, name: &str) -> Vec<u8> {
        let name = name.to_ascii_lowercase();
        let mut hash = vec![0; 32];
        Hkdf::<Sha256>::new(None, self.key.signing())
            .expand_multi_info(&[b"gone name ", name.as_bytes()], &mut hash)
            .expect("short enough");
        hash
    }

    /// Whether somebody may choose a name, as far as those who are there leave it free.
    ///
    /// # Errors
    /// When they may not, with the reason.
    pub async fn may_be_called(&self, name: &str) -> Result<(), ApiError> {
        if !is_allowed(name) {
            let why = "a name has 3 to 20 letters, digits, - and _, begins with a letter, and not with \
                       Guest- or level; nor does it sound as if its owner ran the service";
            return Err(ApiError::Wrong(why.to_owned()));
        }
        let gone = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM gone_names WHERE name_hash = $1) AS "gone!""#,
            self.name_hash(name)
        );
        if gone.fetch_one(&self.pool).await? {
            return Err(name_taken());
        }
        // "Ada1" and "AdaI" are one to whoever reads them; a name that is taken is told of otherwise.
        let alike = sqlx::query_scalar!(
            r#"SELECT EXISTS (
                   SELECT FROM players
                   WHERE likeness = replace(translate(lower($1), '01i-', 'oll_'), 'rn', 'm')
                     AND name_key <> lower($1) AND kind <> 'guest'
               ) AS "alike!""#,
            name
        );
        if alike.fetch_one(&self.pool).await? {
            let why = "this name looks too much like that of somebody else";
            return Err(ApiError::Refused("name_alike", why.to_owned()));
        }
        Ok(())
    }

    /// Closes what belongs to sessions that have ended, here and at other servers.
    pub fn close_all(&self, ended: &[TokenHash]) {
        for session in ended {
            self.close(session);
        }
    }
}

/// Why nobody else may have a name.
pub fn name_taken() -> ApiError {
    ApiError::Refused("name_taken", "somebody has this name already".to_owned())
}

/// Deletes all that is kept of these players beside their games, and returns the sessions that ended.
async fn delete_of(work: &mut PgConnection, players: &[i64]) -> Result<Vec<TokenHash>, Error> {
    sqlx::query!(
        "WITH n AS (DELETE FROM notices WHERE player = ANY($1)),
              d AS (DELETE FROM devices WHERE player = ANY($1)),
              w AS (DELETE FROM wishes WHERE player = ANY($1)),
              a AS (DELETE FROM addresses WHERE player = ANY($1)),
              l AS (DELETE FROM letter_keys WHERE player = ANY($1)),
              c AS (DELETE FROM recovery_codes WHERE player = ANY($1)),
              k AS (DELETE FROM passkeys WHERE player = ANY($1)),
              h AS (DELETE FROM passkey_challenges WHERE player = ANY($1)),
              e AS (DELETE FROM account_events WHERE player = ANY($1)),
              s AS (DELETE FROM seeks WHERE player = ANY($1))
         DELETE FROM ratings WHERE player = ANY($1)",
        players
    )
    .execute(&mut *work)
    .await?;
    let ended = sqlx::query_scalar!(
        "DELETE FROM sessions WHERE player = ANY($1) RETURNING token_hash",
        players
    );
    Ok(hashes(ended.fetch_all(work).await?))
}
