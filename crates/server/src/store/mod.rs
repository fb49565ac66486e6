//! The database: everything that is kept is kept in Postgres.

mod fairplay;
mod games;
mod log;
mod moves;
mod outages;
mod people;
mod presence;
mod ratings;
mod seeks;

pub(crate) use games::{Ending, NewGame, Write};
pub(crate) use moves::{MoveWrite, Moves};
pub(crate) use people::{Player, TokenHash};

use longjump_online::CorruptLog;
use longjump_wire::time::Moment;
use outages::Outages;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long an answer of the database counts.
const ASKED_AGAIN: Duration = Duration::from_millis(500);
/// What takes longer than this, in milliseconds, tells little of what time it is there.
const SLOW: i64 = 100;

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
    /// Time goes on from here, whatever becomes of this machine's clock.
    started: Instant,
    /// What time it was there when we started, in milliseconds; 0 until the clocks are compared.
    there: AtomicI64,
    outages: Mutex<Outages>,
    /// When the database was last asked whether it answers, and whether it did.
    answered: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

impl Store {
    /// Connects, and brings the tables up to date.
    ///
    /// # Errors
    /// When the database is not there or has other tables.
    pub async fn connect(url: &str, connections: u32) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse()?;
        let mut migrations = sqlx::migrate!();
        // A newer server may have been here: what it added does not disturb us.
        migrations.set_ignore_missing(true);
        migrations
            .run(&mut PgConnection::connect_with(&options).await?)
            .await?;
        // Nobody holds others up for long: not with a lock, and not by being frozen.
        let options = options.options([
            ("lock_timeout", "5s"),
            ("statement_timeout", "15s"),
            ("idle_in_transaction_session_timeout", "5s"),
        ]);
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options)
            .await?;
        let store = Self {
            pool,
            started: Instant::now(),
            there: AtomicI64::new(0),
            outages: Mutex::default(),
            answered: tokio::sync::Mutex::default(),
        };
        store.set_clock().await?;
        Ok(store)
    }

    /// Whether the database answers, or did a moment ago: anybody may ask, as often as they like.
    pub(crate) async fn answers(&self) -> bool {
        let mut last = self.answered.lock().await;
        if let Some((asked, answers)) = *last
            && asked.elapsed() < ASKED_AGAIN
        {
            return answers;
        }
        let asked = sqlx::query("SELECT 1").execute(&self.pool).await;
        *last = Some((Instant::now(), asked.is_ok()));
        asked.is_ok()
    }

    /// Compares the clocks: half of what asking took is the way there. What took long tells
    /// little, and is not believed unless nothing better is known.
    pub(crate) async fn set_clock(&self) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let asked = self.runs_for();
        let there = sqlx::query_scalar!(
            r#"SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "now!""#
        )
        .fetch_one(&mut *connection)
        .await?;
        let answered = self.runs_for();
        if answered - asked <= SLOW || self.there.load(Ordering::Relaxed) == 0 {
            let halfway = i64::midpoint(asked, answered);
            self.there.store(there - halfway, Ordering::Relaxed);
        }
        Ok(())
    }

    /// What time it is.
    pub(crate) fn now(&self) -> Moment {
        Moment(self.runs_for() + self.there.load(Ordering::Relaxed))
    }

    /// For how long we run, in milliseconds.
    fn runs_for(&self) -> i64 {
        self.started.elapsed().as_millis() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use longjump_backing::Backing;

    #[tokio::test(flavor = "multi_thread")]
    async fn waiting_for_a_connection_does_not_move_the_clock() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut backing = Backing::start(folder.path()).expect("both start");
        let url = backing.postgres().url();
        let store = Store::connect(&url, 1).await.expect("a store");
        let before = store.there.load(Ordering::Relaxed);
        let busy = store.pool.acquire().await.expect("the only connection");
        let later = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            drop(busy);
        };
        let (set, ()) = tokio::join!(store.set_clock(), later);
        set.expect("the clocks are compared");
        let moved = (store.there.load(Ordering::Relaxed) - before).abs();
        assert!(moved < 100, "by {moved} ms");
    }
}
