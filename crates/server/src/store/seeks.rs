//! Those who want to be paired with somebody of their strength.

use super::{NewGame, Store, StoreError};
use longjump_online::{Room, Seeker, best_pair};
use longjump_wire::rest::{Seek, SeekStatus};
use longjump_wire::room::{Occupant, PlayerId, RoomEvent};
use longjump_wire::time::Moment;
use std::collections::HashMap;

/// Who has not asked for so long, in milliseconds, has gone.
const GONE_AFTER: i64 = 15_000;

impl Store {
    /// Notes that somebody wants to be paired, or still does.
    pub(crate) async fn seek(
        &self,
        player: PlayerId,
        wanted: &Seek,
        rating: f64,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO seeks (player, game, control, rated, rating, since, seen_at)
             VALUES ($1, $2, $3, $4, $5, $6, $6)
             ON CONFLICT (player) DO UPDATE
             SET game = $2, control = $3, rated = $4, rating = $5, since = $6, seen_at = $6,
                 found = NULL",
            player.0,
            wanted.game,
            wanted.control,
            wanted.rated,
            rating,
            self.now().0,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// What became of a seek; who asks is still there.
    pub(crate) async fn seek_state(
        &self,
        player: PlayerId,
    ) -> Result<(SeekStatus, Option<Seek>), StoreError> {
        let mut states = self.seek_states(&[player]).await?;
        Ok(match states.remove(&player) {
            Some((status, wanted)) => (status, Some(wanted)),
            None => (SeekStatus::None, None),
        })
    }

    /// What became of these players' seeks, of those who have one; all of them are still there.
    pub(crate) async fn seek_states(
        &self,
        players: &[PlayerId],
    ) -> Result<HashMap<PlayerId, (SeekStatus, Seek)>, StoreError> {
        let ids: Vec<i64> = players.iter().map(|player| player.0).collect();
        // In one order, so that two servers never wait for each other.
        let rows = sqlx::query!(
            "WITH asked AS (
                 SELECT player FROM seeks WHERE player = ANY($1) ORDER BY player FOR UPDATE
             )
             UPDATE seeks s SET seen_at = $2 FROM asked WHERE s.player = asked.player
             RETURNING s.player, s.found, s.game, s.control, s.rated",
            &ids,
            self.now().0,
        )
        .fetch_all(&self.pool)
        .await?;
        let states = rows.into_iter().map(|row| {
            let wanted = Seek {
                game: row.game,
                control: row.control,
                rated: row.rated,
            };
            let found = row.found.map(|game| SeekStatus::Found { game });
            let status = found.unwrap_or(SeekStatus::Waiting);
            (PlayerId(row.player), (status, wanted))
        });
        Ok(states.collect())
    }

    /// Forgets a seek that somebody was paired by, as they know of the game.
    pub(crate) async fn end_found_seek(
        &self,
        player: PlayerId,
        game: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM seeks WHERE player = $1 AND found = $2",
            player.0,
            game,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Stops seeking.
    pub(crate) async fn end_seek(&self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM seeks WHERE player = $1", player.0)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Pairs two of those who want the same, if two fit: `open` makes the game for them, in the
    /// order in which they wait. Seeks that another server is looking at are left to it.
    pub(crate) async fn pair(
        &self,
        wanted: &Seek,
        id: &str,
        open: impl FnOnce(Moment, [Occupant; 2]) -> Option<(Room, Vec<RoomEvent>)>,
    ) -> Result<bool, StoreError> {
        let now = self.now();
        let mut work = self.pool.begin().await?;
        let rows = sqlx::query!(
            "SELECT s.player, s.rating, s.since, p.name, p.kind
             FROM seeks s JOIN players p ON p.id = s.player
             WHERE s.found IS NULL AND s.game = $1 AND s.control = $2 AND s.rated = $3
               AND s.seen_at > $4
             ORDER BY s.since LIMIT 200 FOR UPDATE OF s SKIP LOCKED",
            wanted.game,
            wanted.control,
            wanted.rated,
            now.0 - GONE_AFTER,
        )
        .fetch_all(&mut *work)
        .await?;
        let seekers: Vec<Seeker> = rows
            .iter()
            .map(|row| Seeker {
                player: PlayerId(row.player),
                rating: row.rating,
                since: Moment(row.since),
            })
            .collect();
        let Some((first, second)) = best_pair(&seekers, now) else {
            return Ok(false);
        };
        let occupant = |player: PlayerId| {
            let row = rows.iter().find(|row| row.player == player.0);
            Occupant::Person {
                player,
                name: row.map_or_else(String::new, |row| row.name.clone()),
                bot: row.is_some_and(|row| row.kind == "bot"),
            }
        };
        let Some((room, events)) = open(now, [occupant(first), occupant(second)]) else {
            return Ok(false);
        };
        let new = NewGame {
            id,
            client: None,
            public: true,
            by: first,
            room: &room,
            events: &events,
            at: now,
        };
        super::games::insert_game(&mut work, &new).await?;
        sqlx::query!(
            "UPDATE seeks SET found = $3 WHERE player IN ($1, $2)",
            first.0,
            second.0,
            id,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(true)
    }
}
