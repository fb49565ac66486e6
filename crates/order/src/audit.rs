//! The log of what was done about whom.

use longjump_wire::order::LogLine;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgConnection, PgPool};

/// Something that is done about somebody.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// Who does it; nobody if it is whoever has the database's password.
    pub by: Option<PlayerId>,
    /// About whom.
    pub about: PlayerId,
    /// Why, for those who read the log.
    pub note: &'a str,
}

/// Writes a line, with whatever else is done in `work`.
pub(crate) async fn write(
    work: &mut PgConnection,
    deed: &Deed<'_>,
    what: &str,
) -> Result<(), Error> {
    sqlx::query!(
        "INSERT INTO audit (by_player, about, what, note) VALUES ($1, $2, $3, $4)",
        deed.by.map(|player| player.0),
        deed.about.0,
        what,
        deed.note,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// The last lines, of one player or of all, the newest first.
///
/// # Errors
/// When the database can't be asked.
pub async fn log(pool: &PgPool, about: Option<PlayerId>, most: i64) -> Result<Vec<LogLine>, Error> {
    let rows = sqlx::query!(
        r#"SELECT (extract(epoch FROM a.at) * 1000)::bigint AS "at!", b.name AS "by?", p.name AS "about?",
                  a.what, a.note
           FROM audit a LEFT JOIN players b ON b.id = a.by_player LEFT JOIN players p ON p.id = a.about
           WHERE $1::bigint IS NULL OR a.about = $1 ORDER BY a.id DESC LIMIT $2"#,
        about.map(|player| player.0),
        most,
    )
    .fetch_all(pool)
    .await?;
    let entries = rows.into_iter().map(|row| LogLine {
        at: Moment(row.at),
        by: row.by,
        about: row.about,
        what: row.what,
        note: row.note,
    });
    Ok(entries.collect())
}
