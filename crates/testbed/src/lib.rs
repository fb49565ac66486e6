//! The whole online service on one machine: Postgres, NATS, servers and workers. Tests of the
//! service, the load and the site's browser tests all start it here, so that there is one way to
//! do so.
//!
//! ```no_run
//! use longjump_testbed::{Cluster, Launch};
//! # async fn example() -> Result<(), longjump_testbed::TestbedError> {
//! let cluster = Cluster::start(Launch::InProcess, 2).await?;
//! println!("servers at {:?}", cluster.addresses());
//! # Ok(())
//! # }
//! ```

mod audit;
mod cluster;
mod line;
mod mail;
mod push;

pub use audit::{Audit, GameEnd, StoredGame, StoredMove, WRITE_MOVES};
pub use cluster::{Cluster, Launch, TestbedError};
pub use line::Line;
pub use mail::{MailServer, Received};
pub use push::{Push, PushService};
