//! A room's log, as it is kept and read back.

use super::{Store, StoreError};
use longjump_online::{CorruptLog, Room, RoomSetup, read_game};
use longjump_rules::Seat;
use longjump_wire::cluster::LogEntry;
use longjump_wire::room::{LoggedEvent, RoomEvent};
use longjump_wire::time::{Moment, Span};

impl Store {
    /// The log of a game from after a version on; empty if there is no such game.
    pub(crate) async fn log(&self, game: &str, after: usize) -> Result<Vec<LogEntry>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT version AS "version!", at AS "at!", client, seat, mv, spent, forgiven,
                      NULL::jsonb AS body
               FROM moves WHERE game = $1 AND version > $2
               UNION ALL
               SELECT version, at, client, seat, mv, spent, forgiven, NULL
               FROM taken_back WHERE game = $1 AND version > $2
               UNION ALL
               SELECT version, at, client, NULL, NULL, NULL, NULL, body
               FROM room_events WHERE game = $1 AND version > $2
               ORDER BY 1"#,
            game,
            after as i32,
        )
        .fetch_all(&self.pool)
        .await?;
        let damaged = |what: String| StoreError::Damaged {
            game: game.to_owned(),
            error: CorruptLog(what),
        };
        let mut log = Vec::with_capacity(rows.len());
        for row in rows {
            let event = match (row.body, row.seat, row.mv) {
                (Some(body), _, _) => {
                    serde_json::from_value(body).map_err(|error| damaged(error.to_string()))?
                }
                (None, Some(seat @ 0..6), Some(mv)) => RoomEvent::Moved {
                    seat: Seat::new(seat as usize),
                    mv,
                    spent: Span(row.spent.unwrap_or(0) as u64),
                    forgiven: Span(row.forgiven.unwrap_or(0) as u64),
                },
                _ => return Err(damaged("an entry that is nothing".to_owned())),
            };
            log.push(LogEntry {
                logged: LoggedEvent {
                    version: row.version as usize,
                    at: Moment(row.at),
                    event,
                },
                client: row.client,
            });
        }
        let expected = (after + 1..).zip(&log);
        for (version, entry) in expected {
            if entry.logged.version != version {
                return Err(damaged(format!("entry {version} is missing")));
            }
        }
        Ok(log)
    }

    /// A game with its whole log, if there is one.
    ///
    /// # Errors
    /// When the database can't be asked, or the log can't be that of a game.
    pub(crate) async fn room(
        &self,
        game: &str,
    ) -> Result<Option<(Room, Vec<LogEntry>)>, StoreError> {
        let row = sqlx::query!("SELECT game, control, rated FROM games WHERE id = $1", game)
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let log = self.log(game, 0).await?;
        let damaged = |error: CorruptLog| StoreError::Damaged {
            game: game.to_owned(),
            error,
        };
        let unread = |error: &dyn std::fmt::Display| damaged(CorruptLog(error.to_string()));
        let setup = RoomSetup {
            game: read_game(&row.game).map_err(|error| unread(&error))?,
            control: row.control.parse().map_err(|error| unread(&error))?,
            rated: row.rated,
        };
        let mut room = Room::open(&setup).map_err(|error| unread(&error))?;
        for entry in &log {
            room.apply(entry.logged.at, &entry.logged.event)
                .map_err(damaged)?;
        }
        Ok(Some((room, log)))
    }

    /// Which of these games have gone beyond the version given.
    pub(crate) async fn gone_on(
        &self,
        games: &[String],
        versions: &[i32],
    ) -> Result<Vec<String>, StoreError> {
        let games = sqlx::query_scalar!(
            r#"SELECT g.id FROM games g
               JOIN unnest($1::text[], $2::integer[]) AS known (id, version) ON known.id = g.id
               WHERE g.version > known.version"#,
            games,
            versions,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(games)
    }
}
