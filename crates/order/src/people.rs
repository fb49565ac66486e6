//! Who it is about, and who keeps order.

use crate::audit::{Deed, write};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgPool};
use thiserror::Error as ThisError;

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

/// What somebody may do to keep order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// All of it, and say who else may.
    Owner,
    /// All of it.
    Moderator,
}

impl Role {
    /// As it is called in the database and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Moderator => "moderator",
        }
    }
}

/// How somebody stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The name, as it is written.
    pub name: String,
    /// What they may do, if anything.
    pub role: Option<String>,
    /// The measures in force, and until when.
    pub measures: Vec<(String, Option<Moment>)>,
    /// How many games of theirs were rated.
    pub rated_games: i64,
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

/// How somebody stands.
///
/// # Errors
/// When the database can't be asked.
pub async fn standing(pool: &PgPool, player: PlayerId) -> Result<Standing, Error> {
    let row = sqlx::query!(
        r#"SELECT name, role,
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
    let measures = measures.into_iter();
    Ok(Standing {
        name: row.name,
        role: row.role,
        measures: measures
            .map(|row| (row.kind, row.until.map(Moment)))
            .collect(),
        rated_games: row.rated_games,
    })
}
