//! Public games of a service, counted as they end.

use crate::finished::{FinishedGame, FinishedSeat, PAGE, finished};
use longjump_explorer::{Added, Explorer, ExplorerError, Kind, NewGame};
use longjump_online::{Speed, read_game};
use longjump_wire::explorer::GameSpeed;
use sqlx::PgPool;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// How often is looked for games that have ended.
const LOOK: Duration = Duration::from_secs(5);
/// How long before a store that could not be opened is tried again.
const OPEN_AGAIN: Duration = Duration::from_secs(5);
/// What the place that was read up to is called in the store.
const SOURCE: &str = "service";
/// A game that ended may be seen only so much later, in milliseconds: when its transaction is done,
/// which takes twenty seconds at most. So the last minute is read again, and games are counted once
/// by their names.
const OVERLAP: i64 = 60_000;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Why games could not be counted.
#[derive(Debug, Error)]
enum FeedError {
    /// The database can't be asked.
    #[error("the database can't be asked: {0}")]
    Database(#[from] sqlx::Error),
    /// The store can't be used.
    #[error(transparent)]
    Store(#[from] ExplorerError),
    /// A bug.
    #[error("the explorer could not be written")]
    Panicked,
}

/// Opens the store in a folder, as soon as that can be done: whoever had it before may still be ending.
pub(crate) async fn open(folder: &Path) -> Arc<Explorer> {
    loop {
        let path = folder.to_owned();
        let opened = tokio::task::spawn_blocking(move || Explorer::open(&path));
        match opened.await {
            Ok(Ok(explorer)) => return Arc::new(explorer),
            Ok(Err(error)) => tracing::warn!(%error, "there is no explorer; it is tried again"),
            Err(_) => tracing::warn!("the explorer could not be opened; it is tried again"),
        }
        tokio::time::sleep(OPEN_AGAIN).await;
    }
}

/// Counts public games that end, for as long as the server runs.
pub(crate) async fn feed(explorer: Arc<Explorer>, pool: PgPool) {
    loop {
        match feed_some(&explorer, &pool).await {
            Ok(added) if added.new + added.wrong > 0 => {
                tracing::info!(new = added.new, wrong = added.wrong, "games counted");
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "games could not be counted; it is tried again"),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Counts the public games that have ended since this was done last.
async fn feed_some(explorer: &Arc<Explorer>, pool: &PgPool) -> Result<Added, FeedError> {
    let mut all = Added::default();
    let store = Arc::clone(explorer);
    let read = tokio::task::spawn_blocking(move || store.read_up_to(SOURCE));
    let mut from = read.await.map_err(|_| FeedError::Panicked)?? as i64 - OVERLAP;
    let mut after = String::new();
    loop {
        let page = finished(pool, (from, &after), i64::MAX).await?;
        let Some(last) = page.last() else {
            return Ok(all);
        };
        let is_last = (page.len() as i64) < PAGE;
        (from, after) = (last.at, last.id.clone());
        let games: Vec<NewGame> = page.iter().filter_map(new_game).collect();
        let explorer = Arc::clone(explorer);
        let added =
            tokio::task::spawn_blocking(move || explorer.add_if_new(&games, (SOURCE, from as u64)));
        let added = added.await.map_err(|_| FeedError::Panicked)??;
        all.new += added.new;
        all.known += added.known;
        all.wrong += added.wrong;
        if is_last {
            return Ok(all);
        }
    }
}

/// A game as it is counted: none if not only people played it.
fn new_game(game: &FinishedGame) -> Option<NewGame> {
    let is_person = |seat: &FinishedSeat| !seat.is_bot && seat.level.is_none();
    if !game.seats.iter().all(is_person) {
        return None;
    }
    let speed = match game.control()?.speed() {
        Speed::Fast => GameSpeed::Fast,
        Speed::Blitz => GameSpeed::Blitz,
        Speed::Rapid => GameSpeed::Rapid,
        Speed::Days => GameSpeed::Days,
    };
    Some(NewGame {
        spec: read_game(&game.spec).ok()?.to_string(),
        start: None,
        moves: game.moves.join(" "),
        places: game.places.clone(),
        kind: Kind::online(speed, game.rating()),
        id: game.id.clone(),
        players: Vec::new(),
        day: (game.at / DAY) as u32,
        name: format!("service {}", game.id).into_bytes(),
    })
}
