//! What is left of an account that is deleted: a guest who played its games, and a name that stays taken.

use crate::accounts::Accounts;
use crate::names::{TokenHash, guest};
use crate::sessions::hashes;
use longjump_wire::room::PlayerId;
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
        sqlx::query!(
            "DELETE FROM sign_in_tries WHERE split_part(name_key, '@', 1) = ANY($1)",
            &names
        )
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
              p AS (DELETE FROM places WHERE player = ANY($1)),
              r AS (DELETE FROM reports WHERE by_player = ANY($1) OR about = ANY($1)),
              s AS (DELETE FROM seeks WHERE player = ANY($1)),
              o AS (DELETE FROM follows WHERE follower = ANY($1) OR followed = ANY($1)),
              u AS (UPDATE entrants SET is_out = true WHERE player = ANY($1)),
              v AS (DELETE FROM vacations WHERE player = ANY($1)),
              x AS (DELETE FROM puzzle_tries WHERE player = ANY($1)),
              y AS (DELETE FROM solver_ratings WHERE player = ANY($1)),
              t AS (DELETE FROM studies WHERE owner = ANY($1)),
              f AS (DELETE FROM plans USING seats
                    WHERE seats.game = plans.game AND seats.seat = plans.seat AND seats.player = ANY($1))
         DELETE FROM ratings WHERE player = ANY($1)",
        players
    )
    .execute(&mut *work)
    .await?;
    // What they edited in others' studies stays there, and nobody's.
    sqlx::query!(
        "UPDATE study_edits SET player = NULL WHERE player = ANY($1)",
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
