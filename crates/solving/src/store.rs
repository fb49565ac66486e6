//! Ratings in the database.

use longjump_online::{Rating, Scale, rate};
use longjump_wire::room::PlayerId;
use longjump_wire::solving::{PuzzleTry, Solver, SolverRating, TriedPuzzle};
use longjump_wire::time::Moment;
use serde::Serialize;
use sqlx::{Error, PgPool};

/// How far off the first rating of a puzzle may be, as pages have it.
const FIRST_DEVIATION: f64 = 120.0;

/// How somebody stands in a pack, and how its puzzles stand.
pub(crate) async fn solver(pool: &PgPool, player: PlayerId, pack: &str) -> Result<Solver, Error> {
    let own = sqlx::query!(
        "SELECT rating, deviation FROM solver_ratings WHERE player = $1 AND pack = $2",
        player.0,
        pack,
    );
    let own = own.fetch_optional(pool).await?;
    let new = Rating::new(Scale::Glicko2);
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
        rating: own.as_ref().map_or(new.rating, |own| own.rating),
        deviation: own.as_ref().map_or(new.deviation, |own| own.deviation),
        puzzles: puzzles.fetch_all(pool).await?,
    })
}

/// Counts that somebody has tried a puzzle, if they had not before.
pub(crate) async fn tried(
    pool: &PgPool,
    player: PlayerId,
    pack: &str,
    of: &PuzzleTry,
    first_rating: f64,
) -> Result<SolverRating, Error> {
    let mut work = pool.begin().await?;
    let new = Rating::new(Scale::Glicko2);
    // The solver first and then the puzzle, always: whoever tries others meanwhile waits for neither both.
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
        return Ok(shown(&solver));
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
    work.commit().await?;
    Ok(shown(solver))
}

fn shown(rating: &Rating) -> SolverRating {
    SolverRating {
        rating: rating.rating,
        deviation: rating.deviation,
    }
}

/// A puzzle that somebody has tried, for themselves.
#[derive(Serialize)]
pub struct OwnTry {
    pack: String,
    puzzle: String,
    solved: bool,
    at: Moment,
}

/// The puzzles that somebody has tried, the first first.
///
/// # Errors
/// When the database can't be asked.
pub async fn own_tries(pool: &PgPool, player: PlayerId) -> Result<Vec<OwnTry>, Error> {
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
    Ok(tries.collect())
}
