//! One's own account: where it is signed in, what happened to it, and another password.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names::TokenHash;
use crate::passwords::NewPassword;
use crate::place::Place;
use crate::session::{Browser, Owner, Proven};
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_door::hash_password;
use longjump_wire::account::{AccountChange, AccountView, ChangePassword, Proof};
use longjump_wire::rest::Problem;
use longjump_wire::room::PlayerId;
use sqlx::Error;
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type View = Result<Json<AccountView>, ApiError>;

/// How many events are shown.
const SHOWN: i64 = 30;

impl Accounts {
    pub(crate) async fn view(&self, owner: &Owner) -> View {
        let view = self.whole_view(owner.id, &owner.session, SHOWN);
        Ok(Json(view.await?))
    }

    /// An account as its owner sees it, with so many of its last events.
    ///
    /// # Errors
    /// When the database can't be asked.
    pub async fn whole_view(
        &self,
        owner: PlayerId,
        session: &TokenHash,
        events: i64,
    ) -> Result<AccountView, Error> {
        Ok(AccountView {
            has_password: self.has_password(owner).await?,
            passkeys: self.passkey_views(owner).await?,
            sessions: self.sessions_of(owner, session).await?,
            codes_left: self.codes_left(owner).await?,
            address: self.address_of(owner).await?,
            writes_letters: self.writes_letters,
            role: longjump_order::role_of(&self.pool, owner).await?,
            notices: self.notices_of(owner).await?,
            events: self.events(owner, events).await?,
        })
    }
}

/// One's own account.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn account(State(accounts): State<Arc<Accounts>>, owner: Owner) -> View {
    accounts.view(&owner).await
}

/// Change the password, or set a first one; all other sessions end.
#[utoipa::path(post, path = "/api/account/password", tag = "account", request_body = ChangePassword,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn change_password(
    State(accounts): State<Arc<Accounts>>,
    place: Place,
    owner: Owner,
    Browser(browser): Browser,
    WithRejection(Json(given), _): Body<ChangePassword>,
) -> View {
    accounts.check_password(&owner.name, &given.new).await?;
    let has_password = accounts.has_password(owner.id).await?;
    if has_password {
        let old = given.old.ok_or(ApiError::WrongPassword)?;
        let right = accounts.with_password(&owner.name, old, &place).await;
        right.map_err(wrong_password)?;
    } else {
        owner.must_be_proven()?;
    }
    let hash = hash_password(given.new).await?;
    let new = NewPassword {
        player: owner.id,
        hash: &hash,
        kept: Some(owner.session),
        what: if has_password {
            AccountChange::PasswordChanged
        } else {
            AccountChange::PasswordSet
        },
        browser: browser.as_deref(),
    };
    accounts.set_password(&new).await?;
    accounts.view(&owner).await
}

/// Prove who one is, as what can't be undone asks for; good for five minutes.
#[utoipa::path(post, path = "/api/account/proof", tag = "account", request_body = Proof,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn prove(
    State(accounts): State<Arc<Accounts>>,
    place: Place,
    owner: Owner,
    WithRejection(Json(given), _): Body<Proof>,
) -> View {
    let right = accounts
        .with_password(&owner.name, given.password, &place)
        .await;
    right.map_err(wrong_password)?;
    accounts.note_proof(&owner.session).await?;
    accounts.view(&owner).await
}

/// They know the name: it is theirs.
pub(crate) fn wrong_password(error: ApiError) -> ApiError {
    match error {
        ApiError::NoSuchLogin => ApiError::WrongPassword,
        other => other,
    }
}

/// Sign out everywhere else.
#[utoipa::path(delete, path = "/api/account/sessions", tag = "account",
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn end_others(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Browser(browser): Browser,
) -> View {
    accounts
        .end_all_others(owner.id, &owner.session, browser.as_deref())
        .await?;
    accounts.view(&owner).await
}

/// Sign out in one place.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn end_one(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Browser(browser): Browser,
    WithRejection(Path(id), _): WithRejection<Path<String>, ApiError>,
) -> View {
    let gone = ApiError::NotFound("there is no such session; it may have ended already");
    // Postgres has no such character.
    if id.contains('\0') {
        return Err(gone);
    }
    let ended = accounts
        .end_named(owner.id, &id, browser.as_deref())
        .await?;
    if !ended {
        return Err(gone);
    }
    accounts.view(&owner).await
}
