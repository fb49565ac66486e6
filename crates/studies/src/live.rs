//! Who watches a study, and how they are told what happens there.
//!
//! What is told is read from the database, in its order. NATS only says that there is something to read; when
//! it says nothing, the database is asked all the same.

use crate::bounds;
use crate::store::{self, Head, StudyError};
use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use longjump_accounts::{Accounts, Player, TokenHash, token_hash};
use longjump_bus::Bus;
use longjump_wire::order::Measure;
use longjump_wire::room::PlayerId;
use longjump_wire::socket::ServerMessage;
use longjump_wire::study::{EditReceipt, StudyAsk, StudyEdit, StudyNews};
use sqlx::{Error, PgPool};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

/// How often the database is asked for edits while NATS doesn't tell of them.
const READ: Duration = Duration::from_millis(500);
/// While it does, only each so many times.
const SELDOM: u64 = 10;
/// Old edits are deleted each so many times.
const PURGE: u64 = 7_200;
/// How many studies one socket may watch.
const MOST_WATCHED: usize = 20;
/// How many bytes of edits are told in one message.
const LONGEST: usize = 32 * 1024;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Where a watcher's messages go.
type Sender = mpsc::Sender<Utf8Bytes>;

/// All studies, and who watches them at this server.
pub struct Studies {
    pub(crate) pool: PgPool,
    pub(crate) accounts: Arc<Accounts>,
    bus: Bus,
    cells: Mutex<HashMap<String, Arc<Cell>>>,
    itself: Weak<Self>,
}

/// A study that somebody watches.
struct Cell {
    id: String,
    /// The version that everybody who watches was told of.
    told: tokio::sync::Mutex<usize>,
    watchers: Mutex<HashMap<u64, Watcher>>,
    subscription: Mutex<Option<AbortHandle>>,
}

impl Drop for Cell {
    fn drop(&mut self) {
        if let Some(listening) = lock(&self.subscription).take() {
            listening.abort();
        }
    }
}

struct Watcher {
    sender: Sender,
    player: Option<PlayerId>,
    key: Option<TokenHash>,
    /// May not read any more and was told so. It stays here until it leaves: sockets take one that is gone for
    /// one that did not read.
    is_over: bool,
}

impl Watcher {
    /// Tells that there is no such study any more; false if it does not read what it is told.
    fn end(&mut self, study: &str) -> bool {
        let is_told = self.is_over || self.tell(&text(study, StudyNews::NoStudy {}));
        self.is_over = true;
        is_told
    }

    fn tell(&self, message: &Utf8Bytes) -> bool {
        self.is_over || self.sender.try_send(message.clone()).is_ok()
    }
}

/// Locks are held for a few instructions that don't panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AsRef<Accounts> for Studies {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}

/// A message as it goes over the line.
fn text(study: &str, news: StudyNews) -> Utf8Bytes {
    let message = ServerMessage::Study {
        study: study.to_owned(),
        news,
    };
    serde_json::to_string(&message).unwrap_or_default().into()
}

/// Whether this can be the name of a study: nothing else gets into the subjects of NATS.
fn is_study_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// What NATS knows a study by.
fn subject(study: &str) -> String {
    format!("study-{study}")
}

impl Studies {
    /// All studies of a database; what happens to them elsewhere is heard of as long as this is kept.
    pub fn new(pool: PgPool, bus: Bus, accounts: Arc<Accounts>) -> Arc<Self> {
        let studies = Arc::new_cyclic(|itself| Self {
            pool,
            accounts,
            bus,
            cells: Mutex::default(),
            itself: Weak::clone(itself),
        });
        tokio::spawn(look_after(Arc::downgrade(&studies)));
        studies
    }

    /// Applies an edit once, if who sends it may, and tells everybody.
    pub(crate) async fn edit(
        &self,
        study: &str,
        player: &Player,
        key: Option<&str>,
        id: &str,
        edit: &StudyEdit,
    ) -> Result<EditReceipt, StudyError> {
        if !is_study_id(study) {
            return Err(StudyError::Missing);
        }
        let wrong = |why| StudyError::Refused("wrong", why);
        bounds::check_message_id(id).map_err(wrong)?;
        bounds::check(edit).map_err(wrong)?;
        self.must_not_be_muted(player.id).await?;
        let key = key.map(token_hash);
        let receipt = store::edit(&self.pool, study, player, key, id, edit).await?;
        if !receipt.repeated {
            self.changed(study).await;
        }
        Ok(receipt)
    }

    /// Whoever is closed is signed out, though not at once.
    pub(crate) async fn must_not_be_muted(&self, player: PlayerId) -> Result<(), StudyError> {
        for measure in [Measure::Muted, Measure::Closed] {
            if longjump_order::has(&self.pool, player, measure).await? {
                let why = "those who keep order don't let you write studies just now";
                return Err(StudyError::Refused("muted", why));
            }
        }
        Ok(())
    }

