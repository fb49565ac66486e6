//! What moves tournaments on though nobody asks. Any server may do it: each step holds the lock of the
//! tournament's row, and whoever finds it held leaves it to the other.

use crate::boards::{Boards, NewBoard};
use crate::results::{going_on, leave, settle, take_results};
use crate::rows::{self, Row, name_of, with_seats};
use futures_util::{StreamExt, stream};
use longjump_accounts::{ApiError, random};
use longjump_online::{RoomSetup, read_game};
use longjump_tournaments::{Situation, Step, next_step, pair};
use longjump_wire::room::{Occupant, PlayerId};
use longjump_wire::time::{Moment, Span};
use longjump_wire::tournament::{TournamentKind, TournamentStatus};
use sqlx::{Error, PgConnection, PgPool};

/// How many tournaments are moved on in one go.
const AT_ONCE: i64 = 500;
/// An arena collects those who wait for so long.
const ARENA_PAUSE: Span = Span::seconds(3);
/// So many games are opened at once, of so many that are looked for at a time.
const OPENED_AT_ONCE: usize = 4;
const OPENED_IN_ONE_GO: i64 = 32;
const MINUTE: i64 = 60_000;

/// Moves all tournaments on that have got something to do.
///
/// # Errors
/// When the database can't be asked. What one tournament stumbles over keeps no other back.
pub async fn move_on(pool: &PgPool, boards: &dyn Boards) -> Result<(), Error> {
    let due = sqlx::query_scalar!(
        "SELECT id FROM tournaments
         WHERE status IN ('announced', 'running', 'paused') AND (status <> 'announced' OR next_at <= $1)
         ORDER BY starts_at LIMIT $2",
        boards.now().0,
        AT_ONCE,
    );
    for id in due.fetch_all(pool).await? {
        if let Err(error) = step(pool, boards.now(), &id).await {
            tracing::warn!(%error, tournament = id, "a tournament could not be moved on");
        }
        if let Err(error) = open_games(pool, boards, &id).await {
            tracing::warn!(
                ?error,
                tournament = id,
                "games of a tournament could not be opened"
            );
        }
    }
    Ok(())
}

/// Whether a game belongs to a tournament.
///
/// # Errors
/// When the database can't be asked.
pub async fn is_of_tournament(pool: &PgPool, game: &str) -> Result<bool, Error> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM tournament_tables WHERE game = $1) AS "found!""#,
        game,
    );
    found.fetch_one(pool).await
}

/// Takes results in and does what is next.
async fn step(pool: &PgPool, now: Moment, id: &str) -> Result<(), Error> {
    let mut work = pool.begin().await?;
    let Some(row) = Row::try_lock(&mut work, id).await? else {
        return Ok(());
    };
    let has_news = take_results(&mut work, &row).await?;
    let present = present(&mut work, &row).await?;
    let tables = going_on(&mut work, &row).await?;
    let is_busy = |one: &usize| tables.iter().any(|table| table.players.contains(one));
    let waiting: Vec<usize> = present
        .iter()
        .copied()
        .filter(|one| !is_busy(one))
        .collect();
    let situation = Situation {
        kind: row.kind,
        status: row.status,
        rounds: row.all_rounds(field_size(&mut work, &row).await?),
        paired: row.round,
        going_on: tables.len(),
        present: present.len(),
        waiting: waiting.len(),
        fewest: row.plan().sizes.first().copied().unwrap_or(2),
        next_at: row.next_at,
        ends_at: row.ends_at,
    };
    let is_changed = match next_step(&situation, now, row.rested) {
        Step::Wait => false,
        Step::Rest => rest(&mut work, &row, now).await?,
        Step::Pair => pair_round(&mut work, &row, now, present, waiting).await?,
        Step::Finish => end(&mut work, &row, TournamentStatus::Over).await?,
        Step::Cancel => end(&mut work, &row, TournamentStatus::Cancelled).await?,
    };
    if has_news || is_changed {
        raise_version(&mut work, id).await?;
        work.commit().await?;
    }
    Ok(())
}

/// Something has changed: who has seen the last version reads this one.
pub(crate) async fn raise_version(work: &mut PgConnection, id: &str) -> Result<(), Error> {
    sqlx::query!(
        "UPDATE tournaments SET version = version + 1 WHERE id = $1",
        id
    )
    .execute(work)
    .await?;
    Ok(())
}

