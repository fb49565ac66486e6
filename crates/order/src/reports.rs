//! What players tell of others.

use crate::audit::{Deed, write};
use longjump_wire::order::{Case, NewReport, OwnReport, Report, ReportKind};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgPool};

/// How many reports somebody may make in a day, and in the first day of their account.
const MOST_A_DAY: i64 = 20;
const MOST_OF_NEW: i64 = 3;
/// How many reports are shown at a time.
const SHOWN: i64 = 200;

/// What became of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    /// It is kept, or was already.
    Kept,
    /// Whom it is about did not play in that game.
    NotInGame,
    /// They have reported enough for a day.
    Enough,
}

/// Keeps what somebody tells of somebody else; told twice it is kept once.
///
/// # Errors
/// When the database can't be used.
pub async fn report(
    pool: &PgPool,
    by: PlayerId,
    about: PlayerId,
    game: Option<&str>,
    (kind, text): (ReportKind, &str),
) -> Result<Reported, Error> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM reports
                   WHERE by_player = $1 AND at > now() - interval '1 day') AS "today!",
                  (SELECT created_at > now() - interval '1 day' FROM players WHERE id = $1) AS "is_new!",
                  $3::text IS NULL
                  OR EXISTS (SELECT FROM seats WHERE game = $3 AND player = $2) AS "was_there!""#,
        by.0,
        about.0,
        game,
    )
    .fetch_one(pool)
    .await?;
    if !row.was_there {
        return Ok(Reported::NotInGame);
    }
    if row.today >= if row.is_new { MOST_OF_NEW } else { MOST_A_DAY } {
        return Ok(Reported::Enough);
    }
    sqlx::query!(
        "INSERT INTO reports (by_player, about, game, kind, text) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        by.0,
        about.0,
        game,
        kind.word(),
        text,
    )
    .execute(pool)
    .await?;
    Ok(Reported::Kept)
}

/// What somebody has told of others, the oldest first.
///
/// # Errors
/// When the database can't be asked.
pub async fn reports_by(pool: &PgPool, player: PlayerId) -> Result<Vec<OwnReport>, Error> {
    let rows = sqlx::query!(
        r#"SELECT p.name AS about, (extract(epoch FROM r.at) * 1000)::bigint AS "at!", r.game, r.kind, r.text
           FROM reports r JOIN players p ON p.id = r.about WHERE r.by_player = $1 ORDER BY r.at"#,
        player.0
    )
    .fetch_all(pool)
    .await?;
    let reports = rows.into_iter().map(|row| OwnReport {
        at: Moment(row.at),
        report: NewReport {
            about: row.about,
            game: row.game,
            kind: read_kind(&row.kind),
            text: row.text,
        },
    });
    Ok(reports.collect())
}

fn read_kind(word: &str) -> ReportKind {
    let mut kinds = ReportKind::ALL.into_iter();
    let known = kinds.find(|kind| kind.word() == word);
    known.unwrap_or(ReportKind::Other)
}

/// What is told and still open, of one player or of all; whom most are told of first, of each the
/// oldest first.
///
/// # Errors
/// When the database can't be asked.
pub async fn cases(pool: &PgPool, about: Option<PlayerId>) -> Result<Vec<Case>, Error> {
    let rows = sqlx::query!(
        r#"SELECT r.about, p.name AS player, b.name AS by, (extract(epoch FROM r.at) * 1000)::bigint AS "at!",
                  r.game, r.kind, r.text
           FROM reports r JOIN players p ON p.id = r.about JOIN players b ON b.id = r.by_player
           WHERE r.settled_at IS NULL AND ($1::bigint IS NULL OR r.about = $1)
           ORDER BY count(*) OVER (PARTITION BY r.about) DESC, min(r.at) OVER (PARTITION BY r.about), r.about, r.id
           LIMIT $2"#,
        about.map(|player| player.0),
        SHOWN,
    )
    .fetch_all(pool)
    .await?;
    let mut cases: Vec<Case> = Vec::new();
    for row in rows {
        if cases.last().is_none_or(|case| case.player != row.player) {
            cases.push(Case {
                player: row.player,
                reports: Vec::new(),
            });
        }
        let report = Report {
            by: row.by,
            at: Moment(row.at),
            game: row.game,
            kind: read_kind(&row.kind),
            text: row.text,
        };
        cases
            .last_mut()
            .expect("one was just added")
            .reports
            .push(report);
    }
    Ok(cases)
}

/// Is done with what was told of somebody, and tells how many reports that were.
///
/// # Errors
/// When the database can't be used.
pub async fn settle(pool: &PgPool, deed: &Deed<'_>) -> Result<u64, Error> {
    let mut work = pool.begin().await?;
    let settled = sqlx::query!(
        "UPDATE reports SET settled_at = now() WHERE about = $1 AND settled_at IS NULL",
        deed.about.0
    );
    let settled = settled.execute(&mut *work).await?.rows_affected();
    if settled > 0 {
        write(&mut work, deed, &format!("{settled} reports settled")).await?;
    }
    work.commit().await?;
    Ok(settled)
}
