//! What is asked about studies over HTTP; edits come over sockets as well.

use crate::bounds;
use crate::live::Studies;
use crate::store::{self, StudyError};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum_extra::extract::WithRejection;
use longjump_accounts::{ApiError, OptionalPlayer, Player, SignedIn, random, token_hash};
use longjump_wire::rest::{Done, PlayerKind, Problem};
use longjump_wire::study::{
    EditReceipt, EditRequest, NewStudy, ShareStudy, StudyEdit, StudyKey, StudyMade, StudySummary,
    StudyView,
};
use serde::Deserialize;
use std::sync::Arc;

type Id = WithRejection<Path<String>, ApiError>;
type Body<T> = WithRejection<Json<T>, ApiError>;

const NO_STUDY: ApiError = ApiError::NotFound("there is no such study, or it is not shared");

impl From<StudyError> for ApiError {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Missing => NO_STUDY,
            StudyError::Refused("wrong", why) => Self::Wrong(why.to_owned()),
            StudyError::Refused(code, why) => Self::Refused(code, why.to_owned()),
            StudyError::Database(error) => error.into(),
        }
    }
}

/// Somebody with an account.
fn must_have_account(player: &Player) -> Result<(), ApiError> {
    match player.kind {
        PlayerKind::Account => Ok(()),
        _ => Err(ApiError::Forbidden("that is for accounts; make one")),
    }
}

/// The name of a study, as far as it can be one: Postgres has no such character.
fn named(id: String) -> Result<String, ApiError> {
    if id.contains('\0') {
        return Err(NO_STUDY);
    }
    Ok(id)
}

/// The secret of a link for editing.
#[derive(Deserialize)]
pub(crate) struct Secret {
    key: Option<String>,
}

/// One's own studies, those edited last first.
#[utoipa::path(get, path = "/api/studies", tag = "studies",
    responses((status = OK, body = Vec<StudySummary>), (status = 401, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(crate) async fn own(
    State(studies): State<Arc<Studies>>,
    SignedIn(player): SignedIn,
) -> Result<Json<Vec<StudySummary>>, ApiError> {
    Ok(Json(store::list(&studies.pool, player.id).await?))
}

/// Make a study with its first chapter; whoever has its link may read it.
#[utoipa::path(post, path = "/api/studies", tag = "studies", request_body = NewStudy,
    responses((status = OK, body = StudyMade), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn make(
    State(studies): State<Arc<Studies>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(new), _): Body<NewStudy>,
) -> Result<Json<StudyMade>, ApiError> {
    must_have_account(&player)?;
    let wrong = |why: &str| ApiError::Wrong(why.to_owned());
    bounds::check_title(&new.title).map_err(wrong)?;
    bounds::check_message_id(&new.id).map_err(wrong)?;
    let chapter = new.chapter.clone();
    bounds::check(&StudyEdit::AddChapter { chapter }).map_err(wrong)?;
    studies.must_not_be_muted(player.id).await?;
    let is_newcomer = studies.accounts.is_new(player.id).await?;
    let id = store::make(&studies.pool, player.id, is_newcomer, &new).await?;
    Ok(Json(StudyMade { id }))
}

/// A study, for whoever has its link if it is shared; else for its owner and who has a link for editing.
#[utoipa::path(get, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses((status = OK, body = StudyView), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(crate) async fn show(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    WithRejection(Query(secret), _): WithRejection<Query<Secret>, ApiError>,
    OptionalPlayer(player): OptionalPlayer,
) -> Result<Json<StudyView>, ApiError> {
    let key = secret.key.as_deref().map(token_hash);
    let id = named(id)?;
    let view = store::view(&studies.pool, &id, (player.as_ref(), key)).await?;
    Ok(Json(view))
}

/// Edit a study.
#[utoipa::path(post, path = "/api/studies/{id}/edits", tag = "studies", params(("id" = String, Path)), request_body = EditRequest,
    responses((status = OK, body = EditReceipt), (status = 401, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn edit(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
    WithRejection(Json(asked), _): Body<EditRequest>,
) -> Result<Json<EditReceipt>, ApiError> {
    let key = asked.key.as_deref();
    let done = studies.edit(&id, &player, key, &asked.id, &asked.edit);
    Ok(Json(done.await?))
}

/// What was done to a study of one's own is told to who watches it.
async fn changed(studies: &Studies, id: &str, is_there: bool) -> Result<(), ApiError> {
    if !is_there {
        return Err(NO_STUDY);
    }
    studies.changed(id).await;
    Ok(())
}

/// Say who may read a study of one's own.
#[utoipa::path(put, path = "/api/studies/{id}/shared", tag = "studies", params(("id" = String, Path)), request_body = ShareStudy,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn share(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
    WithRejection(Json(asked), _): Body<ShareStudy>,
) -> Result<Json<Done>, ApiError> {
    let id = named(id)?;
    let is_there = store::share(&studies.pool, &id, player.id, asked.shared).await?;
    changed(&studies, &id, is_there).await?;
    Ok(Json(Done {}))
}

/// Make a link for editing, in place of the one before.
#[utoipa::path(post, path = "/api/studies/{id}/key", tag = "studies", params(("id" = String, Path)),
    responses((status = OK, body = StudyKey), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn new_key(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
) -> Result<Json<StudyKey>, ApiError> {
    let id = named(id)?;
    let key = random(24);
    let hash = Some(token_hash(&key));
    let is_there = store::set_key(&studies.pool, &id, player.id, hash).await?;
    changed(&studies, &id, is_there).await?;
    Ok(Json(StudyKey { key }))
}

/// End the link for editing.
#[utoipa::path(delete, path = "/api/studies/{id}/key", tag = "studies", params(("id" = String, Path)),
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn end_key(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
) -> Result<Json<Done>, ApiError> {
    let id = named(id)?;
    let is_there = store::set_key(&studies.pool, &id, player.id, None).await?;
    changed(&studies, &id, is_there).await?;
    Ok(Json(Done {}))
}

/// Delete a study of one's own.
#[utoipa::path(delete, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn delete(
    State(studies): State<Arc<Studies>>,
    WithRejection(Path(id), _): Id,
    SignedIn(player): SignedIn,
) -> Result<Json<Done>, ApiError> {
    let id = named(id)?;
    let is_there = store::delete(&studies.pool, &id, player.id).await?;
    changed(&studies, &id, is_there).await?;
    Ok(Json(Done {}))
}
