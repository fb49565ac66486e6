//! One's own data: all of it as an archive, and its end.

use super::games::record_of;
use crate::app::App;
use crate::rooms::ActError;
use crate::store::{Store, rename_in_logs};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::WithRejection;
use futures_util::stream::unfold;
use longjump_accounts::{ApiError, Network, Player, SignedIn};
use longjump_archive::Archive;
use longjump_door::Sender;
use longjump_online::{Actor, Command};
use longjump_ratings::ratings_of;
use longjump_studies::{OwnEdit, own_edits, own_studies, own_study};
use longjump_wire::account::DeleteAccount;
use longjump_wire::rest::{Done, PlayerKind, Problem, Profile};
use longjump_wire::room::PlayerId;
use longjump_wire::time::Span;
use sqlx::PgPool;
use std::io::Error;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many games are read at a time.
const PAGE: i64 = 50;
/// More events of an account than there ever are.
const ALL_EVENTS: i64 = i64::MAX;
const README: &str = "All that this service keeps of you.

account.json  the account: ways in, sessions, address, wishes, and what happened to it within a year
ratings.json  your ratings
bots.json     your bots
reports.json  what you have told those who keep order of others
vacations.json  vacations that you took within about a year
follows.json  whom you follow
plans.json    answers that you have decided on in games by days
puzzles.json  your ratings in puzzles, those that you have tried, and whether you solved them
studies/      your studies
edits/        your edits of the last thirty days in anybody's studies
tournaments.json  tournaments that you have entered or announced
games.json    your games, the newest first
games/        each of them as a record, which the site reads in analysis and review

Set phrases that you have sent are kept nowhere.
";

/// Somebody with an account who has just proven that they are.
fn must_be_proven(player: &Player) -> Result<(), ApiError> {
    if player.kind != PlayerKind::Account {
        return Err(ApiError::Forbidden("that is for accounts; make one"));
    }
    if !player.is_proven {
        return Err(ApiError::Unproven);
    }
    Ok(())
}

/// All that is kept of one, as a ZIP archive.
#[utoipa::path(get, path = "/api/account/export", tag = "account",
    responses((status = OK, description = "the archive", body = Vec<u8>, content_type = "application/zip"), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    Extension(Network(network)): Extension<Network>,
) -> Result<Response, ApiError> {
    must_be_proven(&player)?;
    let place = app.limiters.place(Sender::new(Some(player.id), network));
    let place = place.ok_or(ApiError::TOO_MANY_OPEN)?;
    let name = format!("attachment; filename=\"longjump-{}.zip\"", player.name);
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let broken_off = sender.clone();
        // Kept until all is sent.
        let _place = place;
        if let Err(error) = send_all(sender, &app, &player).await {
            tracing::warn!(%error, "an export was broken off");
            let _ = broken_off.send(Err(error)).await;
        }
    });
    let parts = unfold(receiver, |mut receiver| async move {
        Some((receiver.recv().await?, receiver))
    });
    let head = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((head, Body::from_stream(parts)).into_response())
}

async fn send_all(
    sender: mpsc::Sender<Result<Bytes, Error>>,
    app: &App,
    player: &Player,
) -> Result<(), Error> {
    let mut files = Archive::new(sender);
    add_all(&mut files, app, player).await?;
    files.finish().await
}

/// Adds all that is kept of somebody.
async fn add_all(files: &mut Archive, app: &App, player: &Player) -> Result<(), Error> {
    let (store, accounts) = (&app.rooms.store, &app.accounts);
    files.add("README.txt", README.as_bytes()).await?;
    let session = player.session.unwrap_or_default();
    let account = accounts.whole_view(player.id, &session, ALL_EVENTS).await;
    files
        .add_json("account.json", &account.map_err(Error::other)?)
        .await?;
    let ratings = Profile {
        name: player.name.clone(),
        kind: player.kind,
        ratings: ratings_of(&store.pool(), player.id)
            .await
            .map_err(Error::other)?,
    };
    files.add_json("ratings.json", &ratings).await?;
    let bots = accounts.bots_of(player.id).await.map_err(Error::other)?;
    let bots: Vec<_> = bots.iter().map(Player::public).collect();
    files.add_json("bots.json", &bots).await?;
    let reports = longjump_order::reports_by(&store.pool(), player.id).await;
    files
        .add_json("reports.json", &reports.map_err(Error::other)?)
        .await?;
    let vacations = accounts.vacations_of(player.id).await;
    files
        .add_json("vacations.json", &vacations.map_err(Error::other)?)
        .await?;
    let plans = longjump_days::plans_of(&store.pool(), player.id).await;
    files
        .add_json("plans.json", &plans.map_err(Error::other)?)
        .await?;
    let followed = longjump_following::followed_by(&store.pool(), player.id).await;
    files
        .add_json("follows.json", &followed.map_err(Error::other)?)
        .await?;
    let tries = longjump_solving::own_solving(&store.pool(), player.id).await;
    files
        .add_json("puzzles.json", &tries.map_err(Error::other)?)
        .await?;
    add_studies(files, &store.pool(), player).await?;
    let tournaments = longjump_contests::tournaments_of(&store.pool(), player.id).await;
    files
        .add_json("tournaments.json", &tournaments.map_err(Error::other)?)
        .await?;
    add_games(files, store, player.id).await
}

