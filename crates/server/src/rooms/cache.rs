//! The rooms themselves, what is known of each, and who watches.

use super::messages::{self, text};
use crate::names;
use crate::store::{Moves, Store, StoreError, status_of};
use axum::extract::ws::Utf8Bytes;
use longjump_bus::Bus;
use longjump_door::Limiters;
use longjump_online::{Arrivals, Room};
use longjump_wire::cluster::LogEntry;
use longjump_wire::rest::GameStatus;
use longjump_wire::room::PlayerId;
use longjump_wire::socket::ServerMessage;
use longjump_wire::time::Moment;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// After a failure it takes so long until presence has been noted by all servers.
const NOTED_BY_ALL: Duration = Duration::from_secs(15);
/// Who missed more events than this gets the whole room instead.
const MOST_MISSED: usize = 200;
/// Who was not seen for so long, in milliseconds, is away.
const GONE_AFTER: i64 = 12_000;

/// Where a watcher's messages go. Who doesn't read is dropped, and reads what was missed when
/// they come back.
pub(crate) type Sender = mpsc::Sender<Utf8Bytes>;

/// A watcher, told apart from others of this server.
pub(crate) type WatcherId = u64;

/// A game is listened for as long as this is kept.
pub(super) struct Subscription(AbortHandle);

