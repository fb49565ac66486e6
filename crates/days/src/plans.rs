//! Plans: moves that players of games by days have decided on before it is their turn.
//!
//! Whatever happens in a game makes its plans due, in the transaction in which it is written. Some server
//! then looks at them and plays what they say, or keeps what is left of them.

use longjump_online::Plan;
use longjump_rules::Seat;
use longjump_wire::room::PlayerId;
use serde::Serialize;
use sqlx::{Error, PgConnection, PgPool};

/// How many games are looked at in one go.
const AT_ONCE: i64 = 100;

/// A plan, after something that it may be about.
pub struct DuePlan {
    /// Whose.
    pub seat: Seat,
    /// The version of the game that made it due.
    pub version: usize,
    /// What it is.
    pub plan: Plan,
}

/// A plan with its game, for who made it.
#[derive(Serialize)]
pub struct KeptPlan {
    game: String,
    ply: i32,
    lines: serde_json::Value,
}

fn read(ply: i32, lines: serde_json::Value) -> Plan {
    let lines = serde_json::from_value(lines);
    Plan::kept(ply as usize, lines.unwrap_or_default())
}

/// What somebody has planned for a game.
pub(crate) async fn plan(pool: &PgPool, game: &str, seat: Seat) -> Result<Option<Plan>, Error> {
    let row = sqlx::query!(
        "SELECT ply, lines FROM plans WHERE game = $1 AND seat = $2",
        game,
        seat.index() as i16,
    );
    let row = row.fetch_optional(pool).await?;
    Ok(row.map(|row| read(row.ply, row.lines)))
}

/// Keeps a plan in place of the one before, if the game is still at the version it was made for; one
/// without lines is none.
pub(crate) async fn keep(
    pool: &PgPool,
    game: &str,
    version: usize,
    seat: Seat,
    plan: &Plan,
) -> Result<bool, Error> {
    let mut work = pool.begin().await?;
    // A move that is just being written is waited for: it would not see the plan.
    let now = sqlx::query_scalar!("SELECT version FROM games WHERE id = $1 FOR UPDATE", game);
    if now.fetch_optional(&mut *work).await? != Some(version as i32) {
        return Ok(false);
    }
    let seat = seat.index() as i16;
    if plan.lines().is_empty() {
        sqlx::query!(
            "DELETE FROM plans WHERE game = $1 AND seat = $2",
            game,
            seat
        )
        .execute(&mut *work)
        .await?;
    } else {
        sqlx::query!(
            "INSERT INTO plans (game, seat, ply, lines) VALUES ($1, $2, $3, $4)
             ON CONFLICT (game, seat) DO UPDATE SET ply = $3, lines = $4, due = NULL",
            game,
            seat,
            plan.ply() as i32,
            serde_json::json!(plan.lines()),
        )
        .execute(&mut *work)
        .await?;
    }
    work.commit().await?;
    Ok(true)
}

/// Games with plans that are due.
///
/// # Errors
/// When the database can't be asked.
pub async fn games_with_due_plans(pool: &PgPool) -> Result<Vec<String>, Error> {
    let games = sqlx::query_scalar!(
        "SELECT DISTINCT game FROM plans WHERE due IS NOT NULL LIMIT $1",
        AT_ONCE,
    );
    games.fetch_all(pool).await
}

/// The plans of a game that are due.
///
/// # Errors
/// When the database can't be asked.
pub async fn due_plans(pool: &PgPool, game: &str) -> Result<Vec<DuePlan>, Error> {
    let rows = sqlx::query!(
        r#"SELECT seat, ply, lines, due AS "due!" FROM plans
           WHERE game = $1 AND due IS NOT NULL ORDER BY seat"#,
        game,
    );
    let plans = rows.fetch_all(pool).await?.into_iter().map(|row| DuePlan {
        seat: Seat::new(row.seat as usize),
        version: row.due as usize,
        plan: read(row.ply, row.lines),
    });
    Ok(plans.collect())
}

/// Keeps what is left of a plan that was due; nothing is changed if it is due anew since.
///
/// # Errors
/// When the database can't be written to.
pub async fn keep_rest(
    pool: &PgPool,
    game: &str,
    due: &DuePlan,
    rest: Option<&Plan>,
) -> Result<(), Error> {
    let (seat, version) = (due.seat.index() as i16, due.version as i32);
    match rest {
        Some(rest) => sqlx::query!(
            "UPDATE plans SET ply = $4, lines = $5, due = NULL
             WHERE game = $1 AND seat = $2 AND due = $3",
            game,
            seat,
            version,
            rest.ply() as i32,
            serde_json::json!(rest.lines()),
        )
        .execute(pool),
        None => sqlx::query!(
            "DELETE FROM plans WHERE game = $1 AND seat = $2 AND due = $3",
            game,
            seat,
            version,
        )
        .execute(pool),
    }
    .await?;
    Ok(())
}

/// All plans of somebody.
///
/// # Errors
/// When the database can't be asked.
pub async fn plans_of(pool: &PgPool, player: PlayerId) -> Result<Vec<KeptPlan>, Error> {
    let plans = sqlx::query_as!(
        KeptPlan,
        "SELECT p.game, p.ply, p.lines FROM seats s JOIN plans p ON p.game = s.game AND p.seat = s.seat
         WHERE s.player = $1 ORDER BY p.game",
        player.0,
    );
    plans.fetch_all(pool).await
}

/// These games have gone on: what is planned there is looked at, once `work` is committed. Where moves were
/// taken back, it was about other moves.
///
/// # Errors
/// When the database can't be written to.
pub async fn went_on(
    work: &mut PgConnection,
    games: &[String],
    is_taken_back: bool,
) -> Result<(), Error> {
    let query = if is_taken_back {
        sqlx::query!("DELETE FROM plans WHERE game = ANY($1)", games).execute(work)
    } else {
        sqlx::query!(
            "UPDATE plans p SET due = g.version FROM games g WHERE p.game = ANY($1) AND g.id = p.game",
            games,
        )
        .execute(work)
    };
    query.await?;
    Ok(())
}
