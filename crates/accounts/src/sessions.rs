//! Sessions as they are kept: what proves that somebody is a player.

use crate::accounts::Accounts;
use crate::names::{self, TokenHash};
use crate::players::{Player, player};
use longjump_wire::room::PlayerId;
use sqlx::Error;

/// How long the token of a bot is good for.
const BOT_DAYS: i32 = 3650;

/// Hashes as the database has them.
fn hashes(rows: Vec<Vec<u8>>) -> Vec<TokenHash> {
    rows.into_iter()
        .filter_map(|hash| hash.try_into().ok())
        .collect()
}

impl Accounts {
    /// Starts a session, good for so many days.
    pub(crate) async fn create_session(
        &self,
        token: &TokenHash,
        player: PlayerId,
        for_bot: bool,
        days: i32,
    ) -> Result<(), Error> {
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
    ) -> Result<Option<Player>, Error> {
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
    pub async fn ended_sessions(&self, sessions: &[TokenHash]) -> Result<Vec<TokenHash>, Error> {
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
    pub(crate) async fn end_session(&self, token: &TokenHash) -> Result<(), Error> {
        sqlx::query!("DELETE FROM sessions WHERE token_hash = $1", &token[..])
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// A token for a bot; one that it had is worth nothing any more.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn renew_token(&self, bot: PlayerId) -> Result<String, Error> {
        let ended = sqlx::query_scalar!(
            "DELETE FROM sessions WHERE player = $1 AND kind = 'bot' RETURNING token_hash",
            bot.0,
        )
        .fetch_all(&self.pool)
        .await?;
        self.close_all(&hashes(ended));
        let token = names::token();
        self.create_session(&names::token_hash(&token), bot, true, BOT_DAYS)
            .await?;
        Ok(token)
    }

    fn close_all(&self, ended: &[TokenHash]) {
        for session in ended {
            self.close(session);
        }
    }
}
