//! Games of tournaments, opened for who was paired.

use super::act::played_room;
use super::cache::Rooms;
use crate::store::NewGame;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use longjump_accounts::ApiError;
use longjump_contests::{Boards, NewBoard};
use longjump_wire::time::Moment;

impl Boards for Rooms {
    fn now(&self) -> Moment {
        self.store.now()
    }

    fn open(&self, board: NewBoard) -> BoxFuture<'_, Result<(), ApiError>> {
        async move {
            // Two servers at once: the database lets one of them, and the other finds it the next time.
            if self.look(&board.id, |_, _| ()).await?.is_some() {
                return Ok(());
            }
            let at = self.store.now();
            let events = board.events();
            let room = played_room(&board.setup, at, &events).ok_or(ApiError::Away)?;
            let new = NewGame {
                id: &board.id,
                client: None,
                public: board.public,
                by: board.opener(),
                room: &room,
                events: &events,
                at,
            };
            self.store.create(&new).await?;
            Ok(())
        }
        .boxed()
    }
}

impl Rooms {
    /// Moves tournaments on that have got something to do.
    pub(super) async fn move_tournaments_on(&self) {
        if let Err(error) = longjump_contests::move_on(&self.store.pool(), self).await {
            tracing::warn!(%error, "tournaments could not be moved on");
        }
    }
}
