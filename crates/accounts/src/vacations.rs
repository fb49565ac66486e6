//! Vacations: days of a year in which somebody's clocks stand in games by days. Here is who takes which;
//! the server tells games.

use crate::accounts::Accounts;
use longjump_wire::account::{TakenVacation, VacationView};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::{Error, PgConnection};

/// How many days somebody may take within a year.
pub const DAYS_A_YEAR: i64 = 21;
const DAY: i64 = 24 * 60 * 60 * 1_000;
const YEAR: i64 = 365 * DAY;

/// Why there is no vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoVacation {
    /// They are on one.
    OnVacation,
    /// They have taken too many days.
    NoDaysLeft,
}

impl Accounts {
    /// Whether somebody is on vacation, and how many days they may still take.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn vacation(&self, player: PlayerId, now: Moment) -> Result<VacationView, Error> {
        let mut connection = self.pool.acquire().await?;
        view(&mut connection, player, now).await
    }

    /// Begins a vacation of so many days.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn take_vacation(
        &self,
        player: PlayerId,
        days: i64,
        now: Moment,
    ) -> Result<Result<(), NoVacation>, Error> {
        let mut work = self.pool.begin().await?;
        // Who asks twice at once waits here for themselves.
        sqlx::query!("SELECT id FROM players WHERE id = $1 FOR UPDATE", player.0)
            .fetch_optional(&mut *work)
            .await?;
        let before = view(&mut work, player, now).await?;
        if before.until.is_some() {
            return Ok(Err(NoVacation::OnVacation));
        }
        if days > before.days_left {
            return Ok(Err(NoVacation::NoDaysLeft));
        }
        sqlx::query!(
            "INSERT INTO vacations (player, began, until, days) VALUES ($1, $2, $3, $4)",
            player.0,
            now.0,
            now.0 + days * DAY,
            days as i16,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(Ok(()))
    }

    /// Ends a vacation early: days that were not begun can be taken again, but for the first.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn end_vacation(&self, player: PlayerId, now: Moment) -> Result<(), Error> {
        sqlx::query!(
            "UPDATE vacations
             SET until = $2, days = greatest(1, ceil(($2 - began) / $3::double precision)), news = news + 1
             WHERE player = $1 AND until > $2",
            player.0,
            now.0,
            DAY as f64,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// All vacations of somebody that are still known, the newest first.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn vacations_of(&self, player: PlayerId) -> Result<Vec<TakenVacation>, Error> {
        let vacations = sqlx::query!(
            "SELECT began, until, days FROM vacations WHERE player = $1 ORDER BY began DESC",
            player.0,
        )
        .fetch_all(&self.pool)
        .await?;
        let vacations = vacations.into_iter().map(|row| TakenVacation {
            began: Moment(row.began),
            until: Moment(row.until),
            days: row.days,
        });
        Ok(vacations.collect())
    }
}

async fn view(
    connection: &mut PgConnection,
    player: PlayerId,
    now: Moment,
) -> Result<VacationView, Error> {
    let row = sqlx::query!(
        r#"SELECT max(until) FILTER (WHERE until > $2) AS until,
                  coalesce(sum(days) FILTER (WHERE began > $3), 0) AS "taken!"
           FROM vacations WHERE player = $1"#,
        player.0,
        now.0,
        now.0 - YEAR,
    )
    .fetch_one(connection)
    .await?;
    Ok(VacationView {
        until: row.until.map(Moment),
        days_left: (DAYS_A_YEAR - row.taken).max(0),
    })
}
