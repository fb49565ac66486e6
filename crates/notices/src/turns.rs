//! Turns in games by days: who is told, and what.

use crate::letter::{About, Letter, Waiting, push_message};
use crate::push::Target;
use crate::store::{Claimed, Kind};
use longjump_wire::notice::PushMessage;
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgConnection, PgPool};

/// How many games a digest tells of.
const MOST_GAMES: i64 = 50;

/// Something that can be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Parcel {
    Letter(Letter),
    Push(Target, PushMessage),
}

/// Tells those whose turn it is in these games, if they are games by days and as their players want it,
/// once `work` is committed. They have some time to move before: whoever looks at the game needs not be
/// told.
///
/// # Errors
/// When the database can't be written to.
pub async fn tell_of_turns(work: &mut PgConnection, games: &[String]) -> Result<(), Error> {
    sqlx::query!(
        "WITH turns AS (
             SELECT g.id AS game, g.ply, s.player, w.letters, w.quiet_from, w.quiet_to, w.zone, w.digest_at,
                    after_quiet(now() + interval '1 minute', w.quiet_from, w.quiet_to, w.zone) AS soon
             FROM games g JOIN seats s ON s.game = g.id AND s.seat = g.turn
             JOIN wishes w ON w.player = s.player
             WHERE g.id = ANY($1) AND g.status = 'playing' AND g.control LIKE '%d' AND s.level IS NULL
         ), pushes AS (
             INSERT INTO notices (kind, player, device, game, ply, next_at)
             SELECT 'push', t.player, d.id, t.game, t.ply, t.soon
             FROM turns t JOIN devices d ON d.player = t.player
         ), letters AS (
             INSERT INTO notices (kind, player, game, ply, next_at)
             SELECT 'turn', t.player, t.game, t.ply, t.soon
             FROM turns t JOIN addresses a ON a.player = t.player WHERE t.letters = 'each'
         )
         -- In one order, so that two who do this never wait for each other.
         INSERT INTO notices (kind, player, next_at)
         SELECT DISTINCT ON (t.player) 'digest', t.player,
                after_quiet(greatest(now() + interval '1 hour', t.digest_at + interval '1 day'),
                            t.quiet_from, t.quiet_to, t.zone)
         FROM turns t JOIN addresses a ON a.player = t.player WHERE t.letters = 'daily'
         ORDER BY t.player
         ON CONFLICT (player) WHERE kind = 'digest' DO UPDATE SET again = notices.begun > 0",
        games,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// What a notice comes to now; none if there is nothing to tell any more.
pub(crate) async fn parcel(pool: &PgPool, claimed: &Claimed) -> Result<Option<Parcel>, Error> {
    if let Some(letter) = &claimed.letter {
        return Ok(Some(Parcel::Letter(letter.clone())));
    }
    let games = waiting(pool, claimed).await?;
    if games.is_empty() {
        return Ok(None);
    }
    if claimed.kind == Kind::Push {
        return push(pool, claimed, &games[0]).await;
    }
    let reader = sqlx::query!(
        "SELECT a.email, a.language, p.name, w.key
         FROM addresses a JOIN players p ON p.id = a.player JOIN wishes w ON w.player = a.player
         WHERE a.player = $1 AND w.letters <> 'none'",
        claimed.player.0,
    );
    let Some(reader) = reader.fetch_optional(pool).await? else {
        return Ok(None);
    };
    if claimed.kind == Kind::Digest {
        sqlx::query!(
            "UPDATE wishes SET digest_at = now() WHERE player = $1",
            claimed.player.0
        )
        .execute(pool)
        .await?;
    }
    Ok(Some(Parcel::Letter(Letter {
        to: reader.email,
        language: reader.language,
        name: reader.name,
        about: About::Turns {
            games,
            key: reader.key,
        },
    })))
}

async fn push(
    pool: &PgPool,
    claimed: &Claimed,
    waiting: &Waiting,
) -> Result<Option<Parcel>, Error> {
    let device = sqlx::query!(
        "SELECT endpoint, public_key, auth, language FROM devices WHERE id = $1",
        claimed.device,
    );
    let Some(device) = device.fetch_optional(pool).await? else {
        return Ok(None);
    };
    let message = push_message(waiting, &device.language);
    let target = Target {
        endpoint: device.endpoint,
        public_key: device.public_key,
        auth: device.auth,
    };
    Ok(Some(Parcel::Push(target, message)))
}

/// The games of a notice in which it is still the reader's turn: one at a certain move, or all.
async fn waiting(pool: &PgPool, claimed: &Claimed) -> Result<Vec<Waiting>, Error> {
    let PlayerId(player) = claimed.player;
    let games = sqlx::query!(
        r#"SELECT g.id AS "id!", g.game AS "game!",
                  (g.deadline - extract(epoch FROM now()) * 1000)::bigint AS "left",
                  (SELECT coalesce(array_agg(p.name ORDER BY o.seat), '{}')
                   FROM seats o JOIN players p ON p.id = o.player
                   WHERE o.game = g.id AND o.player <> $1 AND o.level IS NULL) AS "others!"
           FROM seats s CROSS JOIN LATERAL (
               -- One game after the other: going through all that are played would take longer.
               SELECT id, game, deadline, ply, control FROM games
               WHERE id = s.game AND status = 'playing' AND turn = s.seat OFFSET 0
           ) g
           WHERE s.player = $1 AND g.control LIKE '%d'
             AND ($2::text IS NULL OR (g.id = $2 AND g.ply = $3))
           ORDER BY g.deadline LIMIT $4"#,
        player,
        claimed.game,
        claimed.ply,
        MOST_GAMES,
    )
    .fetch_all(pool)
    .await?;
    let games = games.into_iter().map(|row| Waiting {
        id: row.id,
        game: row.game,
        others: row.others,
        hours: row.left.map(|left| left.max(0) / 3_600_000),
    });
    Ok(games.collect())
}
