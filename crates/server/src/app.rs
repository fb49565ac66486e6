//! What handlers of requests and sockets share.

use crate::rooms::{ActError, Rooms};
use crate::waiting::Waiting;
use longjump_accounts::{Accounts, Player};
use longjump_config::Config;
use longjump_door::Limiters;
use longjump_exploration::Exploration;
use longjump_online::{Command, Control, Refusal};
use longjump_solving::Solving;
use longjump_studies::Studies;
use longjump_wire::order::Measure;
use longjump_wire::rest::PlayerKind;
use longjump_wire::room::{Occupant, PlayerId};
use longjump_wire::socket::RoomAction;
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
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) solving: Arc<Solving>,
    pub(crate) studies: Arc<Studies>,
    pub(crate) limiters: Arc<Limiters>,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) exploration: Arc<Exploration>,
    /// Those who wait for a game.
    pub(crate) waiting: Waiting,
    /// Whether this server is about to end.
    pub(crate) draining: watch::Receiver<bool>,
}

impl AsRef<Accounts> for App {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}

/// The command for what a player asks for; none if it names a seat that no game has.
pub(crate) fn command(player: &Player, action: RoomAction) -> Option<Command> {
    let who = Occupant::Person {
        player: player.id,
        name: player.name.clone(),
        bot: player.kind == PlayerKind::Bot,
    };
    Command::from_action(action, who, player.kind == PlayerKind::Guest)
}

impl App {
    /// Whether those who keep order let somebody play a game that is rated or not.
    pub(crate) async fn may_be_rated(
        &self,
        player: PlayerId,
        is_rated: bool,
    ) -> Result<(), ActError> {
        if is_rated && self.rooms.store.has(player, Measure::Unrated).await? {
            return Err(Refusal::Unrated.into());
        }
        Ok(())
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
        // Others wait for how it ends, so clocks alone decide on who is not there.
        if matches!(command, Command::Abort | Command::GoOnWithout { .. })
            && longjump_contests::is_of_tournament(&self.rooms.store.pool(), game).await?
        {
            return Err(Refusal::OfTournament.into());
        }
        if !matches!(command, Command::Sit { .. }) {
            return Ok(());
        }
        let room = self.rooms.look(game, |room, _| {
            let setup = room.setup();
            (setup.control, setup.rated, room.seat_of(player).is_some())
        });
        let (control, is_rated, sits_there) = room.await?.ok_or(ActError::NoGame)?;
        // Asked for again: nothing new begins.
        if sits_there {
            return Ok(());
        }
        self.may_be_rated(player, is_rated).await?;
        self.may_begin(player, control).await
    }
}
