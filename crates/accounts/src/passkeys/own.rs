//! One's own passkeys, and one of them as the proof of who asks.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::passkeys::challenges::Purpose;
use crate::passkeys::store::{MOST, keep, no_such_passkey};
use crate::passkeys::ways::new_user;
use crate::session::{Browser, Jar, Owner, Proven};
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::{SignedCookieJar, WithRejection};
use longjump_notices::note;
use longjump_wire::account::{AccountChange, AccountView};
use longjump_wire::passkey::{
    PasskeyChallenge, PasskeyMade, PasskeyName, PasskeySigned, PasskeyWanted,
};
use longjump_wire::rest::Problem;
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Signed<T> = Result<(SignedCookieJar, Json<T>), ApiError>;
type View = Result<Json<AccountView>, ApiError>;

/// How long a name of a passkey may be.
const LONGEST_NAME: usize = 60;

/// Begin to add a passkey to one's account.
#[utoipa::path(post, path = "/api/account/passkeys/begin", tag = "account",
    responses((status = OK, body = PasskeyWanted), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn begin_adding(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Jar(jar): Jar,
) -> Signed<PasskeyWanted> {
    let known = accounts.passkeys_of(owner.id).await?;
    if known.len() >= MOST {
        let why = format!("an account has {MOST} passkeys at most");
        return Err(ApiError::Refused("too_many_passkeys", why));
    }
    let user = accounts.passkey_user(owner.id, &new_user()).await?;
    let (wanted, state) = accounts.site.want(&user, &owner.name, &known)?;
    let purpose = Purpose::Add(owner.id);
    let jar = accounts.give_challenge(jar, purpose, &state).await?;
    Ok((jar, Json(wanted)))
}

/// Add a passkey to one's account.
#[utoipa::path(post, path = "/api/account/passkeys/finish", tag = "account", request_body = PasskeyMade,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn finish_adding(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<PasskeyMade>,
) -> Signed<AccountView> {
    let purpose = Purpose::Add(owner.id);
    let (jar, state) = accounts.take_challenge(jar, purpose).await?;
    let made = accounts.site.made(state, &given)?;
    let browser = browser.as_deref();
    let mut work = accounts.pool.begin().await?;
    keep(&mut work, owner.id, &made, browser.unwrap_or_default()).await?;
    note(&mut work, owner.id, AccountChange::PasskeyAdded, browser).await?;
    work.commit().await?;
    Ok((jar, accounts.view(&owner).await?))
}

/// Call one of one's passkeys something else.
#[utoipa::path(put, path = "/api/account/passkeys/{id}", tag = "account", params(("id" = i64, Path)), request_body = PasskeyName,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn name(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Browser(browser): Browser,
    WithRejection(Path(id), _): WithRejection<Path<i64>, ApiError>,
    WithRejection(Json(given), _): Body<PasskeyName>,
) -> View {
    let name = given.name.trim();
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        let why = format!("the name of a passkey has 1 to {LONGEST_NAME} characters");
        return Err(ApiError::Wrong(why));
    }
    let named = accounts
        .name_passkey(owner.id, id, name, browser.as_deref())
        .await?;
    if !named {
        return Err(no_such_passkey());
    }
    accounts.view(&owner).await
}

/// Remove one of one's passkeys; the only way into the account stays.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn remove(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Browser(browser): Browser,
    WithRejection(Path(id), _): WithRejection<Path<i64>, ApiError>,
) -> View {
    accounts
        .remove_passkey(owner.id, id, browser.as_deref())
        .await?;
    accounts.view(&owner).await
}

/// Begin to prove by a passkey who one is.
#[utoipa::path(post, path = "/api/account/proof/begin", tag = "account",
    responses((status = OK, body = PasskeyChallenge), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn begin_proving(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Jar(jar): Jar,
) -> Signed<PasskeyChallenge> {
    let allowed = accounts.passkeys_of(owner.id).await?;
    // To authenticators none would mean any.
    if allowed.is_empty() {
        return Err(ApiError::NotFound("this account has no passkey"));
    }
    let (asked, state) = accounts.site.ask(&allowed)?;
    let purpose = Purpose::Prove(owner.id);
    let jar = accounts.give_challenge(jar, purpose, &state).await?;
    Ok((jar, Json(asked)))
}

/// Prove by a passkey who one is; good for five minutes.
#[utoipa::path(post, path = "/api/account/proof/finish", tag = "account", request_body = PasskeySigned,
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn finish_proving(
    State(accounts): State<Arc<Accounts>>,
    owner: Owner,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<PasskeySigned>,
) -> Signed<AccountView> {
    let purpose = Purpose::Prove(owner.id);
    let (jar, state) = accounts.take_challenge(jar, purpose).await?;
    let kept = accounts.signed(state, &given, browser.as_deref()).await?;
    if kept.player.id != owner.id {
        return Err(ApiError::NoSuchPasskey);
    }
    accounts.note_proof(&owner.session).await?;
    Ok((jar, accounts.view(&owner).await?))
}
