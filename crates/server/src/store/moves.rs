//! Moves, many at a time: what every game is waiting for.
//!
//! Servers gather the moves that come in while the last batch is being written and write them in
//! one transaction, each row checked by itself. So the disk is waited for once for all of them,
//! and a move that lost its race spoils nobody else's.

use super::{Store, StoreError};
use futures_util::FutureExt;
use longjump_notices::tell_of_turns;
use longjump_wire::time::{Moment, Span};
use sqlx::pool::PoolConnection;
use sqlx::{Connection, PgConnection, Postgres};
use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::slice;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The most moves of one transaction.
const BATCH: usize = 256;
/// How often a move is tried whose game somebody has locked, and how long after each other.
const TRIES: usize = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
/// How many batches are written at a time.
const WRITERS: usize = 2;
/// A connection that wrote a batch so little time ago still works.
const CLOSELY: Duration = Duration::from_millis(100);

/// A move to be written, if the game is still at the version it was decided for.
#[derive(Debug)]
pub(crate) struct MoveWrite {
    pub(crate) game: String,
    /// The version before the move.
    pub(crate) version: usize,
    pub(crate) ply: usize,
    pub(crate) seat: usize,
    pub(crate) mv: String,
    pub(crate) spent: Span,
    pub(crate) forgiven: Span,
    pub(crate) at: Moment,
    pub(crate) client: Option<String>,
    /// What is left on the mover's clock.
    pub(crate) left: Span,
    /// Whose turn it is then.
    pub(crate) turn: usize,
    pub(crate) engine_turn: bool,
    pub(crate) deadline: Option<Moment>,
    /// Whoever's turn it is then may want to be told.
    pub(crate) by_days: bool,
}

type Answer = oneshot::Sender<Result<bool, StoreError>>;
type Waiting = (MoveWrite, Answer);

/// Where moves are handed in to be written.
#[derive(Clone)]
pub(crate) struct Moves(mpsc::Sender<Waiting>);

impl Moves {
    /// Starts writing.
    pub(crate) fn new(store: &Arc<Store>) -> Self {
        let (sender, receiver) = mpsc::channel(4 * BATCH);
        let receiver = Arc::new(tokio::sync::Mutex::new(receiver));
        for _ in 0..WRITERS {
            tokio::spawn(write_lots(Arc::clone(store), Arc::clone(&receiver)));
        }
        Self(sender)
    }

    /// Whether the move was accepted; false if the game had gone on.
    pub(crate) async fn write(&self, write: MoveWrite) -> Result<bool, StoreError> {
        let (answer, answered) = oneshot::channel();
        let sent = self.0.send((write, answer)).await;
        sent.map_err(|_| StoreError::Away)?;
        answered.await.map_err(|_| StoreError::Away)?
    }
}

async fn write_lots(store: Arc<Store>, receiver: Arc<tokio::sync::Mutex<mpsc::Receiver<Waiting>>>) {
    let mut batch: Vec<Waiting> = Vec::with_capacity(BATCH);
    let mut kept = KeptConnection::default();
    loop {
        if receiver.lock().await.recv_many(&mut batch, BATCH).await == 0 {
            return;
        }
        metrics::histogram!("longjump_moves_in_a_transaction").record(batch.len() as f64);
        let (writes, answers) = first_of_each_game(&mut batch);
        // Whatever becomes of this batch, the next one is written.
        let written = write_batch(&store, &mut kept, writes, answers);
        if AssertUnwindSafe(written).catch_unwind().await.is_err() {
            kept = KeptConnection::default();
        }
    }
}

/// A writer's connection. It is kept from batch to batch while these follow each other closely: the
/// pool asks the database whether a connection still works when it is given back and when it is
/// taken, which would be two more questions for each batch.
#[derive(Default)]
struct KeptConnection(Option<(PoolConnection<Postgres>, Instant)>);

impl KeptConnection {
    /// Writes moves; after a failure it is another connection that is used next.
    async fn write_moves(
        &mut self,
        store: &Store,
        writes: &[MoveWrite],
    ) -> Result<HashMap<String, bool>, StoreError> {
        let mut connection = match self.0.take() {
            Some((connection, used)) if used.elapsed() < CLOSELY => connection,
            _ => store.pool.acquire().await?,
        };
        let written = write_and_tell(&mut connection, writes).await;
        match written {
            Ok(_) => self.0 = Some((connection, Instant::now())),
            Err(_) => connection.close_on_drop(),
        }
        written
    }
}

