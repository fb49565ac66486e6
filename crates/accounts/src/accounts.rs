//! What requests about accounts share.

use crate::leaked::LeakedPasswords;
use crate::names::TokenHash;
use crate::open::OpenSessions;
use crate::passkeys::site::Site;
use axum_extra::extract::cookie::Key;
use longjump_bus::Bus;
use longjump_door::Limiters;
use longjump_notices::Pusher;
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
    /// Whether letters are sent.
    pub(crate) writes_letters: bool,
    /// What sends messages to browsers, if anything does.
    pub(crate) pusher: Option<Arc<Pusher>>,
    pub(crate) site: Site,
}

/// How an operator has set them up.
pub struct Setup<'a> {
    /// What cookies are signed with.
    pub secret: &'a str,
    /// The passwords that nobody may choose.
    pub leaked: LeakedPasswords,
    /// Whether letters are sent.
    pub writes_letters: bool,
    /// What sends messages to browsers, if anything does.
    pub pusher: Option<Arc<Pusher>>,
    /// Where people reach the site.
    pub site: Site,
}

impl Accounts {
    /// Those in a database.
    pub fn new(pool: PgPool, bus: Bus, limiters: Arc<Limiters>, setup: Setup<'_>) -> Self {
        Self {
            pool,
            sessions: OpenSessions::default(),
            bus,
            limiters,
            key: Key::from(setup.secret.as_bytes()),
            leaked: Arc::new(setup.leaked),
            writes_letters: setup.writes_letters,
            pusher: setup.pusher,
            site: setup.site,
        }
    }

    /// Closes what belongs to a session that has ended, here and at other servers.
    pub fn close(&self, session: &TokenHash) {
        self.sessions.end(session);
        self.bus.end_session(session);
    }

    /// Closes what belongs to sessions that have ended, here and at other servers.
    pub fn close_all(&self, ended: &[TokenHash]) {
        for session in ended {
            self.close(session);
        }
    }
}

impl AsRef<Accounts> for Accounts {
    fn as_ref(&self) -> &Accounts {
        self
    }
}
