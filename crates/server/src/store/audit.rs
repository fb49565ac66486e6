//! What the database has, for those who check it from outside.

use super::{Store, StoreError};

/// The statement that writes moves, with its parameters as `$1` to `$13`.
pub const WRITE_MOVES: &str = include_str!("../../queries/write_moves.sql");

/// A move as it is kept.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KeptMove {
    /// Of which game.
    pub game: String,
    /// How many were played before it.
    pub ply: i32,
    /// Its place in the log.
    pub version: i32,
    /// The move.
    pub mv: String,
    /// What it took off the clock, in milliseconds.
    pub spent: i64,
}

impl Store {
    /// All moves of these games.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn kept_moves(&self, games: &[String]) -> Result<Vec<KeptMove>, StoreError> {
        let moves = sqlx::query_as!(
            KeptMove,
            "SELECT game, ply, version, mv, spent FROM moves WHERE game = ANY($1)
             ORDER BY game, ply",
            games
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(moves)
    }

    /// Those of these games that are not over.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn unfinished(&self, games: &[String]) -> Result<Vec<String>, StoreError> {
        let games = sqlx::query_scalar!(
            "SELECT id FROM games WHERE id = ANY($1) AND status <> 'over'",
            games
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(games)
    }
}
