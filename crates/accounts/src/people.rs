//! Coming in: as a guest, with a new account or an old one, and out again.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::names;
use crate::naming::name_taken;
use crate::place::{Network, Place};
use crate::players::{Player, become_account};
use crate::session::{Browser, Jar, OptionalPlayer};
use crate::sessions::NewSession;
use axum::Json;
use axum::extract::{Extension, State};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::WithRejection;
use longjump_door::hash_password;
use longjump_wire::account::AccountChange;
use longjump_wire::rest::{Credentials, PlayerKind, Problem, WhoAmI};
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Signed<T> = Result<(SignedCookieJar, Json<T>), ApiError>;

fn own(player: &Player) -> Json<WhoAmI> {
    Json(WhoAmI {
        player: Some(player.own()),
    })
}

/// Whether another player may come from a network today.
pub(crate) fn may_be_new(accounts: &Accounts, Network(network): Network) -> Result<(), ApiError> {
    if accounts.limiters.allow_player(&network) {
        return Ok(());
    }
    let why = "too many new players from your address today; sign in, or come again tomorrow";
    Err(ApiError::TooMany(why))
}

/// Play without an account.
#[utoipa::path(post, path = "/api/guest", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn guest(
    State(accounts): State<Arc<Accounts>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(network): Extension<Network>,
    Browser(browser): Browser,
    Jar(jar): Jar,
) -> Signed<WhoAmI> {
    if let Some(player) = player {
        return Ok((jar, own(&player)));
    }
    may_be_new(&accounts, network)?;
    let player = accounts.create_guest(&names::guest()).await?;
    let player = player.ok_or(ApiError::Away)?;
    let jar = accounts
        .begin(
            jar,
            &NewSession {
                player: player.id,
                browser: browser.as_deref(),
                password: None,
                what: None,
            },
        )
        .await?;
    Ok((jar, own(&player)))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn me(OptionalPlayer(player): OptionalPlayer) -> Json<WhoAmI> {
    Json(WhoAmI {
        player: player.as_ref().map(Player::own),
    })
}

/// Make an account; a guest's games are kept.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = Credentials,
    responses((status = OK, body = WhoAmI), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn register(
    State(accounts): State<Arc<Accounts>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(network): Extension<Network>,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<WhoAmI> {
    accounts.may_be_called(&given.name).await?;
    accounts
        .check_password(&given.name, &given.password)
        .await?;
    let hash = hash_password(given.password).await?;
    let guest = player.filter(|player| player.kind == PlayerKind::Guest);
    if guest.is_none() {
        may_be_new(&accounts, network)?;
    }
    let mut work = accounts.pool.acquire().await?;
    let player = become_account(&mut work, guest, &given.name, Some(&hash)).await?;
    let player = player.ok_or_else(name_taken)?;
    // What begins the session takes one of its own.
    drop(work);
    let session = NewSession {
        player: player.id,
        browser: browser.as_deref(),
        password: None,
        what: Some(AccountChange::SignedUp),
    };
    let jar = accounts.begin(jar, &session).await?;
    Ok((jar, own(&player)))
}

/// Sign in.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn login(
    State(accounts): State<Arc<Accounts>>,
    place: Place,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<WhoAmI> {
    let right = accounts.with_password(&given.name, given.password, &place);
    let (player, kept) = right.await?;
    let session = NewSession {
        player: player.id,
        browser: browser.as_deref(),
        password: Some(&kept),
        what: Some(AccountChange::SignedIn),
    };
    let jar = accounts.begin(jar, &session).await?;
    Ok((jar, own(&player)))
}

/// Sign out.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn logout(State(accounts): State<Arc<Accounts>>, Jar(jar): Jar) -> Signed<WhoAmI> {
    let jar = accounts.end(jar).await?;
    Ok((jar, Json(WhoAmI { player: None })))
}
