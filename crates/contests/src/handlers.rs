//! What is asked about tournaments over HTTP.

use crate::boards::Contests;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, SignedIn};
use longjump_wire::rest::{Done, GameCreated, Problem};
use longjump_wire::tournament::{
    NewTournament, RoundWanted, TournamentDeed, TournamentLine, TournamentView,
};
use std::sync::Arc;

type Body<T> = WithRejection<Json<T>, ApiError>;
type Id = WithRejection<Path<String>, ApiError>;

/// Public tournaments.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments",
    responses((status = OK, body = Vec<TournamentLine>), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn list(
    State(contests): State<Arc<Contests>>,
) -> Result<Json<Vec<TournamentLine>>, ApiError> {
    Ok(Json(contests.list().await?))
}

/// Announce a tournament.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = NewTournament,
    responses((status = OK, body = GameCreated), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn announce(
    State(contests): State<Arc<Contests>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(wanted), _): Body<NewTournament>,
) -> Result<Json<GameCreated>, ApiError> {
    let id = contests.announce(&player, &wanted).await?;
    Ok(Json(GameCreated { id }))
}

/// A tournament as it stands.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path), RoundWanted),
    responses((status = OK, body = TournamentView), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn show(
    State(contests): State<Arc<Contests>>,
    WithRejection(Path(id), _): Id,
    WithRejection(Query(wanted), _): WithRejection<Query<RoundWanted>, ApiError>,
) -> Result<Json<TournamentView>, ApiError> {
    must_be_readable(&id)?;
    if wanted.round == Some(0) {
        return Err(ApiError::Wrong("rounds count from 1".to_owned()));
    }
    Ok(Json(contests.view(&id, wanted.round).await?))
}

/// Take part in a tournament, or organise one's own.
#[utoipa::path(post, path = "/api/tournaments/{id}/actions", tag = "tournaments", params(("id" = String, Path)),
    request_body = TournamentDeed,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn act(
    State(contests): State<Arc<Contests>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): Body<TournamentDeed>,
) -> Result<Json<Done>, ApiError> {
    must_be_readable(&id)?;
    contests.act(&player, &id, given.action).await?;
    Ok(Json(Done {}))
}

/// Postgres has no text with a zero in it.
fn must_be_readable(id: &str) -> Result<(), ApiError> {
    if id.contains('\0') {
        return Err(ApiError::NotFound("there is no such tournament"));
    }
    Ok(())
}
