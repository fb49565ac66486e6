//! What those who keep order do, and what it comes to for everybody else.

use crate::accounts::Browser;
use crate::helpers::{cluster, database, within};
use longjump_order::{Deed, find, has, lift, log, refund, take, warn};
use longjump_testbed::Cluster;
use longjump_wire::order::Measure;
use serde_json::json;
use sqlx::PgPool;
use std::time::{Duration, Instant};

pub(crate) async fn deed<'a>(database: &PgPool, about: &str, note: &'a str) -> Deed<'a> {
    Deed {
        by: None,
        about: find(database, about).await.expect("an account"),
        note,
    }
}

/// A rated game of two that the second gives up after the moves that make it count, and the longest
/// that one of these took.
async fn lost_by_second<'a>(first: &mut Browser<'a>, second: &mut Browser<'a>) -> Duration {
    rated_game(first, second).await.1
}

pub(crate) async fn rated_game<'a>(
    first: &mut Browser<'a>,
    second: &mut Browser<'a>,
) -> (String, Duration) {
    let game = first.open("60+1", true).await;
    second.sit(&game).await;
    let path = format!("/api/games/{game}/moves");
    let mut longest = Duration::ZERO;
    for ply in 0..10 {
        let mover = if ply % 2 == 0 {
            &mut *first
        } else {
            &mut *second
        };
        let (_, legal) = mover.get(&path).await;
        let body = json!({"ply": ply, "mv": legal["legal"][0], "id": format!("m{ply}")});
        let began = Instant::now();
        let played = mover.post(&path, body).await;
        longest = longest.max(began.elapsed());
        assert_eq!(played.0, 200, "{}", played.1);
    }
    let began = Instant::now();
    second.resign(&game).await;
    (game, longest.max(began.elapsed()))
}

/// By how much the ratings of anybody differ from what their games and refunds come to.
async fn largest_gap(database: &PgPool) -> f64 {
    sqlx::query_scalar(
        "SELECT coalesce(max(abs(r.rating - 1500
                 - (SELECT coalesce(sum(after - before), 0) FROM rating_changes c WHERE c.player = r.player)
                 - (SELECT coalesce(sum(amount), 0) FROM refunds f WHERE f.player = r.player))), 0)
         FROM ratings r",
    )
    .fetch_one(database)
    .await
    .expect("a gap")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_closed_is_signed_out_and_stays_out_until_it_is_lifted() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let (_, bot) = ada.post("/api/bots", json!({"name": "adasbot"})).await;
    assert!(bot["token"].is_string(), "{bot}");
    let about = deed(&database, "ADA", "an engine").await;
    take(&database, &about, Measure::Closed, None)
        .await
        .expect("closed");
    assert!(!ada.is_signed_in().await);
    let sessions: i64 = sqlx::query_scalar("SELECT count(*) FROM sessions")
        .fetch_one(&database)
        .await
        .expect("a count");
    assert_eq!(sessions, 0, "the bot's neither");
    let credentials = json!({"name": "ada", "password": crate::accounts::PASSWORD});
    let refused = Browser::new(&cluster).post("/api/login", credentials).await;
    assert_eq!((refused.0, &refused.1["code"]), (403, &json!("closed")));
    assert!(
        lift(&database, &about, Measure::Closed)
            .await
            .expect("lifted")
    );
    assert!(
        !lift(&database, &about, Measure::Closed)
            .await
            .expect("not again")
    );
    let mut ada = Browser::signed_in(&cluster, "ada").await;
    assert_eq!(
        ada.events().await[..3],
        ["signed_in", "measure_lifted", "closed"]
    );

    // For so many days.
    take(&database, &about, Measure::Unrated, Some(3))
        .await
        .expect("barred");
    assert!(
        has(&database, about.about, Measure::Unrated)
            .await
            .expect("known")
    );
    sqlx::query("UPDATE measures SET until = now() - interval '1 second'")
        .execute(&database)
        .await
        .expect("three days go by");
    assert!(
        !has(&database, about.about, Measure::Unrated)
            .await
            .expect("known")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_barred_plays_without_ratings_and_who_is_muted_without_phrases() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let wanted = json!({"game": "minicheckers", "control": "60+1", "rated": true});
    let rated = bob.open("60+1", true).await;
    let about = deed(&database, "ada", "").await;
    take(&database, &about, Measure::Unrated, None)
        .await
        .expect("barred");
    warn(&database, &about).await.expect("warned");
    let unrated = json!("unrated");
    let refused = ada.post("/api/games", wanted.clone()).await;
    assert_eq!((refused.0, &refused.1["code"]), (409, &unrated));
    let refused = ada.act(&rated, json!({"kind": "sit"})).await;
    assert_eq!((refused.0, &refused.1["code"]), (409, &unrated));
    let refused = ada.post("/api/seek", wanted).await;
    assert_eq!((refused.0, &refused.1["code"]), (409, &unrated));
    let game = ada.open("60+1", false).await;
    bob.sit(&game).await;

    let mut speaks = ada.socket(cluster.at(0)).await;
    let mut hears = bob.socket(cluster.at(1)).await;
    for socket in [&mut speaks, &mut hears] {
        socket.send(&json!({"t": "watch", "game": game})).await;
        socket.receive("room").await;
    }
    let phrase = json!({"t": "phrase", "game": game, "phrase": "well_played"});
    take(&database, &about, Measure::Muted, None)
        .await
        .expect("muted");
    speaks.send(&phrase).await;
    let heard = within(1.0, hears.receive("phrase")).await;
    assert!(heard.is_none(), "{heard:?}");
    lift(&database, &about, Measure::Muted)
        .await
        .expect("lifted");
    speaks.send(&phrase).await;
    assert!(within(10.0, hears.receive("phrase")).await.is_some());
    let told = ["measure_lifted", "muted", "warned", "unrated"];
    assert_eq!(ada.events().await[..4], told);
}

