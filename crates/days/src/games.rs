//! What is needed to answer: the database, and the games as they stand.

use futures_util::future::BoxFuture;
use longjump_accounts::{Accounts, ApiError};
use longjump_online::Room;
use longjump_wire::time::Moment;
use sqlx::PgPool;
use std::sync::Arc;

/// Games, as the server that is asked has them.
pub trait Games: Send + Sync {
    /// What time it is.
    fn now(&self) -> Moment;
    /// A room as the database has it, if there is such a game.
    fn room<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Room>, ApiError>>;
    /// Tells games of vacations that they don't know of.
    fn tell_of_vacations(&self) -> BoxFuture<'_, ()>;
}

/// What is needed to answer.
pub struct ByDays {
    /// The database.
    pub pool: PgPool,
    /// Everybody who is known.
    pub accounts: Arc<Accounts>,
    /// All games.
    pub games: Arc<dyn Games>,
}

impl AsRef<Accounts> for ByDays {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}
