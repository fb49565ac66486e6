//! Vacations, as far as games are to be told of them: a clock stands when its game knows.

use super::{Store, StoreError};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::PgConnection;

/// How many vacations are told to games in one go.
const AT_ONCE: i64 = 50;

/// A vacation that games are to be told of.
pub(crate) struct UntoldVacation {
    id: i64,
    news: i32,
    told: i32,
    pub(crate) player: PlayerId,
    pub(crate) until: Moment,
}

impl Store {
    /// Vacations that games are to be told of.
    pub(crate) async fn untold_vacations(&self) -> Result<Vec<UntoldVacation>, StoreError> {
        let vacations = sqlx::query!(
            "SELECT id, news, told, player, until FROM vacations WHERE told < news ORDER BY id LIMIT $1",
            AT_ONCE,
        )
        .fetch_all(&self.pool)
        .await?;
        let vacations = vacations.into_iter().map(|row| UntoldVacation {
            id: row.id,
            news: row.news,
            told: row.told,
            player: PlayerId(row.player),
            until: Moment(row.until),
        });
        Ok(vacations.collect())
    }

    /// All games were told of a vacation as it was read. If others have told them something else
    /// meanwhile, nobody knows what they heard last, and they are told again.
    pub(crate) async fn told_of_vacation(
        &self,
        vacation: &UntoldVacation,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE vacations SET told = CASE WHEN told IN ($2, $3) THEN $2 ELSE 0 END WHERE id = $1",
            vacation.id,
            vacation.news,
            vacation.told,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The games with days for a move that somebody plays.
    pub(crate) async fn games_by_days(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        let games = sqlx::query_scalar!(
            // One game after the other: going through all that are played would take longer.
            "SELECT s.game FROM seats s
             WHERE s.player = $1 AND (
                 SELECT g.control LIKE '%d' AND g.status = 'playing' FROM games g
                 WHERE g.id = s.game
             )",
            player.0,
        );
        Ok(games.fetch_all(&self.pool).await?)
    }
}

/// A game by days has begun: it is told of the vacations of who plays it.
pub(super) async fn tell_new_game(
    work: &mut PgConnection,
    game: &str,
    now: Moment,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE vacations v SET news = v.news + 1 FROM seats s
         WHERE s.game = $1 AND v.player = s.player AND v.until > $2",
        game,
        now.0,
    )
    .execute(work)
    .await?;
    Ok(())
}
