//! What must happen though nobody asks: flags fall, news that got lost is read, engines that
//! were forgotten are called again, rooms that nobody needs are let go.

use super::cache::{Cell, Rooms, lock};
use crate::store::{DueGame, Here, StoreError, gives_up_at, look_at};
use futures_util::FutureExt;
use longjump_wire::rest::GameStatus;
use longjump_wire::time::{Moment, Span};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How often clocks of rooms in use are looked at.
const LOOK_AT_CLOCKS: Duration = Duration::from_millis(100);
/// How often the database is asked for clocks and engines of rooms that nobody uses.
const SWEEP: Duration = Duration::from_secs(2);
/// How often the database is asked for news while NATS brings them, and while it doesn't.
const READ_NEWS: Duration = Duration::from_secs(5);
const READ_NEWS_WITHOUT_NATS: Duration = Duration::from_millis(500);
/// How often players who are there are noted.
const NOTE_PRESENCE: Duration = Duration::from_secs(5);
/// How often clocks of machines are compared, and tournaments moved on.
const COMPARE_CLOCKS: Duration = Duration::from_secs(1);
/// How long an engine may take before another is asked.
const ENGINE_PATIENCE: i64 = 12_000;
/// A game whose clock turned out not to be up is looked at again after this.
const SOON: Span = Span::seconds(5);
/// How long a room is kept that nobody watches.
const KEEP: Span = Span::seconds(60);

/// Starts everything; it ends with the rooms.
pub(crate) fn start(rooms: &Arc<Rooms>) {
    let rooms = || Arc::downgrade(rooms);
    tokio::spawn(every(LOOK_AT_CLOCKS, rooms(), Rooms::look_at_clocks));
    tokio::spawn(every(SWEEP, rooms(), Rooms::sweep));
    tokio::spawn(every(COMPARE_CLOCKS, rooms(), Rooms::move_tournaments_on));
    tokio::spawn(every(READ_NEWS_WITHOUT_NATS, rooms(), Rooms::read_news));
    tokio::spawn(every(NOTE_PRESENCE, rooms(), Rooms::note_who_is_here));
    tokio::spawn(every(COMPARE_CLOCKS, rooms(), Rooms::compare_clocks));
}

async fn every<F: AsyncFn(&Rooms)>(time: Duration, rooms: Weak<Rooms>, task: F) {
    let mut ticks = tokio::time::interval(time);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        // What goes wrong with one game once must not end this for all.
        let _ = AssertUnwindSafe(task(&rooms)).catch_unwind().await;
    }
}

impl Rooms {
    async fn look_at_clocks(&self) {
        let now = self.store.now();
        for cell in self.all() {
            // Whoever has it locked is deciding something.
            let is_up = cell.state.try_lock().is_ok_and(|state| {
                let known = state.0.as_ref();
                known.is_some_and(|known| {
                    let now = self.fairly(known, now);
                    known.room.clocks().is_up(now)
                })
            });
            if is_up {
                self.flag(&cell).await;
            }
        }
    }

    /// Sees to what nobody looks at. What that takes does not grow with the games there are.
    async fn sweep(&self) {
        self.let_go();
        let now = self.store.now();
        for due in self.store.due(now).await.unwrap_or_default() {
            if let Err(error) = self.see_to(&due).await {
                tracing::warn!(%error, game = due.id, "a game could not be seen to");
            }
        }
        self.tell_of_vacations().await;
        self.follow_due_plans().await;
        let since = Moment(now.0 - ENGINE_PATIENCE);
        let forgotten = self.store.forgotten_by_engines(since).await;
        for game in forgotten.unwrap_or_default() {
            let _ = self
                .look(&game, |room, _| self.call_engine(&game, room))
                .await;
        }
    }