/// Who takes part just now: neither gone nor kept out by those who keep order.
async fn present(work: &mut PgConnection, row: &Row) -> Result<Vec<usize>, Error> {
    let numbers = sqlx::query_scalar!(
        "SELECT e.number FROM entrants e
         WHERE e.tournament = $1 AND NOT e.is_out AND e.player IS NOT NULL AND NOT EXISTS (
             SELECT FROM measures m
             WHERE m.player = e.player AND coalesce(m.until > now(), true)
               AND (m.kind = 'closed' OR m.kind = 'unrated' AND $2)
         )
         ORDER BY e.number",
        row.id,
        row.rated,
    )
    .fetch_all(work)
    .await?;
    Ok(numbers.into_iter().map(|number| number as usize).collect())
}

/// Who was there in the first round.
async fn first_field(work: &mut PgConnection, row: &Row) -> Result<Option<Vec<usize>>, Error> {
    let field = sqlx::query_scalar!(
        "SELECT field FROM tournament_rounds WHERE tournament = $1 AND round = 1",
        row.id,
    );
    let field = field.fetch_optional(work).await?;
    Ok(field.map(|field| field.into_iter().map(|number| number as usize).collect()))
}

/// How many that were; none before.
pub(crate) async fn field_size(work: &mut PgConnection, row: &Row) -> Result<usize, Error> {
    if row.kind != TournamentKind::RoundRobin {
        return Ok(0);
    }
    Ok(first_field(work, row).await?.map_or(0, |field| field.len()))
}

async fn rest(work: &mut PgConnection, row: &Row, now: Moment) -> Result<bool, Error> {
    let next_at = now + Span::seconds(row.rest as u64);
    sqlx::query!(
        "UPDATE tournaments SET rested = true, next_at = $2 WHERE id = $1",
        row.id,
        next_at.0,
    )
    .execute(work)
    .await?;
    Ok(true)
}

async fn end(work: &mut PgConnection, row: &Row, status: TournamentStatus) -> Result<bool, Error> {
    sqlx::query!(
        "UPDATE tournaments SET status = $2 WHERE id = $1",
        row.id,
        name_of(status),
    )
    .execute(work)
    .await?;
    Ok(true)
}

/// Pairs the next round and keeps it with what it came from; false if nobody can be paired just now.
async fn pair_round(
    work: &mut PgConnection,
    row: &Row,
    now: Moment,
    present: Vec<usize>,
    waiting: Vec<usize>,
) -> Result<bool, Error> {
    let round = row.round + 1;
    let (field, present) = match row.kind {
        TournamentKind::Arena => (present, waiting),
        TournamentKind::RoundRobin => (
            first_field(work, row)
                .await?
                .unwrap_or_else(|| present.clone()),
            present,
        ),
        TournamentKind::Swiss | TournamentKind::Tables => (present.clone(), present),
    };
    let past = rows::past(&rows::tables(work, &row.id).await?, round);
    let plan = row.plan();
    let is_arena = row.kind == TournamentKind::Arena;
    let (field_kept, present_kept) = (numbers(&field), numbers(&present));
    // A thousand take a while, in which others go on.
    let paired = tokio::task::spawn_blocking(move || pair(&plan, round, &field, &present, &past));
    let tables = paired
        .await
        .map_err(|error| Error::Io(std::io::Error::other(error)))?;
    if is_arena && tables.is_empty() {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO tournament_rounds (tournament, round, field, present, paired_at) VALUES ($1, $2, $3, $4, $5)",
        row.id,
        round as i32,
        &field_kept,
        &present_kept,
        now.0,
    )
    .execute(&mut *work)
    .await?;
    for (number, players) in tables.iter().enumerate() {
        add_table(work, row, (round, number), players).await?;
    }
    begin_round(work, row, now).await?;
    Ok(true)
}

fn numbers(entrants: &[usize]) -> Vec<i32> {
    entrants.iter().map(|&one| one as i32).collect()
}

async fn add_table(
    work: &mut PgConnection,
    row: &Row,
    (round, number): (usize, usize),
    players: &[usize],
) -> Result<(), Error> {
    let is_bye = players.len() == 1;
    sqlx::query!(
        "INSERT INTO tournament_tables (tournament, round, number, players, game, places, settled_in)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        row.id,
        round as i32,
        number as i32,
        &numbers(players),
        (!is_bye).then(|| random(12)),
        is_bye.then(|| vec![1i16]) as Option<Vec<i16>>,
        is_bye.then_some(round as i32),
    )
    .execute(work)
    .await?;
    Ok(())
}

