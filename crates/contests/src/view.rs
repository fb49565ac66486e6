//! Tournaments as people see them.

use crate::boards::Contests;
use crate::rows::{self, Row, Table, name_of};
use crate::steps::field_size;
use longjump_accounts::ApiError;
use longjump_tournaments::{Meeting, standings};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use longjump_wire::tournament::{
    TournamentKind, TournamentLine, TournamentPlayer, TournamentStatus, TournamentTable,
    TournamentView,
};
use sqlx::{Error, PgConnection};
use std::sync::Arc;

/// How many tournaments are listed that are not over, and how many that are.
const LISTED: i64 = 100;
const LISTED_OVER: i64 = 20;
/// So many tables of an arena are shown, and more if more are not over: whoever plays finds their own.
const TABLES_OF_ARENA: usize = 100;
/// For so long, in milliseconds, the list is as it was last read.
const LIST_LASTS: u64 = 2_000;

impl Contests {
    /// A tournament as it stands, with the tables of a round.
    pub(crate) async fn view(
        &self,
        id: &str,
        round: Option<u32>,
    ) -> Result<TournamentView, ApiError> {
        let mut work = self.pool.begin().await?;
        let row = Row::look(&mut work, id).await?;
        let row = row.ok_or(ApiError::NotFound("there is no such tournament"))?;
        let key = (id.to_owned(), round);
        let now = self.boards.now();
        if let Some(known) = self.views.get(&key, row.version as u32) {
            return Ok(TournamentView {
                now,
                is_open: row.is_open(now),
                ..TournamentView::clone(&known)
            });
        }
        let view = Arc::new(read(&mut work, &row, round, now).await?);
        self.views.keep(key, Arc::clone(&view));
        Ok(TournamentView::clone(&view))
    }

    /// Public tournaments: those to come and those that go on, then the last that are over.
    pub(crate) async fn list(&self) -> Result<Vec<TournamentLine>, ApiError> {
        // Whoever comes while it is read waits for that, and reads nothing.
        let mut known = self.views.list.lock().await;
        let now = self.boards.now();
        if let Some((at, lines)) = &*known
            && (now - *at).0 < LIST_LASTS
        {
            return Ok(lines.clone());
        }
        let lines = self.read_list().await?;
        *known = Some((now, lines.clone()));
        Ok(lines)
    }

    async fn read_list(&self) -> Result<Vec<TournamentLine>, ApiError> {
        let mut lines = Vec::new();
        let going_on = [
            TournamentStatus::Running,
            TournamentStatus::Paused,
            TournamentStatus::Announced,
        ];
        let going_on = going_on.map(name_of).to_vec();
        let over = vec![name_of(TournamentStatus::Over)];
        let mut work = self.pool.begin().await?;
        for (statuses, most, is_over) in [(going_on, LISTED, false), (over, LISTED_OVER, true)] {
            for id in listed(&mut work, &statuses, is_over, most).await? {
                if let Some(row) = Row::look(&mut work, &id).await? {
                    lines.push(line(&mut work, &row).await?);
                }
            }
        }
        Ok(lines)
    }
}

async fn listed(
    work: &mut PgConnection,
    statuses: &[String],
    is_over: bool,
    most: i64,
) -> Result<Vec<String>, Error> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM tournaments WHERE public AND status = ANY($1)
         ORDER BY CASE WHEN $2 THEN -starts_at ELSE starts_at END LIMIT $3",
        statuses,
        is_over,
        most,
    );
    ids.fetch_all(work).await
}

async fn line(work: &mut PgConnection, row: &Row) -> Result<TournamentLine, Error> {
    let players = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM entrants WHERE tournament = $1 AND NOT is_out"#,
        row.id,
    );
    let players = players.fetch_one(&mut *work).await?;
    let field = field_size(work, row).await?;
    Ok(TournamentLine {
        id: row.id.clone(),
        name: row.name.clone(),
        kind: row.kind,
        game: row.game.clone(),
        control: row.control.clone(),
        rated: row.rated,
        status: row.status,
        rounds: row.all_rounds(field) as u32,
        round: row.round as u32,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        players: players as u32,
        most: row.most as u32,
    })
}

