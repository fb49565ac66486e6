//! Who is there, seen by a server over a socket or a stream; and which servers are.

use super::outages::{Outages, REMEMBERED, SHORTEST};
use super::{Store, StoreError};
use longjump_rules::Seat;
use longjump_wire::time::Moment;
use std::sync::{MutexGuard, PoisonError};

/// A server that noted something within this time, in milliseconds, is taken to run.
const RUNS: i64 = 60_000;
/// One that runs notes whom it sees more often than this.
pub(super) const LATELY: i64 = 12_000;

/// Whom a server sees.
#[derive(Default)]
pub(crate) struct Here {
    /// A game, for each of `players`.
    pub(crate) games: Vec<String>,
    /// Somebody who watches it.
    pub(crate) players: Vec<i64>,
    /// Those of the games that wait for players.
    pub(crate) open: Vec<String>,
    /// How many have anything open, whether they watch a game or not.
    pub(crate) people: usize,
    /// How many games are played whose first player is among them.
    pub(crate) running: usize,
}

impl Store {
    /// When a seat's player was last seen.
    pub(crate) async fn seen(&self, game: &str, seat: Seat) -> Result<Moment, StoreError> {
        let seen = sqlx::query_scalar!(
            "SELECT seen_at FROM seats WHERE game = $1 AND seat = $2",
            game,
            seat.index() as i16,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(Moment(seen.unwrap_or(0)))
    }

    /// The seats whose people were not seen since a moment.
    pub(crate) async fn not_seen(
        &self,
        game: &str,
        since: Moment,
    ) -> Result<Vec<usize>, StoreError> {
        let seats = sqlx::query_scalar!(
            "SELECT seat FROM seats
             WHERE game = $1 AND player IS NOT NULL AND level IS NULL AND seen_at < $2
             ORDER BY seat",
            game,
            since.0,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(seats.into_iter().map(|seat| seat as usize).collect())
    }

    /// Notes whom a server sees, and that it has.
    pub(crate) async fn note_seen(&self, server: &str, here: &Here) -> Result<(), StoreError> {
        let now = self.now().0;
        sqlx::query!(
            "UPDATE seats s SET seen_at = $3
             FROM unnest($1::text[], $2::bigint[]) AS here (game, player)
             WHERE s.game = here.game AND s.player = here.player AND s.seen_at < $3",
            &here.games,
            &here.players,
            now,
        )
        .execute(&self.pool)
        .await?;
        // In one order, so that two servers never wait for each other.
        sqlx::query!(
            "INSERT INTO waiting (game, seen_at)
             SELECT s.game, $2 FROM seats s JOIN games g ON g.id = s.game
             WHERE s.game = ANY($1) AND s.seen_at = $2 AND g.status = 'open' AND g.public
             GROUP BY s.game ORDER BY s.game
             ON CONFLICT (game) DO UPDATE SET seen_at = excluded.seen_at",
            &here.open,
            now,
        )
        .execute(&self.pool)
        .await?;
        sqlx::query!("DELETE FROM waiting WHERE seen_at < $1", now - RUNS)
            .execute(&self.pool)
            .await?;
        self.note_writing(server, here).await
    }

    /// Notes that a server can write, with the outage before it if there was one.
    async fn note_writing(&self, server: &str, here: &Here) -> Result<(), StoreError> {
        let now = self.now().0;
        let mut work = self.pool.begin().await?;
        // One after another, so that an outage is noted once.
        sqlx::query!("LOCK TABLE outages IN EXCLUSIVE MODE")
            .execute(&mut *work)
            .await?;
        sqlx::query!(
            "INSERT INTO outages (began, ended)
             SELECT max(noted_at), $1 FROM servers HAVING max(noted_at) < $1 - $2::bigint",
            now,
            SHORTEST,
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!(
            "INSERT INTO servers (name, noted_at, people, games) VALUES ($1, $2, $3, $4)
             ON CONFLICT (name) DO UPDATE SET noted_at = $2, people = $3, games = $4",
            server,
            now,
            here.people as i32,
            here.running as i32,
        )
        .execute(&mut *work)
        .await?;
        let rows = sqlx::query!(
            "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began",
            now - REMEMBERED,
        )
        .fetch_all(&mut *work)
        .await?;
        work.commit().await?;
        let known = rows
            .into_iter()
            .map(|row| (Moment(row.began), Moment(row.ended)));
        *self.outages() = Outages::read(known.collect());
        Ok(())
    }

    /// Whether there may have been an outage that this server does not know of.
    pub(crate) fn may_have_missed_an_outage(&self) -> bool {
        self.outages().may_lack_one()
    }

    /// What a moment counts as for a clock that was started at another.
    pub(crate) fn without_outages(&self, since: Moment, until: Moment) -> Moment {
        self.outages().without(since, until)
    }

    fn outages(&self) -> MutexGuard<'_, Outages> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all servers that run have noted lately whom they see.
    pub(crate) async fn is_presence_known(&self, now: Moment) -> Result<bool, StoreError> {
        let known = sqlx::query_scalar!(
            r#"SELECT NOT EXISTS (
                   SELECT 1 FROM servers WHERE noted_at BETWEEN $1 AND $2
               ) AS "known!""#,
            now.0 - RUNS,
            now.0 - LATELY,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(known)
    }

    /// Takes a server that ends off the list, so that nobody waits for what it would note. The last
    /// one stays, to tell since when nobody could write.
    pub(crate) async fn leave(&self, server: &str) -> Result<(), StoreError> {
        let mut work = self.pool.begin().await?;
        // One after another, so that not all go because others are there.
        sqlx::query!("LOCK TABLE outages IN EXCLUSIVE MODE")
            .execute(&mut *work)
            .await?;
        sqlx::query!(
            "DELETE FROM servers WHERE name = $1
             AND EXISTS (SELECT 1 FROM servers WHERE name <> $1 AND noted_at > $2)",
            server,
            self.now().0 - LATELY,
        )
        .execute(&mut *work)
        .await?;
        Ok(work.commit().await?)
    }
}
