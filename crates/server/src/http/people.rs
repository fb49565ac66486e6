//! Players' pages, and bots.

use crate::app::App;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, OptionalPlayer, Player, SignedIn, name_taken};
use longjump_ratings::ratings_of;
use longjump_wire::rest::{
    BotToken, CreateBot, GameSummary, GamesPage, PlayerKind, Problem, Profile, PublicPlayer, Turn,
};
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;

/// How many bots one account may have, and in its first day.
const MOST_BOTS: usize = 5;
const MOST_BOTS_OF_NEW: usize = 2;

/// A player's ratings.
#[utoipa::path(get, path = "/api/players/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = OK, body = Profile), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn profile(
    State(app): State<Arc<App>>,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
) -> Result<Json<Profile>, ApiError> {
    let player = find(&app, &name).await?;
    let ratings = ratings_of(&app.rooms.store.pool(), player.id).await?;
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

/// The games that wait for a move of who asks, those first whose clock is up first; none for who is nobody.
#[utoipa::path(get, path = "/api/turns", tag = "people",
    responses((status = OK, body = Vec<Turn>), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn turns(
    State(app): State<Arc<App>>,
    OptionalPlayer(player): OptionalPlayer,
) -> Result<Json<Vec<Turn>>, ApiError> {
    let Some(player) = player else {
        return Ok(Json(Vec::new()));
    };
    Ok(Json(app.rooms.store.turns(player.id).await?))
}

async fn find(app: &App, name: &str) -> Result<Player, ApiError> {
    let player = app.accounts.player(name).await?;
    player.ok_or(ApiError::NotFound("there is no such player"))
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
    must_have_account(&player)?;
    app.accounts.may_be_called(&given.name).await?;
    let accounts = &app.accounts;
    let is_new = accounts.is_new(player.id).await?;
    let most = if is_new { MOST_BOTS_OF_NEW } else { MOST_BOTS };
    if accounts.bots_of(player.id).await?.len() >= most {
        let why = format!(
            "an account has {MOST_BOTS} bots at most, and {MOST_BOTS_OF_NEW} in its first day"
        );
        return Err(ApiError::Refused("too_many_bots", why));
    }
    let bot = accounts.create_bot(&given.name, player.id).await?;
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
    let bots = app.accounts.bots_of(player.id).await?;
    Ok(Json(bots.iter().map(Player::public).collect()))
}

/// Another token for a bot; the old one is worth nothing then.
#[utoipa::path(post, path = "/api/bots/{name}/token", tag = "bots", params(("name" = String, Path)),
    responses((status = OK, body = BotToken), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn new_bot_token(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): WithRejection<Path<String>, ApiError>,
) -> Result<Json<BotToken>, ApiError> {
    if !player.is_proven {
        return Err(ApiError::Unproven);
    }
    let bots = app.accounts.bots_of(player.id).await?;
    let bot = bots.iter().find(|bot| bot.name.eq_ignore_ascii_case(&name));
    let bot = bot.ok_or(ApiError::NotFound("you have no such bot"))?;
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
    Ok(Json(BotToken {
        name: bot.name.clone(),
        token: app.accounts.renew_token(bot.id).await?,
    }))
}
