//! What is asked of the explorer over HTTP.

use crate::feed::{feed, open};
use crate::finished::players;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum_extra::extract::WithRejection;
use longjump_accounts::ApiError;
use longjump_explorer::{Explorer, ExplorerError, Filter, Question};
use longjump_wire::explorer::{Explored, Exploring, GameSource, GameSpeed};
use longjump_wire::rest::Problem;
use sqlx::PgPool;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// More letters than a question needs.
const LONGEST_SPEC: usize = 200;
const LONGEST_START: usize = 500;
const LONGEST_MOVES: usize = 4_000;

/// What answers questions: a store, where this server has one, and who played.
pub struct Exploration {
    /// Where the store is; nowhere if that is empty.
    folder: PathBuf,
    /// The store, once it is open.
    explorer: OnceLock<Arc<Explorer>>,
    /// The database, for names.
    pool: PgPool,
}

impl Exploration {
    /// With the store in a folder, or with none where none is named.
    pub fn new(folder: &str, pool: PgPool) -> Arc<Self> {
        Arc::new(Self {
            folder: folder.into(),
            explorer: OnceLock::new(),
            pool,
        })
    }

    /// Opens the store and counts public games that end, for as long as the server runs. Games go on without it.
    pub async fn keep_counting(self: Arc<Self>) {
        if !self.folder.as_os_str().is_empty() {
            let explorer = open(&self.folder).await;
            let explorer = self.explorer.get_or_init(|| explorer);
            feed(Arc::clone(explorer), self.pool.clone()).await;
        }
    }

    fn explorer(&self) -> Result<Arc<Explorer>, ApiError> {
        if self.folder.as_os_str().is_empty() {
            return Err(ApiError::NotFound("this service has no explorer"));
        }
        self.explorer.get().cloned().ok_or(ApiError::Away)
    }
}

/// What was played from a position.
#[utoipa::path(get, path = "/api/explorer", tag = "explorer", params(Exploring),
    responses((status = OK, body = Explored), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn ask(
    State(exploration): State<Arc<Exploration>>,
    WithRejection(Query(asked), _): WithRejection<Query<Exploring>, ApiError>,
) -> Result<Json<Explored>, ApiError> {
    let explorer = exploration.explorer()?;
    let question = question(asked)?;
    let mut explored = in_background(move || explorer.ask(&question)).await?;
    let ids: Vec<String> = explored
        .last
        .iter()
        .filter_map(|game| game.id.clone())
        .collect();
    if !ids.is_empty() {
        let named = players(&exploration.pool, &ids).await?;
        for game in &mut explored.last {
            let found = named.iter().find(|(id, _)| Some(id) == game.id.as_ref());
            if let Some((_, names)) = found {
                game.players.clone_from(names);
            }
        }
    }
    Ok(Json(explored))
}

/// A game that was counted, as a record. Who played a game of this service is in its own record.
#[utoipa::path(get, path = "/api/explorer/games/{number}", tag = "explorer", params(("number" = u32, Path)),
    responses((status = OK, description = "the record", body = String, content_type = "text/plain"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn record(
    State(exploration): State<Arc<Exploration>>,
    WithRejection(Path(number), _): WithRejection<Path<u32>, ApiError>,
) -> Result<impl IntoResponse, ApiError> {
    let explorer = exploration.explorer()?;
    let record = in_background(move || explorer.record(number)).await?;
    let record = record.ok_or(ApiError::NotFound("there is no such game"))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

/// Looks into the store, off the threads that serve sockets.
async fn in_background<T: Send + 'static>(
    look: impl FnOnce() -> Result<T, ExplorerError> + Send + 'static,
) -> Result<T, ApiError> {
    let looked = tokio::task::spawn_blocking(look).await;
    looked
        .map_err(|_| ApiError::Away)?
        .map_err(|error| match error {
            ExplorerError::Spec(_) | ExplorerError::Notation(_) | ExplorerError::TooLong(_) => {
                ApiError::Wrong(error.to_string())
            }
            error => {
                tracing::warn!(%error, "the explorer could not be asked");
                ApiError::Away
            }
        })
}

fn question(asked: Exploring) -> Result<Question, ApiError> {
    let start = asked.start.unwrap_or_default();
    let moves = asked.moves.unwrap_or_default();
    if asked.game.len() > LONGEST_SPEC || start.len() > LONGEST_START || moves.len() > LONGEST_MOVES
    {
        return Err(ApiError::Wrong("no question is so long".to_owned()));
    }
    let game = longjump_online::read_game(&asked.game);
    let game = game.map_err(|error| ApiError::Wrong(error.to_string()))?;
    let filter = Filter {
        sources: listed(asked.source, |name| match name {
            "online" => Some(GameSource::Online),
            "arena" => Some(GameSource::Arena),
            "lab" => Some(GameSource::Lab),
            _ => None,
        })?,
        speeds: listed(asked.speed, |name| match name {
            "fast" => Some(GameSpeed::Fast),
            "blitz" => Some(GameSpeed::Blitz),
            "rapid" => Some(GameSpeed::Rapid),
            "days" => Some(GameSpeed::Days),
            _ => None,
        })?,
        rating: asked.rating.unwrap_or(0),
    };
    Ok(Question {
        game: game.to_string(),
        start: (!start.is_empty()).then_some(start),
        moves,
        filter,
    })
}

/// Values with commas between them.
fn listed<T>(text: Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, ApiError> {
    let text = text.unwrap_or_default();
    let names = text.split(',').filter(|name| !name.is_empty()).take(10);
    let unknown =
        |name: &str| ApiError::Wrong(format!("'{name}' is nothing that games can be chosen by"));
    names
        .map(|name| read(name).ok_or_else(|| unknown(name)))
        .collect()
}