    /// Lets a flag fall or gives an open room up; if it is too early for that, it is done later.
    async fn see_to(&self, due: &DueGame) -> Result<(), StoreError> {
        let Some(cell) = self.cell(&due.id) else {
            return Ok(());
        };
        self.flag(&cell).await;
        let now = self.store.now();
        let until = self.look(&due.id, |room, _| {
            if room.is_open() {
                gives_up_at(room, due.seen)
            } else {
                // It may be past by the clock on the wall, and not without outages.
                look_at(room, now).max(now + SOON)
            }
        });
        match until.await? {
            Some(until) if until > now => self.store.put_off(due, until).await?,
            _ => self.expire(&cell).await,
        }
        Ok(())
    }

    async fn read_news(&self) {
        let now = self.store.now();
        let patience = if self.bus.is_steady() {
            READ_NEWS
        } else {
            READ_NEWS_WITHOUT_NATS
        };
        // Cells take turns, so that each is asked for once in that time.
        let share = (patience.as_millis() / READ_NEWS_WITHOUT_NATS.as_millis()) as i64;
        let turn = now.0 / READ_NEWS_WITHOUT_NATS.as_millis() as i64 % share;
        let mut games = Vec::new();
        let mut versions = Vec::new();
        for cell in self.all() {
            let told = {
                let watchers = lock(&cell.watchers);
                if watchers.senders.is_empty() {
                    continue;
                }
                watchers.told
            };
            let Ok(state) = cell.state.try_lock() else {
                continue;
            };
            let known = state.0.as_ref().map(|known| known.room.version());
            drop(state);
            let place = cell.id.bytes().map(i64::from).sum::<i64>() % share;
            // After an answer of the database was lost nobody knows whether something happened.
            if place != turn && known.is_some() {
                continue;
            }
            self.subscribe(&cell).await;
            games.push(cell.id.clone());
            versions.push(known.unwrap_or(told) as i32);
        }
        if games.is_empty() {
            return;
        }
        let Ok(behind) = self.store.gone_on(&games, &versions).await else {
            return;
        };
        for game in behind {
            let Some(cell) = self.cell(&game) else {
                continue;
            };
            let mut state = cell.state.lock().await;
            let _ = self.catch_up(&cell, &mut state).await;
        }
    }

    /// Finds out about an outage that may just have ended; one looks for all who ask at once.
    pub(super) async fn learn_of_outages(&self) {
        if !self.store.may_have_missed_an_outage() {
            return;
        }
        let _turn = self.learning.lock().await;
        if self.store.may_have_missed_an_outage() {
            self.note_who_is_here().await;
        }
    }

    /// Notes who watches, whatever is going on in the rooms: who is busy is there too.
    async fn note_who_is_here(&self) {
        let mut here = Here {
            people: self.door.people(),
            ..Here::default()
        };
        for cell in self.all() {
            let watchers = lock(&cell.watchers);
            if watchers.status == GameStatus::Over {
                continue;
            }
            if watchers.status == GameStatus::Open && !watchers.senders.is_empty() {
                here.open.push(cell.id.clone());
            }
            here.running += usize::from(watchers.is_counted_here());
            for player in watchers.senders.values().filter_map(|(_, player)| *player) {
                here.games.push(cell.id.clone());
                here.players.push(player.0);
            }
        }
        let noted = self.store.note_seen(self.bus.own_name(), &here);
        let is_noted = noted.await.is_ok();
        lock(&self.noting).note(is_noted);
        if is_noted && let Err(error) = self.count_spectators().await {
            tracing::warn!(%error, "spectators could not be counted");
        }
    }

    async fn compare_clocks(&self) {
        let _ = self.store.set_clock().await;
    }

    /// Lets go of rooms that nobody watches and nothing happens in.
    fn let_go(&self) {
        let now = self.store.now();
        let is_used = |cell: &Arc<Cell>| {
            let watchers = lock(&cell.watchers);
            !watchers.senders.is_empty() || now - watchers.used < KEEP
        };
        lock(&self.cells).retain(|_, cell| is_used(cell) || Arc::strong_count(cell) > 1);
    }
}
