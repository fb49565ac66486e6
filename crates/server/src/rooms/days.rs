//! What games with days for a move have besides: vacations that they are told of, and answers that were
//! decided on before.
//!
//! An answer is played as soon as the move comes that it is for. Whatever ends a server after that move,
//! some server finds what is due, and plays it: once, as it is for one version of the game.

use super::act::ActError;
use super::cache::Rooms;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use longjump_accounts::ApiError;
use longjump_days::{DuePlan, Games, keep_rest};
use longjump_online::{Actor, Command, Planned, Room};
use longjump_wire::time::{Moment, Span};
use std::sync::Weak;

impl Games for Rooms {
    fn now(&self) -> Moment {
        self.store.now()
    }

    fn room<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<Option<Room>, ApiError>> {
        async { Ok(self.look(game, |room, _| room.clone()).await?) }.boxed()
    }

    fn tell_of_vacations(&self) -> BoxFuture<'_, ()> {
        self.tell_of_vacations().boxed()
    }
}

impl Rooms {
    /// Tells games of vacations that they don't know of.
    pub(super) async fn tell_of_vacations(&self) {
        let pool = self.store.pool();
        for vacation in longjump_days::untold(&pool).await.unwrap_or_default() {
            let told = async {
                for game in longjump_days::games_by_days(&pool, vacation.player).await? {
                    self.tell_of_vacation(&game, vacation.player, vacation.until)
                        .await?;
                }
                Ok::<_, ActError>(longjump_days::told(&pool, &vacation).await?)
            };
            if let Err(error) = told.await {
                tracing::warn!(%error, "a vacation could not be told to all games");
            }
        }
    }

    /// Sees to what is planned in a game after something has happened there, beside whatever follows that.
    pub(super) fn follow_plans_of(&self, game: &str) {
        let rooms = Weak::clone(&self.itself);
        let game = game.to_owned();
        tokio::spawn(async move {
            if let Some(rooms) = rooms.upgrade() {
                rooms.follow_plans(&game).await;
            }
        });
    }

    /// Sees to all plans that are due.
    pub(super) async fn follow_due_plans(&self) {
        let games = longjump_days::games_with_due_plans(&self.store.pool()).await;
        for game in games.unwrap_or_default() {
            self.follow_plans(&game).await;
        }
    }

    async fn follow_plans(&self, game: &str) {
        let followed = async {
            for due in longjump_days::due_plans(&self.store.pool(), game).await? {
                self.follow(game, &due).await?;
            }
            Ok::<_, ActError>(())
        };
        // It is tried again in a moment.
        if let Err(error) = followed.await {
            tracing::warn!(%error, game, "what was planned could not be seen to");
        }
    }

    async fn follow(&self, game: &str, due: &DuePlan) -> Result<(), ActError> {
        let planned = self.look(game, |room, _| {
            let played = room.board().played();
            let planned = match room.turn() {
                Some(_) => due.plan.after(&played),
                None => Planned::Nothing,
            };
            (planned, room.version(), played.len())
        });
        let (planned, version, ply) = planned.await?.ok_or(ActError::NoGame)?;
        if version != due.version {
            // Whatever has happened since made it due anew.
            return Ok(());
        }
        let rest = match planned {
            Planned::Waits(rest) => Some(rest),
            Planned::Nothing => None,
            Planned::Answer(mv) => {
                let actor = Actor::Planned {
                    seat: due.seat,
                    version,
                };
                let command = Command::Move { ply, mv };
                let id = version.to_string();
                let done = self.act(game, actor, &command, Span(0), Some(&id)).await;
                match done {
                    // The answer makes the plan due anew, as whatever came before it does.
                    Ok(_) => return Ok(()),
                    Err(ActError::TryAgain) => return Err(ActError::TryAgain),
                    Err(_) => None,
                }
            }
        };
        let pool = self.store.pool();
        Ok(keep_rest(&pool, game, due, rest.as_ref()).await?)
    }
}