async fn begin_round(work: &mut PgConnection, row: &Row, now: Moment) -> Result<(), Error> {
    let is_first = row.status == TournamentStatus::Announced;
    let starts_at = if is_first { now } else { row.starts_at };
    let minutes = row.minutes.filter(|_| row.kind == TournamentKind::Arena);
    let ends_at = minutes.map(|minutes| starts_at.0 + i64::from(minutes) * MINUTE);
    sqlx::query!(
        "UPDATE tournaments
         SET status = 'running', round = round + 1, rested = false, starts_at = $2, next_at = $3, ends_at = $4
         WHERE id = $1",
        row.id,
        starts_at.0,
        (now + ARENA_PAUSE).0,
        ends_at,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// A table whose game is not there yet, with who sits there.
struct Unopened {
    round: i32,
    number: i32,
    game: String,
    players: Vec<i32>,
    occupants: Vec<Option<Occupant>>,
}

/// Opens the games that are not there yet, some at a time, as other servers do so too. That a server dies in
/// between, or two do it at once, makes no difference: a game is opened under its name once.
async fn open_games(pool: &PgPool, boards: &dyn Boards, id: &str) -> Result<(), ApiError> {
    loop {
        let unopened = unopened(pool, id).await?;
        if unopened.is_empty() {
            return Ok(());
        }
        let Some(row) = Row::look(&mut *pool.acquire().await?, id).await? else {
            return Ok(());
        };
        // What one stumbles over keeps no other back.
        let opening = stream::iter(
            unopened
                .into_iter()
                .map(|table| open(pool, boards, &row, table)),
        );
        let opened: Vec<_> = opening.buffer_unordered(OPENED_AT_ONCE).collect().await;
        opened.into_iter().collect::<Result<(), _>>()?;
    }
}

async fn open(
    pool: &PgPool,
    boards: &dyn Boards,
    row: &Row,
    table: Unopened,
) -> Result<(), ApiError> {
    if let Some(seat) = table.occupants.iter().position(Option::is_none) {
        // Whoever was paired is not there any more at all.
        let mut work = pool.begin().await?;
        let at = (table.round, table.number);
        settle(&mut work, row, at, None, Some(seat as i32)).await?;
        leave(&mut work, row, table.players[seat]).await?;
        raise_version(&mut work, &row.id).await?;
        return Ok(work.commit().await?);
    }
    let board = NewBoard {
        id: table.game,
        setup: setup(row, table.players.len())?,
        public: row.public,
        players: table.occupants.into_iter().flatten().collect(),
    };
    boards.open(board).await?;
    sqlx::query!(
        "UPDATE tournament_tables SET is_opened = true WHERE tournament = $1 AND round = $2 AND number = $3",
        row.id,
        table.round,
        table.number,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What is played at a table of so many.
fn setup(row: &Row, seats: usize) -> Result<RoomSetup, ApiError> {
    let game = read_game(&row.game).map_err(|error| ApiError::Wrong(error.to_string()))?;
    let control = row.control.parse();
    Ok(RoomSetup {
        game: match row.kind {
            TournamentKind::Tables => with_seats(&game, seats),
            _ => game,
        },
        control: control.map_err(|_| ApiError::Wrong("there is no such control".to_owned()))?,
        rated: row.rated,
    })
}

/// Some of those that are not opened: any, so that two servers seldom open the same.
async fn unopened(pool: &PgPool, id: &str) -> Result<Vec<Unopened>, Error> {
    let rows = sqlx::query!(
        r#"SELECT t.round, t.number, t.game AS "game!", t.players,
                  array_agg(p.id ORDER BY s.seat) AS "ids!: Vec<Option<i64>>",
                  array_agg(p.name ORDER BY s.seat) AS "names!: Vec<Option<String>>"
           FROM tournament_tables t
           CROSS JOIN LATERAL unnest(t.players) WITH ORDINALITY AS s (number, seat)
           LEFT JOIN entrants e ON e.tournament = t.tournament AND e.number = s.number
           LEFT JOIN players p ON p.id = e.player
           WHERE t.tournament = $1 AND t.settled_in IS NULL AND NOT t.is_opened
           GROUP BY t.tournament, t.round, t.number ORDER BY random() LIMIT $2"#,
        id,
        OPENED_IN_ONE_GO,
    )
    .fetch_all(pool)
    .await?;
    let tables = rows.into_iter().map(|row| Unopened {
        round: row.round,
        number: row.number,
        game: row.game,
        players: row.players,
        occupants: row
            .ids
            .into_iter()
            .zip(row.names)
            .map(|(id, name)| Some(Occupant::person(PlayerId(id?), name?)))
            .collect(),
    });
    Ok(tables.collect())
}
