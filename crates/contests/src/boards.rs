//! What is needed to answer and to move tournaments on: the database, and games that can be opened.

use crate::views::Views;
use futures_util::future::BoxFuture;
use longjump_accounts::{Accounts, ApiError};
use longjump_online::RoomSetup;
use longjump_rules::Seat;
use longjump_wire::room::{Occupant, PlayerId, RoomEvent};
use longjump_wire::time::Moment;
use sqlx::PgPool;
use std::sync::Arc;

/// A game between people who were paired.
pub struct NewBoard {
    /// What it is called.
    pub id: String,
    /// What is played.
    pub setup: RoomSetup,
    /// Whether everybody may see it.
    pub public: bool,
    /// Who plays, by seat.
    pub players: Vec<Occupant>,
}

impl NewBoard {
    /// Everybody sits down, and it begins.
    pub fn events(&self) -> Vec<RoomEvent> {
        let seats = Seat::first(self.players.len()).zip(&self.players);
        let seated = seats.map(|(seat, who)| RoomEvent::Seated {
            seat,
            who: who.clone(),
        });
        seated.chain([RoomEvent::Started]).collect()
    }

    /// Whose game it is in lists of who opened what.
    pub fn opener(&self) -> PlayerId {
        let first = self.players.first().and_then(Occupant::player);
        first.unwrap_or(PlayerId(0))
    }
}

/// Games, as the server that is asked has them.
pub trait Boards: Send + Sync {
    /// What time it is.
    fn now(&self) -> Moment;
    /// Opens a game, which begins at once. One of this name that is there already stays as it is.
    fn open(&self, board: NewBoard) -> BoxFuture<'_, Result<(), ApiError>>;
}

/// What is needed to answer.
pub struct Contests {
    pub(crate) pool: PgPool,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) boards: Arc<dyn Boards>,
    pub(crate) views: Views,
}

impl Contests {
    /// All tournaments of a database.
    pub fn new(pool: PgPool, accounts: Arc<Accounts>, boards: Arc<dyn Boards>) -> Self {
        Self {
            pool,
            accounts,
            boards,
            views: Views::default(),
        }
    }
}

impl AsRef<Accounts> for Contests {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}
