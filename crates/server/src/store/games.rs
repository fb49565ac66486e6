//! Games: opened, listed, and changed by whatever is no ordinary move.

use super::due::look_at;
use super::{Store, StoreError};
use longjump_days::tell_new_game;
use longjump_notices::tell_of_turns;
use longjump_online::{Control, Room};
use longjump_rules::Seat;
use longjump_wire::rest::{GameStatus, GameSummary, Turn};
use longjump_wire::room::{Occupant, PlayerId, RoomEvent};
use longjump_wire::time::Moment;
use serde::de::DeserializeOwned;
use sqlx::{Postgres, Transaction};

/// How many games are told that wait for one person.
const MOST_TURNS: i64 = 100;

/// A game to be opened, with what happened in it so far.
pub(crate) struct NewGame<'a> {
    /// What it is called.
    pub id: &'a str,
    /// What its opener calls it.
    pub client: Option<&'a str>,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Who opened it.
    pub by: PlayerId,
    /// The room, after its first events.
    pub room: &'a Room,
    /// Those events.
    pub events: &'a [RoomEvent],
    /// When.
    pub at: Moment,
}

/// Events to be written, if the game is still at the version they were decided for.
pub(crate) struct Write<'a> {
    pub(crate) game: &'a str,
    /// The version before them.
    pub(crate) version: usize,
    pub(crate) at: Moment,
    pub(crate) events: &'a [RoomEvent],
    /// The room after them.
    pub(crate) after: &'a Room,
    pub(crate) client: Option<&'a str>,
    pub(crate) ending: Ending<'a>,
}

/// What an end brings along.
#[derive(Default)]
pub(crate) struct Ending<'a> {
    /// The result counts for ratings.
    pub(crate) rate: bool,
    /// The game that everybody goes on to.
    pub(crate) next: Option<NewGame<'a>>,
}

impl Store {
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

