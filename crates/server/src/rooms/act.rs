//! Deciding, writing down, telling: how anything happens in a room.

use super::cache::{Cell, Known, Rooms, State, lock};
use crate::names;
use crate::store::{Ending, MoveWrite, NewGame, StoreError, Write};
use longjump_online::{Actor, Command, Context, Control, Refusal, Room, RoomSetup};
use longjump_rules::Seat;
use longjump_wire::cluster::{Job, LogEntry, RoomNotice};
use longjump_wire::rest::Accepted;
use longjump_wire::room::{LoggedEvent, Occupant, Offer, PlayerId, RoomEvent};
use longjump_wire::time::{Moment, Span};
use thiserror::Error;

/// How many games one person may have in which engines think.
const MOST_ENGINE_GAMES: i64 = 8;
/// How often a decision is made anew because the game had gone on elsewhere.
const TRIES: usize = 8;

/// Why nothing was done.
#[derive(Debug, Error)]
pub(crate) enum ActError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// It can't be done.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It may have been done or not; the same message sent again finds out.
    #[error("the server could not write it down just now; send it again")]
    TryAgain,
}

impl From<sqlx::Error> for ActError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::from(error).into()
    }
}

impl From<StoreError> for ActError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a room could not be read or written");
        Self::TryAgain
    }
}

/// What decides what happens next.
enum Cause<'a> {
    /// Somebody wants something.
    Command(Request<'a>),
    /// A clock may be up.
    Clock,
    /// Nobody has waited in an open room for long.
    Abandoned,
    /// Somebody is on vacation until then.
    Vacation(PlayerId, Moment),
}

/// A command, and what is to be known of how it came.
#[derive(Clone, Copy)]
struct Request<'a> {
    actor: Actor,
    command: &'a Command,
    /// When it came, for the first time: what it waited for since is not charged.
    received: Moment,
    lag: Span,
    /// What they call it.
    client: Option<&'a str>,
}

impl Rooms {
    /// Does what somebody wants, once: `client` is what they call the message, and the same
    /// message sent again is answered alike. The answer comes after it is written down.
    ///
    /// # Errors
    /// When it can't be done, or the database is away.
    pub(crate) async fn act(
        &self,
        game: &str,
        actor: Actor,
        command: &Command,
        lag: Span,
        client: Option<&str>,
    ) -> Result<Accepted, ActError> {
        let client = client.map(|id| match actor {
            Actor::Person(player) => format!("{}:{id}", player.0),
            Actor::Engine => format!("engine:{id}"),
            Actor::Planned { .. } => format!("plan:{id}"),
        });
        let cell = self.cell(game).ok_or(ActError::NoGame)?;
        let first = client.as_deref().and_then(|client| {
            let arrivals = lock(&cell.arrivals);
            arrivals.first(client, command)
        });
        let received = first.unwrap_or_else(|| self.store.now());
        if let (Command::FillWithEngines { .. }, Actor::Person(player)) = (command, actor) {
            self.may_have_engines(player).await?;
        }
        let request = Request {
            actor,
            command,
            received,
            lag,
            client: client.as_deref(),
        };
        let done = self.carry_through(&cell, request).await;
        if let Some(client) = &client {
            let mut arrivals = lock(&cell.arrivals);
            match done {
                Err(ActError::TryAgain) => arrivals.remember(client, command, received),
                _ => arrivals.forget(client),
            }
        }
        done
    }

    /// Does what somebody wants, as soon as nobody else does something in that room.
    async fn carry_through(&self, cell: &Cell, request: Request<'_>) -> Result<Accepted, ActError> {
        let mut state = cell.state.lock().await;
        self.learn_of_outages().await;
        let command = self.with_absence(cell, &mut state, request.command).await?;
        let cause = Cause::Command(Request {
            command: &command,
            ..request
        });
        let done = self.settle(cell, &mut state, &cause).await;
        if matches!(done, Err(ActError::TryAgain)) {
            state.0 = None;
        }
        if matches!(done, Err(ActError::Refused(Refusal::TimeUp))) {
            let _ = self.settle(cell, &mut state, &Cause::Clock).await;
        }
        done
    }

