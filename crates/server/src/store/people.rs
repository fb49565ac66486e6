//! Players, and what proves that somebody is one.

use super::{Store, StoreError};
use longjump_online::Command;
use longjump_wire::rest::PlayerKind;
use longjump_wire::room::{Occupant, PlayerId};
use longjump_wire::socket::RoomAction;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    /// Who, to us.
    pub id: PlayerId,
    /// Who, to others.
    pub name: String,
    /// What.
    pub kind: PlayerKind,
    /// The session that proved it.
    pub session: Option<TokenHash>,
}

impl Player {
    /// The command for what they ask for; none if it names a seat that no game has.
    pub(crate) fn command(&self, action: RoomAction) -> Option<Command> {
        let who = Occupant::Person {
            player: self.id,
            name: self.name.clone(),
            bot: self.kind == PlayerKind::Bot,
        };
        Command::from_action(action, who, self.kind == PlayerKind::Guest)
    }
}

/// A session's token as it is kept.
pub(crate) type TokenHash = [u8; 32];

/// Hashes as the database has them.
fn hashes(rows: Vec<Vec<u8>>) -> Vec<TokenHash> {
    rows.into_iter()
        .filter_map(|hash| hash.try_into().ok())
        .collect()
}

/// A player as the database has them.
fn player(id: i64, name: String, kind: &str) -> Player {
    Player {
        id: PlayerId(id),
        name,
        kind: match kind {
            "account" => PlayerKind::Account,
            "bot" => PlayerKind::Bot,
            _ => PlayerKind::Guest,
        },
        session: None,
    }
}

impl Store {
    /// A new player without an account, or none if the name is taken.
    pub(crate) async fn create_guest(&self, name: &str) -> Result<Option<Player>, StoreError> {
        self.create_player(name, "guest", None, None).await
    }

    /// A new player with an account, or none if the name is taken.
    pub(crate) async fn create_account(
        &self,
        name: &str,
        password: &str,
    ) -> Result<Option<Player>, StoreError> {
        self.create_player(name, "account", Some(password), None)
            .await
    }

    /// A new bot of somebody, or none if the name is taken.
    pub(crate) async fn create_bot(
        &self,
        name: &str,
        owner: PlayerId,
    ) -> Result<Option<Player>, StoreError> {
        self.create_player(name, "bot", None, Some(owner)).await
    }

    async fn create_player(
        &self,
        name: &str,
        as_kind: &str,
        password: Option<&str>,
        owner: Option<PlayerId>,
    ) -> Result<Option<Player>, StoreError> {
        let id = sqlx::query_scalar!(
            "INSERT INTO players (name, name_key, kind, password, owner)
             VALUES ($1, lower($1), $2, $3, $4) ON CONFLICT (name_key) DO NOTHING RETURNING id",
            name,
            as_kind,
            password,
            owner.map(|owner| owner.0),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(id.map(|id| player(id, name.to_owned(), as_kind)))
    }

    /// Turns a guest into an account that keeps their games; false if the name is taken or they
    /// are no guest.
    pub(crate) async fn promote_guest(
        &self,
        guest: PlayerId,
        name: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query!(
            "UPDATE players SET name = $2, name_key = lower($2), kind = 'account', password = $3
             WHERE id = $1 AND kind = 'guest'
               AND NOT EXISTS (SELECT 1 FROM players WHERE name_key = lower($2) AND id <> $1)",
            guest.0,
            name,
            password,
        )
        .execute(&self.pool)
        .await;
        match done {
            Ok(done) => Ok(done.rows_affected() == 1),
            // Somebody took the name in the meantime.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The account of this name and the hash of its password.
    pub(crate) async fn account(&self, name: &str) -> Result<Option<(Player, String)>, StoreError> {
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
    /// servers.
    pub(crate) async fn tries_to_sign_in(&self, name: &str) -> Result<i32, StoreError> {
        let minute = (self.now().0 / 60_000) as i32;
        let tries = sqlx::query_scalar!(
            "WITH old AS (DELETE FROM sign_in_tries WHERE minute < $2 - 60)
             INSERT INTO sign_in_tries (name_key, minute, count) VALUES (lower($1), $2, 1)
             ON CONFLICT (name_key, minute) DO UPDATE SET count = sign_in_tries.count + 1
             RETURNING count",
            name,
            minute,
        );
        Ok(tries.fetch_one(&self.pool).await?)
    }

    /// Whoever has this name.
    pub(crate) async fn player(&self, name: &str) -> Result<Option<Player>, StoreError> {
        let row = sqlx::query!(
            "SELECT id, name, kind FROM players WHERE name_key = lower($1)",
            name
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| player(row.id, row.name, &row.kind)))
    }

    /// How many games somebody plays, with days for a move or with less.
    pub(crate) async fn games_played(
        &self,
        player: PlayerId,
        by_days: bool,
    ) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            // One game after the other: going through all that are played would take longer.
            r#"SELECT count(*) AS "count!" FROM seats s
               WHERE s.player = $1 AND (
                   SELECT (g.control LIKE '%d') = $2 FROM games g
                   WHERE g.id = s.game AND g.status = 'playing'
               )"#,
            player.0,
            by_days,
        );
        Ok(count.fetch_one(&self.pool).await?)
    }

    /// The bots of somebody.
    pub(crate) async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
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

    /// Starts a session, good for so many days.
    pub(crate) async fn create_session(
        &self,
        token: &TokenHash,
        player: PlayerId,
        for_bot: bool,
        days: i32,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO sessions (token_hash, player, kind, expires_at)
             VALUES ($1, $2, $3, now() + make_interval(days => $4))",
            &token[..],
            player.0,
            if for_bot { "bot" } else { "cookie" },
            days,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Whose session this is.
    pub(crate) async fn session(
        &self,
        token: &TokenHash,
        for_bot: bool,
    ) -> Result<Option<Player>, StoreError> {
        let row = sqlx::query!(
            "SELECT p.id, p.name, p.kind FROM sessions s JOIN players p ON p.id = s.player
             WHERE s.token_hash = $1 AND s.kind = $2 AND s.expires_at > now()",
            &token[..],
            if for_bot { "bot" } else { "cookie" },
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| Player {
            session: Some(*token),
            ..player(row.id, row.name, &row.kind)
        }))
    }

    /// Those of these sessions that are no more.
    pub(crate) async fn ended_sessions(
        &self,
        sessions: &[TokenHash],
    ) -> Result<Vec<TokenHash>, StoreError> {
        if sessions.is_empty() {
            return Ok(Vec::new());
        }
        let asked: Vec<Vec<u8>> = sessions.iter().map(|session| session.to_vec()).collect();
        let ended = sqlx::query_scalar!(
            r#"SELECT asked AS "asked!" FROM unnest($1::bytea[]) AS asked
               WHERE NOT EXISTS (SELECT 1 FROM sessions
                                 WHERE token_hash = asked AND expires_at > now())"#,
            &asked,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(hashes(ended))
    }

    /// Ends a session.
    pub(crate) async fn end_session(&self, token: &TokenHash) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM sessions WHERE token_hash = $1", &token[..])
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Ends all sessions of somebody of one kind, and returns them.
    pub(crate) async fn end_sessions(
        &self,
        player: PlayerId,
        for_bot: bool,
    ) -> Result<Vec<TokenHash>, StoreError> {
        let ended = sqlx::query_scalar!(
            "DELETE FROM sessions WHERE player = $1 AND kind = $2 RETURNING token_hash",
            player.0,
            if for_bot { "bot" } else { "cookie" },
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(hashes(ended))
    }
}
