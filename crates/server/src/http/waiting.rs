//! The lobby and one's seek as streams: who waits is told, and need not ask again and again.
//! The database is asked once a second for all who listen at this server.

use super::lobby::pair;
use crate::app::App;
use crate::waiting::Told;
use axum::extract::{Extension, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use longjump_accounts::{ApiError, Network, OptionalPlayer, SignedIn, ended};
use longjump_door::{Place, Sender};
use longjump_wire::rest::SeekStatus;
use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

/// How often the database is asked.
const LOOK: Duration = Duration::from_secs(1);

/// One who listens.
struct Listening {
    app: Arc<App>,
    news: watch::Receiver<Told>,
    session: Option<watch::Receiver<bool>>,
    _place: Place<Sender>,
}

/// What goes on, whenever that changes.
pub(crate) async fn lobby(
    State(app): State<Arc<App>>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(Network(network)): Extension<Network>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let player = player.map(|player| player.id);
    let place = app.limiters.place(Sender::new(player, network));
    Ok(stream(Listening {
        news: app.waiting.follow_lobby(),
        session: None,
        _place: place.ok_or(ApiError::TOO_MANY_OPEN)?,
        app,
    }))
}

/// What became of one's seek, whenever that changes. Who listens is still there.
pub(crate) async fn seek(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    Extension(Network(network)): Extension<Network>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let place = app.limiters.place(Sender::new(Some(player.id), network));
    let session = player.session;
    let news = app.waiting.follow_seek(player.id);
    Ok(stream(Listening {
        news,
        session: session.map(|session| app.accounts.sessions.follow(&session)),
        _place: place.ok_or(ApiError::TOO_MANY_OPEN)?,
        app,
    }))
}

fn stream(mut listening: Listening) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // What is known already is news for who has just come.
    if listening.news.borrow().is_some() {
        listening.news.mark_changed();
    }
    let events = unfold(listening, |mut listening| {
        let mut draining = listening.app.draining.clone();
        async move {
            tokio::select! {
                changed = listening.news.changed() => changed.ok()?,
                () = ended(&mut listening.session) => return None,
                _ = draining.wait_for(|&draining| draining) => return None,
            }
            let told = listening.news.borrow_and_update().clone()?;
            Some((Ok(Event::default().data(told)), listening))
        }
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// Looks for news until the server ends.
pub(crate) async fn look_for_news(app: Weak<App>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(app) = app.upgrade() else { return };
        if let Err(error) = look_at_lobby(&app).await {
            tracing::warn!(?error, "the lobby could not be looked at");
        }
        if let Err(error) = look_at_seeks(&app).await {
            tracing::warn!(?error, "seeks could not be looked at");
        }
    }
}

async fn look_at_lobby(app: &App) -> Result<(), ApiError> {
    if app.waiting.is_lobby_followed() {
        let lobby = app.rooms.store.lobby().await?;
        app.waiting.tell_lobby(&lobby);
    }
    Ok(())
}

async fn look_at_seeks(app: &App) -> Result<(), ApiError> {
    let players = app.waiting.seekers_who_listen();
    if players.is_empty() {
        return Ok(());
    }
    let store = &app.rooms.store;
    let mut seeks = store.seek_states(&players).await?;
    let mut wanted = Vec::new();
    for (status, seek) in seeks.values() {
        if *status == SeekStatus::Waiting && !wanted.contains(seek) {
            wanted.push(seek.clone());
        }
    }
    // Windows widen with time, so who waits may fit now.
    let mut is_any_paired = false;
    for seek in &wanted {
        while pair(app, seek).await? {
            is_any_paired = true;
        }
    }
    if is_any_paired {
        seeks = store.seek_states(&players).await?;
    }
    for player in players {
        let status = seeks.get(&player).map(|(status, _)| status);
        app.waiting
            .tell_seeker(player, status.unwrap_or(&SeekStatus::None));
    }
    Ok(())
}
