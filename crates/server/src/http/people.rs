//! Players: guests, accounts, bots, profiles.

use super::error::{ApiError, Problem};
use super::passwords;
use super::session::{self, Jar, Me, Someone};
use crate::app::App;
use crate::names;
use crate::store::{GameRow, Kind, Player, RatingRow};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::WithRejection;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

type Body<T> = WithRejection<Json<T>, ApiError>;
type Signed<T> = Result<(SignedCookieJar, Json<T>), ApiError>;

/// How many bots one account may have.
const MOST_BOTS: usize = 5;

/// A player, as others see them.
#[derive(Serialize, ToSchema)]
pub(crate) struct Public {
    name: String,
    kind: Kind,
}

/// Whoever asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Own {
    /// None without a session.
    player: Option<Known>,
}

/// A player, as they see themselves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Known {
    /// The number that seats have for them.
    id: i64,
    name: String,
    kind: Kind,
}

impl From<&Player> for Known {
    fn from(player: &Player) -> Self {
        Self {
            id: player.id.0,
            name: player.name.clone(),
            kind: player.kind,
        }
    }
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// 3 to 20 letters, digits, `-` and `_`.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    name: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// The name of a bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BotName {
    /// 3 to 20 letters, digits, `-` and `_`.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    name: String,
}

/// A bot and the token that it signs in with, which is shown only now.
#[derive(Serialize, ToSchema)]
pub(crate) struct BotToken {
    name: String,
    token: String,
}

/// A player's page.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    name: String,
    kind: Kind,
    ratings: Vec<RatingRow>,
}

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// Games opened before this moment, in milliseconds since 1970.
    #[param(minimum = 0)]
    before: Option<u64>,
    /// How many, 50 at most.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u8>,
}

impl From<&Player> for Public {
    fn from(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            kind: player.kind,
        }
    }
}

fn own(player: &Player) -> Json<Own> {
    Json(Own {
        player: Some(player.into()),
    })
}

fn name_taken() -> ApiError {
    ApiError::Refused("name_taken", "somebody has this name already".to_owned())
}

fn check_name(name: &str) -> Result<(), ApiError> {
    if names::is_allowed(name) {
        return Ok(());
    }
    let why = "a name has 3 to 20 letters, digits, - and _, begins with a letter, and not with \
               Guest- or level";
    Err(ApiError::Wrong(why.to_owned()))
}

fn check_password(password: &str) -> Result<(), ApiError> {
    if passwords::LENGTH.contains(&password.chars().count()) {
        return Ok(());
    }
    Err(ApiError::Wrong(
        "a password has 8 to 200 characters".to_owned(),
    ))
}

