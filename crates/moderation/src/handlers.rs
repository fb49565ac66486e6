//! Reports, and what those who keep order see and do.

use crate::games::timed_game;
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{Accounts, ApiError, Player, SignedIn};
use longjump_online::fairplay::KNOWN_BY_HEART;
use longjump_order::{Deed, Reported};
use longjump_wire::order::{
    Case, DeedKind, GamePaces, LogLine, NewDeed, NewReport, PlayerFile, Role, SeatPace,
};
use longjump_wire::rest::{Done, PlayerKind, Problem};
use sqlx::PgPool;
use std::ops::RangeInclusive;
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Name = WithRejection<Path<String>, ApiError>;

/// How long what somebody writes may be, in characters.
const LONGEST_TEXT: usize = 500;
/// How many lines of the log are shown.
const LINES: i64 = 100;
/// For how long somebody may be forbidden something, in days.
const LONGEST_TERM: RangeInclusive<i32> = 1..=36500;

/// Tell those who keep order about somebody.
#[utoipa::path(post, path = "/api/reports", tag = "order", request_body = NewReport,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn report(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): Body<NewReport>,
) -> Result<Json<Done>, ApiError> {
    if player.kind != PlayerKind::Account {
        return Err(ApiError::Forbidden("reports are for accounts; make one"));
    }
    let text = readable(&given.text)?;
    let about = desk.find(&given.about).await?;
    if about.id == player.id {
        return Err(ApiError::Wrong("that is yourself".to_owned()));
    }
    let game = given.game.as_deref();
    if game.is_some_and(|id| id.contains('\0')) {
        return Err(no_such_game());
    }
    let what = (given.kind, text);
    match longjump_order::report(&desk.pool, player.id, about.id, game, what).await? {
        Reported::Kept => Ok(Json(Done {})),
        Reported::NotInGame => {
            let why = "they did not play in that game".to_owned();
            Err(ApiError::Wrong(why))
        }
        Reported::Enough => Err(ApiError::TooMany(
            "you have reported many players today; come again tomorrow",
        )),
    }
}

