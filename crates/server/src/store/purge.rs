//! What is over and of no use to anybody is deleted, a little at a time.

use super::{Store, StoreError};
use sqlx::PgConnection;

/// How many rows are deleted at a time, so that nobody waits for long.
const BATCH: i64 = 500;
/// What the server that deletes is known by, to others that would.
const LOCK: i64 = 0x6c6f_6e67_6a75_6d70;
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// What is deleted; rooms before the guests who sat there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Old {
    Sessions,
    SignInTries,
    AccountEvents,
    Places,
    Reports,
    LetterKeys,
    PasskeyChallenges,
    Servers,
    Outages,
    Seeks,
    Vacations,
    Rooms,
    Guests,
}

const ALL: [Old; 13] = [
    Old::Sessions,
    Old::SignInTries,
    Old::AccountEvents,
    Old::Places,
    Old::Reports,
    Old::LetterKeys,
    Old::PasskeyChallenges,
    Old::Servers,
    Old::Outages,
    Old::Seeks,
    Old::Vacations,
    Old::Rooms,
    Old::Guests,
];

impl Store {
    /// Deletes what is over, unless another server is just doing so.
    pub(crate) async fn purge(&self) -> Result<(), StoreError> {
        for old in ALL {
            while let Some(deleted) = self.purge_some(old).await? {
                if deleted > 0 {
                    tracing::info!(?old, deleted, "deleted");
                }
                if deleted < BATCH as u64 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Deletes a batch and tells how many there were; none if another server is at it.
    async fn purge_some(&self, old: Old) -> Result<Option<u64>, StoreError> {
        let mut work = self.pool.begin().await?;
        let locked =
            sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock($1) AS "locked!""#, LOCK);
        if !locked.fetch_one(&mut *work).await? {
            return Ok(None);
        }
        let deleted = delete(old, &mut work, self.now().0).await?;
        work.commit().await?;
        Ok(Some(deleted))
    }
}

async fn delete(old: Old, work: &mut PgConnection, now: i64) -> Result<u64, StoreError> {
    let query = match old {
        Old::Sessions => sqlx::query!(
            "DELETE FROM sessions WHERE token_hash IN (
                 SELECT token_hash FROM sessions WHERE expires_at < now() LIMIT $1)",
            BATCH,
        )
        .execute(work),
        Old::SignInTries => sqlx::query!(
            "DELETE FROM sign_in_tries WHERE (name_key, minute) IN (
                 SELECT name_key, minute FROM sign_in_tries WHERE minute < $2 LIMIT $1)",
            BATCH,
            ((now - DAY) / MINUTE) as i32,
        )
        .execute(work),
        Old::AccountEvents => sqlx::query!(
            "DELETE FROM account_events WHERE id IN (
                 SELECT id FROM account_events WHERE at < now() - interval '365 days' LIMIT $1)",
            BATCH,
        )
        .execute(work),
        Old::Places => sqlx::query!(
            "DELETE FROM places WHERE (player, place) IN (
                 SELECT player, place FROM places WHERE seen < current_date - 30 LIMIT $1)",
            BATCH,
        )
        .execute(work),
        Old::Reports => sqlx::query!(
            "DELETE FROM reports WHERE id IN (
                 SELECT id FROM reports WHERE settled_at < now() - interval '365 days' LIMIT $1)",
            BATCH,
        )
        .execute(work),
        Old::LetterKeys => sqlx::query!(
            "DELETE FROM letter_keys WHERE key_hash IN (
                 SELECT key_hash FROM letter_keys WHERE made_at < now() - interval '1 day' LIMIT $1)",
            BATCH,
        )
        .execute(work),
        Old::PasskeyChallenges => sqlx::query!(
            "DELETE FROM passkey_challenges WHERE token_hash IN (
                 SELECT token_hash FROM passkey_challenges WHERE expires_at < now() LIMIT $1)",
            BATCH,
        )
        .execute(work),
        // The last one tells since when nobody could write.
        Old::Servers => sqlx::query!(
            "DELETE FROM servers WHERE name IN (
                 SELECT name FROM servers
                 WHERE noted_at < $2 AND noted_at < (SELECT max(noted_at) FROM servers) LIMIT $1)",
            BATCH,
            now - DAY,
        )
        .execute(work),
        Old::Outages => sqlx::query!(
            "DELETE FROM outages WHERE began IN (
                 SELECT began FROM outages WHERE ended < $2 LIMIT $1)",
            BATCH,
            now - 30 * DAY,
        )
        .execute(work),
        Old::Seeks => sqlx::query!(
            "DELETE FROM seeks WHERE player IN (
                 SELECT player FROM seeks WHERE seen_at < $2 LIMIT $1)",
            BATCH,
            now - 60 * MINUTE,
        )
        .execute(work),
        // They count for a year from when they began.
        Old::Vacations => sqlx::query!(
            "DELETE FROM vacations WHERE id IN (
                 SELECT id FROM vacations WHERE until < $2 LIMIT $1)",
            BATCH,
            now - 365 * DAY,
        )
        .execute(work),
        Old::Rooms => sqlx::query!(
            "WITH closed AS (
                 SELECT id FROM games g
                 WHERE status = 'over' AND ply = 0 AND updated_at < $2 AND NOT EXISTS (
                     SELECT 1 FROM room_events e
                     WHERE e.game = g.id AND e.body->>'type' = 'started')
                 LIMIT $1 FOR UPDATE SKIP LOCKED
             ),
             their_seats AS (DELETE FROM seats WHERE game IN (SELECT id FROM closed)),
             their_events AS (DELETE FROM room_events WHERE game IN (SELECT id FROM closed))
             DELETE FROM games WHERE id IN (SELECT id FROM closed)",
            BATCH,
            now - 30 * DAY,
        )
        .execute(work),
        // Without a seat and without a room: they have never played.
        Old::Guests => sqlx::query!(
            "WITH gone AS (
                 SELECT id FROM players p
                 WHERE kind = 'guest' AND created_at < now() - interval '30 days'
                   AND NOT EXISTS (SELECT 1 FROM seats WHERE player = p.id)
                   AND NOT EXISTS (SELECT 1 FROM games WHERE created_by = p.id)
                   AND NOT EXISTS (SELECT 1 FROM rating_changes WHERE player = p.id)
                 LIMIT $1 FOR UPDATE SKIP LOCKED
             ),
             their_sessions AS (DELETE FROM sessions WHERE player IN (SELECT id FROM gone)),
             their_seeks AS (DELETE FROM seeks WHERE player IN (SELECT id FROM gone))
             DELETE FROM players WHERE id IN (SELECT id FROM gone)",
            BATCH,
        )
        .execute(work),
    };
    Ok(query.await?.rows_affected())
}