#[tokio::test(flavor = "multi_thread")]
async fn points_come_back_once_and_add_up() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut cheat = Browser::with_account(&cluster, "cheat").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let mut cyd = Browser::with_account(&cluster, "cyd").await;
    lost_by_second(&mut cheat, &mut bob).await;
    lost_by_second(&mut cheat, &mut bob).await;
    lost_by_second(&mut cheat, &mut cyd).await;
    lost_by_second(&mut cyd, &mut cheat).await;
    let about = deed(&database, "cheat", "an engine").await;
    let done = refund(&database, &about, 90).await.expect("refunded");
    assert_eq!((done.games, done.players), (3, 2));
    assert!(done.points > 100.0, "{done:?}");
    assert!(largest_gap(&database).await < 1e-6);
    let again = refund(&database, &about, 90).await.expect("refunded");
    assert_eq!((again.games, again.points), (0, 0.0));
    let rating: f64 = sqlx::query_scalar(
        "SELECT rating FROM ratings r JOIN players p ON p.id = r.player WHERE p.name = 'bob'",
    )
    .fetch_one(&database)
    .await
    .expect("a rating");
    assert!((rating - 1500.0).abs() < 1e-6, "{rating}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_only_added_to() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let _ada = Browser::with_account(&cluster, "ada").await;
    let about = deed(&database, "ada", "for a test").await;
    warn(&database, &about).await.expect("warned");
    for query in [
        "UPDATE audit SET note = ''",
        "DELETE FROM audit",
        "TRUNCATE audit",
    ] {
        let refused = sqlx::query(query).execute(&database).await;
        let why = refused.expect_err(query).to_string();
        assert!(why.contains("only added to"), "{why}");
    }
    let entries = log(&database, Some(about.about), 10)
        .await
        .expect("the log");
    let entry = &entries[0];
    assert_eq!(
        (entries.len(), &*entry.what, &*entry.note),
        (1, "warned", "for a test")
    );
    assert_eq!(entry.about.as_deref(), Some("ada"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_a_name_that_looks_like_anothers_or_like_the_services() {
    let cluster = cluster(1).await;
    let _ada = Browser::with_account(&cluster, "Corn_Bill0").await;
    let sign_up = async |name: &str| {
        let credentials = json!({"name": name, "password": "eleven plain marbles"});
        Browser::new(&cluster)
            .post("/api/account", credentials)
            .await
    };
    for alike in ["Com_BillO", "corn-bi110", "Corn_Blll0"] {
        let refused = sign_up(alike).await;
        assert_eq!(
            (refused.0, &refused.1["code"]),
            (409, &json!("name_alike")),
            "{alike}"
        );
    }
    let taken = sign_up("CORN_BILL0").await;
    assert_eq!(taken.1["code"], "name_taken");
    for reserved in ["Admin", "TheModerator", "longjump_team", "Support-1"] {
        assert_eq!(sign_up(reserved).await.0, 422, "{reserved}");
    }
    assert_eq!(sign_up("Corn_Bill2").await.0, 200);
}

/// So many refunds and closings while games are played and rated: nothing gets lost, and no move waits.
#[tokio::test(flavor = "multi_thread")]
async fn refunds_and_closings_while_games_are_rated() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let cheats: Vec<String> = (0..6).map(|number| format!("cheat{number}")).collect();
    for (number, name) in cheats.iter().enumerate() {
        let mut cheat = Browser::with_account(&cluster, name).await;
        let mut victim = Browser::with_account(&cluster, &format!("victim{number}")).await;
        lost_by_second(&mut cheat, &mut victim).await;
    }
    let deeds = keep_order(&database, &cheats);
    let games = play_games(&cluster);
    let (count, longest) = tokio::join!(deeds, games);
    assert!(largest_gap(&database).await < 1e-6);
    println!("{count} refunds and closings, the longest move {longest:?}");
    // A tenth of a second on a quiet machine.
    assert!(longest < Duration::from_secs(1), "{longest:?}");
    let noted: i64 = sqlx::query_scalar("SELECT count(*) FROM audit")
        .fetch_one(&database)
        .await
        .expect("a count");
    assert_eq!(noted, count);
}

/// Refunds and closings, opened again, until the games are over.
async fn keep_order(database: &PgPool, cheats: &[String]) -> i64 {
    let mut count = 0;
    while count < 1_000 {
        for name in cheats {
            let about = deed(database, name, "").await;
            refund(database, &about, 90).await.expect("refunded");
            let closed = take(database, &about, Measure::Closed, None).await;
            closed.expect("closed");
            lift(database, &about, Measure::Closed)
                .await
                .expect("opened");
            count += 3;
        }
    }
    count
}

/// Rated games of victims with each other meanwhile, and the longest that a move took.
async fn play_games(cluster: &Cluster) -> Duration {
    let pairs = (0..3).map(async |pair| {
        let mut one = Browser::signed_in(cluster, &format!("victim{}", 2 * pair)).await;
        let mut two = Browser::signed_in(cluster, &format!("victim{}", 2 * pair + 1)).await;
        let mut longest = Duration::ZERO;
        for _ in 0..4 {
            longest = longest.max(lost_by_second(&mut one, &mut two).await);
            longest = longest.max(lost_by_second(&mut two, &mut one).await);
        }
        longest
    });
    let all = futures_util::future::join_all(pairs).await;
    all.into_iter().max().unwrap_or_default()
}
