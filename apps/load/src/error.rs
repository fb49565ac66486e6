//! What ends a run.

use longjump_backing::BackingError;
use longjump_client::ClientError;
use longjump_rules::{NotationError, SpecError};
use longjump_server::StoreError;
use longjump_testbed::TestbedError;
use thiserror::Error;

/// Why nothing could be measured, or what was measured is not fine.
#[derive(Debug, Error)]
pub(crate) enum LoadError {
    /// The game can't be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// There is no such game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The arguments don't go together.
    #[error("{0}")]
    Arguments(&'static str),
    /// The service does not start.
    #[error("{0}; build it with: cargo build --release -p longjump, or give --longjump PROGRAM")]
    Testbed(#[from] TestbedError),
    /// Postgres or NATS does not start.
    #[error(transparent)]
    Backing(#[from] BackingError),
    /// A server refuses what it should not.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The database has no tables.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database can't be asked.
    #[error("the database can't be asked: {0}")]
    Database(#[from] sqlx::Error),
    /// Postgres alone can't be measured.
    #[error("pgbench did not run: {0}")]
    Pgbench(String),
    /// There is no disk that can be filled.
    #[error("a disk to be filled can't be mounted: {0}; run this as root")]
    Mount(String),
    /// Files, processes, the terminal.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A promise was broken.
    #[error("a promise was not kept; see above")]
    NotFine,
}