impl Subscription {
    /// One that ends this task.
    pub(super) fn of(task: AbortHandle) -> Self {
        Self(task)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The rooms that somebody watches or has just played in.
pub(crate) struct Rooms {
    pub(crate) store: Arc<Store>,
    pub(crate) bus: Bus,
    /// Knows who is connected.
    pub(super) door: Arc<Limiters>,
    pub(super) moves: Moves,
    pub(super) cells: Mutex<HashMap<String, Arc<Cell>>>,
    /// Whether presence is being noted.
    pub(super) noting: Mutex<Noting>,
    /// Whose turn it is to find out about an outage.
    pub(super) learning: tokio::sync::Mutex<()>,
    /// For the tasks that listen for it.
    pub(super) itself: Weak<Self>,
}

/// Since when this server has noted who is here without a failure.
#[derive(Default)]
pub(super) struct Noting {
    has_failed: bool,
    since: Option<Instant>,
}

impl Noting {
    pub(super) fn note(&mut self, is_noted: bool) {
        if is_noted {
            self.since.get_or_insert_with(Instant::now);
        } else {
            self.has_failed = true;
            self.since = None;
        }
    }

    /// Whether others have had the time to note who is at theirs since it last failed here.
    pub(super) fn is_sure(&self) -> bool {
        !self.has_failed
            || self
                .since
                .is_some_and(|since| since.elapsed() > NOTED_BY_ALL)
    }
}

/// One room: its state as far as this server knows, behind a lock that is held while the
/// database decides, and whoever watches.
pub(crate) struct Cell {
    pub(crate) id: String,
    pub(super) state: tokio::sync::Mutex<State>,
    pub(super) watchers: Mutex<Watchers>,
    pub(super) arrivals: Mutex<Arrivals>,
}

/// A room with its log. None until it is read, and after an answer of the database was lost.
#[derive(Default)]
pub(super) struct State(pub(super) Option<Known>);

pub(super) struct Known {
    pub(super) room: Room,
    pub(super) log: Vec<Arc<LogEntry>>,
}

pub(super) struct Watchers {
    pub(super) senders: HashMap<WatcherId, (Sender, Option<PlayerId>)>,
    /// NATS brings us this game's events.
    pub(super) subscription: Option<Subscription>,
    /// When it was last of use.
    pub(super) used: Moment,
    /// The version that everybody who watches was told of.
    pub(super) told: usize,
    /// How the game stood then.
    pub(super) status: GameStatus,
    /// Who plays, by seat.
    pub(super) seated: Vec<PlayerId>,
    /// How many watch at all servers, as everybody who watches here was told.
    spectators: i64,
}

impl Default for Watchers {
    fn default() -> Self {
        Self {
            senders: HashMap::new(),
            subscription: None,
            used: Moment(0),
            told: 0,
            status: GameStatus::Playing,
            seated: Vec::new(),
            spectators: 0,
        }
    }
}

impl Watchers {
    /// Adds somebody who was shown the room as it is, like all others.
    fn add(&mut self, id: WatcherId, who: (Sender, Option<PlayerId>), room: &Room) {
        self.senders.insert(id, who);
        self.know(room);
    }

    /// Everybody who watches knows the room as it is.
    pub(super) fn know(&mut self, room: &Room) {
        self.told = room.version();
        self.status = status_of(room);
        let people = room
            .seats()
            .filter_map(|seat| room.occupant(seat)?.player());
        self.seated = people.collect();
    }

    /// Whether the game is played and its first player is here: for whoever counts games, it is counted
    /// where that is so.
    pub(super) fn is_counted_here(&self) -> bool {
        let mut here = self.senders.values();
        let first = self.seated.first().copied();
        self.status == GameStatus::Playing
            && first.is_some()
            && here.any(|&(_, player)| player == first)
    }

    /// Takes in how many watch at all servers, and tells whether that is news.
    pub(super) fn count_in_all(&mut self, count: i64) -> bool {
        std::mem::replace(&mut self.spectators, count) != count
    }
}

impl Rooms {
    pub(crate) fn new(store: Arc<Store>, bus: Bus, door: Arc<Limiters>) -> Arc<Self> {
        Arc::new_cyclic(|itself| Self {
            moves: Moves::new(&store),
            store,
            bus,
            door,
            cells: Mutex::default(),
            noting: Mutex::default(),
            learning: tokio::sync::Mutex::default(),
            itself: Weak::clone(itself),
        })
    }

    /// The cell of a game, whether there is such a game or not; none for what can't be the name
    /// of one, so that nothing else gets to the database or into the subjects of NATS.
    pub(super) fn cell(&self, game: &str) -> Option<Arc<Cell>> {
        if !names::is_game_id(game) {
            return None;
        }
        let mut cells = lock(&self.cells);
        let cell = cells.entry(game.to_owned()).or_insert_with(|| {
            Arc::new(Cell {
                id: game.to_owned(),
                state: tokio::sync::Mutex::default(),
                watchers: Mutex::default(),
                arrivals: Mutex::default(),
            })
        });
        lock(&cell.watchers).used = self.store.now();
        Some(Arc::clone(cell))
    }

    /// All cells there are.
    pub(super) fn all(&self) -> Vec<Arc<Cell>> {
        lock(&self.cells).values().cloned().collect()
    }

    /// How many rooms are in use.
    pub(crate) fn count(&self) -> usize {
        lock(&self.cells).len()
    }

    /// A look at a room as the database has it, if there is such a game.
    pub(crate) async fn look<T>(
        &self,
        game: &str,
        look: impl FnOnce(&Room, &[Arc<LogEntry>]) -> T,
    ) -> Result<Option<T>, StoreError> {
        let Some(cell) = self.cell(game) else {
            return Ok(None);
        };
        let mut state = cell.state.lock().await;
        self.catch_up(&cell, &mut state).await?;
        Ok(state.0.as_ref().map(|known| look(&known.room, &known.log)))
    }

    /// Starts to watch: what was missed since a version, and then whatever happens, goes to
    /// the sender. Tells whether the player has a seat; none if there is no such game.
    pub(crate) async fn watch(
        &self,
        game: &str,
        since: Option<usize>,
        id: WatcherId,
        sender: Sender,
        player: Option<PlayerId>,
    ) -> Result<Option<bool>, StoreError> {
        let Some(cell) = self.cell(game) else {
            return Ok(None);
        };
        let mut state = cell.state.lock().await;
        // Subscribing comes first: what happens after is either read or brought.
        self.subscribe(&cell).await;
        self.catch_up(&cell, &mut state).await?;
        let Some(known) = &state.0 else {
            return Ok(None);
        };
        let version = known.room.version();
        let first = match since {
            Some(since) if since > 0 && since <= version && version - since <= MOST_MISSED => {
                messages::missed(&cell.id, &known.room, &known.log[since..])
            }
            _ => messages::whole(&cell.id, &known.room, self.store.now()),
        };
        let _ = sender.try_send(text(&first));
        if known.room.is_playing() {
            let since = Moment(self.store.now().0 - GONE_AFTER);
            for seat in self.store.not_seen(game, since).await? {
                let gone = ServerMessage::Presence {
                    game: cell.id.clone(),
                    seat,
                    here: false,
                };
                let _ = sender.try_send(text(&gone));
            }
        }
        let count = lock(&cell.watchers).spectators;
        if count > 0 {
            let game = cell.id.clone();
            let _ = sender.try_send(text(&ServerMessage::Spectators { game, count }));
        }
        lock(&cell.watchers).add(id, (sender, player), &known.room);
        let seated = player.filter(|&player| known.room.seat_of(player).is_some());
        if let Some(player) = seated.filter(|_| known.room.board().ply() < 2) {
            // Who was paired for this game knows of it now.
            self.store.end_found_seek(player, game).await?;
        }
        Ok(Some(seated.is_some()))
    }

    /// What is known of these games is read anew when it is needed next.
    pub(crate) async fn forget(&self, games: impl Iterator<Item = &str>) {
        for game in games {
            let cell = lock(&self.cells).get(game).cloned();
            if let Some(cell) = cell {
                cell.state.lock().await.0 = None;
            }
        }
    }

    /// Ends watching.
    pub(crate) fn unwatch(&self, game: &str, id: WatcherId) {
        let cell = lock(&self.cells).get(game).cloned();
        if let Some(cell) = cell {
            lock(&cell.watchers).senders.remove(&id);
        }
    }

    /// Reads what the room's log has beyond what is known, and tells watchers of it.
    pub(super) async fn catch_up(&self, cell: &Cell, state: &mut State) -> Result<(), StoreError> {
        match &mut state.0 {
            Some(known) => {
                let missed = self.store.log(&cell.id, known.room.version()).await?;
                if !missed.is_empty() && self.take_in(cell, known, missed).is_err() {
                    state.0 = None;
                    Box::pin(self.catch_up(cell, state)).await?;
                }
            }
            None => {
                let read = self.store.room(&cell.id).await?;
                state.0 = read.map(|(room, log)| Known {
                    room,
                    log: log.into_iter().map(Arc::new).collect(),
                });
                if let Some(known) = &state.0 {
                    self.tell_anew(cell, &known.room);
                }
            }
        }
        Ok(())
    }
}

/// Locks are held for a few instructions that don't panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
