//! Ratings in the database.

use longjump_online::{Rating, Scale, rate};
use longjump_wire::room::PlayerId;
use longjump_wire::solving::{PuzzleTry, Solver, SolverRating, TriedPuzzle};
use longjump_wire::time::Moment;
use serde::Serialize;
use sqlx::{Error, PgPool};
use std::collections::HashSet;

/// How far off the first rating of a puzzle may be, as pages have it.
const FIRST_DEVIATION: f64 = 120.0;

/// How somebody is rated in a pack.
pub(crate) async fn rating(
    pool: &PgPool,
    player: PlayerId,
    pack: &str,
) -> Result<SolverRating, Error> {
    let own = sqlx::query_as!(
        SolverRating,
        "SELECT rating, deviation FROM solver_ratings WHERE player = $1 AND pack = $2",
        player.0,
        pack,
    );
    let new = Rating::new(Scale::Glicko2);
    Ok(own.fetch_optional(pool).await?.unwrap_or(SolverRating {
        rating: new.rating,
        deviation: new.deviation,
    }))
}

/// How somebody stands in a pack, and how its puzzles stand.
pub(crate) async fn solver(pool: &PgPool, player: PlayerId, pack: &str) -> Result<Solver, Error> {
    let SolverRating { rating, deviation } = rating(pool, player, pack).await?;
    let puzzles = sqlx::query_as!(
        TriedPuzzle,
        r#"SELECT r.puzzle AS id, r.rating, t.solved AS "solved?"
           FROM puzzle_ratings r
                LEFT JOIN puzzle_tries t ON t.player = $1 AND t.pack = r.pack AND t.puzzle = r.puzzle
           WHERE r.pack = $2"#,
        player.0,
        pack,
    );
    Ok(Solver {
        rating,
        deviation,
        puzzles: puzzles.fetch_all(pool).await?,
    })
}

/// Those of some puzzles that somebody has tried before.
pub(crate) async fn known(
    pool: &PgPool,
    player: PlayerId,
    pack: &str,
    puzzles: &[String],
) -> Result<HashSet<String>, Error> {
    let known = sqlx::query_scalar!(
        "SELECT puzzle FROM puzzle_tries WHERE player = $1 AND pack = $2 AND puzzle = ANY($3)",
        player.0,
        pack,
        puzzles,
    );
    Ok(known.fetch_all(pool).await?.into_iter().collect())
}

/// Counts that somebody with an account has tried a puzzle, if they had not before.
pub(crate) async fn tried(
    pool: &PgPool,
    player: PlayerId,
    pack: &str,
    of: &PuzzleTry,
    first_rating: f64,
) -> Result<(), Error> {
    let mut work = pool.begin().await?;
    let new = Rating::new(Scale::Glicko2);
    // Whoever deletes their account at the same time comes before or after all of this.
    let is_there = sqlx::query!(
        "SELECT id FROM players WHERE id = $1 AND kind = 'account' FOR KEY SHARE",
        player.0
    );
    if is_there.fetch_optional(&mut *work).await?.is_none() {
        return Ok(());
    }
    // The solver first and then the puzzle, always: nobody waits for somebody who waits for them.
    let solver = sqlx::query_as!(
        Rating,
        "INSERT INTO solver_ratings (player, pack, rating, deviation, volatility, tries)
         VALUES ($1, $2, $3, $4, $5, 0)
         ON CONFLICT (player, pack) DO UPDATE SET tries = solver_ratings.tries
         RETURNING rating, deviation, volatility, tries AS games",
        player.0,
        pack,
        new.rating,
        new.deviation,
        new.volatility,
    )
    .fetch_one(&mut *work)
    .await?;
    let is_first = sqlx::query!(
        "INSERT INTO puzzle_tries (player, pack, puzzle, solved) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
        player.0,
        pack,
        of.id,
        of.solved,
    );
    if is_first.execute(&mut *work).await?.rows_affected() == 0 {
        return Ok(());
    }
    let puzzle = sqlx::query_as!(
        Rating,
        "INSERT INTO puzzle_ratings (pack, puzzle, rating, deviation, volatility, tries)
         VALUES ($1, $2, $3, $4, $5, 0)
         ON CONFLICT (pack, puzzle) DO UPDATE SET tries = puzzle_ratings.tries
         RETURNING rating, deviation, volatility, tries AS games",
        pack,
        of.id,
        first_rating,
        FIRST_DEVIATION,
        new.volatility,
    )
    .fetch_one(&mut *work)
    .await?;
    let places = if of.solved { (1, 2) } else { (2, 1) };
    let after = rate(Scale::Glicko2, &[(solver, places.0), (puzzle, places.1)]);
    let (solver, puzzle) = (&after[0], &after[1]);
    sqlx::query!(
        "UPDATE solver_ratings SET rating = $3, deviation = $4, volatility = $5, tries = $6
         WHERE player = $1 AND pack = $2",
        player.0,
        pack,
        solver.rating,
        solver.deviation,
        solver.volatility,
        solver.games,
    )
    .execute(&mut *work)
    .await?;
    sqlx::query!(
        "UPDATE puzzle_ratings SET rating = $3, deviation = $4, volatility = $5, tries = $6
         WHERE pack = $1 AND puzzle = $2",
        pack,
        of.id,
        puzzle.rating,
        puzzle.deviation,
        puzzle.volatility,
        puzzle.games,
    )
    .execute(&mut *work)
    .await?;
    work.commit().await
}

/// What is kept of somebody here.
#[derive(Serialize)]
pub struct OwnSolving {
    ratings: Vec<OwnRating>,
    tries: Vec<OwnTry>,
}

#[derive(Serialize)]
struct OwnRating {
    pack: String,
    rating: f64,
    deviation: f64,
}

#[derive(Serialize)]
struct OwnTry {
    pack: String,
    puzzle: String,
    solved: bool,
    at: Moment,
}

/// What is kept of somebody here: their ratings, and the puzzles that they have tried, the first first.
///
/// # Errors
/// When the database can't be asked.
pub async fn own_solving(pool: &PgPool, player: PlayerId) -> Result<OwnSolving, Error> {
    let ratings = sqlx::query_as!(
        OwnRating,
        "SELECT pack, rating, deviation FROM solver_ratings WHERE player = $1 ORDER BY pack",
        player.0
    );
    let ratings = ratings.fetch_all(pool).await?;
    let rows = sqlx::query!(
        r#"SELECT pack, puzzle, solved, (extract(epoch FROM at) * 1000)::bigint AS "at!"
           FROM puzzle_tries WHERE player = $1 ORDER BY at"#,
        player.0
    );
    let rows = rows.fetch_all(pool).await?.into_iter();
    let tries = rows.map(|row| OwnTry {
        pack: row.pack,
        puzzle: row.puzzle,
        solved: row.solved,
        at: Moment(row.at),
    });
    Ok(OwnSolving {
        ratings,
        tries: tries.collect(),
    })
}