    /// Tells everybody who watches a study that it is not what it was.
    pub(crate) async fn changed(&self, study: &str) {
        self.bus.publish(&subject(study), b"changed".to_vec());
        let cell = lock(&self.cells).get(study).cloned();
        if let Some(cell) = cell {
            self.read_news(&cell).await;
        }
    }

    /// The cell of a study, whether there is such a study or not.
    fn cell(&self, study: &str) -> Arc<Cell> {
        let mut cells = lock(&self.cells);
        let cell = cells.entry(study.to_owned()).or_insert_with(|| {
            Arc::new(Cell {
                id: study.to_owned(),
                told: tokio::sync::Mutex::default(),
                watchers: Mutex::default(),
                subscription: Mutex::default(),
            })
        });
        Arc::clone(cell)
    }

    /// Starts to watch: what was missed since a version goes to the watcher, and then whatever happens.
    async fn watch(
        &self,
        study: &str,
        since: usize,
        number: u64,
        watcher: Watcher,
    ) -> Result<bool, Error> {
        let cell = self.cell(study);
        self.subscribe(&cell).await;
        let mut told = cell.told.lock().await;
        // Subscribing came first: what happens after is either read here or brought.
        let head = store::head(&self.pool, study).await?;
        let head = head.filter(|head| head.may_read(watcher.player, watcher.key));
        let Some(head) = head else {
            return Ok(false);
        };
        self.tell(&cell, &mut told, &head).await?;
        let news = self.edits(study, since, head.version).await?;
        let _ = watcher.sender.try_send(text(study, news));
        lock(&cell.watchers).insert(number, watcher);
        Ok(true)
    }

    /// What is told of the edits between two versions.
    async fn edits(&self, study: &str, since: usize, version: usize) -> Result<StudyNews, Error> {
        let edits = store::edits(&self.pool, study, since, version).await?;
        let short = edits.filter(|edits| {
            let length = serde_json::to_string(edits).map_or(usize::MAX, |text| text.len());
            length <= LONGEST
        });
        Ok(match short {
            Some(edits) => StudyNews::Edits { version, edits },
            None => StudyNews::Anew {},
        })
    }

    /// Tells watchers what they were not told yet; those who may not read the study any more are told so.
    async fn tell(&self, cell: &Cell, told: &mut usize, head: &Head) -> Result<(), Error> {
        let study = &cell.id;
        lock(&cell.watchers)
            .retain(|_, watcher| head.may_read(watcher.player, watcher.key) || watcher.end(study));
        if *told != head.version && !lock(&cell.watchers).is_empty() {
            let news = self.edits(study, *told, head.version).await?;
            let message = text(study, news);
            lock(&cell.watchers).retain(|_, watcher| watcher.tell(&message));
        }
        *told = head.version;
        Ok(())
    }

    /// Has NATS say when there is something to read.
    async fn subscribe(&self, cell: &Arc<Cell>) {
        if lock(&cell.subscription).is_some() {
            return;
        }
        let Some(messages) = self.bus.subscribe(&subject(&cell.id)).await else {
            return;
        };
        let studies = Weak::clone(&self.itself);
        let listened_for = Arc::downgrade(cell);
        let listening = tokio::spawn(async move {
            let mut messages = std::pin::pin!(messages);
            while let Some(message) = messages.next().await {
                let (Some(studies), Some(cell)) = (studies.upgrade(), listened_for.upgrade())
                else {
                    return;
                };
                // Another server found out that it listens.
                if !message.payload.is_empty() {
                    studies.read_news(&cell).await;
                }
            }
        });
        let before = lock(&cell.subscription).replace(listening.abort_handle());
        // Two came at once.
        if let Some(before) = before {
            before.abort();
        }
    }

    /// Reads what a study has beyond what was told, and tells it.
    async fn read_news(&self, cell: &Cell) {
        let mut told = cell.told.lock().await;
        let news = match store::head(&self.pool, &cell.id).await {
            Ok(Some(head)) => self.tell(cell, &mut told, &head).await,
            Ok(None) => {
                lock(&cell.watchers).retain(|_, watcher| watcher.end(&cell.id));
                Ok(())
            }
            Err(error) => Err(error),
        };
        if let Err(error) = news {
            tracing::warn!(%error, study = cell.id, "news of a study could not be read");
        }
    }

