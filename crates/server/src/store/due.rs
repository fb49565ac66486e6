//! What is to be seen to though nobody asks: clocks that are up, rooms that nobody waits in, and
//! engines that never moved. All of it is found by an index, however many games there are.

use super::{Store, StoreError};
use longjump_online::{Room, Speed};
use longjump_wire::time::{Moment, Span};

/// A clock that does not run yet is looked at no sooner than this.
const SOON: Span = Span::seconds(10);
/// How long a room that nobody waits in stays open.
const KEPT_OPEN: Span = Span::seconds(60 * 60);
/// The same for games with days for a move.
const KEPT_OPEN_FOR_DAYS: Span = Span::seconds(7 * 24 * 60 * 60);
/// How many games are looked at in one go.
const AT_ONCE: i64 = 200;

/// A game that is to be looked at.
pub(crate) struct DueGame {
    pub(crate) id: String,
    /// When that was due.
    look_at: i64,
    /// When somebody was last seen there.
    pub(crate) seen: Moment,
}

/// When a game is to be looked at next, as things are now.
pub(crate) fn look_at(room: &Room, now: Moment) -> Moment {
    if room.is_open() {
        return gives_up_at(room, now);
    }
    let clocks = room.clocks();
    let sooner = clocks
        .none_is_up_before(now)
        .map(|moment| moment.max(now + SOON));
    match (clocks.deadline(), sooner) {
        (Some(deadline), Some(sooner)) => deadline.min(sooner),
        // No clock runs, so none can be up.
        _ => now + KEPT_OPEN_FOR_DAYS,
    }
}

/// When an open room is given up in which somebody was last seen at a moment.
pub(crate) fn gives_up_at(room: &Room, seen: Moment) -> Moment {
    seen + match room.setup().control.speed() {
        Speed::Days => KEPT_OPEN_FOR_DAYS,
        _ => KEPT_OPEN,
    }
}

impl Store {
    /// Games that are to be looked at.
    pub(crate) async fn due(&self, now: Moment) -> Result<Vec<DueGame>, StoreError> {
        let games = sqlx::query!(
            r#"SELECT g.id, g.look_at,
                      coalesce((SELECT max(s.seen_at) FROM seats s WHERE s.game = g.id), 0)
                          AS "seen!"
               FROM games g WHERE g.status <> 'over' AND g.look_at <= $1
               ORDER BY g.look_at LIMIT $2"#,
            now.0,
            AT_ONCE,
        )
        .fetch_all(&self.pool)
        .await?;
        let games = games.into_iter().map(|row| DueGame {
            id: row.id,
            look_at: row.look_at,
            seen: Moment(row.seen),
        });
        Ok(games.collect())
    }

    /// Looks at a game again at another moment, if nobody else has seen to it.
    pub(crate) async fn put_off(&self, due: &DueGame, until: Moment) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE games SET look_at = $3 WHERE id = $1 AND look_at = $2",
            due.id,
            due.look_at,
            until.0,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Games whose engine has not moved since a moment.
    pub(crate) async fn forgotten_by_engines(
        &self,
        since: Moment,
    ) -> Result<Vec<String>, StoreError> {
        let games = sqlx::query_scalar!(
            "SELECT id FROM games
             WHERE engine_turn AND status = 'playing' AND updated_at < $1
             LIMIT $2",
            since.0,
            AT_ONCE,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(games)
    }
}
