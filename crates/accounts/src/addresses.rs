//! Where the owner of an account can be written to, which nobody has to give.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::keys::{Address, LETTERS_A_DAY, Use, forget_keys, send_key, use_key};
use crate::names::token_hash;
use crate::passwords::NewPassword;
use crate::session::{Browser, Jar, Proven};
use crate::sessions::NewSession;
use axum::Json;
use axum::extract::State;
use axum_extra::extract::{SignedCookieJar, WithRejection};
use longjump_door::hash_password;
use longjump_notices::note;
use longjump_wire::account::{
    AccountChange, AccountView, AddressConfirmed, AddressView, Forgotten, LetterKey, NewAddress,
    RecoverByLetter,
};
use longjump_wire::rest::{Done, Problem, WhoAmI};
use longjump_wire::room::PlayerId;
use sqlx::Error;
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;

/// No address is longer.
const LONGEST: usize = 254;

/// Whether letters can be sent to something that was typed.
fn is_address(email: &str) -> bool {
    email.len() <= LONGEST && longjump_notices::is_address(email)
}

/// Give another address; letters go there once it is confirmed by the letter that goes there now.
#[utoipa::path(post, path = "/api/account/address", tag = "account", request_body = NewAddress,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn give(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    WithRejection(Json(given), _): Body<NewAddress>,
) -> Result<Json<Done>, ApiError> {
    accounts.must_write()?;
    if !is_address(&given.email) {
        let why = "this is no address that letters can be sent to";
        return Err(ApiError::Wrong(why.to_owned()));
    }
    let address = Address {
        email: given.email,
        language: given.language,
    };
    let mut work = accounts.pool.begin().await?;
    let may = send_key(&mut work, owner.id, &owner.name, Use::Confirm, &address).await?;
    if !may {
        let why = "too many letters to this address today; look for one, or come again tomorrow";
        return Err(ApiError::TooMany(why));
    }
    work.commit().await?;
    Ok(Json(Done {}))
}

