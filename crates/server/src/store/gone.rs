//! Accounts that are deleted: the games that they leave, and their names in the logs of games.

use super::{Store, StoreError};
use longjump_wire::room::PlayerId;
use sqlx::PgConnection;

impl Store {
    /// The games of somebody that are not over.
    pub(crate) async fn unfinished_games(
        &self,
        player: PlayerId,
    ) -> Result<Vec<String>, StoreError> {
        let games = sqlx::query_scalar!(
            r#"SELECT s.game FROM seats s
               WHERE s.player = $1
                 AND (SELECT status <> 'over' FROM games g WHERE g.id = s.game)"#,
            player.0
        );
        Ok(games.fetch_all(&self.pool).await?)
    }
}

/// Gives these players other names in all logs, and returns the games whose logs these are.
pub(crate) async fn rename_in_logs(
    work: &mut PgConnection,
    players: &[(PlayerId, String)],
) -> Result<Vec<String>, StoreError> {
    let ids: Vec<i64> = players.iter().map(|(player, _)| player.0).collect();
    let names: Vec<String> = players.iter().map(|(_, name)| name.clone()).collect();
    let games = sqlx::query_scalar!(
        r#"WITH renamed AS (
               UPDATE room_events e SET body = jsonb_set(e.body, '{who,name}', to_jsonb(p.name))
               FROM unnest($1::bigint[], $2::text[]) AS p (id, name)
               WHERE e.body->'who'->>'player' IS NOT NULL AND (e.body->'who'->>'player')::bigint = p.id
               RETURNING e.game
           )
           SELECT DISTINCT game AS "game!" FROM renamed"#,
        &ids,
        &names,
    );
    Ok(games.fetch_all(work).await?)
}
