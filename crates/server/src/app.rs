//! What handlers of requests and sockets share.

use crate::rooms::{ActError, Rooms};
use crate::sessions::Sessions;
use crate::store::TokenHash;
use crate::waiting::Waiting;
use axum_extra::extract::cookie::Key;
use longjump_config::Config;
use longjump_door::Limiters;
use longjump_online::{Command, Control, Refusal};
use longjump_wire::room::PlayerId;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use tokio::sync::watch;

/// How many games one person may play at a time, with seconds or minutes on the clock.
const MOST_GAMES: i64 = 50;
/// The same with days for a move.
const MOST_GAMES_BY_DAYS: i64 = 200;

/// What handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) key: Key,
    pub(crate) limiters: Arc<Limiters>,
    pub(crate) metrics: PrometheusHandle,
    /// Those who wait for a game.
    pub(crate) waiting: Waiting,
    /// Whether this server is about to end.
    pub(crate) draining: watch::Receiver<bool>,
}

impl App {
    /// Closes what belongs to a session that has ended, here and at other servers.
    pub(crate) fn end_session(&self, session: &TokenHash) {
        self.sessions.end(session);
        self.rooms.bus.end_session(session);
    }

    /// Whether somebody may begin another game with such a control.
    pub(crate) async fn may_begin(
        &self,
        player: PlayerId,
        control: Control,
    ) -> Result<(), ActError> {
        let by_days = matches!(control, Control::Days { .. });
        let most = if by_days {
            MOST_GAMES_BY_DAYS
        } else {
            MOST_GAMES
        };
        if self.rooms.store.games_played(player, by_days).await? < most {
            return Ok(());
        }
        Err(Refusal::TooManyGames.into())
    }

    /// Whether somebody has room for what a command would begin.
    pub(crate) async fn may_do(
        &self,
        game: &str,
        player: PlayerId,
        command: &Command,
    ) -> Result<(), ActError> {
        if !matches!(command, Command::Sit { .. }) {
            return Ok(());
        }
        let room = self.rooms.look(game, |room, _| {
            (room.setup().control, room.seat_of(player).is_some())
        });
        let (control, sits_there) = room.await?.ok_or(ActError::NoGame)?;
        // Asked for again: nothing new begins.
        if sits_there {
            return Ok(());
        }
        self.may_begin(player, control).await
    }
}
