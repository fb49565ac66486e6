//! Notices in the database. Each is written in the transaction that makes it due, and deleted once
//! it is sent.

use crate::letter::{About, Letter, is_worth_a_letter};
use longjump_wire::account::AccountChange;
use longjump_wire::room::PlayerId;
use serde_json::to_value;
use sqlx::types::Json;
use sqlx::{Error, PgConnection, PgPool};

/// How often one is sent of which nobody knows whether it arrived.
const SENT_IN_DOUBT: i32 = 2;
/// How many are given to the queue at a time.
pub(crate) const BATCH: usize = 500;

/// What a notice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A letter that is written already.
    Letter,
    /// Word of a turn to a browser.
    Push,
    /// The same in a letter.
    Turn,
    /// A letter about all turns.
    Digest,
}

impl Kind {
    fn read(word: &str) -> Self {
        match word {
            "push" => Self::Push,
            "turn" => Self::Turn,
            "digest" => Self::Digest,
            _ => Self::Letter,
        }
    }
}

/// One that a worker may send: nobody else has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Claimed {
    pub(crate) id: i64,
    pub(crate) begun: i32,
    pub(crate) failed: i32,
    pub(crate) kind: Kind,
    pub(crate) player: PlayerId,
    pub(crate) letter: Option<Letter>,
    pub(crate) device: Option<i64>,
    pub(crate) game: Option<String>,
    pub(crate) ply: Option<i32>,
}

/// One that waits to be sent, and how often it was begun: who begins it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    pub(crate) id: i64,
    pub(crate) begun: i32,
}

