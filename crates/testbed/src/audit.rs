//! What the database has, looked at from outside.

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// The statement by which servers write moves, with its parameters as `$1` to `$13`.
pub const WRITE_MOVES: &str = include_str!("../../server/queries/write_moves.sql");

/// A look into the database of a service.
pub struct Audit(PgPool);

/// A move as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct StoredMove {
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

/// How a game stands, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct GameEnd {
    /// Its name.
    pub id: String,
    /// Whether it is open, goes on or is over.
    pub status: String,
    /// How it ended.
    pub reason: Option<String>,
}

impl Audit {
    /// Connects.
    ///
    /// # Errors
    /// When the database is not there.
    pub async fn connect(url: &str) -> Result<Self, sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(2).connect(url).await?;
        Ok(Self(pool))
    }

    /// All moves of these games.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn moves(&self, games: &[String]) -> Result<Vec<StoredMove>, sqlx::Error> {
        sqlx::query_as(
            "SELECT game, ply, version, mv, spent FROM moves WHERE game = ANY($1)
             ORDER BY game, ply",
        )
        .bind(games)
        .fetch_all(&self.0)
        .await
    }

    /// How these games stand.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn ends(&self, games: &[String]) -> Result<Vec<GameEnd>, sqlx::Error> {
        sqlx::query_as("SELECT id, status, reason FROM games WHERE id = ANY($1)")
            .bind(games)
            .fetch_all(&self.0)
            .await
    }
}
