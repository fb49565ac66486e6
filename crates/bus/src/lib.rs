//! NATS between servers and workers, and the workers themselves, which know neither the database
//! nor what cookies are signed with.
//!
//! ```no_run
//! use longjump_bus::{NatsAddress, work};
//! # async fn example() -> Result<(), longjump_bus::NatsError> {
//! let nats = NatsAddress::new("tls://worker:password@10.0.0.7:4222", "/etc/nats/ca.pem");
//! work(&nats, 1, std::sync::Arc::new(|_job| None)).await
//! # }
//! ```

mod nats;
mod worker;

pub use nats::{ANSWERS, Bus, ENDED_SESSIONS, FORGOTTEN_GAMES, NatsAddress, NatsError, WANTED};
pub use worker::{Thinker, work};