/// Play without an account.
#[utoipa::path(post, path = "/api/guest", tag = "people",
    responses((status = OK, body = Own), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn guest(
    State(app): State<Arc<App>>,
    Someone(player): Someone,
    Jar(jar): Jar,
) -> Signed<Own> {
    if let Some(player) = player {
        return Ok((jar, own(&player)));
    }
    let store = &app.rooms.store;
    let player = store.create_guest(&names::guest()).await?;
    let player = player.ok_or(ApiError::Away)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = OK, body = Own), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn me(Someone(player): Someone) -> Json<Own> {
    Json(Own {
        player: player.as_ref().map(Known::from),
    })
}

/// Make an account; a guest's games are kept.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = Credentials,
    responses((status = OK, body = Own), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    Someone(player): Someone,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<Own> {
    check_name(&given.name)?;
    check_password(&given.password)?;
    let hash = passwords::hash(given.password).await?;
    let store = &app.rooms.store;
    let player = match player {
        Some(guest) if guest.kind == Kind::Guest => {
            let promoted = store.promote_guest(guest.id, &given.name, &hash).await?;
            promoted.then(|| Player {
                name: given.name.clone(),
                kind: Kind::Account,
                ..guest
            })
        }
        _ => store.create_account(&given.name, &hash).await?,
    };
    let player = player.ok_or_else(name_taken)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Sign in.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = OK, body = Own), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<Own> {
    app.limiters.try_name(&given.name)?;
    if !passwords::LENGTH.contains(&given.password.chars().count()) || given.name.len() > 20 {
        return Err(ApiError::NoSuchLogin);
    }
    let account = app.rooms.store.account(&given.name).await?;
    let (player, kept) = account.unzip();
    if !passwords::fits(given.password, kept).await {
        return Err(ApiError::NoSuchLogin);
    }
    let player = player.ok_or(ApiError::NoSuchLogin)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Sign out.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = OK, body = Own), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn logout(State(app): State<Arc<App>>, Jar(jar): Jar) -> Signed<Own> {
    let jar = session::end(&app, jar).await?;
    Ok((jar, Json(Own { player: None })))
}

/// A player's ratings.
#[utoipa::path(get, path = "/api/players/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = OK, body = Profile), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn profile(
    State(app): State<Arc<App>>,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
) -> Result<Json<Profile>, ApiError> {
    let player = find(&app, &name).await?;
    let ratings = app.rooms.store.ratings(player.id).await?;
    Ok(Json(Profile {
        name: player.name,
        kind: player.kind,
        ratings,
    }))
}

/// A player's games, the newest first.
#[utoipa::path(get, path = "/api/players/{name}/games", tag = "people", params(("name" = String, Path), Page),
    responses((status = OK, body = Vec<GameRow>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
    WithRejection(Query(page), _): WithRejection<Query<Page>, ApiError>,
) -> Result<Json<Vec<GameRow>>, ApiError> {
    let player = find(&app, &name).await?;
    let before = page
        .before
        .map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let limit = i64::from(page.limit.unwrap_or(20).clamp(1, 50));
    let games = app.rooms.store.games_of(player.id, before, limit).await?;
    Ok(Json(games))
}

async fn find(app: &App, name: &str) -> Result<Player, ApiError> {
    // Postgres has no such character.
    let unknown = ApiError::NotFound("there is no such player");
    if name.contains('\0') {
        return Err(unknown);
    }
    app.rooms.store.player(name).await?.ok_or(unknown)
}

/// Make a bot of one's own.
#[utoipa::path(post, path = "/api/bots", tag = "bots", request_body = BotName,
    responses((status = OK, body = BotToken), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn create_bot(
    State(app): State<Arc<App>>,
    Me(player): Me,
    WithRejection(Json(given), _): Body<BotName>,
) -> Result<Json<BotToken>, ApiError> {
    check_name(&given.name)?;
    must_have_account(&player)?;
    let store = &app.rooms.store;
    if store.bots_of(player.id).await?.len() >= MOST_BOTS {
        return Err(ApiError::Refused(
            "too_many_bots",
            format!("an account has {MOST_BOTS} bots at most"),
        ));
    }
    let bot = store.create_bot(&given.name, player.id).await?;
    let bot = bot.ok_or_else(name_taken)?;
    new_token(&app, &bot).await
}

/// One's own bots.
#[utoipa::path(get, path = "/api/bots", tag = "bots",
    responses((status = OK, body = Vec<Public>), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn bots(
    State(app): State<Arc<App>>,
    Me(player): Me,
) -> Result<Json<Vec<Public>>, ApiError> {
    let bots = app.rooms.store.bots_of(player.id).await?;
    Ok(Json(bots.iter().map(Public::from).collect()))
}

/// Another token for a bot; the old one is worth nothing then.
#[utoipa::path(post, path = "/api/bots/{name}/token", tag = "bots", params(("name" = String, Path)),
    responses((status = OK, body = BotToken), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn new_bot_token(
    State(app): State<Arc<App>>,
    Me(player): Me,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
) -> Result<Json<BotToken>, ApiError> {
    let bots = app.rooms.store.bots_of(player.id).await?;
    let bot = bots.iter().find(|bot| bot.name.eq_ignore_ascii_case(&name));
    let bot = bot.ok_or(ApiError::NotFound("you have no such bot"))?;
    app.rooms.store.end_sessions(bot.id, true).await?;
    new_token(&app, bot).await
}

fn must_have_account(player: &Player) -> Result<(), ApiError> {
    if player.kind == Kind::Account {
        Ok(())
    } else {
        Err(ApiError::Forbidden("bots belong to accounts; make one"))
    }
}

async fn new_token(app: &App, bot: &Player) -> Result<Json<BotToken>, ApiError> {
    let token = names::token();
    let store = &app.rooms.store;
    store
        .create_session(&names::token_hash(&token), bot.id, true, 3650)
        .await?;
    Ok(Json(BotToken {
        name: bot.name.clone(),
        token,
    }))
}