/// One at a time: together they may be many megabytes.
async fn add_studies(files: &mut Archive, pool: &PgPool, player: &Player) -> Result<(), Error> {
    let studies = own_studies(pool, player.id).await.map_err(Error::other)?;
    for id in studies {
        let study = own_study(pool, player, &id).await.map_err(Error::other)?;
        if let Some(study) = study {
            files
                .add_json(&format!("studies/{id}.json"), &study)
                .await?;
        }
    }
    let mut last: Option<OwnEdit> = None;
    for number in 1.. {
        let edits = own_edits(pool, player.id, last.as_ref()).await;
        let mut edits = edits.map_err(Error::other)?;
        if edits.is_empty() {
            break;
        }
        files
            .add_json(&format!("edits/{number}.json"), &edits)
            .await?;
        last = edits.pop();
    }
    Ok(())
}

async fn add_games(files: &mut Archive, store: &Store, player: PlayerId) -> Result<(), Error> {
    let mut all = Vec::new();
    let mut before = i64::MAX;
    loop {
        let page = store.games_of(player, before, PAGE).await;
        let page = page.map_err(Error::other)?;
        for summary in &page {
            let read = store.room(&summary.id).await.map_err(Error::other)?;
            let record = read.and_then(|(room, _)| record_of(&summary.id, &room));
            if let Some(record) = record {
                let name = format!("games/{}.txt", summary.id);
                files.add(&name, record.as_bytes()).await?;
            }
        }
        let Some(last) = page.last() else { break };
        before = last.created_at.0;
        all.extend(page);
    }
    files.add_json("games.json", &all).await
}

/// Delete one's account: its name goes from everywhere, and its games stay with those who played them.
#[utoipa::path(post, path = "/api/account/delete", tag = "account", request_body = DeleteAccount,
    responses((status = OK, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    SignedIn(player): SignedIn,
    WithRejection(Json(given), _): WithRejection<Json<DeleteAccount>, ApiError>,
) -> Result<Json<Done>, ApiError> {
    must_be_proven(&player)?;
    if !given.name.eq_ignore_ascii_case(&player.name) {
        let why = "write the name of your account to delete it".to_owned();
        return Err(ApiError::Wrong(why));
    }
    let store = &app.rooms.store;
    for player in app.accounts.with_bots(player.id).await? {
        for game in store.unfinished_games(player).await? {
            leave(&app, &game, player).await?;
        }
    }
    let mut work = store.pool().begin().await?;
    let forgotten = app.accounts.forget(&mut work, player.id).await?;
    let games = rename_in_logs(&mut work, &forgotten.players).await?;
    work.commit().await?;
    app.accounts.close_all(&forgotten.ended);
    app.rooms.forget(games.iter().map(String::as_str)).await;
    app.rooms.bus.forget_games(&games);
    Ok(Json(Done {}))
}

/// Leaves a game: the others have won it, or wait for somebody else.
async fn leave(app: &App, game: &str, player: PlayerId) -> Result<(), ApiError> {
    for command in [Command::StandUp, Command::Abort, Command::Resign] {
        let actor = Actor::Person(player);
        match app.rooms.act(game, actor, &command, Span(0), None).await {
            Ok(_) => break,
            // It is not that kind of game any more.
            Err(ActError::Refused(_) | ActError::NoGame) => {}
            Err(ActError::TryAgain) => return Err(ApiError::Away),
        }
    }
    Ok(())
}