/// Has a letter sent once `work` is committed.
///
/// # Errors
/// When the database can't be written to.
pub async fn post(work: &mut PgConnection, player: PlayerId, letter: &Letter) -> Result<(), Error> {
    sqlx::query!(
        "INSERT INTO notices (player, letter) VALUES ($1, $2)",
        player.0,
        Json(letter) as _,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// Notes what happened to an account, with whatever else is done in `work`, and writes to its owner about
/// it.
///
/// # Errors
/// When the database can't be used.
pub async fn note(
    work: &mut PgConnection,
    player: PlayerId,
    what: AccountChange,
    browser: Option<&str>,
) -> Result<(), Error> {
    let word = to_value(what).unwrap_or_default();
    sqlx::query!(
        "INSERT INTO account_events (player, what, browser) VALUES ($1, $2, $3)",
        player.0,
        word.as_str().unwrap_or_default(),
        browser,
    )
    .execute(&mut *work)
    .await?;
    tell_of_change(work, player, what).await
}

/// Writes to the owner of an account what happened to it, if letters can reach them.
async fn tell_of_change(
    work: &mut PgConnection,
    player: PlayerId,
    change: AccountChange,
) -> Result<(), Error> {
    if !is_worth_a_letter(change) {
        return Ok(());
    }
    let address = sqlx::query!(
        "SELECT a.email, a.language, p.name FROM addresses a JOIN players p ON p.id = a.player
         WHERE a.player = $1",
        player.0,
    );
    let Some(address) = address.fetch_optional(&mut *work).await? else {
        return Ok(());
    };
    let letter = Letter {
        to: address.email,
        language: address.language,
        name: address.name,
        about: About::Changed(change),
    };
    post(work, player, &letter).await
}

/// Those that are due and in nobody's hands: what goes to browsers, or letters. For a minute they are not
/// due again.
pub(crate) async fn due(pool: &PgPool, are_pushes: bool) -> Result<Vec<Due>, Error> {
    let due = sqlx::query_as!(
        Due,
        r#"UPDATE notices SET next_at = now() + interval '1 minute' WHERE id IN (
             SELECT id FROM notices
             WHERE (kind = 'push') = $1 AND next_at <= now() AND begun - failed < $2
             ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING id, begun"#,
        are_pushes,
        SENT_IN_DOUBT,
        BATCH as i64,
    );
    due.fetch_all(pool).await
}

/// Takes those that are still as they were when they were given to the queue. Whoever comes second gets
/// nothing. What was only taken counts as failed: whoever dies with it has sent nothing.
pub(crate) async fn claim(pool: &PgPool, due: &[Due]) -> Result<Vec<Claimed>, Error> {
    let (ids, begun): (Vec<_>, Vec<_>) = due.iter().map(|due| (due.id, due.begun)).unzip();
    let rows = sqlx::query!(
        r#"UPDATE notices n SET begun = n.begun + 1, failed = n.failed + 1, again = false,
               next_at = now() + interval '1 minute'
           FROM unnest($1::bigint[], $2::integer[]) AS given (id, begun)
           WHERE n.id = given.id AND n.begun = given.begun AND n.begun - n.failed < $3
           RETURNING n.id, n.begun, failed, kind, player, letter AS "letter: Json<Letter>", device, game, ply"#,
        &ids,
        &begun,
        SENT_IN_DOUBT,
    )
    .fetch_all(pool)
    .await?;
    let claimed = rows.into_iter().map(|row| Claimed {
        id: row.id,
        begun: row.begun,
        failed: row.failed,
        kind: Kind::read(&row.kind),
        player: PlayerId(row.player),
        letter: row.letter.map(|letter| letter.0),
        device: row.device,
        game: row.game,
        ply: row.ply,
    });
    Ok(claimed.collect())
}

/// It is being sent from now on, and in doubt until it is known what became of it. Returns how often that
/// was so of this one, or nothing if somebody else has taken it since.
pub(crate) async fn begin(pool: &PgPool, claimed: &Claimed) -> Result<Option<i32>, Error> {
    let query = sqlx::query_scalar!(
        r#"UPDATE notices SET failed = failed - 1, next_at = now() + interval '1 minute'
           WHERE id = $1 AND begun = $2 AND failed = $3
           RETURNING begun - failed AS "doubts!""#,
        claimed.id,
        claimed.begun,
        claimed.failed,
    );
    query.fetch_optional(pool).await
}

/// It is sent, or never will be. A digest is due again, a day later, if a turn has come that is not in
/// it.
pub(crate) async fn done(pool: &PgPool, id: i64) -> Result<(), Error> {
    let query = sqlx::query!("DELETE FROM notices WHERE id = $1 AND NOT again", id);
    if query.execute(pool).await?.rows_affected() == 0 {
        let query = sqlx::query!(
            // As a new one: what the queue may still have of this one means nothing any more.
            "UPDATE notices n SET id = DEFAULT, begun = 0, failed = 0, again = false,
                 next_at = after_quiet(now() + interval '1 day', w.quiet_from, w.quiet_to, w.zone)
             FROM wishes w WHERE n.id = $1 AND w.player = n.player AND again",
            id
        );
        query.execute(pool).await?;
    }
    Ok(())
}

/// Nothing more goes to a browser that is not there any more.
pub(crate) async fn forget_device(pool: &PgPool, device: Option<i64>) -> Result<(), Error> {
    let query = sqlx::query!("DELETE FROM devices WHERE id = $1", device);
    query.execute(pool).await?;
    Ok(())
}

/// It was certainly not sent: it is tried again, later each time.
pub(crate) async fn failed(pool: &PgPool, claimed: &Claimed) -> Result<(), Error> {
    let query = sqlx::query!(
        "UPDATE notices SET failed = $3,
             next_at = now() + interval '5 seconds' * power(2, least($3 - 1, 12))
         WHERE id = $1 AND begun = $2",
        claimed.id,
        claimed.begun,
        claimed.failed,
    );
    query.execute(pool).await?;
    Ok(())
}

/// Gives up on those that may have been sent twice, and on those that nobody has wanted for a week;
/// returns how many there were.
pub(crate) async fn give_up(pool: &PgPool) -> Result<u64, Error> {
    let query = sqlx::query!(
        "DELETE FROM notices WHERE id IN (
             SELECT id FROM notices
             WHERE (begun - failed >= $1 AND next_at <= now()) OR made_at < now() - interval '7 days'
             LIMIT $2 FOR UPDATE SKIP LOCKED)",
        SENT_IN_DOUBT,
        BATCH as i64,
    );
    Ok(query.execute(pool).await?.rows_affected())
}
