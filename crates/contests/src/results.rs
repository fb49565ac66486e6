//! Results of games, taken in when these are over.

use crate::rows::Row;
use sqlx::{Error, PgConnection};

/// A table at which nobody has won or lost yet.
pub(crate) struct GoingOn {
    /// Who sits there.
    pub(crate) players: Vec<usize>,
}

/// Takes in how games ended, and returns whether there was anything new. Who did not come to a game is out
/// until they come back.
///
/// A game that was called off tells who was not there: whoever's first move it was waiting for.
pub(crate) async fn take_results(work: &mut PgConnection, row: &Row) -> Result<bool, Error> {
    let over = sqlx::query!(
        r#"SELECT t.round, t.number, t.players, g.ply, g.places FROM tournament_tables t
           JOIN games g ON g.id = t.game
           WHERE t.tournament = $1 AND t.settled_in IS NULL AND g.status = 'over'
           ORDER BY t.round, t.number"#,
        row.id,
    )
    .fetch_all(&mut *work)
    .await?;
    for table in &over {
        let places = table
            .places
            .as_deref()
            .filter(|places| places.len() == table.players.len());
        let seats = table.players.len() as i32;
        let absent = places.is_none().then(|| table.ply.rem_euclid(seats));
        settle(work, row, (table.round, table.number), places, absent).await?;
        if let Some(absent) = absent {
            leave(work, row, table.players[absent as usize]).await?;
        }
    }
    Ok(!over.is_empty())
}

/// Notes how a table ended.
pub(crate) async fn settle(
    work: &mut PgConnection,
    row: &Row,
    (round, number): (i32, i32),
    places: Option<&[i16]>,
    absent: Option<i32>,
) -> Result<(), Error> {
    sqlx::query!(
        "UPDATE tournament_tables SET places = $4, absent = $5, settled_in = $6
         WHERE tournament = $1 AND round = $2 AND number = $3",
        row.id,
        round,
        number,
        places,
        absent.map(|seat| seat as i16),
        row.round as i32,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// Somebody takes part no more until they come back.
pub(crate) async fn leave(work: &mut PgConnection, row: &Row, number: i32) -> Result<(), Error> {
    sqlx::query!(
        "UPDATE entrants SET is_out = true WHERE tournament = $1 AND number = $2",
        row.id,
        number,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// The tables that are not over.
pub(crate) async fn going_on(work: &mut PgConnection, row: &Row) -> Result<Vec<GoingOn>, Error> {
    let players = sqlx::query_scalar!(
        "SELECT players FROM tournament_tables WHERE tournament = $1 AND settled_in IS NULL",
        row.id,
    )
    .fetch_all(work)
    .await?;
    let tables = players.into_iter().map(|players| GoingOn {
        players: players.into_iter().map(|number| number as usize).collect(),
    });
    Ok(tables.collect())
}
