//! Vacations, as far as games are to be told of them: a clock stands when its game knows.

use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgConnection, PgPool};

/// How many vacations are told to games in one go.
const AT_ONCE: i64 = 50;

/// A vacation that games are to be told of.
pub struct UntoldVacation {
    id: i64,
    news: i32,
    told: i32,
    /// Whose.
    pub player: PlayerId,
    /// When it ends.
    pub until: Moment,
}

/// Vacations that games are to be told of.
///
/// # Errors
/// When the database can't be asked.
pub async fn untold(pool: &PgPool) -> Result<Vec<UntoldVacation>, Error> {
    let vacations = sqlx::query!(
        "SELECT id, news, told, player, until FROM vacations WHERE told < news ORDER BY id LIMIT $1",
        AT_ONCE,
    )
    .fetch_all(pool)
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
///
/// # Errors
/// When the database can't be written to.
pub async fn told(pool: &PgPool, vacation: &UntoldVacation) -> Result<(), Error> {
    sqlx::query!(
        "UPDATE vacations SET told = CASE WHEN told IN ($2, $3) THEN $2 ELSE 0 END WHERE id = $1",
        vacation.id,
        vacation.news,
        vacation.told,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The games with days for a move that somebody plays.
///
/// # Errors
/// When the database can't be asked.
pub async fn games_by_days(pool: &PgPool, player: PlayerId) -> Result<Vec<String>, Error> {
    let games = sqlx::query_scalar!(
        // One game after the other: going through all that are played would take longer.
        "SELECT s.game FROM seats s
             WHERE s.player = $1 AND (
                 SELECT g.control LIKE '%d' AND g.status = 'playing' FROM games g
                 WHERE g.id = s.game
             )",
        player.0,
    );
    games.fetch_all(pool).await
}

/// A game by days has begun: it is told of the vacations of who plays it.
///
/// # Errors
/// When the database can't be written to.
pub async fn tell_new_game(work: &mut PgConnection, game: &str, now: Moment) -> Result<(), Error> {
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
