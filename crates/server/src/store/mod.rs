//! The database: everything that is kept is kept in Postgres.

mod due;
mod fairplay;
mod games;
mod gone;
mod lobby;
mod log;
mod moves;
mod outages;
mod presence;
mod purge;
mod seeks;
mod spectators;

pub(crate) use due::{DueGame, gives_up_at, look_at};
pub(crate) use games::{Ending, NewGame, Write, status_of};
pub(crate) use gone::rename_in_logs;
pub(crate) use moves::{MoveWrite, Moves};
pub(crate) use presence::Here;

use longjump_online::CorruptLog;
use longjump_wire::order::Measure;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use outages::Outages;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a connection is waited for. Who sent a move waits too, so they are told soon.
const ACQUIRE: Duration = Duration::from_secs(3);
/// A connection that was used so little time ago still works.
const UNTESTED: Duration = Duration::from_millis(500);
/// How long an answer of the database counts.
const ASKED_AGAIN: Duration = Duration::from_millis(500);
/// What takes longer than this, in milliseconds, tells little of what time it is there.
const SLOW: i64 = 100;
/// By how much the clocks may differ, in milliseconds, before one is taken to have been set.
const LARGEST_CORRECTION: i64 = 500;
/// Who has run for less than this, in milliseconds, takes over what time it is for others.
const NEWCOMER: i64 = 3_000;
/// A server that noted something so near to now, in milliseconds, may still run.
const LATELY: i64 = 60_000;
/// Within this time servers notice that the database's clock was set.
const NOTICED: Duration = Duration::from_millis(1_500);

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
            // Plans are kept, and those made while tables were small would read all of them
            // later on. Whatever we ask for often has an index.
            ("enable_seqscan", "off"),
            // What is small enough to be read as a whole is taken for expensive then, and would be
            // compiled first.
            ("jit", "off"),
        ]);
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE)
            // Asking each time would be one more question for every one that matters.
            .test_before_acquire(false)
            .before_acquire(|connection, used| {
                Box::pin(async move {
                    if used.idle_for > UNTESTED {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
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
        if store.has_company().await? {
            // If the clock was set a moment ago, the others have put that right by then.
            tokio::time::sleep(NOTICED).await;
            store.set_clock().await?;
        }
        Ok(store)
    }

    /// The database, for others who keep something there.
    pub fn pool(&self) -> PgPool {
        self.pool.clone()
    }

    /// Whether those who keep order have forbidden something to somebody.
    pub(crate) async fn has(&self, player: PlayerId, measure: Measure) -> Result<bool, StoreError> {
        Ok(longjump_order::has(&self.pool, player, measure).await?)
    }

    /// Whether other servers run, as far as that can be said without knowing the time.
    async fn has_company(&self) -> Result<bool, StoreError> {
        let near = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM servers WHERE abs(noted_at - $1) < $2) AS "near!""#,
            self.now().0,
            LATELY,
        );
        Ok(near.fetch_one(&self.pool).await?)
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
        let told = sqlx::query!(
            r#"SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + shift AS "now!",
                      shift, (SELECT max(noted_at) FROM servers) AS noted
               FROM clock"#
        )
        .fetch_one(&mut *connection)
        .await?;
        let answered = self.runs_for();
        let halfway = i64::midpoint(asked, answered);
        let there = self.there.load(Ordering::Relaxed);
        let is_first = there == 0;
        if answered - asked > SLOW && !is_first {
            return Ok(());
        }
        let step = told.now - (there + halfway);
        let is_newcomer = is_first || answered < NEWCOMER;
        // Somebody noted something that is yet to come for us: this process stood still.
        let stood_still = told
            .noted
            .is_some_and(|noted| noted > there + answered + SLOW);
        if step.abs() <= LARGEST_CORRECTION || is_newcomer || stood_still {
            self.there.store(told.now - halfway, Ordering::Relaxed);
            return Ok(());
        }
        tracing::warn!(step, "the database's clock was set; ours goes on as before");
        sqlx::query!(
            "UPDATE clock SET shift = shift - $1 WHERE shift = $2",
            step,
            told.shift,
        )
        .execute(&mut *connection)
        .await?;
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

    #[tokio::test(flavor = "multi_thread")]
    async fn a_clock_that_is_set_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut backing = Backing::start(folder.path()).expect("both start");
        let url = backing.postgres().url();
        let mut store = Store::connect(&url, 2).await.expect("a store");
        sqlx::raw_sql(
            "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
             $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$;
             ALTER DATABASE longjump SET search_path = public, pg_catalog;",
        )
        .execute(&store.pool)
        .await
        .expect("a clock that goes wrong");
        let expected = store.now();
        let again = Store::connect(&url, 2).await.expect("another");
        assert!((again.now() - expected).0 > 3_500_000, "the clock was set");
        // Ours has seen the time before, and has run for longer.
        store.pool = again.pool.clone();
        store.started -= Duration::from_secs(100);
        store.there.fetch_sub(100_000, Ordering::Relaxed);
        store.set_clock().await.expect("compared");
        assert!((store.now() - expected).0 < 5_000, "it went on as before");
        again.set_clock().await.expect("compared");
        assert!((again.now() - expected).0 < 5_000, "others see that too");
        // Who stood still finds out from what others have noted since.
        let noted = "INSERT INTO servers (name, noted_at) VALUES ('other', $1)";
        let noted = sqlx::query(noted).bind(store.now().0);
        noted.execute(&store.pool).await.expect("noted");
        store.there.fetch_sub(20_000, Ordering::Relaxed);
        store.set_clock().await.expect("compared");
        assert!((again.now() - store.now()).0 < 100, "it is on time again");
    }
}
