//! A game as a stream of events, for programs without sockets.

use crate::app::App;
use axum::extract::{Extension, Path, Query, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use longjump_accounts::{ApiError, Network, OptionalPlayer, ended};
use longjump_door::{Place, Sender};
use longjump_wire::room::PlayerId;
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

/// Streams are told apart from sockets by their numbers.
static NEXT: AtomicU64 = AtomicU64::new(1 << 63);

/// Where to begin.
#[derive(Deserialize)]
pub(crate) struct From {
    since: Option<usize>,
}

/// Stops watching when the stream is dropped.
struct Watching {
    app: Arc<App>,
    game: String,
    id: u64,
    inbox: mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    session: Option<watch::Receiver<bool>>,
    player: Option<PlayerId>,
    _place: Place<Sender>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.app.rooms.unwatch(&self.game, self.id);
        // Nobody is told when the whole server ends.
        if let (Some(player), Ok(runtime)) = (self.player, Handle::try_current()) {
            let (app, game) = (Arc::clone(&self.app), std::mem::take(&mut self.game));
            runtime.spawn(async move { app.rooms.note_presence(&game, player, false).await });
        }
    }
}

/// The game, and then whatever happens in it: the same messages as over a socket.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(from): Query<From>,
    OptionalPlayer(player): OptionalPlayer,
    Extension(Network(network)): Extension<Network>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let unknown = ApiError::NotFound("there is no such game");
    let sender = Sender::new(player.as_ref().map(|player| player.id), network);
    let place = app.limiters.place(sender).ok_or(ApiError::TOO_MANY_OPEN)?;
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let (sender, inbox) = mpsc::channel(128);
    let session = player.as_ref().and_then(|player| player.session);
    let session = session.map(|session| app.accounts.sessions.follow(&session));
    let player = player.map(|player| player.id);
    let found = app
        .rooms
        .watch(&game, from.since, id, sender, player)
        .await?;
    if found.is_none() {
        return Err(unknown);
    }
    let watching = Watching {
        app,
        game,
        id,
        inbox,
        session,
        player,
        _place: place,
    };
    if let Some(player) = player {
        let rooms = &watching.app.rooms;
        rooms.note_presence(&watching.game, player, true).await;
    }
    let events = unfold(watching, |mut watching| {
        let mut draining = watching.app.draining.clone();
        async move {
            let message = tokio::select! {
                message = watching.inbox.recv() => message?,
                () = ended(&mut watching.session) => return None,
                _ = draining.wait_for(|&draining| draining) => return None,
            };
            let event = Event::default().data(message.as_str());
            Some((Ok(event), watching))
        }
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(events).keep_alive(alive))
}
