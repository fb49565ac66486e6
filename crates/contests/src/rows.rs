//! What the database has of a tournament.

use longjump_online::{open_board, read_game};
use longjump_rules::{GameSpec, Settings};
use longjump_tournaments::{Meeting, Outcome, Plan, rounds_of_all};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use longjump_wire::tournament::{TournamentKind, TournamentStatus};
use serde::de::DeserializeOwned;
use sqlx::{Error, PgConnection, PgPool};

/// A tournament.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: TournamentKind,
    pub(crate) game: String,
    pub(crate) control: String,
    pub(crate) rated: bool,
    pub(crate) public: bool,
    pub(crate) rounds: usize,
    pub(crate) table_size: usize,
    pub(crate) minutes: Option<i32>,
    pub(crate) rest: i32,
    pub(crate) most: i32,
    pub(crate) seed: i64,
    pub(crate) status: TournamentStatus,
    pub(crate) version: i32,
    pub(crate) round: usize,
    pub(crate) rested: bool,
    pub(crate) starts_at: Moment,
    pub(crate) next_at: Moment,
    pub(crate) ends_at: Option<Moment>,
    pub(crate) organiser: Option<PlayerId>,
}

/// A name of the wire as a value of it.
pub(crate) fn read<T: DeserializeOwned>(name: String) -> Result<T, Error> {
    serde_json::from_value(name.into()).map_err(|error| Error::Decode(error.into()))
}

