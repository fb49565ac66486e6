//! Everything that is asked over HTTP.

#[cfg(test)]
mod document;
mod error;
mod games;
mod limits;
mod lobby;
mod ops;
mod own;
mod people;
mod stream;
mod waiting;

pub(crate) use waiting::look_for_news;

use crate::app::App;
use crate::rooms::Rooms;
use axum::extract::{DefaultBodyLimit, Extension, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::Response;
use axum::routing::get;
use axum::{Router, middleware};
use longjump_accounts::{Accounts, ApiError, Network, OptionalPlayer};
use longjump_contests::Contests;
use longjump_days::ByDays;
use longjump_door::{Sender, same_site_only, shield_headers};
use longjump_exploration::Exploration;
use longjump_following::Following;
use longjump_moderation::Desk;
use longjump_solving::Solving;
use longjump_studies::Studies;
use std::sync::Arc;
use std::time::Duration;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body that is read.
const LARGEST_BODY: usize = 16 * 1024;
/// How long a request may take.
const LONGEST: Duration = Duration::from_secs(20);

#[derive(OpenApi)]
#[openapi(info(
    title = "Longjump",
    description = "Games of jumping pieces between people, engines and bots. \
                   Sockets are described in docs/online-protocol.md."
))]
struct Api;

/// What the API's document describes, and the document.
struct Described {
    own: Router<Arc<App>>,
    accounts: Router<Arc<Accounts>>,
    order: Router<Arc<Desk>>,
    days: Router<Arc<ByDays>>,
    explorer: Router<Arc<Exploration>>,
    following: Router<Arc<Following>>,
    solving: Router<Arc<Solving>>,
    studies: Router<Arc<Studies>>,
    contests: Router<Arc<Contests>>,
    document: utoipa::openapi::OpenApi,
}

fn described() -> Described {
    let (accounts, of_accounts) = longjump_accounts::described();
    let (order, of_order) = longjump_moderation::described();
    let (days, of_days) = longjump_days::described();
    let (explorer, of_explorer) = longjump_exploration::described();
    let (following, of_following) = longjump_following::described();
    let (solving, of_solving) = longjump_solving::described();
    let (studies, of_studies) = longjump_studies::described();
    let (contests, of_contests) = longjump_contests::described();
    let (own, mut document) = OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(people::profile))
        .routes(routes!(people::games))
        .routes(routes!(people::turns))
        .routes(routes!(people::create_bot, people::bots))
        .routes(routes!(people::new_bot_token))
        .routes(routes!(own::export))
        .routes(routes!(own::delete))
        .routes(routes!(games::create))
        .routes(routes!(games::show))
        .routes(routes!(games::record))
        .routes(routes!(games::ratings))
        .routes(routes!(games::play, games::legal))
        .routes(routes!(games::act))
        .routes(routes!(lobby::open_games))
        .routes(routes!(lobby::live))
        .routes(routes!(lobby::seek, lobby::seek_state, lobby::end_seek))
        .split_for_parts();
    document.merge(of_accounts);
    document.merge(of_order);
    document.merge(of_days);
    document.merge(of_explorer);
    document.merge(of_following);
    document.merge(of_solving);
    document.merge(of_studies);
    document.merge(of_contests);
    Described {
        own,
        accounts,
        order,
        days,
        explorer,
        following,
        solving,
        studies,
        contests,
        document,
    }
}

/// All paths; what is not ours goes to `site`.
pub(crate) fn router(app: Arc<App>, site: Router) -> Router {
    let described = described();
    let document = serde_json::to_string(&described.document).unwrap_or_default();
    let is_secure = app.config.is_secure();
    let api = described
        .own
        .merge(described.accounts.with_state(Arc::clone(&app.accounts)))
        .merge(described.order.with_state(Arc::new(Desk {
            pool: app.rooms.store.pool(),
            accounts: Arc::clone(&app.accounts),
        })))
        .merge(described.days.with_state(Arc::new(ByDays {
            pool: app.rooms.store.pool(),
            accounts: Arc::clone(&app.accounts),
            games: Arc::<Rooms>::clone(&app.rooms),
        })))
        .merge(described.explorer.with_state(Arc::clone(&app.exploration)))
        .merge(described.following.with_state(Arc::new(Following {
            pool: app.rooms.store.pool(),
            accounts: Arc::clone(&app.accounts),
        })))
        .merge(described.solving.with_state(Arc::clone(&app.solving)))
        .merge(described.studies.with_state(Arc::clone(&app.studies)))
        .merge(described.contests.with_state(Arc::new(Contests::new(
            app.rooms.store.pool(),
            Arc::clone(&app.accounts),
            Arc::<Rooms>::clone(&app.rooms),
        ))))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            LONGEST,
        ))
        .route("/api/games/{id}/stream", get(stream::game))
        .route("/api/lobby/stream", get(waiting::lobby))
        .route("/api/seek/stream", get(waiting::seek))
        .route("/api/socket", get(socket))
        .route(
            "/api/openapi.json",
            get(move || async move { ([("content-type", "application/json")], document) }),
        )
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .layer(SetResponseHeaderLayer::if_not_present(
            CACHE_CONTROL,
            // Neither browsers nor proxies keep what is about people.
            HeaderValue::from_static("no-store"),
        ))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            limits::limit,
        ))
        .layer(middleware::from_fn(same_site_only))
        .with_state(Arc::clone(&app));
    let ops = Router::new()
        .route("/health", get(ops::health))
        .route("/ready", get(ops::ready))
        .route("/metrics", get(ops::metrics))
        .with_state(app);
    Router::new()
        .merge(api)
        .merge(ops)
        .fallback_service(site)
        .layer(middleware::from_fn_with_state(is_secure, shield_headers))
        .layer(middleware::from_fn(ops::measure))
}

async fn no_such_path() -> ApiError {
    ApiError::NotFound("there is nothing at this address; /api/openapi.json lists what there is")
}

async fn socket(
    State(app): State<Arc<App>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(Network(network)): Extension<Network>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let sender = Sender::new(player.as_ref().map(|player| player.id), network);
    let place = app.limiters.place(sender).ok_or(ApiError::TOO_MANY_OPEN)?;
    Ok(crate::socket::accept(upgrade, app, player, sender, place))
}