async fn write_batch(
    store: &Arc<Store>,
    connection: &mut KeptConnection,
    writes: Vec<MoveWrite>,
    answers: Vec<Answer>,
) {
    match connection.write_moves(store, &writes).await {
        Ok(accepted) => {
            for (write, answer) in writes.into_iter().zip(answers) {
                match accepted.get(&write.game) {
                    Some(&moved) => _ = answer.send(Ok(moved)),
                    // Who waits for it must not keep the others waiting.
                    None => _ = tokio::spawn(write_alone(Arc::clone(store), write, answer)),
                }
            }
        }
        // One that can't be written must not keep the others out.
        Err(StoreError::Database(sqlx::Error::Database(_))) if writes.len() > 1 => {
            for (write, answer) in writes.into_iter().zip(answers) {
                write_alone(Arc::clone(store), write, answer).await;
            }
        }
        Err(error) => {
            tracing::warn!(%error, moves = writes.len(), "moves were not written");
            for answer in answers {
                let _ = answer.send(Err(StoreError::Away));
            }
        }
    }
}

/// Writes one move, again and again while its game is locked.
async fn write_alone(store: Arc<Store>, write: MoveWrite, answer: Answer) {
    let mut written = Err(StoreError::Away);
    for _ in 0..TRIES {
        let mut connection = KeptConnection::default();
        let answers = connection
            .write_moves(&store, slice::from_ref(&write))
            .await;
        let is_settled = answers.as_ref().map_or(true, |answers| !answers.is_empty());
        if is_settled {
            written = answers.map(|answers| answers.get(&write.game) == Some(&true));
            break;
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
    let _ = answer.send(written);
}

/// A batch without second moves of one game: whoever decided those did not know of the first,
/// and is told so.
fn first_of_each_game(batch: &mut Vec<Waiting>) -> (Vec<MoveWrite>, Vec<Answer>) {
    let mut seen = HashSet::new();
    let mut kept = (
        Vec::with_capacity(batch.len()),
        Vec::with_capacity(batch.len()),
    );
    for (write, answer) in batch.drain(..) {
        if seen.insert(write.game.clone()) {
            kept.0.push(write);
            kept.1.push(answer);
        } else {
            let _ = answer.send(Ok(false));
        }
    }
    kept
}

/// Writes moves of different games, with word to those whose turn it is in games by days.
async fn write_and_tell(
    connection: &mut PgConnection,
    writes: &[MoveWrite],
) -> Result<HashMap<String, bool>, StoreError> {
    // Most games are not by days, and one statement is done sooner than a transaction.
    if !writes.iter().any(|write| write.by_days) {
        return write_moves(connection, writes).await;
    }
    let mut work = connection.begin().await?;
    let accepted = write_moves(&mut work, writes).await?;
    let by_days = writes.iter().filter(|write| write.by_days);
    let games = by_days.map(|write| write.game.clone());
    let games: Vec<String> = games
        .filter(|game| accepted.get(game) == Some(&true))
        .collect();
    tell_of_turns(&mut work, &games).await?;
    longjump_days::went_on(&mut work, &games, false).await?;
    work.commit().await?;
    Ok(accepted)
}

/// Writes moves of different games and tells which were accepted; nothing of games that somebody
/// has locked.
async fn write_moves(
    connection: &mut PgConnection,
    writes: &[MoveWrite],
) -> Result<HashMap<String, bool>, StoreError> {
    fn column<T>(writes: &[MoveWrite], of: impl Fn(&MoveWrite) -> T) -> Vec<T> {
        writes.iter().map(of).collect()
    }
    let accepted = sqlx::query_file!(
        "queries/write_moves.sql",
        &column(writes, |write| write.game.clone()),
        &column(writes, |write| write.version as i32),
        &column(writes, |write| write.ply as i32),
        &column(writes, |write| write.seat as i16),
        &column(writes, |write| write.mv.clone()),
        &column(writes, |write| write.spent.0 as i64),
        &column(writes, |write| write.forgiven.0 as i64),
        &column(writes, |write| write.at.0),
        &column(writes, |write| write.client.clone()) as &[Option<String>],
        &column(writes, |write| write.left.0 as i64),
        &column(writes, |write| write.turn as i16),
        &column(writes, |write| write.engine_turn),
        &column(writes, |write| write.deadline.map(|end| end.0)) as &[Option<i64>],
    )
    .fetch_all(connection)
    .await?;
    let answers = accepted.into_iter().map(|row| (row.id, row.moved));
    Ok(answers.collect())
}
