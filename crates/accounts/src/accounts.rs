//! What requests about accounts share.

use crate::leaked::LeakedPasswords;
use crate::names::TokenHash;
use crate::open::OpenSessions;
use axum_extra::extract::cookie::Key;
use longjump_bus::Bus;
use longjump_door::Limiters;
use sqlx::PgPool;
use std::sync::Arc;

/// Everybody who is known to the service.
pub struct Accounts {
    pub(crate) pool: PgPool,
    /// The sessions that something open at this server belongs to.
    pub sessions: OpenSessions,
    pub(crate) bus: Bus,
    pub(crate) limiters: Arc<Limiters>,
    pub(crate) key: Key,
    /// The passwords that nobody may choose.
    pub(crate) leaked: Arc<LeakedPasswords>,
    /// Whether people reach the site over secure connections.
    pub(crate) is_secure: bool,
}

impl Accounts {
    /// Those in a database, with what cookies are signed with and which passwords nobody may choose.
    pub fn new(
        pool: PgPool,
        bus: Bus,
        limiters: Arc<Limiters>,
        secret: &str,
        leaked: LeakedPasswords,
        is_secure: bool,
    ) -> Self {
        Self {
            pool,
            sessions: OpenSessions::default(),
            bus,
            limiters,
            key: Key::from(secret.as_bytes()),
            leaked: Arc::new(leaked),
            is_secure,
        }
    }

    /// Closes what belongs to a session that has ended, here and at other servers.
    pub fn close(&self, session: &TokenHash) {
        self.sessions.end(session);
        self.bus.end_session(session);
    }
}

impl AsRef<Accounts> for Accounts {
    fn as_ref(&self) -> &Accounts {
        self
    }
}
