//! Tournaments announced, joined and organised.

use crate::boards::Contests;
use crate::rows::{Row, name_of, table_sizes};
use crate::steps::raise_version;
use longjump_accounts::{ApiError, Player, random};
use longjump_online::{Control, ControlError, category, open_board, read_game};
use longjump_wire::order::Measure;
use longjump_wire::rest::PlayerKind;
use longjump_wire::time::{Moment, Span};
use longjump_wire::tournament::{
    NewTournament, TournamentAction, TournamentKind, TournamentStatus,
};
use sqlx::{Error, PgConnection};

/// How many tournaments of one account may not be over.
const MOST_ANNOUNCED: i64 = 3;
/// How many tournaments somebody may take part in at a time.
const MOST_ENTERED: i64 = 10;
/// How many may take part, and in a round robin, which would never end.
const MOST_PLAYERS: u32 = 1_000;
const MOST_IN_A_ROUND_ROBIN: u32 = 32;
const MOST_ROUNDS: u8 = 15;
const MOST_CYCLES: u8 = 2;
const LONGEST_NAME: usize = 60;
const LATEST: u32 = 90 * 24 * 60 * 60;
const LONGEST_REST: u32 = 24 * 60 * 60;
const LONGEST_ARENA: u32 = 7 * 24 * 60;

fn wrong<T>(why: impl Into<String>) -> Result<T, ApiError> {
    Err(ApiError::Wrong(why.into()))
}

fn refused<T>(code: &'static str, why: &str) -> Result<T, ApiError> {
    Err(ApiError::Refused(code, why.to_owned()))
}

/// What is wanted with everything in its usual text, if it makes sense.
fn checked(wanted: &NewTournament) -> Result<NewTournament, ApiError> {
    let name = wanted.name.trim();
    let length = name.chars().count();
    if !(1..=LONGEST_NAME).contains(&length) || name.contains(char::is_control) {
        return wrong(format!("a name has 1 to {LONGEST_NAME} characters"));
    }
    let control: Control = wanted
        .control
        .parse()
        .map_err(|error: ControlError| ApiError::Wrong(error.to_string()))?;
    let game = checked_game(wanted)?;
    check_numbers(wanted)?;
    if wanted
        .id
        .as_ref()
        .is_some_and(|id| !(1..=64).contains(&id.len()) || id.contains(char::is_control))
    {
        return wrong("an id has 1 to 64 characters");
    }
    Ok(NewTournament {
        name: name.to_owned(),
        game,
        control: control.to_string(),
        ..wanted.clone()
    })
}

fn checked_game(wanted: &NewTournament) -> Result<String, ApiError> {
    if wanted.game.len() > 100 {
        return wrong("no game has such a long name");
    }
    let read = read_game(&wanted.game).map_err(|error| ApiError::Wrong(error.to_string()))?;
    let game = read.to_string();
    let board = open_board(&read).map_err(|error| ApiError::Wrong(error.to_string()))?;
    if wanted.kind == TournamentKind::Tables {
        let size = wanted.table.map_or(0, usize::from);
        if !table_sizes(&game).contains(&size) {
            return wrong(
                "give how many sit at a table, from 3 to 6, of a game that seats so many",
            );
        }
    } else if board.seats() != 2 {
        return wrong("give a game for two, or tables of three to six");
    }
    if wanted.rated && category(&read).is_none() {
        return wrong("games with such options can't be rated; leave rated out");
    }
    Ok(game)
}

fn check_numbers(wanted: &NewTournament) -> Result<(), ApiError> {
    let (most_rounds, most_players) = match wanted.kind {
        TournamentKind::RoundRobin => (MOST_CYCLES, MOST_IN_A_ROUND_ROBIN),
        _ => (MOST_ROUNDS, MOST_PLAYERS),
    };
    if !(1..=most_rounds).contains(&wanted.rounds) {
        return wrong(format!("there are 1 to {most_rounds} rounds"));
    }
    if !(2..=most_players).contains(&wanted.most) {
        return wrong(format!("2 to {most_players} may take part"));
    }
    let is_arena = wanted.kind == TournamentKind::Arena;
    if is_arena != wanted.minutes.is_some()
        || wanted
            .minutes
            .is_some_and(|minutes| !(1..=LONGEST_ARENA).contains(&minutes))
    {
        return wrong(format!(
            "an arena, and nothing else, takes 1 to {LONGEST_ARENA} minutes"
        ));
    }
    if wanted.begins_in > LATEST || wanted.rest > LONGEST_REST {
        return wrong("it begins within 90 days, and there is a day between two rounds at most");
    }
    Ok(())
}

