//! Ratings in the database, changed in the transaction that ends a game: once, or not at all.

use longjump_online::{Control, Rating, Room, Scale, category, rate};
use longjump_rules::Seat;
use longjump_wire::rest::{PlayerRating, RatingPool, SeatRating};
use longjump_wire::room::{EndReason, Occupant, PlayerId};
use sqlx::{Error, PgConnection, PgPool};
use std::collections::HashMap;

/// A game that was not played to its end counts if each player made so many moves.
const FEWEST_MOVES: usize = 5;
/// How many games of the same players count in a day.
const MOST_TOGETHER: i64 = 10;

/// A game, and what results of it are rated as.
pub struct RatedGame {
    id: String,
    category: String,
    speed: &'static str,
}

impl RatedGame {
    /// A game with its options and control; none for variants.
    pub fn new(id: &str, game: &str, control: &str) -> Option<Self> {
        let control: Control = control.parse().ok()?;
        Some(Self {
            id: id.to_owned(),
            category: category(&game.parse().ok()?)?.0,
            speed: control.speed().name(),
        })
    }
}

/// What those who play these games are rated at; guests are not.
///
/// # Errors
/// When the database can't be asked.
pub async fn ratings_in(
    pool: &PgPool,
    games: Vec<RatedGame>,
) -> Result<HashMap<String, Vec<SeatRating>>, Error> {
    let speeds: Vec<String> = games.iter().map(|game| game.speed.to_owned()).collect();
    let (ids, categories): (Vec<String>, Vec<String>) = games
        .into_iter()
        .map(|game| (game.id, game.category))
        .unzip();
    let rows = sqlx::query!(
        r#"SELECT s.game, s.seat, coalesce(c.before, r.rating, $4) AS "rating!",
                  c.after AS "after?"
           FROM unnest($1::text[], $2::text[], $3::text[]) AS rated (game, category, speed)
                JOIN seats s ON s.game = rated.game
                JOIN players p ON p.id = s.player AND p.kind <> 'guest'
                LEFT JOIN rating_changes c ON c.game = s.game AND c.seat = s.seat
                LEFT JOIN ratings r ON r.player = s.player AND r.category = rated.category
                    AND r.speed = rated.speed
                    AND r.pool = CASE p.kind WHEN 'bot' THEN 'bots' ELSE 'people' END
           ORDER BY s.seat"#,
        &ids,
        &categories,
        &speeds,
        Rating::new(Scale::Glicko2).rating,
    );
    let mut ratings: HashMap<String, Vec<SeatRating>> = HashMap::new();
    for row in rows.fetch_all(pool).await? {
        ratings.entry(row.game).or_default().push(SeatRating {
            seat: row.seat as usize,
            rating: row.rating,
            after: row.after,
        });
    }
    Ok(ratings)
}

/// All ratings of somebody.
///
/// # Errors
/// When the database can't be asked.
pub async fn ratings_of(pool: &PgPool, player: PlayerId) -> Result<Vec<PlayerRating>, Error> {
    let rows = sqlx::query!(
        "SELECT category, speed, pool, rating, deviation, volatility, games FROM ratings
         WHERE player = $1 ORDER BY games DESC, category, speed",
        player.0
    )
    .fetch_all(pool)
    .await?;
    let shown = rows.into_iter().map(|row| {
        let rating = Rating {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
            games: row.games,
        };
        PlayerRating {
            category: row.category,
            speed: row.speed,
            pool: match row.pool.as_str() {
                "bots" => RatingPool::Bots,
                _ => RatingPool::People,
            },
            rating: row.rating,
            deviation: row.deviation,
            games: row.games,
            provisional: rating.is_provisional(),
        }
    });
    Ok(shown.collect())
}

