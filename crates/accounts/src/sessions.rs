//! Sessions as they are kept: what proves that somebody is a player.

use crate::accounts::Accounts;
use crate::names::{self, TokenHash};
use crate::players::{Player, player};
use longjump_notices::note;
use longjump_wire::account::{AccountChange, SessionView};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgConnection};

/// How long a session lasts, in days, and the token of a bot.
pub(crate) const DAYS: i32 = 90;
const BOT_DAYS: i32 = 3650;

/// A session that is about to begin.
pub(crate) struct NewSession<'a> {
    pub(crate) player: PlayerId,
    pub(crate) browser: Option<&'a str>,
    /// What is kept of the password that was given. If it was changed in the meantime, nothing begins.
    pub(crate) password: Option<&'a str>,
    /// What its owner will read of it.
    pub(crate) what: Option<AccountChange>,
}

/// Hashes as the database has them.
pub(crate) fn hashes(rows: Vec<Vec<u8>>) -> Vec<TokenHash> {
    rows.into_iter()
        .filter_map(|hash| hash.try_into().ok())
        .collect()
}

/// Ends all sessions of somebody but one, and returns them.
pub(crate) async fn end_others(
    work: &mut PgConnection,
    player: PlayerId,
    kept: Option<TokenHash>,
) -> Result<Vec<TokenHash>, Error> {
    let ended = sqlx::query_scalar!(
        "DELETE FROM sessions WHERE player = $1 AND kind = 'cookie' AND token_hash <> $2
         RETURNING token_hash",
        player.0,
        kept.as_ref().map_or(&[][..], |kept| &kept[..]),
    )
    .fetch_all(work)
    .await?;
    Ok(hashes(ended))
}