    /// Opens a game and returns its name: that of an earlier one if its opener called that the
    /// same.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub(crate) async fn create(&self, new: &NewGame<'_>) -> Result<String, StoreError> {
        let mut work = self.pool.begin().await?;
        match insert_game(&mut work, new).await {
            Ok(()) => {
                work.commit().await?;
                Ok(new.id.to_owned())
            }
            Err(StoreError::Database(sqlx::Error::Database(error)))
                if error.constraint() == Some("games_of_client") =>
            {
                work.rollback().await?;
                let earlier = self.opened(new.by, new.client.unwrap_or_default());
                Ok(earlier.await?.unwrap_or_default())
            }
            Err(error) => Err(error),
        }
    }

    /// The game that somebody has opened and calls so.
    pub(crate) async fn opened(
        &self,
        by: PlayerId,
        client: &str,
    ) -> Result<Option<String>, StoreError> {
        let game = sqlx::query_scalar!(
            "SELECT id FROM games WHERE created_by = $1 AND client = $2",
            by.0,
            client,
        );
        Ok(game.fetch_optional(&self.pool).await?)
    }

    /// How many rooms of somebody wait for players.
    pub(crate) async fn open_rooms(&self, player: PlayerId) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM games WHERE created_by = $1 AND status = 'open'"#,
            player.0
        );
        Ok(count.fetch_one(&self.pool).await?)
    }

    /// The games in which it is somebody's turn, those first whose clock is up first.
    pub(crate) async fn turns(&self, player: PlayerId) -> Result<Vec<Turn>, StoreError> {
        let turns = sqlx::query!(
            // One game after the other, as above.
            r#"SELECT g.id AS "id!", g.game AS "game!", g.deadline
               FROM seats s CROSS JOIN LATERAL (
                   SELECT id, game, deadline FROM games
                   WHERE id = s.game AND status = 'playing' AND turn = s.seat OFFSET 0
               ) g
               WHERE s.player = $1 ORDER BY g.deadline LIMIT $2"#,
            player.0,
            MOST_TURNS,
        )
        .fetch_all(&self.pool)
        .await?;
        let turns = turns.into_iter().map(|row| Turn {
            id: row.id,
            game: row.game,
            deadline: row.deadline.map(Moment),
        });
        Ok(turns.collect())
    }

    /// How many games somebody plays in which engines sit too.
    pub(crate) async fn engine_games(&self, player: PlayerId) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM seats s
               WHERE s.player = $1 AND (
                   SELECT EXISTS (
                       SELECT FROM seats e WHERE e.game = g.id AND e.level IS NOT NULL
                   )
                   FROM games g WHERE g.id = s.game AND g.status = 'playing'
               )"#,
            player.0
        );
        Ok(count.fetch_one(&self.pool).await?)
    }

    /// Writes events; false if the game had gone on, and then nothing is written.
    pub(crate) async fn write(&self, write: &Write<'_>) -> Result<bool, StoreError> {
        let mut work = self.pool.begin().await?;
        let row = Row::of(write.after, write.at);
        let updated = sqlx::query!(
            "UPDATE games
             SET version = $3, ply = $4, status = $5, turn = $6, engine_turn = $7,
                 remaining = $8, deadline = $9, updated_at = $10, reason = $11, places = $12,
                 next_game = $13, look_at = $14
             WHERE id = $1 AND version = $2",
            write.game,
            write.version as i32,
            row.version,
            row.ply,
            row.status,
            row.turn,
            row.engine_turn,
            &row.remaining,
            row.deadline,
            write.at.0,
            row.reason,
            row.places.as_deref(),
            row.next_game,
            row.look_at,
        )
        .execute(&mut *work)
        .await?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        let mut ply = ply_before(write);
        for (version, event) in (write.version + 1..).zip(write.events) {
            let entry = Entry {
                game: write.game,
                version,
                at: write.at,
                client: write.client,
            };
            insert_event(&mut work, &entry, event, &mut ply).await?;
        }
        if let Some(next) = &write.ending.next {
            insert_game(&mut work, next).await?;
        }
        if is_by_days(write.after) && write.events.iter().any(changes_turn) {
            tell_of_turns(&mut work, &[write.game.to_owned()]).await?;
        }
        if is_by_days(write.after) {
            let is_taken_back = |event: &RoomEvent| matches!(event, RoomEvent::TakenBack { .. });
            let is_taken_back = write.events.iter().any(is_taken_back);
            longjump_days::went_on(&mut work, &[write.game.to_owned()], is_taken_back).await?;
        }
        if is_by_days(write.after) && write.events.contains(&RoomEvent::Started) {
            tell_new_game(&mut work, write.game, write.at).await?;
        }
        if write.ending.rate {
            longjump_ratings::settle(&mut work, write.game, write.after).await?;
        }
        work.commit().await?;
        Ok(true)
    }

    /// Somebody's games, the newest first.
    pub(crate) async fn games_of(
        &self,
        player: PlayerId,
        before: i64,
        limit: i64,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let games = sqlx::query!(
            r#"SELECT g.id, g.game, g.control, g.rated, g.status, g.ply, g.places, g.reason,
                      floor(extract(epoch FROM g.created_at) * 1000)::bigint AS "created_at!",
                      array_agg(CASE WHEN p.name IS NOT NULL THEN p.name
                                     WHEN s.level IS NOT NULL THEN 'level ' || s.level
                                     ELSE '' END ORDER BY s.seat) AS "players!"
               FROM games g JOIN seats s ON s.game = g.id LEFT JOIN players p ON p.id = s.player
               WHERE g.id IN (SELECT game FROM seats WHERE player = $1)
                 AND floor(extract(epoch FROM g.created_at) * 1000) < $2::bigint
               GROUP BY g.id
               ORDER BY g.created_at DESC LIMIT $3"#,
            player.0,
            before,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        let games = games.into_iter().map(|row| {
            Ok(GameSummary {
                id: row.id,
                game: row.game,
                control: row.control,
                rated: row.rated,
                status: read_name(&row.status)?,
                ply: row.ply as usize,
                players: row.players,
                places: row
                    .places
                    .map(|places| places.into_iter().map(|place| place as u8).collect()),
                reason: row.reason.as_deref().map(read_name).transpose()?,
                created_at: Moment(row.created_at),
            })
        });
        games.collect()
    }
}

