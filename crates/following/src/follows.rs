//! Whom accounts follow.

use longjump_wire::following::{Followed, FollowedGame};
use longjump_wire::rest::PlayerKind;
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgPool};

/// Whom one follows at most.
const MOST: i64 = 200;
/// Who was not seen in a game for so long, in milliseconds, is not there.
const IS_THERE: i64 = 30_000;

/// Has somebody follow somebody else; false if they follow as many as anybody may.
pub(crate) async fn follow(
    pool: &PgPool,
    follower: PlayerId,
    followed: PlayerId,
) -> Result<bool, Error> {
    let mut work = pool.begin().await?;
    // Two requests at once come one after the other, so that there are never more.
    // It does not lock out those who follow them just now.
    sqlx::query!(
        "SELECT id FROM players WHERE id = $1 FOR NO KEY UPDATE",
        follower.0
    )
    .fetch_optional(&mut *work)
    .await?;
    let others = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM follows WHERE follower = $1 AND followed <> $2"#,
        follower.0,
        followed.0,
    )
    .fetch_one(&mut *work)
    .await?;
    if others >= MOST {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO follows (follower, followed) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        follower.0,
        followed.0,
    )
    .execute(&mut *work)
    .await?;
    work.commit().await?;
    Ok(true)
}

/// Ends that.
pub(crate) async fn unfollow(
    pool: &PgPool,
    follower: PlayerId,
    followed: PlayerId,
) -> Result<(), Error> {
    sqlx::query!(
        "DELETE FROM follows WHERE follower = $1 AND followed = $2",
        follower.0,
        followed.0,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Whom somebody follows: those first who play a game just now that can be watched.
///
/// # Errors
/// When the database can't be asked.
pub async fn followed_by(pool: &PgPool, follower: PlayerId) -> Result<Vec<Followed>, Error> {
    let rows = sqlx::query!(
        r#"SELECT p.name, p.kind, g.id AS "id?", g.game AS "game?"
           FROM follows f JOIN players p ON p.id = f.followed
                LEFT JOIN LATERAL (
                    SELECT g.id, g.game FROM seats s JOIN games g ON g.id = s.game
                    WHERE s.player = p.id AND s.seen_at > extract(epoch FROM now()) * 1000 - $2::bigint AND g.status = 'playing'
                      AND g.public AND g.control NOT LIKE '%d'
                    ORDER BY g.created_at DESC LIMIT 1
                ) g ON true
           WHERE f.follower = $1
           ORDER BY g.id IS NULL, p.name_key"#,
        follower.0,
        IS_THERE,
    )
    .fetch_all(pool)
    .await?;
    let followed = rows.into_iter().map(|row| Followed {
        name: row.name,
        kind: PlayerKind::from_word(&row.kind),
        playing: row
            .id
            .zip(row.game)
            .map(|(id, game)| FollowedGame { id, game }),
    });
    Ok(followed.collect())
}
