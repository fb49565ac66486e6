//! What the database has of how people played, for a person who looks into whether it was fair.

use super::{Store, StoreError};
use longjump_online::fairplay::{FinishedGame, TimedMove};
use longjump_rules::Seat;
use std::collections::HashMap;

impl Store {
    /// Notes that a page was hidden before a move.
    pub(crate) async fn note_away(
        &self,
        game: &str,
        ply: usize,
        seat: Seat,
        ms: u32,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO away_times (game, ply, seat, ms) VALUES ($1, $2, $3, $4)
             ON CONFLICT (game, ply) DO UPDATE SET seat = $3, ms = $4",
            game,
            ply as i32,
            seat.index() as i16,
            i64::from(ms),
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The last games that ended with people in them, of one player or of all.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn finished_games(
        &self,
        player: Option<&str>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError> {
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
        .fetch_all(&self.pool)
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
            game.moves = self.timed_moves(&game.id).await?;
        }
        Ok(games)
    }

    async fn timed_moves(&self, game: &str) -> Result<Vec<TimedMove>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT m.seat, m.mv, m.spent, coalesce(a.ms, 0) AS "away!" FROM moves m
               LEFT JOIN away_times a ON a.game = m.game AND a.ply = m.ply AND a.seat = m.seat
               WHERE m.game = $1 ORDER BY m.ply"#,
            game
        )
        .fetch_all(&self.pool)
        .await?;
        let moves = rows.into_iter().map(|row| TimedMove {
            seat: row.seat as usize,
            mv: row.mv,
            spent: row.spent,
            away: row.away,
        });
        Ok(moves.collect())
    }
}