/// Whether people may want to be told of their turns.
fn is_by_days(room: &Room) -> bool {
    matches!(room.setup().control, Control::Days { .. })
}

/// Whether it may be somebody else's turn after an event.
fn changes_turn(event: &RoomEvent) -> bool {
    matches!(
        event,
        RoomEvent::Started
            | RoomEvent::Moved { .. }
            | RoomEvent::TakenBack { .. }
            | RoomEvent::Resigned { .. }
            | RoomEvent::Flagged { .. }
            | RoomEvent::Left { .. }
    )
}

/// The columns of a game that follow from its room.
struct Row {
    version: i32,
    ply: i32,
    status: String,
    turn: Option<i16>,
    engine_turn: bool,
    remaining: Vec<i64>,
    deadline: Option<i64>,
    look_at: i64,
    reason: Option<String>,
    places: Option<Vec<i16>>,
    next_game: Option<String>,
}

impl Row {
    fn of(room: &Room, at: Moment) -> Self {
        let remaining = room.clocks().remaining().iter();
        let outcome = room.outcome();
        Self {
            version: room.version() as i32,
            ply: room.board().ply() as i32,
            status: name_of(status_of(room)),
            turn: room.turn().map(|seat| seat.index() as i16),
            engine_turn: room.engine_to_move().is_some(),
            remaining: remaining.map(|(_, left)| left.0 as i64).collect(),
            deadline: room.clocks().final_deadline().map(|end| end.0),
            look_at: look_at(room, at).0,
            reason: outcome.map(|outcome| name_of(outcome.reason)),
            places: outcome.map(|outcome| outcome.places.iter().map(|&p| i16::from(p)).collect()),
            next_game: room.next_game().map(str::to_owned),
        }
    }
}

/// How a game stands.
pub(crate) fn status_of(room: &Room) -> GameStatus {
    if room.is_open() {
        GameStatus::Open
    } else if room.is_playing() {
        GameStatus::Playing
    } else {
        GameStatus::Over
    }
}

/// The name that a value of the wire has in JSON, and in the database too.
fn name_of(value: impl serde::Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

/// The value that has such a name.
fn read_name<T: DeserializeOwned>(name: &str) -> Result<T, StoreError> {
    let read = serde_json::from_value(name.into());
    read.map_err(|error| sqlx::Error::Decode(error.into()).into())
}

/// Where an event belongs.
struct Entry<'a> {
    game: &'a str,
    version: usize,
    at: Moment,
    client: Option<&'a str>,
}

/// How many moves there were before these events.
fn ply_before(write: &Write<'_>) -> usize {
    let mut ply = write.after.board().ply();
    for event in write.events.iter().rev() {
        match event {
            RoomEvent::Moved { .. } => ply -= 1,
            RoomEvent::TakenBack { plies } => ply += plies,
            _ => {}
        }
    }
    ply
}

