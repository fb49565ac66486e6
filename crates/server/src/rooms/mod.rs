//! Rooms in use on this server: a cache of what the database has, and who watches.

mod act;
mod deliver;
mod upkeep;

pub(crate) use act::played_room;
pub(crate) use act::{Accepted, ActError};
pub(crate) use deliver::{Sender, WatcherId};

use deliver::Subscription;

use crate::names;
use crate::nats::Wire;
use crate::socket::ToClient;
use crate::store::{Logged, Moves, Store, StoreError};
use longjump_online::{Moment, PlayerId, Room};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Who was not seen for so long, in milliseconds, is away.
const GONE_AFTER: i64 = 12_000;

/// The rooms that somebody watches or has just played in.
pub(crate) struct Rooms {
    pub(crate) store: Arc<Store>,
    pub(crate) wire: Wire,
    moves: Moves,
    cells: Mutex<HashMap<String, Arc<Cell>>>,
    /// For the tasks that listen for it.
    itself: Weak<Self>,
}

/// One room: its state as far as this server knows, behind a lock that is held while the
/// database decides, and whoever watches.
pub(crate) struct Cell {
    pub(crate) id: String,
    state: tokio::sync::Mutex<State>,
    watchers: Mutex<Watchers>,
}

/// A room with its log. None until it is read, and after an answer of the database was lost.
#[derive(Default)]
struct State(Option<Known>);

struct Known {
    room: Room,
    log: Vec<Arc<Logged>>,
}

#[derive(Default)]
struct Watchers {
    senders: HashMap<WatcherId, (Sender, Option<PlayerId>)>,
    /// The wire brings us this game's events.
    subscription: Option<Subscription>,
    /// When it was last of use.
    used: Moment,
}

impl Rooms {
    pub(crate) fn new(store: Arc<Store>, wire: Wire) -> Arc<Self> {
        let rooms = Arc::new_cyclic(|itself| Self {
            moves: Moves::new(&store),
            store,
            wire,
            cells: Mutex::default(),
            itself: Weak::clone(itself),
        });
        upkeep::start(&rooms);
        rooms
    }

    /// The cell of a game, whether there is such a game or not; none for what can't be the name
    /// of one, so that nothing else gets to the database or into the wire's subjects.
    fn cell(&self, game: &str) -> Option<Arc<Cell>> {
        if !names::is_game_id(game) {
            return None;
        }
        let mut cells = lock(&self.cells);
        let cell = cells.entry(game.to_owned()).or_insert_with(|| {
            Arc::new(Cell {
                id: game.to_owned(),
                state: tokio::sync::Mutex::default(),
                watchers: Mutex::default(),
            })
        });
        lock(&cell.watchers).used = self.store.now();
        Some(Arc::clone(cell))
    }

    /// All cells there are.
    fn all(&self) -> Vec<Arc<Cell>> {
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
        look: impl FnOnce(&Room, &[Arc<Logged>]) -> T,
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
        // Watching the wire comes first: what happens after is either read or brought.
        self.subscribe(&cell).await;
        self.catch_up(&cell, &mut state).await?;
        let Some(known) = &state.0 else {
            return Ok(None);
        };
        let first = match since {
            Some(since) if since > 0 && since <= known.room.version() => {
                ToClient::missed(&cell.id, &known.room, &known.log[since..])
            }
            _ => ToClient::room(&cell.id, &known.room, self.store.now()),
        };
        let _ = sender.try_send(first.text());
        if known.room.is_playing() {
            let since = Moment(self.store.now().0 - GONE_AFTER);
            for seat in self.store.not_seen(game, since).await? {
                let gone = ToClient::presence(&cell.id, seat, false).text();
                let _ = sender.try_send(gone);
            }
        }
        lock(&cell.watchers).senders.insert(id, (sender, player));
        let seat = player.and_then(|player| known.room.seat_of(player));
        Ok(Some(seat.is_some()))
    }

    /// Ends watching.
    pub(crate) fn unwatch(&self, game: &str, id: WatcherId) {
        let cell = lock(&self.cells).get(game).cloned();
        if let Some(cell) = cell {
            lock(&cell.watchers).senders.remove(&id);
        }
    }

    /// Reads what the room's log has beyond what is known, and tells watchers of it.
    async fn catch_up(&self, cell: &Cell, state: &mut State) -> Result<(), StoreError> {
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
            }
        }
        Ok(())
    }
}

/// Locks are held for a few instructions that don't panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
