//! How somebody wants to be told that it is their turn.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::random;
use crate::session::Owner;
use axum::Json;
use axum::extract::{Query, State};
use axum_extra::extract::WithRejection;
use longjump_wire::account::{AccountView, LetterKey};
use longjump_wire::notice::{NoticesView, QuietHours, TurnLetters, Wishes};
use longjump_wire::rest::{Done, Problem};
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgConnection};
use std::sync::Arc;

/// The minutes of a day.
const DAY: u16 = 24 * 60;

/// Say how one wants to be told that it is one's turn.
#[utoipa::path(put, path = "/api/account/wishes", tag = "account", request_body = Wishes,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn wish(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    WithRejection(Json(given), _): WithRejection<Json<Wishes>, ApiError>,
) -> Result<Json<AccountView>, ApiError> {
    let hours = given.quiet.map(|QuietHours { from, to }| (from, to));
    if hours.is_some_and(|(from, to)| from >= DAY || to >= DAY) {
        let why = format!("quiet hours are minutes of the day, 0 to {}", DAY - 1);
        return Err(ApiError::Wrong(why));
    }
    if given.zone.contains('\0') || !accounts.is_zone(&given.zone).await? {
        let why = "there is no such time zone; write one such as Europe/Stockholm";
        return Err(ApiError::Wrong(why.to_owned()));
    }
    accounts.set_wishes(owner.id, &given).await?;
    accounts.view(&owner).await
}

/// End letters about turns with the key that stands in each, without signing in. Mail programs do this
/// when somebody presses their button (RFC 8058).
#[utoipa::path(post, path = "/api/unsubscribe", tag = "people", params(("key" = String, Query)),
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn unsubscribe(
    State(accounts): State<Arc<Accounts>>,
    WithRejection(Query(LetterKey { key }), _): WithRejection<Query<LetterKey>, ApiError>,
) -> Result<Json<Done>, ApiError> {
    if key.contains('\0') {
        return Err(ApiError::NoSuchKey);
    }
    let ended = sqlx::query!("UPDATE wishes SET letters = 'none' WHERE key = $1", key);
    if ended.execute(&accounts.pool).await?.rows_affected() == 0 {
        return Err(ApiError::NoSuchKey);
    }
    Ok(Json(Done {}))
}

/// Somebody has wishes from now on, if only those that all begin with.
pub(crate) async fn have_wishes(work: &mut PgConnection, player: PlayerId) -> Result<(), Error> {
    sqlx::query!(
        "INSERT INTO wishes (player, key) VALUES ($1, $2) ON CONFLICT (player) DO NOTHING",
        player.0,
        random(32),
    )
    .execute(work)
    .await?;
    Ok(())
}

impl Accounts {
    /// Whether the database knows a time zone.
    async fn is_zone(&self, zone: &str) -> Result<bool, Error> {
        let known = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1) AS "known!""#,
            zone
        );
        known.fetch_one(&self.pool).await
    }

    async fn set_wishes(&self, player: PlayerId, wishes: &Wishes) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        have_wishes(&mut work, player).await?;
        sqlx::query!(
            "UPDATE wishes SET letters = $2, quiet_from = $3, quiet_to = $4, zone = $5 WHERE player = $1",
            player.0,
            word(wishes.letters),
            wishes.quiet.map(|quiet| quiet.from as i16),
            wishes.quiet.map(|quiet| quiet.to as i16),
            wishes.zone,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await
    }

    /// How somebody is told that it is their turn.
    pub(crate) async fn notices_of(&self, player: PlayerId) -> Result<NoticesView, Error> {
        let row = sqlx::query!(
            "SELECT letters, quiet_from, quiet_to, zone FROM wishes WHERE player = $1",
            player.0,
        );
        let wishes = row.fetch_optional(&self.pool).await?.map(|row| Wishes {
            letters: read(&row.letters),
            quiet: row
                .quiet_from
                .zip(row.quiet_to)
                .map(|(from, to)| QuietHours {
                    from: from as u16,
                    to: to as u16,
                }),
            zone: row.zone,
        });
        Ok(NoticesView {
            push_key: self.pusher.as_ref().map(|pusher| pusher.public_key()),
            devices: self.devices_of(player).await?,
            wishes: wishes.unwrap_or(Wishes {
                letters: TurnLetters::None,
                quiet: None,
                zone: "UTC".to_owned(),
            }),
        })
    }
}

fn word(letters: TurnLetters) -> &'static str {
    match letters {
        TurnLetters::None => "none",
        TurnLetters::Daily => "daily",
        TurnLetters::Each => "each",
    }
}

fn read(word: &str) -> TurnLetters {
    match word {
        "daily" => TurnLetters::Daily,
        "each" => TurnLetters::Each,
        _ => TurnLetters::None,
    }
}
