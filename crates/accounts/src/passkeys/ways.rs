//! Coming in with a passkey, into a new account or one's own.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::naming::name_taken;
use crate::passkeys::challenges::Purpose;
use crate::passkeys::store::{Kept, call, keep};
use crate::people::may_be_new;
use crate::place::Network;
use crate::players::{Player, become_account};
use crate::session::{Browser, Jar, OptionalPlayer};
use crate::sessions::NewSession;
use axum::Json;
use axum::extract::{Extension, State};
use axum_extra::extract::{SignedCookieJar, WithRejection};
use longjump_wire::account::AccountChange;
use longjump_wire::passkey::{
    NewAccount, PasskeyChallenge, PasskeyMade, PasskeySigned, PasskeyWanted,
};
use longjump_wire::rest::{PlayerKind, Problem, WhoAmI};
use passki::Passki;
use serde_json::Value;
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Signed<T> = Result<(SignedCookieJar, Json<T>), ApiError>;

/// What authenticators will call somebody: nothing that means anything.
pub(crate) fn new_user() -> [u8; 32] {
    let mut user = [0; 32];
    getrandom::fill(&mut user).expect("the system has random numbers");
    user
}

/// Begin to make an account with a passkey and without a password.
#[utoipa::path(post, path = "/api/passkeys/sign-up/begin", tag = "people", request_body = NewAccount,
    responses((status = OK, body = PasskeyWanted), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn begin_sign_up(
    State(accounts): State<Arc<Accounts>>,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<NewAccount>,
) -> Signed<PasskeyWanted> {
    accounts.may_be_called(&given.name).await?;
    // Told now, as the authenticator would keep a passkey for an account that never was.
    if accounts.player(&given.name).await?.is_some() {
        return Err(name_taken());
    }
    let (wanted, state) = accounts.site.want(&new_user(), &given.name, &[])?;
    let jar = accounts
        .give_challenge(jar, Purpose::SignUp, &state)
        .await?;
    Ok((jar, Json(wanted)))
}

/// Make an account with a passkey; a guest's games are kept.
#[utoipa::path(post, path = "/api/passkeys/sign-up/finish", tag = "people", request_body = PasskeyMade,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn finish_sign_up(
    State(accounts): State<Arc<Accounts>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(network): Extension<Network>,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<PasskeyMade>,
) -> Signed<WhoAmI> {
    let (jar, state) = accounts.take_challenge(jar, Purpose::SignUp).await?;
    let made = accounts.site.made(state, &given)?;
    let guest = player.filter(|player| player.kind == PlayerKind::Guest);
    if guest.is_none() {
        may_be_new(&accounts, network)?;
    }
    let mut work = accounts.pool.begin().await?;
    let player = become_account(&mut work, guest, &made.name, None).await?;
    let player = player.ok_or_else(name_taken)?;
    call(&mut work, player.id, &made.user).await?;
    let name = browser.as_deref().unwrap_or_default();
    keep(&mut work, player.id, &made, name).await?;
    work.commit().await?;
    let what = AccountChange::SignedUp;
    accounts.enter(jar, &player, browser.as_deref(), what).await
}

/// Begin to sign in with a passkey.
#[utoipa::path(post, path = "/api/passkeys/sign-in/begin", tag = "people",
    responses((status = OK, body = PasskeyChallenge), (status = 409, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(crate) async fn begin_sign_in(
    State(accounts): State<Arc<Accounts>>,
    Jar(jar): Jar,
) -> Signed<PasskeyChallenge> {
    let (asked, state) = accounts.site.ask(&[])?;
    let jar = accounts
        .give_challenge(jar, Purpose::SignIn, &state)
        .await?;
    Ok((jar, Json(asked)))
}

/// Sign in with a passkey.
#[utoipa::path(post, path = "/api/passkeys/sign-in/finish", tag = "people", request_body = PasskeySigned,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn finish_sign_in(
    State(accounts): State<Arc<Accounts>>,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<PasskeySigned>,
) -> Signed<WhoAmI> {
    let (jar, state) = accounts.take_challenge(jar, Purpose::SignIn).await?;
    // Nobody has said who they are but the authenticator.
    if given.user.is_none() {
        return Err(ApiError::NoSuchPasskey);
    }
    let kept = accounts.signed(state, &given, browser.as_deref()).await?;
    let what = AccountChange::SignedIn;
    accounts
        .enter(jar, &kept.player, browser.as_deref(), what)
        .await
}

impl Accounts {
    /// The passkey that has signed what it was asked to.
    pub(crate) async fn signed(
        &self,
        state: Value,
        given: &PasskeySigned,
        browser: Option<&str>,
    ) -> Result<Kept, ApiError> {
        let id = Passki::base64_decode(&given.id).map_err(|_| ApiError::NoSuchPasskey)?;
        let kept = self.passkey(&id).await?.ok_or(ApiError::NoSuchPasskey)?;
        let counter = self.site.signed(state, given, &kept.passkey, &kept.user)?;
        self.note_use(&kept, counter, browser).await?;
        Ok(kept)
    }

    /// Signs somebody in.
    async fn enter(
        &self,
        jar: SignedCookieJar,
        player: &Player,
        browser: Option<&str>,
        what: AccountChange,
    ) -> Signed<WhoAmI> {
        let session = NewSession {
            player: player.id,
            browser,
            password: None,
            what: Some(what),
        };
        let jar = self.begin(jar, &session).await?;
        let player = Some(player.own());
        Ok((jar, Json(WhoAmI { player })))
    }
}
