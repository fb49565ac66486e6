//! Players: guests, accounts, bots, profiles.

use super::error::ApiError;
use super::limits::Network;
use super::session::{self, Jar, OptionalPlayer, SignedIn};
use crate::app::App;
use crate::names;
use crate::store::Player;
use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::WithRejection;
use longjump_door::{PASSWORD_LENGTH, hash_password, verify_password};
use longjump_wire::rest::{
    BotToken, CreateBot, Credentials, GameSummary, GamesPage, OwnPlayer, PlayerKind, Problem,
    Profile, PublicPlayer, WhoAmI,
};
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Signed<T> = Result<(SignedCookieJar, Json<T>), ApiError>;

/// How many bots one account may have.
const MOST_BOTS: usize = 5;

/// How often one name may be tried in a minute, right or wrong, from wherever.
const TRIES_A_MINUTE: i32 = 10;

impl From<&Player> for OwnPlayer {
    fn from(player: &Player) -> Self {
        Self {
            id: player.id,
            name: player.name.clone(),
            kind: player.kind,
        }
    }
}

impl From<&Player> for PublicPlayer {
    fn from(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            kind: player.kind,
        }
    }
}

fn own(player: &Player) -> Json<WhoAmI> {
    Json(WhoAmI {
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
    if PASSWORD_LENGTH.contains(&password.chars().count()) {
        return Ok(());
    }
    Err(ApiError::Wrong(
        "a password has 8 to 200 characters".to_owned(),
    ))
}

/// Whether another player may come from a network today.
fn may_be_new(app: &App, Network(network): Network) -> Result<(), ApiError> {
    if app.limiters.allow_player(&network) {
        return Ok(());
    }
    let why = "too many new players from your address today; sign in, or come again tomorrow";
    Err(ApiError::TooMany(why))
}

/// Play without an account.
#[utoipa::path(post, path = "/api/guest", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn guest(
    State(app): State<Arc<App>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(network): Extension<Network>,
    Jar(jar): Jar,
) -> Signed<WhoAmI> {
    if let Some(player) = player {
        return Ok((jar, own(&player)));
    }
    may_be_new(&app, network)?;
    let store = &app.rooms.store;
    let player = store.create_guest(&names::guest()).await?;
    let player = player.ok_or(ApiError::Away)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn me(OptionalPlayer(player): OptionalPlayer) -> Json<WhoAmI> {
    Json(WhoAmI {
        player: player.as_ref().map(OwnPlayer::from),
    })
}

/// Make an account; a guest's games are kept.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = Credentials,
    responses((status = OK, body = WhoAmI), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(network): Extension<Network>,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<WhoAmI> {
    check_name(&given.name)?;
    check_password(&given.password)?;
    let hash = hash_password(given.password).await?;
    let store = &app.rooms.store;
    let player = match player {
        Some(guest) if guest.kind == PlayerKind::Guest => {
            let promoted = store.promote_guest(guest.id, &given.name, &hash).await?;
            promoted.then(|| Player {
                name: given.name.clone(),
                kind: PlayerKind::Account,
                ..guest
            })
        }
        _ => {
            may_be_new(&app, network)?;
            store.create_account(&given.name, &hash).await?
        }
    };
    let player = player.ok_or_else(name_taken)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Sign in.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = OK, body = WhoAmI), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    Jar(jar): Jar,
    WithRejection(Json(given), _): Body<Credentials>,
) -> Signed<WhoAmI> {
    if given.name.len() > 20 {
        return Err(ApiError::NoSuchLogin);
    }
    if app.rooms.store.tries_to_sign_in(&given.name).await? > TRIES_A_MINUTE {
        return Err(ApiError::TOO_OFTEN);
    }
    if !PASSWORD_LENGTH.contains(&given.password.chars().count()) {
        return Err(ApiError::NoSuchLogin);
    }
    let account = app.rooms.store.account(&given.name).await?;
    let (player, kept) = account.unzip();
    if !verify_password(given.password, kept).await? {
        return Err(ApiError::NoSuchLogin);
    }
    let player = player.ok_or(ApiError::NoSuchLogin)?;
    let jar = session::begin(&app, jar, &player).await?;
    Ok((jar, own(&player)))
}

/// Sign out.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = OK, body = WhoAmI), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn logout(State(app): State<Arc<App>>, Jar(jar): Jar) -> Signed<WhoAmI> {
    let jar = session::end(&app, jar).await?;
    Ok((jar, Json(WhoAmI { player: None })))
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
#[utoipa::path(get, path = "/api/players/{name}/games", tag = "people", params(("name" = String, Path), GamesPage),
    responses((status = OK, body = Vec<GameSummary>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
    WithRejection(Query(page), _): WithRejection<Query<GamesPage>, ApiError>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let limit = page.limit.unwrap_or(20);
    if !(1..=50).contains(&limit) {
        return Err(ApiError::Wrong("limit is a number from 1 to 50".to_owned()));
    }
    let before = i64::try_from(page.before.unwrap_or(i64::MAX as u64));
    let before = before
        .map_err(|_| ApiError::Wrong("before is a time in milliseconds since 1970".to_owned()))?;
    let player = find(&app, &name).await?;
    let games = app
        .rooms
        .store
        .games_of(player.id, before, limit.into())
        .await?;
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
#[utoipa::path(post, path = "/api/bots", tag = "bots", request_body = CreateBot,
    responses((status = OK, body = BotToken), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn create_bot(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): Body<CreateBot>,
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
    responses((status = OK, body = Vec<PublicPlayer>), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn bots(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
) -> Result<Json<Vec<PublicPlayer>>, ApiError> {
    let bots = app.rooms.store.bots_of(player.id).await?;
    Ok(Json(bots.iter().map(PublicPlayer::from).collect()))
}

/// Another token for a bot; the old one is worth nothing then.
#[utoipa::path(post, path = "/api/bots/{name}/token", tag = "bots", params(("name" = String, Path)),
    responses((status = OK, body = BotToken), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn new_bot_token(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
) -> Result<Json<BotToken>, ApiError> {
    let bots = app.rooms.store.bots_of(player.id).await?;
    let bot = bots.iter().find(|bot| bot.name.eq_ignore_ascii_case(&name));
    let bot = bot.ok_or(ApiError::NotFound("you have no such bot"))?;
    for session in app.rooms.store.end_sessions(bot.id, true).await? {
        app.end_session(&session);
    }
    new_token(&app, bot).await
}

fn must_have_account(player: &Player) -> Result<(), ApiError> {
    if player.kind == PlayerKind::Account {
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
