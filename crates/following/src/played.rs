//! What somebody has played lately, and how two have played against each other.

use longjump_online::{Control, category};
use longjump_wire::following::{Against, Played, RatingChange};
use longjump_wire::rest::RatingPool;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgPool};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// How far back is told.
const DAYS: i64 = 14;
/// Of how many games at most, the last ones.
const MOST_GAMES: i64 = 1000;
/// In how many kinds of games a score between two is told.
const MOST_KINDS: i64 = 50;

/// A game that has ended, for one who played it.
struct Ended {
    at: Moment,
    category: String,
    speed: &'static str,
    points: f64,
    change: Option<RatingChange>,
}

/// What a place is worth: the share of the others who came in later, and half of those with the same.
fn points(places: &[i16], seat: usize) -> Option<f64> {
    let own = *places.get(seat)?;
    let others = places.len().checked_sub(1).filter(|others| *others > 0)?;
    let later = places.iter().filter(|place| **place > own).count() as f64;
    let alike = places.iter().filter(|place| **place == own).count() as f64 - 1.0;
    Some((later + alike / 2.0) / others as f64)
}

/// What somebody has played in the last days, the newest first.
pub(crate) async fn lately(pool: &PgPool, player: PlayerId) -> Result<Vec<Played>, Error> {
    let rows = sqlx::query!(
        // One game after the other, through the player's seats: all that ended lately may be many more.
        r#"SELECT g.game AS "game!", g.control AS "control!", g.places AS "places!",
                  g.updated_at AS "at!", s.seat, c.before AS "before?", c.after AS "after?",
                  EXISTS (SELECT 1 FROM seats o JOIN players p ON p.id = o.player
                          WHERE o.game = s.game AND p.kind = 'bot') AS "bots!"
           FROM seats s CROSS JOIN LATERAL (
                    SELECT game, control, places, updated_at FROM games
                    WHERE id = s.game AND status = 'over' AND places IS NOT NULL
                      AND updated_at >= extract(epoch FROM date_trunc('day', now(), 'UTC')) * 1000 - $2::bigint OFFSET 0
                ) g
                LEFT JOIN rating_changes c ON c.game = s.game AND c.seat = s.seat
           WHERE s.player = $1 ORDER BY g.updated_at DESC LIMIT $3"#,
        player.0,
        (DAYS - 1) * DAY,
        MOST_GAMES,
    )
    .fetch_all(pool)
    .await?;
    let ended = rows.into_iter().filter_map(|row| {
        let control: Control = row.control.parse().ok()?;
        let rated = row.game.parse().ok().and_then(|spec| category(&spec));
        let pool = if row.bots {
            RatingPool::Bots
        } else {
            RatingPool::People
        };
        let change = row.before.zip(row.after);
        Some(Ended {
            at: Moment(row.at),
            category: rated.map_or(row.game, |(category, _)| category),
            speed: control.speed().name(),
            points: points(&row.places, row.seat as usize)?,
            change: change.map(|(before, after)| RatingChange {
                pool,
                before,
                after,
            }),
        })
    });
    Ok(by_day(ended))
}

/// Games, the newest first, added up by day, game and speed.
fn by_day(games: impl Iterator<Item = Ended>) -> Vec<Played> {
    let mut days: Vec<Played> = Vec::new();
    for game in games {
        let day = Moment(game.at.0.div_euclid(DAY) * DAY);
        let known = days.iter_mut().find(|played| {
            (played.day, &*played.category, &*played.speed) == (day, &*game.category, game.speed)
        });
        let Some(played) = known else {
            days.push(Played {
                day,
                category: game.category,
                speed: game.speed.to_owned(),
                games: 1,
                points: game.points,
                changes: game.change.into_iter().collect(),
            });
            continue;
        };
        played.games += 1;
        played.points += game.points;
        let Some(change) = game.change else { continue };
        let mut changes = played.changes.iter_mut();
        match changes.find(|known| known.pool == change.pool) {
            // This game was before those that are known.
            Some(known) => known.before = change.before,
            None => played.changes.push(change),
        }
    }
    days
}

/// How two have played against each other: games first that they have played most.
pub(crate) async fn against(
    pool: &PgPool,
    one: PlayerId,
    other: PlayerId,
) -> Result<Vec<Against>, Error> {
    sqlx::query_as!(
        Against,
        r#"SELECT g.game AS "game!", count(*) FILTER (WHERE g.own < g.others) AS "won!",
                  count(*) FILTER (WHERE g.own = g.others) AS "drawn!",
                  count(*) FILTER (WHERE g.own > g.others) AS "lost!"
           FROM seats s JOIN seats o ON o.game = s.game AND o.player = $2
                CROSS JOIN LATERAL (
                    SELECT game, places[s.seat + 1] AS own, places[o.seat + 1] AS others FROM games
                    WHERE id = s.game AND status = 'over' AND places IS NOT NULL OFFSET 0
                ) g
           WHERE s.player = $1
           GROUP BY g.game ORDER BY count(*) DESC, g.game LIMIT $3"#,
        one.0,
        other.0,
        MOST_KINDS,
    )
    .fetch_all(pool)
    .await
}

/// How long was thought about each move of a game, in milliseconds.
pub(crate) async fn times(pool: &PgPool, game: &str) -> Result<Vec<i64>, Error> {
    let spent = sqlx::query_scalar!("SELECT spent FROM moves WHERE game = $1 ORDER BY ply", game);
    spent.fetch_all(pool).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(at: i64, category: &str, points: f64, change: Option<(f64, f64)>) -> Ended {
        Ended {
            at: Moment(at),
            category: category.to_owned(),
            speed: "blitz",
            points,
            change: change.map(|(before, after)| RatingChange {
                pool: RatingPool::People,
                before,
                after,
            }),
        }
    }

    #[test]
    fn places_are_worth_the_share_of_the_others_who_came_later() {
        assert_eq!(points(&[1, 2], 0), Some(1.0));
        assert_eq!(points(&[1, 1], 1), Some(0.5));
        assert_eq!(points(&[3, 1, 2], 0), Some(0.0));
        assert_eq!(points(&[2, 1, 2], 2), Some(0.25));
        assert_eq!(points(&[1], 0), None);
        assert_eq!(points(&[1, 2], 2), None);
    }

    #[test]
    fn a_day_tells_the_rating_before_its_first_game_and_after_its_last() {
        let games = [
            ended(2 * DAY + 9, "star", 1.0, Some((1510.0, 1520.0))),
            ended(2 * DAY + 5, "diamond", 0.5, None),
            ended(2 * DAY, "star", 0.0, Some((1530.0, 1510.0))),
            ended(2 * DAY - 1, "star", 1.0, Some((1500.0, 1530.0))),
        ];
        let days = by_day(games.into_iter());
        let told: Vec<(i64, &str, u32, f64)> = days
            .iter()
            .map(|day| (day.day.0 / DAY, &*day.category, day.games, day.points))
            .collect();
        assert_eq!(
            told,
            [
                (2, "star", 2, 1.0),
                (2, "diamond", 1, 0.5),
                (1, "star", 1, 1.0)
            ]
        );
        let change = days[0].changes[0];
        assert_eq!((change.before, change.after), (1530.0, 1520.0));
    }
}