impl Contests {
    /// Announces a tournament and returns what it is called; that of an earlier one if its organiser called
    /// that the same.
    pub(crate) async fn announce(
        &self,
        player: &Player,
        wanted: &NewTournament,
    ) -> Result<String, ApiError> {
        if player.kind != PlayerKind::Account {
            return Err(ApiError::Forbidden(
                "tournaments are announced by accounts; make one",
            ));
        }
        let wanted = checked(wanted)?;
        let mut work = self.pool.begin().await?;
        // One after the other for each organiser, so that nobody gets past what is counted.
        sqlx::query!(
            "SELECT id FROM players WHERE id = $1 FOR UPDATE",
            player.id.0
        )
        .fetch_optional(&mut *work)
        .await?;
        let earlier = sqlx::query_scalar!(
            "SELECT id FROM tournaments WHERE organiser = $1 AND client = $2",
            player.id.0,
            wanted.id,
        );
        if let Some(earlier) = earlier.fetch_optional(&mut *work).await? {
            return Ok(earlier);
        }
        let going_on = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM tournaments
               WHERE organiser = $1 AND status IN ('announced', 'running', 'paused')"#,
            player.id.0,
        );
        if going_on.fetch_one(&mut *work).await? >= MOST_ANNOUNCED {
            return refused(
                "too_many_tournaments",
                "three tournaments of yours are not over yet",
            );
        }
        let id = insert(&mut work, player, &wanted, self.boards.now()).await?;
        work.commit().await?;
        Ok(id)
    }

    /// Does something about a tournament.
    pub(crate) async fn act(
        &self,
        player: &Player,
        id: &str,
        action: TournamentAction,
    ) -> Result<(), ApiError> {
        let role = longjump_order::role_of(&self.pool, player.id).await?;
        let is_unrated = longjump_order::has(&self.pool, player.id, Measure::Unrated).await?;
        // Only from here on: whoever holds a connection and waits for another could wait for ever.
        let mut work = self.pool.begin().await?;
        let row = Row::lock(&mut work, id).await?;
        let row = row.ok_or(ApiError::NotFound("there is no such tournament"))?;
        if matches!(
            row.status,
            TournamentStatus::Over | TournamentStatus::Cancelled
        ) {
            return refused("over", "the tournament is over");
        }
        let is_changed = match action {
            TournamentAction::Join => {
                may_enter(player, &row, is_unrated)?;
                self.join(&mut work, player, &row).await?
            }
            TournamentAction::Leave => leave(&mut work, player, &row).await?,
            TournamentAction::Cancel if row.organiser != Some(player.id) => {
                role.ok_or(ApiError::Forbidden("only who organises it may do that"))?;
                set_status(&mut work, &row, TournamentStatus::Cancelled).await?
            }
            _ if row.organiser != Some(player.id) => {
                return Err(ApiError::Forbidden("only who organises it may do that"));
            }
            TournamentAction::Start => start(&mut work, &row, self.boards.now()).await?,
            TournamentAction::Pause => pause(&mut work, &row).await?,
            TournamentAction::Resume => resume(&mut work, &row).await?,
            TournamentAction::Cancel => {
                set_status(&mut work, &row, TournamentStatus::Cancelled).await?
            }
        };
        if is_changed {
            raise_version(&mut work, id).await?;
            work.commit().await?;
        }
        Ok(())
    }

    async fn join(
        &self,
        work: &mut PgConnection,
        player: &Player,
        row: &Row,
    ) -> Result<bool, ApiError> {
        let back = sqlx::query!(
            "UPDATE entrants SET is_out = false WHERE tournament = $1 AND player = $2 RETURNING number",
            row.id,
            player.id.0,
        );
        if back.fetch_optional(&mut *work).await?.is_some() {
            return Ok(true);
        }
        if !row.is_open(self.boards.now()) {
            return refused("too_late", "it is too late to enter");
        }
        self.enter(work, player, row).await
    }

    async fn enter(
        &self,
        work: &mut PgConnection,
        player: &Player,
        row: &Row,
    ) -> Result<bool, ApiError> {
        let entered = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!" FROM entrants e JOIN tournaments t ON t.id = e.tournament
               WHERE e.player = $1 AND NOT e.is_out AND t.status IN ('announced', 'running', 'paused')"#,
            player.id.0,
        );
        if entered.fetch_one(&mut *work).await? >= MOST_ENTERED {
            return refused(
                "too_many_tournaments",
                "you take part in many tournaments already; leave one first",
            );
        }
        let known = sqlx::query!(
            r#"SELECT count(*) AS "all!", count(*) FILTER (WHERE NOT is_out) AS "present!"
               FROM entrants WHERE tournament = $1"#,
            row.id,
        )
        .fetch_one(&mut *work)
        .await?;
        // Those who came and went count too, twice over: nobody makes the list grow for ever.
        if known.present >= i64::from(row.most) || known.all >= 2 * i64::from(row.most) {
            return refused("full", "everybody who may take part does already");
        }
        sqlx::query!(
            "INSERT INTO entrants (tournament, number, player) VALUES ($1, $2, $3)",
            row.id,
            known.all as i32,
            player.id.0,
        )
        .execute(work)
        .await?;
        Ok(true)
    }
}

