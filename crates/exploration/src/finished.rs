//! Public games that are over, as the database has them.

use longjump_online::Control;
use sqlx::{Error, PgPool};

/// How many games are read at a time.
pub(crate) const PAGE: i64 = 500;

/// A public game that is over.
pub(crate) struct FinishedGame {
    pub(crate) id: String,
    /// When it ended, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) spec: String,
    pub(crate) control: String,
    pub(crate) rated: bool,
    pub(crate) reason: String,
    pub(crate) places: Vec<u8>,
    pub(crate) moves: Vec<String>,
    pub(crate) seats: Vec<FinishedSeat>,
}

/// Who sat in a game.
pub(crate) struct FinishedSeat {
    pub(crate) player: Option<i64>,
    pub(crate) is_bot: bool,
    pub(crate) level: Option<i16>,
    /// What they were rated before it.
    pub(crate) rating: Option<f64>,
}

impl FinishedGame {
    /// How much time there was, if that can be read.
    pub(crate) fn control(&self) -> Option<Control> {
        self.control.parse().ok()
    }

    /// The mean of all ratings; none if somebody had none.
    pub(crate) fn rating(&self) -> Option<f64> {
        let ratings: Option<Vec<f64>> = self.seats.iter().map(|seat| seat.rating).collect();
        let ratings = ratings?;
        Some(ratings.iter().sum::<f64>() / ratings.len() as f64)
    }
}

/// The games that ended from a moment on, and after a game of that moment, until another: the oldest.
pub(crate) async fn finished(
    pool: &PgPool,
    from: (i64, &str),
    until: i64,
) -> Result<Vec<FinishedGame>, Error> {
    let rows = sqlx::query!(
        r#"SELECT f.game AS id, f.at, g.game AS spec, g.control, g.rated, g.reason AS "reason!",
                  g.places AS "places!",
                  array(SELECT mv FROM moves WHERE game = f.game ORDER BY ply) AS "moves!",
                  array(SELECT player FROM seats WHERE game = f.game ORDER BY seat)
                      AS "players!: Vec<Option<i64>>",
                  array(SELECT coalesce(p.kind = 'bot', false) FROM seats s
                        LEFT JOIN players p ON p.id = s.player
                        WHERE s.game = f.game ORDER BY s.seat) AS "bots!",
                  array(SELECT level FROM seats WHERE game = f.game ORDER BY seat)
                      AS "levels!: Vec<Option<i16>>",
                  array(SELECT c.before FROM seats s
                        LEFT JOIN rating_changes c ON c.game = s.game AND c.seat = s.seat
                        WHERE s.game = f.game ORDER BY s.seat)
                      AS "ratings!: Vec<Option<f64>>"
           FROM finished f JOIN games g ON g.id = f.game
           WHERE (f.at, f.game) > ($1, $2) AND f.at < $3
           ORDER BY f.at, f.game LIMIT $4"#,
        from.0,
        from.1,
        until,
        PAGE,
    )
    .fetch_all(pool)
    .await?;
    let games = rows.into_iter().map(|row| {
        let seats = row
            .players
            .into_iter()
            .zip(row.bots)
            .zip(row.levels)
            .zip(row.ratings);
        FinishedGame {
            id: row.id,
            at: row.at,
            spec: row.spec,
            control: row.control,
            rated: row.rated,
            reason: row.reason,
            places: row.places.into_iter().map(|place| place as u8).collect(),
            moves: row.moves,
            seats: seats
                .map(|(((player, is_bot), level), rating)| FinishedSeat {
                    player,
                    is_bot,
                    level,
                    rating,
                })
                .collect(),
        }
    });
    Ok(games.collect())
}

/// Who played in games, seat by seat, as they are called now.
pub(crate) async fn players(
    pool: &PgPool,
    games: &[String],
) -> Result<Vec<(String, Vec<String>)>, Error> {
    let rows = sqlx::query!(
        r#"SELECT s.game, array_agg(CASE WHEN p.name IS NOT NULL THEN p.name
                                         WHEN s.level IS NOT NULL THEN 'level ' || s.level
                                         ELSE '' END ORDER BY s.seat) AS "players!"
           FROM seats s LEFT JOIN players p ON p.id = s.player
           WHERE s.game = ANY($1) GROUP BY s.game"#,
        games,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game, row.players))
        .collect())
}
