//! Who it is about, and who keeps order.

use crate::audit::{Deed, write};
use longjump_wire::order::{Measure, MeasureInForce, Neighbour, Role, Standing};
use longjump_wire::rest::PlayerKind;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgPool};
use thiserror::Error as ThisError;

/// More than this come from a school or from behind one address of many: that says nothing.
const MOST_NEIGHBOURS: i64 = 10;

/// Why nothing was done.
#[derive(Debug, ThisError)]
pub enum OrderError {
    /// Nobody has this name.
    #[error("there is no player called {0}")]
    NoPlayer(String),
    /// Guests and bots have no account.
    #[error("{0} has no account")]
    NoAccount(String),
    /// The database can't be used.
    #[error("the database can't be used: {0}")]
    Database(#[from] Error),
}

/// The account of this name.
///
/// # Errors
/// When there is none, or the database can't be asked.
pub async fn find(pool: &PgPool, name: &str) -> Result<PlayerId, OrderError> {
    let row = sqlx::query!(
        "SELECT id, kind FROM players WHERE name_key = lower($1)",
        name
    );
    match row.fetch_optional(pool).await? {
        None => Err(OrderError::NoPlayer(name.to_owned())),
        Some(row) if row.kind != "account" => Err(OrderError::NoAccount(name.to_owned())),
        Some(row) => Ok(PlayerId(row.id)),
    }
}

/// Gives somebody a role, or takes it.
///
/// # Errors
/// When the database can't be used.
pub async fn set_role(pool: &PgPool, deed: &Deed<'_>, role: Option<Role>) -> Result<(), Error> {
    let mut work = pool.begin().await?;
    let word = role.map(Role::word);
    sqlx::query!(
        "UPDATE players SET role = $2 WHERE id = $1",
        deed.about.0,
        word
    )
    .execute(&mut *work)
    .await?;
    let what = format!("role: {}", word.unwrap_or("none"));
    write(&mut work, deed, &what).await?;
    work.commit().await
}

/// What somebody may do to keep order.
///
/// # Errors
/// When the database can't be asked.
pub async fn role_of(pool: &PgPool, player: PlayerId) -> Result<Option<Role>, Error> {
    let role = sqlx::query_scalar!("SELECT role FROM players WHERE id = $1", player.0);
    let role = role.fetch_optional(pool).await?.flatten();
    Ok(role.and_then(|word| read_role(&word)))
}

fn read_role(word: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.word() == word)
}

/// How somebody stands.
///
/// # Errors
/// When the database can't be asked.
pub async fn standing(pool: &PgPool, player: PlayerId) -> Result<Standing, Error> {
    let row = sqlx::query!(
        r#"SELECT name, kind, role, (extract(epoch FROM created_at) * 1000)::bigint AS "since!",
                  (SELECT count(*) FROM rating_changes WHERE player = $1) AS "rated_games!"
           FROM players WHERE id = $1"#,
        player.0
    )
    .fetch_one(pool)
    .await?;
    let measures = sqlx::query!(
        r#"SELECT kind, (extract(epoch FROM until) * 1000)::bigint AS "until"
           FROM measures WHERE player = $1 AND coalesce(until > now(), true) ORDER BY kind"#,
        player.0
    )
    .fetch_all(pool)
    .await?;
    let measures = measures.into_iter().filter_map(|row| {
        let mut all = Measure::ALL.into_iter();
        Some(MeasureInForce {
            measure: all.find(|measure| measure.word() == row.kind)?,
            until: row.until.map(Moment),
        })
    });
    Ok(Standing {
        name: row.name,
        kind: PlayerKind::from_word(&row.kind),
        since: Moment(row.since),
        role: row.role.as_deref().and_then(read_role),
        measures: measures.collect(),
        rated_games: row.rated_games,
    })
}

/// Who came from the same network with the same browser as somebody, unless many do.
///
/// # Errors
/// When the database can't be asked.
pub async fn neighbours(pool: &PgPool, player: PlayerId) -> Result<Vec<Neighbour>, Error> {
    let rows = sqlx::query!(
        r#"SELECT p.name,
                  (SELECT count(*) FROM seats a JOIN seats b ON b.game = a.game
                   WHERE a.player = $1 AND b.player = p.id) AS "games_together!",
                  EXISTS (SELECT FROM measures m
                          WHERE m.player = p.id AND coalesce(until > now(), true)) AS "is_restricted!"
           FROM places own JOIN places other ON other.place = own.place AND other.player <> own.player
                JOIN players p ON p.id = other.player AND p.kind = 'account'
           WHERE own.player = $1
             AND (SELECT count(*) FROM places c WHERE c.place = own.place) <= $2
           GROUP BY p.id ORDER BY max(other.seen) DESC, p.id LIMIT 20"#,
        player.0,
        MOST_NEIGHBOURS,
    )
    .fetch_all(pool)
    .await?;
    let neighbours = rows.into_iter().map(|row| Neighbour {
        name: row.name,
        games_together: row.games_together,
        is_restricted: row.is_restricted,
    });
    Ok(neighbours.collect())
}