/// How strong somebody is among people in a game at a speed, a newcomer if they never played.
///
/// # Errors
/// When the database can't be asked.
pub async fn rating_of(
    pool: &PgPool,
    player: PlayerId,
    category: &str,
    speed: &str,
) -> Result<f64, Error> {
    let rating = sqlx::query_scalar!(
        "SELECT rating FROM ratings
         WHERE player = $1 AND category = $2 AND speed = $3 AND pool = 'people'",
        player.0,
        category,
        speed,
    )
    .fetch_optional(pool)
    .await?;
    Ok(rating.unwrap_or(Rating::new(Scale::Glicko2).rating))
}

/// Whether the same players have had so many games with each other in a day that another would
/// say more of them than of how well they play.
async fn is_too_often(
    work: &mut PgConnection,
    players: &[(PlayerId, Seat, u8)],
) -> Result<bool, Error> {
    let ids: Vec<i64> = players.iter().map(|(player, _, _)| player.0).collect();
    let games = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT c.game FROM rating_changes c JOIN games g ON g.id = c.game
               WHERE c.player = ANY($1) AND g.created_at > now() - interval '1 day'
               GROUP BY c.game HAVING count(*) = cardinality($1)
           ) AS together"#,
        &ids,
    )
    .fetch_one(&mut *work)
    .await?;
    Ok(games >= MOST_TOGETHER)
}

/// Counts a game that has ended for the ratings of all who played it, if they have played: it
/// came to its end, or each made a few moves.
///
/// # Errors
/// When the database can't be used.
pub async fn settle(work: &mut PgConnection, game: &str, room: &Room) -> Result<(), Error> {
    let setup = room.setup();
    let Some((category, scale)) = category(&setup.game) else {
        return Ok(());
    };
    let (Some(standings), Some(outcome)) = (room.standings(), room.outcome()) else {
        return Ok(());
    };
    let mut players = Vec::new();
    let mut pool = "people";
    for seat in room.seats() {
        match room.contender(seat) {
            Some(Occupant::Person { player, bot, .. }) => {
                players.push((*player, seat, standings.place(seat)));
                if *bot {
                    pool = "bots";
                }
            }
            _ => return Ok(()),
        }
    }
    let was_played =
        outcome.reason == EndReason::Rules || room.board().ply() >= FEWEST_MOVES * players.len();
    if !was_played || is_too_often(work, &players).await? {
        return Ok(());
    }
    let speed = setup.control.speed().name();
    // Always in one order, so that two games that end at once don't wait for each other.
    let mut by_id: Vec<usize> = (0..players.len()).collect();
    by_id.sort_by_key(|&index| players[index].0);
    let new = Rating::new(scale);
    let mut before = vec![new; players.len()];
    for index in by_id {
        let row = sqlx::query!(
            "INSERT INTO ratings
                 (player, category, speed, pool, rating, deviation, volatility, games)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
             ON CONFLICT (player, category, speed, pool) DO UPDATE SET games = ratings.games
             RETURNING rating, deviation, volatility, games",
            players[index].0.0,
            category,
            speed,
            pool,
            new.rating,
            new.deviation,
            new.volatility,
        )
        .fetch_one(&mut *work)
        .await?;
        before[index] = Rating {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
            games: row.games,
        };
    }
    let places = players.iter().map(|&(_, _, place)| place);
    let contenders: Vec<(Rating, u8)> = before.iter().copied().zip(places).collect();
    let after = rate(scale, &contenders);
    for ((player, seat, _), (before, after)) in players.iter().zip(before.iter().zip(&after)) {
        sqlx::query!(
            "UPDATE ratings SET rating = $5, deviation = $6, volatility = $7, games = $8
             WHERE player = $1 AND category = $2 AND speed = $3 AND pool = $4",
            player.0,
            category,
            speed,
            pool,
            after.rating,
            after.deviation,
            after.volatility,
            after.games,
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!(
            "INSERT INTO rating_changes (game, seat, player, before, after)
             VALUES ($1, $2, $3, $4, $5)",
            game,
            seat.index() as i16,
            player.0,
            before.rating,
            after.rating,
        )
        .execute(&mut *work)
        .await?;
    }
    Ok(())
}
