//! The service around games between people.
//!
//! Any number of servers, none of which has a state that matters: a move counts once it is
//! written to Postgres. NATS carries what was accepted to the
//! other servers, and jobs to the workers that think for engines.
//!
//! ```no_run
//! use longjump_config::Config;
//! use longjump_server::Server;
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::load(Some("server.toml".as_ref()))?;
//! let server = Server::start(config, axum::Router::new()).await?;
//! println!("serving at {}", server.address());
//! # Ok(())
//! # }
//! ```

mod app;
mod figures;
mod http;
mod names;
mod rooms;
mod server;
mod socket;
mod store;
mod waiting;

pub use names::new_secret;
pub use server::{Server, StartError};
pub use store::{Store, StoreError};
