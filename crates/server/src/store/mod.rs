//! The database: everything that is kept is kept in Postgres.

mod fairplay;
mod games;
mod log;
mod moves;
mod people;
mod ratings;
mod seeks;

pub(crate) use games::{Ending, NewGame, Write};
pub(crate) use moves::{MoveWrite, Moves};
pub(crate) use people::{Player, TokenHash};

use longjump_online::CorruptLog;
use longjump_wire::time::Moment;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// What went wrong with the database.
#[derive(Debug, Error)]
pub enum StoreError {
    /// It can't be asked.
    #[error("the database can't be asked: {0}")]
    Database(#[from] sqlx::Error),
    /// It went away while it was asked; whether it did what it was asked for is not known.
    #[error("the database went away")]
    Away,
    /// Its tables can't be brought up to date.
    #[error("the database can't be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// It has what can't be.
    #[error("game {game}: {error}")]
    Damaged {
        /// Where.
        game: String,
        /// What.
        error: CorruptLog,
    },
}

/// The database, and what time it is there: all servers go by its clock.
pub struct Store {
    pool: PgPool,
    /// How far the database's clock is ahead of this machine's, in milliseconds.
    ahead: AtomicI64,
}

impl Store {
    /// Connects, and brings the tables up to date.
    ///
    /// # Errors
    /// When the database is not there or has other tables.
    pub async fn connect(url: &str, connections: u32) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse()?;
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options)
            .await?;
        let mut migrations = sqlx::migrate!();
        // A newer server may have been here: what it added does not disturb us.
        migrations.set_ignore_missing(true);
        migrations.run(&pool).await?;
        let store = Self {
            pool,
            ahead: AtomicI64::new(0),
        };
        store.set_clock().await?;
        Ok(store)
    }

    /// Whether the database answers.
    pub(crate) async fn answers(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Compares the clocks: half of what asking took is the way there.
    pub(crate) async fn set_clock(&self) -> Result<(), StoreError> {
        let asked = here();
        let there = sqlx::query_scalar!(
            r#"SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "now!""#
        )
        .fetch_one(&self.pool)
        .await?;
        let halfway = i64::midpoint(asked, here());
        self.ahead.store(there - halfway, Ordering::Relaxed);
        Ok(())
    }

    /// What time it is.
    pub(crate) fn now(&self) -> Moment {
        Moment(here() + self.ahead.load(Ordering::Relaxed))
    }
}

fn here() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