    /// A command to go on without somebody with how long they have been away. Who agrees to
    /// that is told if they have come back.
    async fn with_absence(
        &self,
        cell: &Cell,
        state: &mut State,
        command: &Command,
    ) -> Result<Command, ActError> {
        if !matches!(command, Command::GoOnWithout { .. } | Command::Accept) {
            return Ok(command.clone());
        }
        self.catch_up(cell, state).await?;
        let known = state.0.as_ref().ok_or(ActError::NoGame)?;
        let mut command = command.clone();
        match (&mut command, known.room.pending()) {
            (Command::GoOnWithout { seat, away, .. }, _) => {
                *away = self.away(cell, known, *seat).await?;
            }
            // To agree stays just that: should the offer be gone when it is decided on, nothing
            // is offered in its place.
            (Command::Accept, Some(&Offer::EndWithout { seat })) => {
                let away = self.away(cell, known, seat).await?;
                let patience = known.room.setup().control.patience();
                if patience.is_none_or(|patience| away < patience) {
                    return Err(Refusal::NotAway.into());
                }
            }
            _ => {}
        }
        Ok(command)
    }

    /// How long somebody has been away: seen by no server and silent. No time at all while it is
    /// not sure that all servers have told whom they see.
    async fn away(&self, cell: &Cell, known: &Known, seat: Seat) -> Result<Span, StoreError> {
        let now = self.store.now();
        if !lock(&self.noting).is_sure() || !self.store.is_presence_known(now).await? {
            return Ok(Span(0));
        }
        let seen = self.store.seen(&cell.id, seat).await?;
        Ok(now - seen.max(known.last_act_of(seat)))
    }

    /// What a moment counts as for the clock that runs: nobody is charged for an outage.
    pub(super) fn fairly(&self, known: &Known, moment: Moment) -> Moment {
        match known.room.clocks().running() {
            Some((_, since)) => self.store.without_outages(since, moment),
            None => moment,
        }
    }

    /// Whether somebody may have another game in which engines think for them.
    pub(crate) async fn may_have_engines(&self, player: PlayerId) -> Result<(), ActError> {
        if self.store.engine_games(player).await? < MOST_ENGINE_GAMES {
            return Ok(());
        }
        Err(Refusal::TooManyGames.into())
    }

    /// Lets a flag fall, if a clock of the game is up.
    pub(super) async fn flag(&self, cell: &Cell) {
        self.settle_unasked(cell, &Cause::Clock).await;
    }

    /// Closes a room in which nobody has waited for long.
    pub(super) async fn expire(&self, cell: &Cell) {
        self.settle_unasked(cell, &Cause::Abandoned).await;
    }

    /// Tells a game of a vacation; one that is told of it already stays as it is.
    pub(super) async fn tell_of_vacation(
        &self,
        game: &str,
        player: PlayerId,
        until: Moment,
    ) -> Result<(), ActError> {
        let cell = self.cell(game).ok_or(ActError::NoGame)?;
        let mut state = cell.state.lock().await;
        self.learn_of_outages().await;
        let cause = Cause::Vacation(player, until);
        let settled = self.settle(&cell, &mut state, &cause).await;
        if matches!(settled, Err(ActError::TryAgain)) {
            state.0 = None;
            return Err(ActError::TryAgain);
        }
        Ok(())
    }

    async fn settle_unasked(&self, cell: &Cell, cause: &Cause<'_>) {
        if self.store.may_have_missed_an_outage() {
            return;
        }
        let mut state = cell.state.lock().await;
        let settled = self.settle(cell, &mut state, cause).await;
        if matches!(settled, Err(ActError::TryAgain)) {
            state.0 = None;
        }
    }