/// A value of the wire as the name that it has there.
pub(crate) fn name_of(value: impl serde::Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

/// Reads a tournament. With `lock` nobody else changes it for as long as the transaction takes, or the
/// transaction has none if others are at it.
macro_rules! read_row {
    ($work:expr, $id:expr, $lock:literal) => {{
        let row = sqlx::query!(
            "SELECT id, name, kind, game, control, rated, public, rounds, table_size, minutes, rest, most, seed,
                    status, version, round, rested, starts_at, next_at, ends_at, organiser
             FROM tournaments WHERE id = $1" + $lock,
            $id,
        )
        .fetch_optional($work)
        .await?;
        match row {
            None => None,
            Some(row) => Some(Row {
                id: row.id,
                name: row.name,
                kind: read(row.kind)?,
                game: row.game,
                control: row.control,
                rated: row.rated,
                public: row.public,
                rounds: row.rounds as usize,
                table_size: row.table_size as usize,
                minutes: row.minutes,
                rest: row.rest,
                most: row.most,
                seed: row.seed,
                status: read(row.status)?,
                version: row.version,
                round: row.round as usize,
                rested: row.rested,
                starts_at: Moment(row.starts_at),
                next_at: Moment(row.next_at),
                ends_at: row.ends_at.map(Moment),
                organiser: row.organiser.map(PlayerId),
            }),
        }
    }};
}

impl Row {
    /// A tournament as it is.
    pub(crate) async fn look(work: &mut PgConnection, id: &str) -> Result<Option<Self>, Error> {
        Ok(read_row!(work, id, ""))
    }

    /// A tournament that nobody else changes until the transaction is over.
    pub(crate) async fn lock(work: &mut PgConnection, id: &str) -> Result<Option<Self>, Error> {
        Ok(read_row!(work, id, " FOR UPDATE"))
    }

    /// The same, but none if somebody else is just at it.
    pub(crate) async fn try_lock(work: &mut PgConnection, id: &str) -> Result<Option<Self>, Error> {
        Ok(read_row!(work, id, " FOR UPDATE SKIP LOCKED"))
    }

    /// What its pairings follow from.
    pub(crate) fn plan(&self) -> Plan {
        Plan {
            kind: self.kind,
            seed: self.seed as u64,
            sizes: match self.kind {
                TournamentKind::Tables => table_sizes(&self.game),
                _ => vec![2],
            },
            size: self.table_size,
        }
    }

    /// How many rounds there are once so many take part; none for an arena.
    pub(crate) fn all_rounds(&self, field: usize) -> usize {
        match self.kind {
            TournamentKind::RoundRobin => self.rounds * rounds_of_all(field),
            TournamentKind::Arena => 0,
            TournamentKind::Swiss | TournamentKind::Tables => self.rounds,
        }
    }

    /// Whether somebody who was not there before may still enter.
    pub(crate) fn is_open(&self, now: Moment) -> bool {
        match (self.status, self.kind) {
            (TournamentStatus::Announced, _) => true,
            (TournamentStatus::Running | TournamentStatus::Paused, TournamentKind::Arena) => {
                self.ends_at.is_none_or(|end| now < end)
            }
            // Whoever comes for the last rounds would have missed most of it.
            (
                TournamentStatus::Running | TournamentStatus::Paused,
                TournamentKind::Swiss | TournamentKind::Tables,
            ) => 2 * self.round <= self.rounds,
            _ => false,
        }
    }
}

/// The same game for so many.
pub(crate) fn with_seats(game: &GameSpec, seats: usize) -> GameSpec {
    let settings = Settings::from_pairs([("seats", seats.to_string())]).or(game.settings());
    GameSpec::new(game.name(), settings)
}

/// How many can sit at a table of three or more.
pub(crate) fn table_sizes(game: &str) -> Vec<usize> {
    let Ok(game) = read_game(game) else {
        return Vec::new();
    };
    let has = |&seats: &usize| {
        open_board(&with_seats(&game, seats)).is_ok_and(|board| board.seats() == seats)
    };
    (3..=longjump_tournaments::MOST_AT_A_TABLE)
        .filter(has)
        .collect()
}

/// A table as it is kept.
pub(crate) struct Table {
    pub(crate) meeting: Meeting,
    pub(crate) game: Option<String>,
    pub(crate) settled_in: Option<usize>,
}

/// All tables of a tournament, in the order in which they were made.
pub(crate) async fn tables(work: &mut PgConnection, id: &str) -> Result<Vec<Table>, Error> {
    let rows = sqlx::query!(
        "SELECT round, players, game, places, absent, settled_in FROM tournament_tables
         WHERE tournament = $1 ORDER BY round, number",
        id,
    )
    .fetch_all(work)
    .await?;
    let tables = rows.into_iter().map(|row| Table {
        meeting: Meeting {
            round: row.round as usize,
            players: row
                .players
                .into_iter()
                .map(|number| number as usize)
                .collect(),
            outcome: match (row.places, row.absent) {
                (_, Some(absent)) => Some(Outcome::Absent(absent as usize)),
                (Some(places), None) => Some(Outcome::Played(
                    places.into_iter().map(|place| place as u8).collect(),
                )),
                (None, None) => None,
            },
        },
        game: row.game,
        settled_in: row.settled_in.map(|round| round as usize),
    });
    Ok(tables.collect())
}

/// What was known when a round was paired: the tables before, and how those had ended that had been settled.
pub(crate) fn past(tables: &[Table], round: usize) -> Vec<Meeting> {
    let before = tables.iter().filter(|table| table.meeting.round < round);
    let known = before.map(|table| Meeting {
        outcome: match table.settled_in {
            Some(settled) if settled < round => table.meeting.outcome.clone(),
            _ => None,
        },
        ..table.meeting.clone()
    });
    known.collect()
}

/// A round as it is kept, with what it was paired from.
pub struct Kept {
    /// Which.
    pub round: usize,
    /// Who took part.
    pub field: Vec<usize>,
    /// Who was to be paired.
    pub present: Vec<usize>,
    /// What was known of the tables before.
    pub past: Vec<Meeting>,
    /// The tables that came of it.
    pub tables: Vec<Vec<usize>>,
}

/// A tournament that somebody has entered or organises, for themselves.
#[derive(serde::Serialize)]
pub struct OwnTournament {
    tournament: String,
    name: String,
    organises: bool,
    /// Their number there, if they have entered.
    number: Option<i32>,
    is_out: Option<bool>,
}

/// All tournaments of somebody.
///
/// # Errors
/// When the database can't be asked.
pub async fn tournaments_of(pool: &PgPool, player: PlayerId) -> Result<Vec<OwnTournament>, Error> {
    let tournaments = sqlx::query_as!(
        OwnTournament,
        r#"SELECT t.id AS tournament, t.name, coalesce(t.organiser = $1, false) AS "organises!",
                  e.number AS "number?", e.is_out AS "is_out?"
           FROM tournaments t LEFT JOIN entrants e ON e.tournament = t.id AND e.player = $1
           WHERE t.organiser = $1 OR t.id IN (SELECT tournament FROM entrants WHERE player = $1)
           ORDER BY t.starts_at"#,
        player.0,
    );
    tournaments.fetch_all(pool).await
}

/// All rounds of a tournament with what they were paired from, and its plan: paired again, they come to the
/// same tables. None if there is no such tournament.
///
/// # Errors
/// When the database can't be asked.
pub async fn kept(pool: &PgPool, id: &str) -> Result<Option<(Plan, Vec<Kept>)>, Error> {
    let mut work = pool.acquire().await?;
    let Some(row) = Row::look(&mut work, id).await? else {
        return Ok(None);
    };
    let tables = tables(&mut work, id).await?;
    let rounds = sqlx::query!(
        "SELECT round, field, present FROM tournament_rounds WHERE tournament = $1 ORDER BY round",
        id,
    )
    .fetch_all(&mut *work)
    .await?;
    let numbers = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as usize).collect();
    let rounds = rounds.into_iter().map(|row| {
        let round = row.round as usize;
        let of_round = tables.iter().filter(|table| table.meeting.round == round);
        Kept {
            round,
            field: numbers(row.field),
            present: numbers(row.present),
            past: past(&tables, round),
            tables: of_round
                .map(|table| table.meeting.players.clone())
                .collect(),
        }
    });
    Ok(Some((row.plan(), rounds.collect())))
}
