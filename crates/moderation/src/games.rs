//! What the database has of how people played, for a person who looks into whether it was fair.

use longjump_online::fairplay::{FinishedGame, TimedMove};
use sqlx::{Error, PgPool};
use std::collections::HashMap;

/// The last games that ended with people in them, of one player or of all.
///
/// # Errors
/// When the database can't be asked.
pub async fn finished_games(
    pool: &PgPool,
    player: Option<&str>,
    most: u32,
) -> Result<Vec<FinishedGame>, Error> {
    let seats = sqlx::query!(
        r#"WITH chosen AS (
             SELECT g.id, g.game, g.updated_at FROM games g
             WHERE g.status = 'over' AND g.ply > 0
               AND EXISTS (SELECT 1 FROM seats s JOIN players p ON p.id = s.player
                           WHERE s.game = g.id AND p.kind <> 'bot'
                             AND ($1::text IS NULL OR p.name_key = lower($1)))
             ORDER BY g.updated_at DESC LIMIT $2
           )
           SELECT c.id, c.game AS spec, s.seat, p.name FROM chosen c
           JOIN seats s ON s.game = c.id
           JOIN players p ON p.id = s.player AND p.kind <> 'bot' AND s.level IS NULL
           ORDER BY c.updated_at, c.id, s.seat"#,
        player,
        i64::from(most),
    )
    .fetch_all(pool)
    .await?;
    let mut games: Vec<FinishedGame> = Vec::new();
    for row in seats {
        if games.last().is_none_or(|game| game.id != row.id) {
            games.push(FinishedGame {
                id: row.id,
                spec: row.spec,
                people: HashMap::new(),
                moves: Vec::new(),
            });
        }
        let game = games.last_mut().expect("one was just added");
        game.people.insert(row.seat as usize, row.name);
    }
    for game in &mut games {
        game.moves = timed_moves(pool, &game.id).await?;
    }
    Ok(games)
}

/// One game with people in it, as far as it was played; none if there is none.
pub(crate) async fn timed_game(pool: &PgPool, id: &str) -> Result<Option<FinishedGame>, Error> {
    let seats = sqlx::query!(
        r#"SELECT g.game AS spec, s.seat, p.name FROM games g JOIN seats s ON s.game = g.id
           JOIN players p ON p.id = s.player AND p.kind <> 'bot' AND s.level IS NULL
           WHERE g.id = $1 ORDER BY s.seat"#,
        id
    )
    .fetch_all(pool)
    .await?;
    let Some(first) = seats.first() else {
        return Ok(None);
    };
    Ok(Some(FinishedGame {
        id: id.to_owned(),
        spec: first.spec.clone(),
        moves: timed_moves(pool, id).await?,
        people: seats
            .into_iter()
            .map(|row| (row.seat as usize, row.name))
            .collect(),
    }))
}

async fn timed_moves(pool: &PgPool, game: &str) -> Result<Vec<TimedMove>, Error> {
    let rows = sqlx::query!(
        r#"SELECT m.seat, m.mv, m.spent, coalesce(a.ms, 0) AS "away!" FROM moves m
           LEFT JOIN away_times a ON a.game = m.game AND a.ply = m.ply AND a.seat = m.seat
           WHERE m.game = $1 ORDER BY m.ply"#,
        game
    )
    .fetch_all(pool)
    .await?;
    let moves = rows.into_iter().map(|row| TimedMove {
        seat: row.seat as usize,
        mv: row.mv,
        spent: row.spent,
        away: row.away,
    });
    Ok(moves.collect())
}
