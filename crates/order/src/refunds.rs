//! Rating points that somebody lost to a player who did not play fair are given back.

use crate::audit::{Deed, write};
use longjump_online::{Control, category};
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgPool};
use std::collections::BTreeMap;

/// What was given back.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Refunded {
    /// Of how many games.
    pub games: usize,
    /// To how many players.
    pub players: usize,
    /// How many points.
    pub points: f64,
}

/// A loss of rating points in a game.
struct Loss {
    game: String,
    seat: i16,
    category: String,
    speed: &'static str,
    pool: &'static str,
    amount: f64,
}

impl Loss {
    fn rated_as(&self) -> (&str, &str, &str) {
        (&self.category, self.speed, self.pool)
    }
}

/// Gives back what others lost in rated games with somebody within so many days, each loss once, however
/// often and by whom this is done. Each of them gets theirs in a transaction of its own, so that nobody who
/// plays just now has to wait for all of them.
///
/// # Errors
/// When the database can't be used; what was given back until then stays.
pub async fn refund(pool: &PgPool, deed: &Deed<'_>, days: i32) -> Result<Refunded, Error> {
    let mut refunded = Refunded::default();
    for (player, losses) in losses(pool, deed.about, days).await? {
        let (games, points) = give_back(pool, player, &losses).await?;
        refunded.games += games;
        refunded.players += usize::from(games > 0);
        refunded.points += points;
    }
    let what = format!(
        "refunded {:.0} points to {} players for {} games",
        refunded.points, refunded.players, refunded.games
    );
    let mut work = pool.acquire().await?;
    write(&mut work, deed, &what).await?;
    Ok(refunded)
}

/// What others lost to somebody and have not back yet, by player.
async fn losses(
    pool: &PgPool,
    to: PlayerId,
    days: i32,
) -> Result<BTreeMap<PlayerId, Vec<Loss>>, Error> {
    let rows = sqlx::query!(
        r#"SELECT c.game, c.seat, c.player, c.before - c.after AS "amount!", g.game AS spec, g.control,
                  EXISTS (SELECT FROM seats s JOIN players p ON p.id = s.player
                          WHERE s.game = c.game AND p.kind = 'bot') AS "with_bots!"
           FROM rating_changes own JOIN rating_changes c ON c.game = own.game AND c.player <> own.player
                JOIN games g ON g.id = c.game
           WHERE own.player = $1 AND c.after < c.before
             AND g.created_at > now() - make_interval(days => $2)
             AND NOT EXISTS (SELECT FROM refunds r WHERE r.game = c.game AND r.seat = c.seat)
           ORDER BY c.player, c.game"#,
        to.0,
        days,
    )
    .fetch_all(pool)
    .await?;
    let mut losses: BTreeMap<PlayerId, Vec<Loss>> = BTreeMap::new();
    for row in rows {
        // As when it was rated.
        let spec = row.spec.parse().ok().and_then(|spec| category(&spec));
        let (Some((category, _)), Ok(control)) = (spec, row.control.parse::<Control>()) else {
            continue;
        };
        losses.entry(PlayerId(row.player)).or_default().push(Loss {
            game: row.game,
            seat: row.seat,
            category,
            speed: control.speed().name(),
            pool: if row.with_bots { "bots" } else { "people" },
            amount: row.amount,
        });
    }
    // In one order, so that two who give back to the same player never wait for each other.
    for own in losses.values_mut() {
        own.sort_by(|one, other| one.rated_as().cmp(&other.rated_as()));
    }
    Ok(losses)
}

/// Gives somebody their points back, and tells of how many games and how many these were.
async fn give_back(
    pool: &PgPool,
    player: PlayerId,
    losses: &[Loss],
) -> Result<(usize, f64), Error> {
    let mut work = pool.begin().await?;
    let (mut games, mut points) = (0, 0.0);
    for loss in losses {
        // Added to what it is by then: a game that ends just now counts as well.
        let given = sqlx::query!(
            "WITH noted AS (
                 INSERT INTO refunds (game, seat, player, category, speed, pool, amount)
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
                 RETURNING amount
             )
             UPDATE ratings SET rating = rating + noted.amount FROM noted
             WHERE player = $3 AND category = $4 AND speed = $5 AND pool = $6",
            loss.game,
            loss.seat,
            player.0,
            loss.category,
            loss.speed,
            loss.pool,
            loss.amount,
        )
        .execute(&mut *work)
        .await?;
        if given.rows_affected() == 0 {
            continue;
        }
        games += 1;
        points += loss.amount;
    }
    work.commit().await?;
    Ok((games, points))
}
