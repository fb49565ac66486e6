//! What the database has of how people played.

use super::{Store, StoreError};
use longjump_rules::Seat;

impl Store {
    /// Notes that a page was hidden before a move.
    pub(crate) async fn note_away(
        &self,
        game: &str,
        ply: usize,
        seat: Seat,
        ms: u32,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO away_times (game, ply, seat, ms) VALUES ($1, $2, $3, $4)
             ON CONFLICT (game, ply) DO UPDATE SET seat = $3, ms = $4",
            game,
            ply as i32,
            seat.index() as i16,
            i64::from(ms),
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
