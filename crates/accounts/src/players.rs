//! Players, and what proves that somebody is one.

use crate::accounts::Accounts;
use crate::names::TokenHash;
use crate::place::Place;
use longjump_wire::rest::{OwnPlayer, PlayerKind, PublicPlayer};
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgConnection};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Who, to us.
    pub id: PlayerId,
    /// Who, to others.
    pub name: String,
    /// What.
    pub kind: PlayerKind,
    /// The session that proved it.
    pub session: Option<TokenHash>,
    /// Whether they have proven who they are within the last minutes, by password or key.
    pub is_proven: bool,
}

impl Player {
    /// As they see themselves.
    pub fn own(&self) -> OwnPlayer {
        OwnPlayer {
            id: self.id,
            name: self.name.clone(),
            kind: self.kind,
        }
    }

    /// As others see them.
    pub fn public(&self) -> PublicPlayer {
        PublicPlayer {
            name: self.name.clone(),
            kind: self.kind,
        }
    }
}

/// A player as the database has them.
pub(crate) fn player(id: i64, name: String, kind: &str) -> Player {
    Player {
        id: PlayerId(id),
        name,
        kind: PlayerKind::from_word(kind),
        session: None,
        is_proven: false,
    }
}

async fn create_player(
    work: &mut PgConnection,
    name: &str,
    as_kind: &str,
    password: Option<&str>,
    owner: Option<PlayerId>,
) -> Result<Option<Player>, Error> {
    let id = sqlx::query_scalar!(
        "INSERT INTO players (name, name_key, kind, password, owner)
         VALUES ($1, lower($1), $2, $3, $4) ON CONFLICT (name_key) DO NOTHING RETURNING id",
        name,
        as_kind,
        password,
        owner.map(|owner| owner.0),
    )
    .fetch_optional(work)
    .await?;
    Ok(id.map(|id| player(id, name.to_owned(), as_kind)))
}

/// A player with an account, who is new or was a guest and keeps their games; none if the name is
/// taken.
pub(crate) async fn become_account(
    work: &mut PgConnection,
    guest: Option<Player>,
    name: &str,
    password: Option<&str>,
) -> Result<Option<Player>, Error> {
    let Some(guest) = guest else {
        return create_player(work, name, "account", password, None).await;
    };
    let done = sqlx::query!(
        "UPDATE players SET name = $2, name_key = lower($2), kind = 'account', password = $3
         WHERE id = $1 AND kind = 'guest'
           AND NOT EXISTS (SELECT 1 FROM players WHERE name_key = lower($2) AND id <> $1)",
        guest.id.0,
        name,
        password,
    )
    .execute(work)
    .await;
    let is_done = match done {
        Ok(done) => done.rows_affected() == 1,
        // Somebody took the name in the meantime.
        Err(Error::Database(error)) if error.is_unique_violation() => false,
        Err(error) => return Err(error),
    };
    Ok(is_done.then(|| Player {
        name: name.to_owned(),
        kind: PlayerKind::Account,
        ..guest
    }))
}

impl Accounts {
    /// A new player without an account, or none if the name is taken.
    pub(crate) async fn create_guest(&self, name: &str) -> Result<Option<Player>, Error> {
        let mut work = self.pool.acquire().await?;
        create_player(&mut work, name, "guest", None, None).await
    }

    /// A new bot of somebody, or none if the name is taken.
    pub async fn create_bot(&self, name: &str, owner: PlayerId) -> Result<Option<Player>, Error> {
        let mut work = self.pool.acquire().await?;
        create_player(&mut work, name, "bot", None, Some(owner)).await
    }

    /// The account of this name and the hash of its password.
    pub(crate) async fn account(&self, name: &str) -> Result<Option<(Player, String)>, Error> {
        let row = sqlx::query!(
            r#"SELECT id, name, password AS "password!" FROM players
               WHERE name_key = lower($1) AND kind = 'account' AND password IS NOT NULL"#,
            name
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| {
            let player = player(row.id, row.name, "account");
            (player, row.password)
        }))
    }

    /// Counts a try to sign in under a name, and tells how many there were this minute, at all
    /// servers. Those from where its owner was lately are counted apart: nobody else keeps them out.
    pub(crate) async fn tries_to_sign_in(&self, name: &str, place: &Place) -> Result<i32, Error> {
        let tries = sqlx::query_scalar!(
            "WITH minutes AS (SELECT (extract(epoch FROM now()) / 60)::integer AS minute),
                  old AS (DELETE FROM sign_in_tries USING minutes
                          WHERE sign_in_tries.minute < minutes.minute - 60),
                  own AS (SELECT '@' || encode(place, 'hex') AS place
                          FROM places JOIN players ON players.id = places.player
                          WHERE name_key = lower($1) AND place = $2)
             INSERT INTO sign_in_tries (name_key, minute, count)
             SELECT lower($1) || coalesce((SELECT place FROM own), ''), minute, 1 FROM minutes
             ON CONFLICT (name_key, minute) DO UPDATE SET count = sign_in_tries.count + 1
             RETURNING count",
            name,
            &place.0,
        );
        tries.fetch_one(&self.pool).await
    }

    /// Whoever has this name.
    pub async fn player(&self, name: &str) -> Result<Option<Player>, Error> {
        // Postgres has no such character.
        if name.contains('\0') {
            return Ok(None);
        }
        let row = sqlx::query!(
            "SELECT id, name, kind FROM players WHERE name_key = lower($1)",
            name
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| player(row.id, row.name, &row.kind)))
    }

    /// Whether somebody came within the last day.
    pub async fn is_new(&self, player: PlayerId) -> Result<bool, Error> {
        let is_new = sqlx::query_scalar!(
            r#"SELECT created_at > now() - interval '1 day' AS "is_new!" FROM players WHERE id = $1"#,
            player.0
        );
        is_new.fetch_one(&self.pool).await
    }

    /// The bots of somebody.
    pub async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Player>, Error> {
        let rows = sqlx::query!(
            "SELECT id, name, kind FROM players WHERE owner = $1 ORDER BY name_key",
            owner.0
        )
        .fetch_all(&self.pool)
        .await?;
        let bots = rows
            .into_iter()
            .map(|row| player(row.id, row.name, &row.kind));
        Ok(bots.collect())
    }
}
