//! Browsers that are told of turns while no page of ours is open.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::session::{Browser, Owner};
use crate::wishes::have_wishes;
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_notices::{Target, note};
use longjump_wire::account::{AccountChange, AccountView};
use longjump_wire::notice::{DeviceView, NewDevice};
use longjump_wire::rest::Problem;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use sqlx::Error;
use std::sync::Arc;

/// How many one account may have; another one takes the place of the oldest.
const MOST: i64 = 5;

type View = Result<Json<AccountView>, ApiError>;

/// Have a browser told when it is one's turn.
#[utoipa::path(post, path = "/api/account/devices", tag = "account", request_body = NewDevice,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn add(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Browser(browser): Browser,
    WithRejection(Json(given), _): WithRejection<Json<NewDevice>, ApiError>,
) -> View {
    let Some(pusher) = &accounts.pusher else {
        let why = "this service sends nothing to browsers";
        return Err(ApiError::Refused("no_push", why.to_owned()));
    };
    if !pusher.may_send_to(&given.endpoint) {
        let why = "this is no push service that we know";
        return Err(ApiError::Refused("unknown_push_service", why.to_owned()));
    }
    let target = Target::read(&given.endpoint, &given.public_key, &given.auth);
    let wrong = || ApiError::Wrong("this is no key that messages can be encrypted for".to_owned());
    let target = target.ok_or_else(wrong)?;
    accounts
        .keep_device(&owner, &target, &given.language, browser.as_deref())
        .await?;
    accounts.view(&owner).await
}

/// A browser is not told any more.
#[utoipa::path(delete, path = "/api/account/devices/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn remove(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Browser(browser): Browser,
    WithRejection(Path(id), _): WithRejection<Path<i64>, ApiError>,
) -> View {
    let mut work = accounts.pool.begin().await?;
    let removed = sqlx::query!(
        "DELETE FROM devices WHERE id = $1 AND player = $2",
        id,
        owner.id.0
    )
    .execute(&mut *work)
    .await?;
    if removed.rows_affected() == 0 {
        let why = "there is no such browser; it may have been removed already";
        return Err(ApiError::NotFound(why));
    }
    let what = AccountChange::DeviceRemoved;
    note(&mut work, owner.id, what, browser.as_deref()).await?;
    work.commit().await?;
    accounts.view(&owner).await
}

impl Accounts {
    /// Keeps a browser, or takes it over from whoever was told there before.
    async fn keep_device(
        &self,
        owner: &Owner,
        target: &Target,
        language: &str,
        browser: Option<&str>,
    ) -> Result<(), Error> {
        let player = owner.id;
        let mut work = self.pool.begin().await?;
        have_wishes(&mut work, player).await?;
        let is_new = sqlx::query_scalar!(
            r#"WITH gone AS (DELETE FROM devices WHERE endpoint = $2 RETURNING player)
               SELECT NOT EXISTS (SELECT FROM gone WHERE player = $1) AS "is_new!""#,
            player.0,
            target.endpoint,
        )
        .fetch_one(&mut *work)
        .await?;
        sqlx::query!(
            "INSERT INTO devices (player, session, endpoint, public_key, auth, language, browser)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            player.0,
            &owner.session[..],
            target.endpoint,
            target.public_key,
            target.auth,
            language,
            browser,
        )
        .execute(&mut *work)
        .await?;
        sqlx::query!(
            "DELETE FROM devices WHERE player = $1 AND id NOT IN (
                 SELECT id FROM devices WHERE player = $1 ORDER BY id DESC LIMIT $2)",
            player.0,
            MOST,
        )
        .execute(&mut *work)
        .await?;
        if is_new {
            note(&mut work, player, AccountChange::DeviceAdded, browser).await?;
        }
        work.commit().await
    }

    /// The browsers of somebody that are told, the newest first.
    pub(crate) async fn devices_of(&self, player: PlayerId) -> Result<Vec<DeviceView>, Error> {
        let rows = sqlx::query!(
            r#"SELECT id, endpoint, browser, (extract(epoch FROM made_at) * 1000)::bigint AS "since!"
               FROM devices WHERE player = $1 ORDER BY id DESC"#,
            player.0,
        )
        .fetch_all(&self.pool)
        .await?;
        let devices = rows.into_iter().map(|row| DeviceView {
            id: row.id,
            endpoint: row.endpoint,
            browser: row.browser,
            since: Moment(row.since),
        });
        Ok(devices.collect())
    }
}