fn may_enter(player: &Player, row: &Row, is_unrated: bool) -> Result<(), ApiError> {
    if player.kind == PlayerKind::Bot {
        return Err(ApiError::Forbidden("tournaments are for people"));
    }
    if row.rated && player.kind == PlayerKind::Guest {
        return refused("needs_account", "rated games need an account");
    }
    if row.rated && is_unrated {
        return refused("unrated", "you can't play rated games for now");
    }
    Ok(())
}

async fn insert(
    work: &mut PgConnection,
    player: &Player,
    wanted: &NewTournament,
    now: Moment,
) -> Result<String, Error> {
    let id = random(12);
    let starts_at = now + Span::seconds(u64::from(wanted.begins_in));
    // Chance begins where nobody could have foretold.
    let seed = random(11).bytes().fold(0i64, |seed, byte| {
        seed.wrapping_mul(64).wrapping_add(i64::from(byte))
    });
    let table = match wanted.kind {
        TournamentKind::Tables => wanted.table.unwrap_or(0),
        _ => 2,
    };
    sqlx::query!(
        "INSERT INTO tournaments (id, name, kind, game, control, rated, public, rounds, table_size, minutes, rest,
                                  most, seed, starts_at, next_at, organiser, client)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)",
        id,
        wanted.name,
        name_of(wanted.kind),
        wanted.game,
        wanted.control,
        wanted.rated,
        wanted.public,
        i16::from(wanted.rounds),
        i16::from(table),
        wanted.minutes.map(|minutes| minutes as i32),
        wanted.rest as i32,
        wanted.most as i32,
        seed,
        starts_at.0,
        player.id.0,
        wanted.id,
    )
    .execute(work)
    .await?;
    Ok(id)
}

async fn leave(work: &mut PgConnection, player: &Player, row: &Row) -> Result<bool, ApiError> {
    let left = sqlx::query!(
        "UPDATE entrants SET is_out = true WHERE tournament = $1 AND player = $2 AND NOT is_out",
        row.id,
        player.id.0,
    );
    Ok(left.execute(work).await?.rows_affected() > 0)
}

async fn set_status(
    work: &mut PgConnection,
    row: &Row,
    status: TournamentStatus,
) -> Result<bool, ApiError> {
    sqlx::query!(
        "UPDATE tournaments SET status = $2 WHERE id = $1",
        row.id,
        name_of(status)
    )
    .execute(work)
    .await?;
    Ok(true)
}

async fn start(work: &mut PgConnection, row: &Row, now: Moment) -> Result<bool, ApiError> {
    if row.status != TournamentStatus::Announced {
        return refused("started", "the tournament has begun");
    }
    sqlx::query!(
        "UPDATE tournaments SET starts_at = $2, next_at = $2 WHERE id = $1 AND next_at > $2",
        row.id,
        now.0,
    )
    .execute(work)
    .await?;
    Ok(true)
}

async fn pause(work: &mut PgConnection, row: &Row) -> Result<bool, ApiError> {
    match row.status {
        TournamentStatus::Running => set_status(work, row, TournamentStatus::Paused).await,
        TournamentStatus::Paused => Ok(false),
        _ => refused("not_started", "the tournament has not begun"),
    }
}

async fn resume(work: &mut PgConnection, row: &Row) -> Result<bool, ApiError> {
    match row.status {
        TournamentStatus::Paused => set_status(work, row, TournamentStatus::Running).await,
        TournamentStatus::Running => Ok(false),
        _ => refused("not_started", "the tournament has not begun"),
    }
}