    /// Decides on what is known, and anew on what the database has if that is more.
    async fn settle(
        &self,
        cell: &Cell,
        state: &mut State,
        cause: &Cause<'_>,
    ) -> Result<Accepted, ActError> {
        let client = match cause {
            Cause::Command(request) => request.client,
            Cause::Clock | Cause::Abandoned | Cause::Vacation(..) => None,
        };
        let mut is_fresh = state.0.is_none();
        if is_fresh {
            self.catch_up(cell, state).await?;
        }
        for _ in 0..TRIES {
            let known = state.0.as_mut().ok_or(ActError::NoGame)?;
            if let Some(done) = client.and_then(|client| known.done_before(client)) {
                return Ok(done);
            }
            let now = self.store.now().max(known.last_change());
            let mut next_game = String::new();
            let mut context = Context::at(now);
            let decision = match cause {
                Cause::Command(request) => {
                    if matches!(request.command, Command::Offer(_) | Command::Accept) {
                        next_game = names::game_id();
                    }
                    context.received = self.fairly(known, request.received);
                    context.lag = request.lag;
                    context.next_game = &next_game;
                    known.room.decide(&context, request.actor, request.command)
                }
                Cause::Clock => {
                    let now = self.fairly(known, now);
                    known.room.flag(now).ok_or(Refusal::NotAway)
                }
                Cause::Vacation(player, until) => {
                    context.received = self.fairly(known, now);
                    let events = known.room.vacation(&context, *player, *until);
                    events.ok_or(Refusal::NotAway)
                }
                Cause::Abandoned => known.room.expire().ok_or(Refusal::Started),
            };
            match decision {
                Ok(events) => {
                    if let Some(done) = self
                        .carry_out(cell, known, &context, events, client)
                        .await?
                    {
                        return Ok(done);
                    }
                }
                Err(refusal) if is_fresh => return Err(refusal.into()),
                // Perhaps another server knows more.
                Err(_) => {}
            }
            self.catch_up(cell, state).await?;
            is_fresh = true;
        }
        Err(ActError::TryAgain)
    }

    /// Writes events down and tells everybody; none if the game had gone on.
    async fn carry_out(
        &self,
        cell: &Cell,
        known: &mut Known,
        context: &Context<'_>,
        events: Vec<RoomEvent>,
        client: Option<&str>,
    ) -> Result<Option<Accepted>, ActError> {
        let before = known.room.version();
        let mut after = known.room.clone();
        for event in &events {
            if let Err(error) = after.apply(context.now, event) {
                tracing::error!(%error, game = cell.id, "a decision could not be carried out");
                return Err(ActError::TryAgain);
            }
        }
        let accepted = match &events[..] {
            [RoomEvent::Moved { .. }] if after.outcome().is_none() => {
                let write = move_write(&cell.id, before, context.now, &events[0], &after, client);
                self.moves.write(write).await?
            }
            _ => {
                self.write_slowly(cell, known, context, &events, &after, client)
                    .await?
            }
        };
        if !accepted {
            return Ok(None);
        }
        metrics::counter!("longjump_events_total").increment(events.len() as u64);
        let entries: Vec<LogEntry> = (before + 1..)
            .zip(events)
            .map(|(version, event)| LogEntry {
                logged: LoggedEvent {
                    version,
                    at: context.now,
                    event,
                },
                client: client.map(str::to_owned),
            })
            .collect();
        self.publish(
            &cell.id,
            &RoomNotice::Events {
                log: entries.clone(),
            },
        );
        if self.take_in(cell, known, entries).is_err() {
            return Err(ActError::TryAgain);
        }
        self.call_engine(&cell.id, &known.room);
        if matches!(known.room.setup().control, Control::Days { .. }) {
            self.follow_plans_of(&cell.id);
        }
        Ok(Some(Accepted {
            version: before + 1,
            repeated: false,
        }))
    }

