//! What the database has, looked at from outside.

use longjump_wire::cluster::LogEntry;
use longjump_wire::room::{LoggedEvent, RoomEvent};
use longjump_wire::time::Moment;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use sqlx::types::Json;

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

/// A game as it is stored beside its log.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct StoredGame {
    /// The game with its options.
    pub game: String,
    /// The time control.
    pub control: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How far it is: `open`, `playing` or `over`.
    pub status: String,
    /// How many events there were.
    pub version: i32,
    /// How many moves were played.
    pub ply: i32,
}

/// An entry of a log as it is stored.
#[derive(sqlx::FromRow)]
struct StoredEntry {
    version: i32,
    at: i64,
    client: Option<String>,
    body: Json<RoomEvent>,
}

impl From<StoredEntry> for LogEntry {
    fn from(stored: StoredEntry) -> Self {
        Self {
            logged: LoggedEvent {
                version: stored.version as usize,
                at: Moment(stored.at),
                event: stored.body.0,
            },
            client: stored.client,
        }
    }
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

    /// A game, but for its log.
    ///
    /// # Errors
    /// When the database can't be asked, or there is no such game.
    pub async fn game(&self, id: &str) -> Result<StoredGame, sqlx::Error> {
        sqlx::query_as("SELECT game, control, rated, status, version, ply FROM games WHERE id = $1")
            .bind(id)
            .fetch_one(&self.0)
            .await
    }

    /// All that happened in a game, moves that were taken back included.
    ///
    /// # Errors
    /// When the database can't be asked, or has what is no event.
    pub async fn log(&self, id: &str) -> Result<Vec<LogEntry>, sqlx::Error> {
        let entries: Vec<StoredEntry> = sqlx::query_as(
            "WITH played AS (
                 SELECT * FROM moves WHERE game = $1
                 UNION ALL SELECT * FROM taken_back WHERE game = $1
             )
             SELECT version, at, client, jsonb_build_object(
                 'type', 'moved', 'seat', seat, 'mv', mv, 'spent', spent, 'forgiven', forgiven
             ) AS body FROM played
             UNION ALL SELECT version, at, client, body FROM room_events WHERE game = $1
             ORDER BY version",
        )
        .bind(id)
        .fetch_all(&self.0)
        .await?;
        Ok(entries.into_iter().map(LogEntry::from).collect())
    }
}