/// What is told of players and still open, those first of whom most is told.
#[utoipa::path(get, path = "/api/order/reports", tag = "order",
    responses((status = OK, body = Vec<Case>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn reports(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
) -> Result<Json<Vec<Case>>, ApiError> {
    desk.must_keep_order(&player).await?;
    Ok(Json(longjump_order::cases(&desk.pool, None).await?))
}

/// All that those who keep order see of somebody.
#[utoipa::path(get, path = "/api/order/players/{name}", tag = "order", params(("name" = String, Path)),
    responses((status = OK, body = PlayerFile), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn file(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): Name,
) -> Result<Json<PlayerFile>, ApiError> {
    desk.must_keep_order(&player).await?;
    let about = desk.find(&name).await?;
    desk.file(&about).await
}

/// Do something about somebody.
#[utoipa::path(post, path = "/api/order/players/{name}/deeds", tag = "order", params(("name" = String, Path)), request_body = NewDeed,
    responses((status = OK, body = PlayerFile), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn act(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(name), _): Name,
    WithRejection(Json(given), _): Body<NewDeed>,
) -> Result<Json<PlayerFile>, ApiError> {
    let role = desk.must_keep_order(&player).await?;
    if !player.is_proven {
        return Err(ApiError::Unproven);
    }
    let note = readable(&given.note)?;
    let about = desk.find(&name).await?;
    let has_role = longjump_order::role_of(&desk.pool, about.id)
        .await?
        .is_some();
    if has_role && role != Role::Owner {
        let why = "only owners act on those who keep order";
        return Err(ApiError::Forbidden(why));
    }
    let deed = Deed {
        by: Some(player.id),
        about: about.id,
        note,
    };
    carry_out(&desk.pool, &deed, given.deed).await?;
    desk.file(&about).await
}

async fn carry_out(pool: &PgPool, deed: &Deed<'_>, kind: DeedKind) -> Result<(), ApiError> {
    if let DeedKind::Take {
        days: Some(days), ..
    }
    | DeedKind::Refund { days } = kind
        && !LONGEST_TERM.contains(&days)
    {
        return Err(ApiError::Wrong("days are from 1 to 36500".to_owned()));
    }
    match kind {
        DeedKind::Warn => longjump_order::warn(pool, deed).await?,
        DeedKind::Take { measure, days } => {
            longjump_order::take(pool, deed, measure, days).await?;
        }
        DeedKind::Lift { measure } => {
            longjump_order::lift(pool, deed, measure).await?;
        }
        DeedKind::Refund { days } => {
            longjump_order::refund(pool, deed, days).await?;
        }
        DeedKind::Settle => {
            longjump_order::settle(pool, deed).await?;
        }
    }
    Ok(())
}

/// The log of all that was done.
#[utoipa::path(get, path = "/api/order/log", tag = "order",
    responses((status = OK, body = Vec<LogLine>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn log(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
) -> Result<Json<Vec<LogLine>>, ApiError> {
    desk.must_keep_order(&player).await?;
    Ok(Json(longjump_order::log(&desk.pool, None, LINES).await?))
}

/// How its people played a game: what they took for their moves, and from how many they looked away.
#[utoipa::path(get, path = "/api/order/games/{id}", tag = "order", params(("id" = String, Path)),
    responses((status = OK, body = GamePaces), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn paces(
    State(desk): State<Arc<Desk>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(id), _): Name,
) -> Result<Json<GamePaces>, ApiError> {
    desk.must_keep_order(&player).await?;
    if id.contains('\0') {
        return Err(no_such_game());
    }
    let game = timed_game(&desk.pool, &id).await?;
    let game = game.ok_or_else(no_such_game)?;
    let seats = game.paces().into_iter().map(|(seat, pace)| SeatPace {
        seat,
        player: game.people.get(&seat).cloned().unwrap_or_default(),
        moves: pace.moves,
        median_seconds: pace.median_seconds,
        spread: pace.spread,
        away: pace.away,
    });
    Ok(Json(GamePaces {
        seats: seats.collect(),
        game: game.spec.clone(),
        known_by_heart: KNOWN_BY_HEART,
        moves: game.moves.iter().map(|played| played.mv.clone()).collect(),
    }))
}

fn no_such_game() -> ApiError {
    ApiError::NotFound("there is no such game")
}

/// What somebody has written, if it can be kept.
fn readable(text: &str) -> Result<&str, ApiError> {
    let text = text.trim();
    if text.chars().count() > LONGEST_TEXT || text.contains('\0') {
        let why = format!("a text has {LONGEST_TEXT} characters at most");
        return Err(ApiError::Wrong(why));
    }
    Ok(text)
}

/// Where those who keep order sit.
pub struct Desk {
    /// The database.
    pub pool: PgPool,
    /// Everybody who is known.
    pub accounts: Arc<Accounts>,
}

impl AsRef<Accounts> for Desk {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}

impl Desk {
    async fn find(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.accounts.player(name).await?;
        player.ok_or(ApiError::NotFound("there is no such player"))
    }

    /// What somebody may do to keep order.
    async fn must_keep_order(&self, player: &Player) -> Result<Role, ApiError> {
        let role = longjump_order::role_of(&self.pool, player.id).await?;
        role.ok_or(ApiError::Forbidden("that is for those who keep order here"))
    }

    async fn file(&self, about: &Player) -> Result<Json<PlayerFile>, ApiError> {
        let pool = &self.pool;
        let cases = longjump_order::cases(pool, Some(about.id)).await?;
        Ok(Json(PlayerFile {
            standing: longjump_order::standing(pool, about.id).await?,
            reports: cases.into_iter().flat_map(|case| case.reports).collect(),
            neighbours: longjump_order::neighbours(pool, about.id).await?,
            log: longjump_order::log(pool, Some(about.id), LINES).await?,
        }))
    }
}