    /// Writes what is no ordinary move.
    async fn write_slowly(
        &self,
        cell: &Cell,
        known: &Known,
        context: &Context<'_>,
        events: &[RoomEvent],
        after: &Room,
        client: Option<&str>,
    ) -> Result<bool, StoreError> {
        let has_ended = known.room.outcome().is_none() && after.outcome().is_some();
        let rematch = match events {
            [RoomEvent::RematchAgreed { .. }] => rematch(after, context.now),
            _ => None,
        };
        let next = rematch.as_ref().map(|(room, events)| NewGame {
            id: context.next_game,
            client: None,
            public: false,
            by: first_player(room),
            room,
            events,
            at: context.now,
        });
        let write = Write {
            game: &cell.id,
            version: known.room.version(),
            at: context.now,
            events,
            after,
            client,
            ending: Ending {
                rate: has_ended && after.setup().rated,
                next,
            },
        };
        let accepted = self.store.write(&write).await?;
        if let Some((room, _)) = rematch.as_ref().filter(|_| accepted) {
            self.call_engine(context.next_game, room);
        }
        Ok(accepted)
    }

    /// Has an engine think, if it is one's turn.
    pub(crate) fn call_engine(&self, game: &str, room: &Room) {
        if let Some((_, level)) = room.engine_to_move() {
            self.bus.think(&Job {
                game: game.to_owned(),
                version: room.version(),
                spec: room.setup().game.to_string(),
                moves: room.board().played(),
                level,
            });
        }
    }
}

impl Known {
    /// What came of a message when it was sent before.
    fn done_before(&self, client: &str) -> Option<Accepted> {
        let mut entries = self.log.iter();
        let entry = entries.find(|entry| entry.client.as_deref() == Some(client))?;
        Some(Accepted {
            version: entry.logged.version,
            repeated: true,
        })
    }

    /// When whoever sits there last did something.
    fn last_act_of(&self, seat: Seat) -> Moment {
        let Some(player) = self.room.occupant(seat).and_then(Occupant::player) else {
            return Moment(0);
        };
        let own = format!("{}:", player.0);
        let mut entries = self.log.iter().rev();
        let last = entries.find(|entry| {
            let client = entry.client.as_deref();
            client.is_some_and(|client| client.starts_with(&own))
        });
        last.map_or(Moment(0), |entry| entry.logged.at)
    }

    /// When the room last changed: time never goes back in a log.
    fn last_change(&self) -> Moment {
        self.log.last().map_or(Moment(0), |entry| entry.logged.at)
    }
}

fn move_write(
    game: &str,
    version: usize,
    at: Moment,
    event: &RoomEvent,
    after: &Room,
    client: Option<&str>,
) -> MoveWrite {
    let RoomEvent::Moved {
        seat,
        mv,
        spent,
        forgiven,
    } = event
    else {
        unreachable!("asked for moves only");
    };
    MoveWrite {
        game: game.to_owned(),
        version,
        ply: after.board().ply() - 1,
        seat: seat.index(),
        mv: mv.clone(),
        spent: *spent,
        forgiven: *forgiven,
        at,
        client: client.map(str::to_owned),
        left: after.clocks().remaining()[*seat],
        turn: after.turn().map_or(0, |seat| seat.index()),
        engine_turn: after.engine_to_move().is_some(),
        deadline: after.clocks().final_deadline(),
        by_days: matches!(after.setup().control, Control::Days { .. }),
    }
}

/// A new room with the same players, everybody one seat further.
fn rematch(over: &Room, at: Moment) -> Option<(Room, Vec<RoomEvent>)> {
    let seats: Vec<_> = over.seats().collect();
    let seated = seats.iter().map(|&seat| {
        let from = seats[(seat.index() + 1) % seats.len()];
        // Who left is not brought back; the engine that took over plays on.
        let who = over.occupant(from)?.clone();
        Some(RoomEvent::Seated { seat, who })
    });
    let mut events = seated.collect::<Option<Vec<_>>>()?;
    events.push(RoomEvent::Started);
    let room = played_room(over.setup(), at, &events)?;
    Some((room, events))
}

/// A room in which these events have happened.
pub(crate) fn played_room(setup: &RoomSetup, at: Moment, events: &[RoomEvent]) -> Option<Room> {
    let mut room = Room::open(setup).ok()?;
    for event in events {
        room.apply(at, event).ok()?;
    }
    Some(room)
}

fn first_player(room: &Room) -> PlayerId {
    let players = room
        .seats()
        .filter_map(|seat| room.occupant(seat)?.player());
    players.min().unwrap_or(PlayerId(0))
}