impl Accounts {
    /// Starts a session and returns its token; none if the password is another one by now.
    pub(crate) async fn start(&self, new: &NewSession<'_>) -> Result<Option<String>, Error> {
        let token = names::token();
        let mut work = self.pool.begin().await?;
        // Whoever changes the password just now comes first or waits, and then ends this one too.
        let started = sqlx::query!(
            "WITH holder AS (
                 SELECT id FROM players
                 WHERE id = $2 AND ($5::text IS NULL OR password = $5) FOR SHARE
             )
             INSERT INTO sessions (token_hash, player, kind, expires_at, browser, proven_at)
             SELECT $1, id, 'cookie', now() + make_interval(days => $3), $4, now() FROM holder",
            &names::token_hash(&token)[..],
            new.player.0,
            DAYS,
            new.browser,
            new.password,
        )
        .execute(&mut *work)
        .await?;
        if started.rows_affected() == 0 {
            return Ok(None);
        }
        if let Some(what) = new.what {
            note(&mut work, new.player, what, new.browser).await?;
        }
        work.commit().await?;
        Ok(Some(token))
    }

    /// Whose session this is, and notes where it is used from; a bot's is used from nowhere.
    pub(crate) async fn session(
        &self,
        token: &TokenHash,
        place: Option<&[u8]>,
    ) -> Result<Option<Player>, Error> {
        let row = sqlx::query!(
            r#"SELECT p.id, p.name, p.kind,
                      coalesce(s.proven_at > now() - interval '5 minutes', false) AS "is_proven!",
                      s.seen_at < now() - interval '5 minutes' AS "is_unseen!",
                      s.place IS DISTINCT FROM $3 AS "is_elsewhere!"
               FROM sessions s JOIN players p ON p.id = s.player
               WHERE s.token_hash = $1 AND s.kind = $2 AND s.expires_at > now()"#,
            &token[..],
            if place.is_none() { "bot" } else { "cookie" },
            place,
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        if row.is_unseen {
            self.note_seen(&[*token]).await?;
        }
        if let Some(place) = place
            && (row.is_unseen || row.is_elsewhere)
        {
            self.note_place(token, place).await?;
        }
        Ok(Some(Player {
            session: Some(*token),
            is_proven: row.is_proven,
            ..player(row.id, row.name, &row.kind)
        }))
    }

    /// Notes where a session is used from, each place once a day.
    async fn note_place(&self, token: &TokenHash, place: &[u8]) -> Result<(), Error> {
        sqlx::query!(
            "WITH used AS (UPDATE sessions SET place = $2 WHERE token_hash = $1 RETURNING player)
             INSERT INTO places (player, place) SELECT player, $2 FROM used
             ON CONFLICT (player, place) DO UPDATE SET seen = current_date
             WHERE places.seen < current_date",
            &token[..],
            place,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes that sessions are used, now and then: each time would be a write for every request.
    pub async fn note_seen(&self, sessions: &[TokenHash]) -> Result<(), Error> {
        let seen: Vec<Vec<u8>> = sessions.iter().map(|session| session.to_vec()).collect();
        sqlx::query!(
            "UPDATE sessions SET seen_at = now()
             WHERE token_hash = ANY($1) AND seen_at < now() - interval '5 minutes'",
            &seen,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes that whoever has a session has just proven who they are.
    pub(crate) async fn note_proof(&self, session: &TokenHash) -> Result<(), Error> {
        sqlx::query!(
            "UPDATE sessions SET proven_at = now() WHERE token_hash = $1",
            &session[..]
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Where somebody is signed in, the session that asks first.
    pub(crate) async fn sessions_of(
        &self,
        player: PlayerId,
        own: &TokenHash,
    ) -> Result<Vec<SessionView>, Error> {
        let rows = sqlx::query!(
            r#"SELECT encode(substr(token_hash, 1, 8), 'hex') AS "id!", token_hash = $2 AS "is_own!",
                      browser, (extract(epoch FROM created_at) * 1000)::bigint AS "began!",
                      (extract(epoch FROM seen_at) * 1000)::bigint AS "seen!"
               FROM sessions WHERE player = $1 AND kind = 'cookie' AND expires_at > now()
               ORDER BY token_hash = $2 DESC, seen_at DESC LIMIT 100"#,
            player.0,
            &own[..],
        )
        .fetch_all(&self.pool)
        .await?;
        let sessions = rows.into_iter().map(|row| SessionView {
            id: row.id,
            is_own: row.is_own,
            browser: row.browser,
            began: Moment(row.began),
            seen: Moment(row.seen),
        });
        Ok(sessions.collect())
    }

    /// Ends one of somebody's sessions by what it is called; false if there is none.
    pub(crate) async fn end_named(
        &self,
        player: PlayerId,
        id: &str,
        browser: Option<&str>,
    ) -> Result<bool, Error> {
        let mut work = self.pool.begin().await?;
        let ended = sqlx::query_scalar!(
            "DELETE FROM sessions
             WHERE player = $1 AND kind = 'cookie' AND encode(substr(token_hash, 1, 8), 'hex') = $2
             RETURNING token_hash",
            player.0,
            id,
        )
        .fetch_all(&mut *work)
        .await?;
        if ended.is_empty() {
            return Ok(false);
        }
        note(&mut work, player, AccountChange::SessionEnded, browser).await?;
        work.commit().await?;
        self.close_all(&hashes(ended));
        Ok(true)
    }

    /// Ends all sessions of somebody but the one that asks.
    pub(crate) async fn end_all_others(
        &self,
        player: PlayerId,
        own: &TokenHash,
        browser: Option<&str>,
    ) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        let ended = end_others(&mut work, player, Some(*own)).await?;
        note(&mut work, player, AccountChange::OthersEnded, browser).await?;
        work.commit().await?;
        self.close_all(&ended);
        Ok(())
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
        self.close(token);
        Ok(())
    }

    /// A token for a bot; one that it had is worth nothing any more.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn renew_token(&self, bot: PlayerId) -> Result<String, Error> {
        let token = names::token();
        let mut work = self.pool.begin().await?;
        let ended = sqlx::query_scalar!(
            "DELETE FROM sessions WHERE player = $1 AND kind = 'bot' RETURNING token_hash",
            bot.0,
        )
        .fetch_all(&mut *work)
        .await?;
        sqlx::query!(
            "INSERT INTO sessions (token_hash, player, kind, expires_at)
             VALUES ($1, $2, 'bot', now() + make_interval(days => $3))",
            &names::token_hash(&token)[..],
            bot.0,
            BOT_DAYS,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        self.close_all(&hashes(ended));
        Ok(token)
    }
}
