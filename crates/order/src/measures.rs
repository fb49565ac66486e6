//! Measures: what somebody may not do for a while, or for good.

use crate::audit::{Deed, write};
use longjump_notices::note;
use longjump_wire::account::AccountChange;
use longjump_wire::order::Measure;
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgPool};

fn change(measure: Measure) -> AccountChange {
    match measure {
        Measure::Closed => AccountChange::Closed,
        Measure::Muted => AccountChange::Muted,
        Measure::Unrated => AccountChange::Unrated,
    }
}

/// Whether a measure is in force.
///
/// # Errors
/// When the database can't be asked.
pub async fn has(pool: &PgPool, player: PlayerId, measure: Measure) -> Result<bool, Error> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM measures WHERE player = $1 AND kind = $2 AND coalesce(until > now(), true)
           ) AS "found!""#,
        player.0,
        measure.word(),
    );
    found.fetch_one(pool).await
}

/// Takes a measure, for so many days or until it is lifted. Who is closed is signed out everywhere, with
/// their bots; servers notice within half a minute.
///
/// # Errors
/// When the database can't be used.
pub async fn take(
    pool: &PgPool,
    deed: &Deed<'_>,
    measure: Measure,
    days: Option<i32>,
) -> Result<(), Error> {
    let mut work = pool.begin().await?;
    sqlx::query!(
        "INSERT INTO measures (player, kind, until)
         VALUES ($1, $2, now() + make_interval(days => $3))
         ON CONFLICT (player, kind) DO UPDATE SET since = now(), until = excluded.until",
        deed.about.0,
        measure.word(),
        days,
    )
    .execute(&mut *work)
    .await?;
    let what = match days {
        Some(days) => format!("{} for {days} days", measure.word()),
        None => measure.word().to_owned(),
    };
    write(&mut work, deed, &what).await?;
    note(&mut work, deed.about, change(measure), None).await?;
    if measure == Measure::Closed {
        sqlx::query!(
            "DELETE FROM sessions USING players p
             WHERE p.id = sessions.player AND (p.id = $1 OR p.owner = $1)",
            deed.about.0
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!("DELETE FROM seeks WHERE player = $1", deed.about.0)
            .execute(&mut *work)
            .await?;
    }
    work.commit().await
}

/// Lifts a measure, and tells whether it was in force.
///
/// # Errors
/// When the database can't be used.
pub async fn lift(pool: &PgPool, deed: &Deed<'_>, measure: Measure) -> Result<bool, Error> {
    let mut work = pool.begin().await?;
    let lifted = sqlx::query!(
        "DELETE FROM measures WHERE player = $1 AND kind = $2",
        deed.about.0,
        measure.word()
    );
    if lifted.execute(&mut *work).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let what = format!("{} no more", measure.word());
    write(&mut work, deed, &what).await?;
    note(&mut work, deed.about, AccountChange::MeasureLifted, None).await?;
    work.commit().await?;
    Ok(true)
}

/// Warns somebody.
///
/// # Errors
/// When the database can't be used.
pub async fn warn(pool: &PgPool, deed: &Deed<'_>) -> Result<(), Error> {
    let mut work = pool.begin().await?;
    write(&mut work, deed, "warned").await?;
    note(&mut work, deed.about, AccountChange::Warned, None).await?;
    work.commit().await
}