pub(super) async fn insert_game(
    work: &mut Transaction<'_, Postgres>,
    new: &NewGame<'_>,
) -> Result<(), StoreError> {
    let row = Row::of(new.room, new.at);
    let setup = new.room.setup();
    sqlx::query!(
        "INSERT INTO games (id, game, control, rated, public, status, version, ply, turn,
                            engine_turn, remaining, deadline, updated_at, created_by, client,
                            look_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        new.id,
        setup.game.to_string(),
        setup.control.to_string(),
        setup.rated,
        new.public,
        row.status,
        row.version,
        row.ply,
        row.turn,
        row.engine_turn,
        &row.remaining,
        row.deadline,
        new.at.0,
        new.by.0,
        new.client,
        row.look_at,
    )
    .execute(&mut **work)
    .await?;
    let seats: Vec<i16> = new.room.seats().map(|seat| seat.index() as i16).collect();
    sqlx::query!(
        "INSERT INTO seats (game, seat, seen_at)
         SELECT $1, seat, $3 FROM unnest($2::smallint[]) AS seat",
        new.id,
        &seats,
        new.at.0,
    )
    .execute(&mut **work)
    .await?;
    if new.public && new.room.is_open() {
        sqlx::query!(
            "INSERT INTO waiting (game, seen_at) VALUES ($1, $2)",
            new.id,
            new.at.0,
        )
        .execute(&mut **work)
        .await?;
    }
    for (version, event) in (1..).zip(new.events) {
        let entry = Entry {
            game: new.id,
            version,
            at: new.at,
            client: None,
        };
        insert_event(work, &entry, event, &mut 0).await?;
    }
    if is_by_days(new.room) {
        tell_of_turns(work, &[new.id.to_owned()]).await?;
        tell_new_game(work, new.id, new.at).await?;
    }
    Ok(())
}

/// Writes one event, with what follows from it for seats and moves.
async fn insert_event(
    work: &mut Transaction<'_, Postgres>,
    entry: &Entry<'_>,
    event: &RoomEvent,
    ply: &mut usize,
) -> Result<(), StoreError> {
    match event {
        RoomEvent::Moved {
            seat,
            mv,
            spent,
            forgiven,
        } => {
            sqlx::query!(
                "INSERT INTO moves (game, ply, version, seat, mv, spent, forgiven, at, client)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                entry.game,
                *ply as i32,
                entry.version as i32,
                seat.index() as i16,
                mv,
                spent.0 as i64,
                forgiven.0 as i64,
                entry.at.0,
                entry.client,
            )
            .execute(&mut **work)
            .await?;
            *ply += 1;
            return Ok(());
        }
        RoomEvent::TakenBack { plies } => {
            *ply -= plies;
            sqlx::query!(
                "WITH gone AS (
                     DELETE FROM moves WHERE game = $1 AND ply >= $2
                     RETURNING game, ply, version, seat, mv, spent, forgiven, at, client
                 )
                 INSERT INTO taken_back
                     (game, ply, version, seat, mv, spent, forgiven, at, client)
                 SELECT game, ply, version, seat, mv, spent, forgiven, at, client FROM gone",
                entry.game,
                *ply as i32,
            )
            .execute(&mut **work)
            .await?;
        }
        RoomEvent::Seated { seat, who } => {
            let level = match who {
                Occupant::Engine { level } => Some(i16::from(*level)),
                Occupant::Person { .. } => None,
            };
            let player = who.player().map(|player| player.0);
            set_seat(work, entry, *seat, player, level).await?;
        }
        RoomEvent::StoodUp { seat } => set_seat(work, entry, *seat, None, None).await?,
        RoomEvent::Substituted { seat, level } => {
            sqlx::query!(
                "UPDATE seats SET level = $3 WHERE game = $1 AND seat = $2",
                entry.game,
                seat.index() as i16,
                i16::from(*level),
            )
            .execute(&mut **work)
            .await?;
        }
        _ => {}
    }
    let body = serde_json::to_value(event).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query!(
        "INSERT INTO room_events (game, version, at, body, client) VALUES ($1, $2, $3, $4, $5)",
        entry.game,
        entry.version as i32,
        entry.at.0,
        body,
        entry.client,
    )
    .execute(&mut **work)
    .await?;
    Ok(())
}

async fn set_seat(
    work: &mut Transaction<'_, Postgres>,
    entry: &Entry<'_>,
    seat: Seat,
    player: Option<i64>,
    level: Option<i16>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE seats SET player = $3, level = $4, seen_at = $5 WHERE game = $1 AND seat = $2",
        entry.game,
        seat.index() as i16,
        player,
        level,
        entry.at.0,
    )
    .execute(&mut **work)
    .await?;
    Ok(())
}
