//! How many watch games that they don't play.

use super::presence::LATELY;
use super::{Store, StoreError};
use std::collections::HashMap;

/// A server that noted nothing for so long, in milliseconds, has nobody who watches.
const RUNS: i64 = 60_000;

impl Store {
    /// Notes how many watch which games at a server.
    pub(crate) async fn note_spectators(
        &self,
        server: &str,
        games: &[String],
        counts: &[i32],
    ) -> Result<(), StoreError> {
        let now = self.now().0;
        sqlx::query!(
            "DELETE FROM spectators
             WHERE noted_at < $3::bigint OR server = $1 AND NOT game = ANY($2)",
            server,
            games,
            now - RUNS,
        )
        .execute(&self.pool)
        .await?;
        sqlx::query!(
            "INSERT INTO spectators (server, game, count, noted_at)
             SELECT $1, here.game, here.count, $4
             FROM unnest($2::text[], $3::integer[]) AS here (game, count)
             ON CONFLICT (server, game) DO UPDATE SET count = excluded.count, noted_at = excluded.noted_at",
            server,
            games,
            counts,
            now,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// How many watch these games at all servers; games that nobody watches are left out.
    pub(crate) async fn spectators(
        &self,
        games: &[String],
    ) -> Result<HashMap<String, i64>, StoreError> {
        let counted = sqlx::query!(
            r#"SELECT game, sum(count) AS "count!" FROM spectators
               WHERE game = ANY($1) AND noted_at > $2 GROUP BY game"#,
            games,
            self.now().0 - LATELY,
        );
        let counted = counted.fetch_all(&self.pool).await?;
        Ok(counted
            .into_iter()
            .map(|row| (row.game, row.count))
            .collect())
    }
}