    /// Looks for what nobody told, and lets go of what nobody watches.
    async fn look_for_news(&self) {
        let cells: Vec<Arc<Cell>> = {
            let mut cells = lock(&self.cells);
            cells.retain(|_, cell| Arc::strong_count(cell) > 1 || !lock(&cell.watchers).is_empty());
            cells.values().cloned().collect()
        };
        let ids: Vec<String> = cells.iter().map(|cell| cell.id.clone()).collect();
        let Ok(heads) = store::heads(&self.pool, &ids).await else {
            return;
        };
        let heads: HashMap<&str, &Head> = heads.iter().map(|head| (&*head.id, head)).collect();
        for cell in cells {
            // Whoever has it locked is telling.
            let Ok(told) = cell.told.try_lock() else {
                continue;
            };
            let head = heads.get(&*cell.id);
            let is_told = |watcher: &Watcher| {
                watcher.is_over
                    || head.is_some_and(|head| head.may_read(watcher.player, watcher.key))
            };
            let is_news = head.is_some_and(|head| head.version != *told)
                || !lock(&cell.watchers).values().all(is_told);
            drop(told);
            self.subscribe(&cell).await;
            if is_news {
                self.read_news(&cell).await;
            }
        }
    }
}

async fn look_after(studies: Weak<Studies>) {
    let mut ticks = tokio::time::interval(READ);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for tick in 0_u64.. {
        ticks.tick().await;
        let Some(studies) = studies.upgrade() else {
            return;
        };
        if tick % SELDOM == 0 || !studies.bus.is_steady() {
            studies.look_for_news().await;
        }
        if tick % PURGE == 0
            && let Err(error) = store::purge(&studies.pool).await
        {
            tracing::warn!(%error, "old edits could not be deleted; it is tried again in an hour");
        }
    }
}

/// What one socket does with studies.
pub struct StudyWatcher {
    studies: Arc<Studies>,
    number: u64,
    watched: HashSet<String>,
}

impl StudyWatcher {
    /// A socket that watches none yet.
    pub fn new(studies: Arc<Studies>) -> Self {
        Self {
            studies,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            watched: HashSet::new(),
        }
    }

    /// How many it watches, each of which has a copy of its sender unless it gave up on it.
    pub fn watched(&self) -> usize {
        self.watched.len()
    }

    /// What is answered, beside what goes to the sender before.
    pub async fn receive(
        &mut self,
        sender: &mpsc::Sender<Utf8Bytes>,
        player: Option<&Player>,
        study: &str,
        ask: StudyAsk,
    ) -> Option<Utf8Bytes> {
        let news = match ask {
            StudyAsk::WatchStudy { since, key } => {
                let watcher = Watcher {
                    sender: sender.clone(),
                    player: player.map(|player| player.id),
                    key: key.as_deref().map(token_hash),
                    is_over: false,
                };
                self.watch(study, since, watcher).await?
            }
            StudyAsk::UnwatchStudy {} => {
                self.leave(study);
                return None;
            }
            StudyAsk::Edit { edit, id, key } => {
                self.edit(player, study, &edit, id, key.as_deref()).await
            }
        };
        Some(text(study, news))
    }

    async fn watch(&mut self, study: &str, since: usize, watcher: Watcher) -> Option<StudyNews> {
        let is_known = self.watched.contains(study);
        if !is_study_id(study) || !is_known && self.watched.len() >= MOST_WATCHED {
            return Some(StudyNews::NoStudy {});
        }
        let watched = self.studies.watch(study, since, self.number, watcher).await;
        match watched {
            Ok(true) => {
                self.watched.insert(study.to_owned());
                None
            }
            Ok(false) => {
                self.leave(study);
                Some(StudyNews::NoStudy {})
            }
            Err(error) => {
                tracing::warn!(%error, study, "a study could not be read");
                Some(StudyNews::Again { id: None })
            }
        }
    }

    async fn edit(
        &self,
        player: Option<&Player>,
        study: &str,
        edit: &StudyEdit,
        id: String,
        key: Option<&str>,
    ) -> StudyNews {
        let refused = |id, code: &str, why: &str| StudyNews::NotEdited {
            id,
            code: code.to_owned(),
            why: why.to_owned(),
        };
        let Some(player) = player else {
            return refused(id, "no_session", "sign in first");
        };
        match self.studies.edit(study, player, key, &id, edit).await {
            Ok(EditReceipt { version, repeated }) => StudyNews::Edited {
                id,
                version,
                repeated,
            },
            Err(StudyError::Missing) => StudyNews::NoStudy {},
            Err(StudyError::Refused(code, why)) => refused(id, code, why),
            Err(StudyError::Database(error)) => {
                tracing::warn!(%error, study, "an edit could not be written");
                StudyNews::Again { id: Some(id) }
            }
        }
    }

    fn leave(&mut self, study: &str) {
        if self.watched.remove(study) {
            let cell = lock(&self.studies.cells).get(study).cloned();
            if let Some(cell) = cell {
                lock(&cell.watchers).remove(&self.number);
            }
        }
    }
}

impl Drop for StudyWatcher {
    fn drop(&mut self) {
        for study in std::mem::take(&mut self.watched) {
            self.watched.insert(study.clone());
            self.leave(&study);
        }
    }
}
