//! What can go wrong with them.

use std::io;
use thiserror::Error;

/// Why one could not be started.
#[derive(Debug, Error)]
pub enum BackingError {
    /// It is not installed.
    #[error("{0} is not installed; on Debian: apt-get install postgresql nats-server")]
    NotInstalled(&'static str),
    /// It ended at once, or never answered.
    #[error("{program} could not be started: {why}; its log is {log}")]
    Failed {
        /// Which.
        program: &'static str,
        /// What it said.
        why: String,
        /// Where more is told.
        log: String,
    },
    /// The folder can't be used.
    #[error("the folder {0} can't be used: {1}")]
    Folder(String, io::Error),
    /// Nothing can take the place of Postgres.
    #[error("Postgres has no standby that could take over; add one first")]
    NoStandby,
}
