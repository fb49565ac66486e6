//! What is asked over HTTP.

use crate::packs::{Packs, packs};
use crate::store;
use axum::Json;
use axum::extract::{Path, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{Accounts, ApiError, Player, SignedIn};
use longjump_wire::rest::{PlayerKind, Problem};
use longjump_wire::solving::{PuzzleTries, Solver, SolverRating};
use sqlx::PgPool;
use std::sync::Arc;

type Name = WithRejection<Path<String>, ApiError>;

/// How many tries are told of at a time.
const MOST: usize = 50;

/// What the requests need.
pub struct Solving {
    pool: PgPool,
    accounts: Arc<Accounts>,
    packs: Packs,
}

impl AsRef<Accounts> for Solving {
    fn as_ref(&self) -> &Accounts {
        &self.accounts
    }
}

impl Solving {
    /// Ratings in a database.
    pub fn new(pool: PgPool, accounts: Arc<Accounts>) -> Arc<Self> {
        Arc::new(Self {
            pool,
            accounts,
            packs: packs(),
        })
    }
}

fn must_have_account(player: &Player) -> Result<(), ApiError> {
    if player.kind == PlayerKind::Account {
        return Ok(());
    }
    Err(ApiError::Forbidden(
        "ratings in puzzles are kept for accounts; make one",
    ))
}

const NO_PACK: ApiError = ApiError::NotFound("there is no such pack of puzzles");

/// How one stands in the puzzles of a pack, such as `star`, and how those stand that anybody has tried.
#[utoipa::path(get, path = "/api/puzzles/{pack}", tag = "puzzles", params(("pack" = String, Path)),
    responses((status = OK, body = Solver), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn solver(
    State(solving): State<Arc<Solving>>,
    SignedIn(player): SignedIn,
    WithRejection(Path(pack), _): Name,
) -> Result<Json<Solver>, ApiError> {
    must_have_account(&player)?;
    if !solving.packs.contains_key(&*pack) {
        return Err(NO_PACK);
    }
    Ok(Json(store::solver(&solving.pool, player.id, &pack).await?))
}

/// Tell of puzzles that one has tried: each counts once, for the rating of who tried it and for its own.
#[utoipa::path(post, path = "/api/puzzles/{pack}/tries", tag = "puzzles", params(("pack" = String, Path)), request_body = PuzzleTries,
    responses((status = OK, body = SolverRating), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn tried(
    State(solving): State<Arc<Solving>>,
    WithRejection(Path(pack), _): Name,
    SignedIn(player): SignedIn,
    WithRejection(Json(told), _): WithRejection<Json<PuzzleTries>, ApiError>,
) -> Result<Json<SolverRating>, ApiError> {
    must_have_account(&player)?;
    let puzzles = solving.packs.get(&*pack).ok_or(NO_PACK)?;
    if !(1..=MOST).contains(&told.tries.len()) {
        return Err(ApiError::Wrong("tell of 1 to 50 tries".to_owned()));
    }
    if told.player != player.name {
        let why = "somebody else is signed in here by now".to_owned();
        return Err(ApiError::Refused("other_account", why));
    }
    let ids: Vec<String> = told.tries.iter().map(|of| of.id.clone()).collect();
    let mut known = store::known(&solving.pool, player.id, &pack, &ids).await?;
    for of in &told.tries {
        // A pack that was made anew may lack a puzzle that somebody still has: it counts for nobody.
        let Some(first_rating) = puzzles.get(&of.id) else {
            continue;
        };
        if known.insert(of.id.clone()) {
            store::tried(&solving.pool, player.id, &pack, of, *first_rating).await?;
        }
    }
    Ok(Json(store::rating(&solving.pool, player.id, &pack).await?))
}