/// Remove the address; no more letters go there.
#[utoipa::path(delete, path = "/api/account/address", tag = "account",
    responses((status = OK, body = AccountView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn remove(
    State(accounts): State<Arc<Accounts>>,
    Proven(owner): Proven,
    Browser(browser): Browser,
) -> Result<Json<AccountView>, ApiError> {
    let mut work = accounts.pool.begin().await?;
    // The last letter is about this.
    note(
        &mut work,
        owner.id,
        AccountChange::AddressRemoved,
        browser.as_deref(),
    )
    .await?;
    sqlx::query!("DELETE FROM addresses WHERE player = $1", owner.id.0)
        .execute(&mut *work)
        .await?;
    forget_keys(&mut work, owner.id).await?;
    work.commit().await?;
    accounts.view(&owner).await
}

/// Confirm an address with the key in the letter that went there.
#[utoipa::path(post, path = "/api/address", tag = "people", request_body = LetterKey,
    responses((status = OK, body = AddressConfirmed), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn confirm(
    State(accounts): State<Arc<Accounts>>,
    Browser(browser): Browser,
    WithRejection(Json(given), _): Body<LetterKey>,
) -> Result<Json<AddressConfirmed>, ApiError> {
    let mut work = accounts.pool.begin().await?;
    let used = use_key(&mut work, Use::Confirm, &given.key).await?;
    let (player, address) = used.ok_or(ApiError::NoSuchKey)?;
    // Whoever reads letters at the address so far is told before it is replaced.
    note(
        &mut work,
        player,
        AccountChange::AddressSet,
        browser.as_deref(),
    )
    .await?;
    let name = sqlx::query_scalar!(
        "INSERT INTO addresses (player, email, language) VALUES ($1, $2, $3)
         ON CONFLICT (player) DO UPDATE SET email = $2, language = $3, since = now()
         RETURNING (SELECT name FROM players WHERE id = player)",
        player.0,
        address.email,
        address.language,
    )
    .fetch_one(&mut *work)
    .await?;
    work.commit().await?;
    Ok(Json(AddressConfirmed {
        name: name.unwrap_or_default(),
    }))
}

/// Ask for a letter with which another password can be set. The answer is the same whether there is an
/// account with this address or not.
#[utoipa::path(post, path = "/api/forgotten", tag = "people", request_body = Forgotten,
    responses((status = OK, body = Done), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn forgotten(
    State(accounts): State<Arc<Accounts>>,
    WithRejection(Json(given), _): Body<Forgotten>,
) -> Result<Json<Done>, ApiError> {
    accounts.must_write()?;
    if given.email.chars().count() > LONGEST {
        let why = format!("an address has {LONGEST} characters at most");
        return Err(ApiError::Wrong(why));
    }
    // Done afterwards, so that how long it takes tells nothing either.
    tokio::spawn(async move {
        if is_address(&given.email)
            && let Err(error) = accounts.write_to_owners(&given.email).await
        {
            tracing::warn!(%error, "letters for who has forgotten a password");
        }
    });
    Ok(Json(Done {}))
}

/// Set another password with the key in a letter and sign in; all sessions end.
#[utoipa::path(post, path = "/api/recover/letter", tag = "people", request_body = RecoverByLetter,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn recover(
    State(accounts): State<Arc<Accounts>>,
    Browser(browser): Browser,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<RecoverByLetter>,
) -> Result<(SignedCookieJar, Json<WhoAmI>), ApiError> {
    let name = accounts.name_of_key(&given.key).await?;
    let name = name.ok_or(ApiError::NoSuchKey)?;
    accounts.check_password(&name, &given.password).await?;
    let hash = hash_password(given.password).await?;
    let mut work = accounts.pool.begin().await?;
    let used = use_key(&mut work, Use::Recover, &given.key).await?;
    let (player, _) = used.ok_or(ApiError::NoSuchKey)?;
    let new = NewPassword {
        player,
        hash: &hash,
        kept: None,
        what: AccountChange::Recovered,
        browser: browser.as_deref(),
    };
    let ended = new.put(&mut work).await?;
    work.commit().await?;
    accounts.close_all(&ended);
    let session = NewSession {
        player,
        browser: browser.as_deref(),
        password: Some(&hash),
        what: None,
    };
    accounts.begin_as(jar, &session, &name).await
}

impl Accounts {
    fn must_write(&self) -> Result<(), ApiError> {
        if self.writes_letters {
            return Ok(());
        }
        let why = "this service sends no letters";
        Err(ApiError::Refused("no_letters", why.to_owned()))
    }

    /// The address that letters to somebody go to.
    pub(crate) async fn address_of(&self, player: PlayerId) -> Result<Option<AddressView>, Error> {
        let address = sqlx::query_as!(
            AddressView,
            "SELECT email, language FROM addresses WHERE player = $1",
            player.0
        );
        address.fetch_optional(&self.pool).await
    }

    /// Writes to the owner of each account with an address.
    async fn write_to_owners(&self, email: &str) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        let owners = sqlx::query!(
            "SELECT p.id, p.name, a.email, a.language FROM addresses a JOIN players p ON p.id = a.player
             WHERE lower(a.email) = lower($1) LIMIT $2",
            email,
            LETTERS_A_DAY,
        )
        .fetch_all(&mut *work)
        .await?;
        for owner in owners {
            let address = Address {
                email: owner.email,
                language: owner.language,
            };
            let player = PlayerId(owner.id);
            send_key(&mut work, player, &owner.name, Use::Recover, &address).await?;
        }
        work.commit().await
    }

    /// Whose a key for another password is; it stays good.
    async fn name_of_key(&self, key: &str) -> Result<Option<String>, Error> {
        let name = sqlx::query_scalar!(
            "SELECT p.name FROM letter_keys k JOIN players p ON p.id = k.player
             WHERE k.key_hash = $1 AND k.what = 'recover'",
            &token_hash(key)[..],
        );
        name.fetch_optional(&self.pool).await
    }
}
