//! What is asked over HTTP.

use crate::{follows, played};
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{Accounts, ApiError, Player, SignedIn};
use longjump_wire::following::{Against, Followed, Played};
use longjump_wire::rest::{Done, PlayerKind, Problem};
use sqlx::PgPool;
use std::sync::Arc;

type Name = WithRejection<Path<String>, ApiError>;

/// What the requests need.
pub struct Following {
    /// The database.
    pub pool: PgPool,
    /// Who is who.
    pub accounts: Arc<Accounts>,
}

impl AsRef<Accounts> for Following {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}

impl Following {
    async fn find(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.accounts.player(name).await?;
        player.ok_or(ApiError::NotFound("there is no such player"))
    }
}

fn must_have_account(player: &Player) -> Result<(), ApiError> {
    if player.kind == PlayerKind::Account {
        return Ok(());
    }
    Err(ApiError::Forbidden("following is for accounts; make one"))
}

/// Whom one follows: those first who play a game just now that can be watched.
#[utoipa::path(get, path = "/api/follows", tag = "people",
    responses((status = OK, body = Vec<Followed>), (status = 401, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn follows(
    State(following): State<Arc<Following>>,
    SignedIn(player): SignedIn,
) -> Result<Json<Vec<Followed>>, ApiError> {
    let followed = follows::followed_by(&following.pool, player.id).await?;
    Ok(Json(followed))
}

/// Follow somebody: an account or a bot.
#[utoipa::path(put, path = "/api/follows/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn follow(
    State(following): State<Arc<Following>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): Name,
) -> Result<Json<Done>, ApiError> {
    must_have_account(&player)?;
    let followed = following.find(&name).await?;
    if followed.id == player.id {
        return Err(ApiError::Wrong("that is yourself".to_owned()));
    }
    if followed.kind == PlayerKind::Guest {
        let why = "guests can't be followed: they may be somebody else tomorrow".to_owned();
        return Err(ApiError::Wrong(why));
    }
    if follows::follow(&following.pool, player.id, followed.id).await? {
        return Ok(Json(Done {}));
    }
    let why = "you follow as many as one can; follow somebody else no more first";
    Err(ApiError::TooMany(why))
}

/// Follow somebody no more.
#[utoipa::path(delete, path = "/api/follows/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn unfollow(
    State(following): State<Arc<Following>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): Name,
) -> Result<Json<Done>, ApiError> {
    let followed = following.find(&name).await?;
    follows::unfollow(&following.pool, player.id, followed.id).await?;
    Ok(Json(Done {}))
}

/// What a player has played in the last two weeks, by day, game and speed; the newest first.
#[utoipa::path(get, path = "/api/players/{name}/activity", tag = "people", params(("name" = String, Path)),
    responses((status = OK, body = Vec<Played>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn activity(
    State(following): State<Arc<Following>>,
    WithRejection(Path(name), _): Name,
) -> Result<Json<Vec<Played>>, ApiError> {
    let player = following.find(&name).await?;
    Ok(Json(played::lately(&following.pool, player.id).await?))
}

/// How a player has played against another, in each game.
#[utoipa::path(get, path = "/api/players/{name}/against/{other}", tag = "people",
    params(("name" = String, Path), ("other" = String, Path)),
    responses((status = OK, body = Vec<Against>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn against(
    State(following): State<Arc<Following>>,
    WithRejection(Path((name, other)), _): WithRejection<Path<(String, String)>, ApiError>,
) -> Result<Json<Vec<Against>>, ApiError> {
    let one = following.find(&name).await?;
    let other = following.find(&other).await?;
    Ok(Json(
        played::against(&following.pool, one.id, other.id).await?,
    ))
}

/// How long was thought about each move of a game, in milliseconds; none before the first, nor of what is no game.
#[utoipa::path(get, path = "/api/games/{id}/times", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = Vec<i64>), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn times(
    State(following): State<Arc<Following>>,
    WithRejection(Path(id), _): Name,
) -> Result<Json<Vec<i64>>, ApiError> {
    // Postgres has no such character.
    if id.contains('\0') {
        return Ok(Json(Vec::new()));
    }
    Ok(Json(played::times(&following.pool, &id).await?))
}