/// Reads a tournament anew.
async fn read(
    work: &mut PgConnection,
    row: &Row,
    round: Option<u32>,
    now: Moment,
) -> Result<TournamentView, Error> {
    let tables = rows::tables(work, &row.id).await?;
    let entrants = entrants(work, row).await?;
    let organiser_name = sqlx::query_scalar!(
        "SELECT name FROM players WHERE id = $1",
        row.organiser.map(|player| player.0),
    );
    let next_at = match row.status {
        TournamentStatus::Announced => Some(row.next_at),
        TournamentStatus::Running if row.rested && row.kind != TournamentKind::Arena => {
            Some(row.next_at)
        }
        _ => None,
    };
    Ok(TournamentView {
        tournament: line(work, row).await?,
        version: row.version as u32,
        organiser: row.organiser,
        organiser_name: organiser_name
            .fetch_optional(work)
            .await?
            .unwrap_or_default(),
        is_open: row.is_open(now),
        table: row.table_size as u8,
        next_at,
        now,
        standings: lines_of(row, &tables, &entrants),
        tables: shown(row, &tables, round),
    })
}

/// Somebody who entered.
struct Entered {
    player: Option<PlayerId>,
    name: String,
    is_out: bool,
}

async fn entrants(work: &mut PgConnection, row: &Row) -> Result<Vec<Entered>, Error> {
    let rows = sqlx::query!(
        r#"SELECT e.player, e.is_out, p.name AS "name?" FROM entrants e LEFT JOIN players p ON p.id = e.player
           WHERE e.tournament = $1 ORDER BY e.number"#,
        row.id,
    );
    let rows = rows.fetch_all(work).await?.into_iter();
    let entrants = rows.map(|row| Entered {
        player: row.player.map(PlayerId),
        name: row.name.unwrap_or_default(),
        is_out: row.is_out,
    });
    Ok(entrants.collect())
}

fn lines_of(row: &Row, tables: &[Table], entrants: &[Entered]) -> Vec<TournamentPlayer> {
    let meetings: Vec<Meeting> = tables.iter().map(|table| table.meeting.clone()).collect();
    let lines = standings(&row.plan(), entrants.len(), &meetings).into_iter();
    let lines = lines.map(|line| {
        let who = &entrants[line.entrant];
        TournamentPlayer {
            number: line.entrant as u32,
            player: who.player,
            name: who.name.clone(),
            place: line.place as u32,
            points: line.points,
            ties: line.ties,
            played: line.played,
            is_out: who.is_out,
        }
    });
    lines.collect()
}

/// The tables that somebody sees who asks for a round.
fn shown(row: &Row, tables: &[Table], round: Option<u32>) -> Vec<TournamentTable> {
    let view = |table: &Table| {
        let meeting = &table.meeting;
        let seats = 0..meeting.players.len();
        let points = meeting.outcome.as_ref().map(|_| {
            let points = seats.map(|seat| meeting.points(row.kind, seat));
            points.collect()
        });
        TournamentTable {
            round: meeting.round as u32,
            game: table.game.clone(),
            players: meeting.players.iter().map(|&one| one as u32).collect(),
            points,
            absent: match meeting.outcome {
                Some(longjump_tournaments::Outcome::Absent(seat)) => Some(seat as u8),
                _ => None,
            },
        }
    };
    if row.kind == TournamentKind::Arena && round.is_none() {
        let mut last: Vec<&Table> = tables.iter().rev().collect();
        last.sort_by_key(|table| table.settled_in.is_some());
        let going_on = last.partition_point(|table| table.settled_in.is_none());
        let many = TABLES_OF_ARENA.max(going_on);
        return last.into_iter().take(many).map(view).collect();
    }
    let wanted = round.map_or(row.round, |round| round as usize);
    let of_round = tables.iter().filter(|table| table.meeting.round == wanted);
    of_round.map(view).collect()
}
