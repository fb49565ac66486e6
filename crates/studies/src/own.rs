//! What is kept of somebody here, for who takes it along.

use crate::store::{StudyError, view};
use longjump_accounts::Player;
use longjump_wire::room::PlayerId;
use longjump_wire::study::StudyView;
use serde::Serialize;
use sqlx::{Error, PgPool};

/// How many edits are read at a time.
const PAGE: i64 = 500;

/// An edit, for who made it.
#[derive(Serialize)]
pub struct OwnEdit {
    study: String,
    version: i32,
    edit: serde_json::Value,
}

/// The names of all studies of somebody.
///
/// # Errors
/// When the database can't be asked.
pub async fn own_studies(pool: &PgPool, owner: PlayerId) -> Result<Vec<String>, Error> {
    let ids = sqlx::query_scalar!("SELECT id FROM studies WHERE owner = $1", owner.0);
    ids.fetch_all(pool).await
}

/// A study of somebody; none if it was deleted meanwhile.
///
/// # Errors
/// When the database can't be asked.
pub async fn own_study(
    pool: &PgPool,
    owner: &Player,
    id: &str,
) -> Result<Option<StudyView>, Error> {
    match view(pool, id, (Some(owner), None)).await {
        Ok(study) => Ok(Some(study)),
        Err(StudyError::Database(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// Edits of somebody in the last thirty days, in their own studies too: those that come after `last`, some at a time.
///
/// # Errors
/// When the database can't be asked.
pub async fn own_edits(
    pool: &PgPool,
    player: PlayerId,
    last: Option<&OwnEdit>,
) -> Result<Vec<OwnEdit>, Error> {
    let (study, version) = last.map_or(("", 0), |edit| (&edit.study, edit.version));
    let edits = sqlx::query_as!(
        OwnEdit,
        "SELECT study, version, edit FROM study_edits WHERE player = $1 AND (study, version) > ($2, $3)
         ORDER BY study, version LIMIT $4",
        player.0,
        study,
        version,
        PAGE,
    );
    edits.fetch_all(pool).await
}
