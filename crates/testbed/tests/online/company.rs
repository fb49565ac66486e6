//! Who watches what, whom one follows, and what players have played.

use crate::accounts::Browser;
use crate::helpers::{Pair, cluster, guest, within};
use crate::order::rated_game;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn spectators_of_all_servers_are_counted_and_players_are_not() {
    let cluster = cluster(2).await;
    let pair = Pair::new(&cluster, "300+3").await;
    let (mut ada, _) = pair.ada.watch(cluster.at(0), &pair.game).await;
    let (mut bo, _) = pair.bo.watch(cluster.at(1), &pair.game).await;
    let eve = guest(&cluster).await;
    // One person with two pages is one spectator, wherever another one looks.
    let _pages = (
        eve.watch(cluster.at(1), &pair.game).await,
        eve.watch(cluster.at(1), &pair.game).await,
    );
    let other = guest(&cluster).await;
    let at_the_first = other.watch(cluster.at(0), &pair.game).await;
    for socket in [&mut ada, &mut bo] {
        let counted = async { while socket.receive("spectators").await["count"] != 2 {} };
        within(20.0, counted).await.expect("two spectators");
    }
    let live = pair.ada.get(cluster.at(0), "/api/live?game=minicheckers");
    // The game is not public.
    assert_eq!(live.await.expect("a list"), json!([]));
    drop(at_the_first);
    let counted = async { while ada.receive("spectators").await["count"] != 1 {} };
    within(20.0, counted).await.expect("one spectator");
    // Whoever comes later is told at once.
    let (mut late, _) = other.watch(cluster.at(0), &pair.game).await;
    let told = within(2.0, late.receive("spectators")).await;
    assert_eq!(told.expect("a number")["count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn public_games_are_listed_to_watch_by_game() {
    let cluster = cluster(1).await;
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let at = cluster.at(0);
    let mut games = Vec::new();
    for game in ["star", "corners", "star:preset=open"] {
        let wanted = json!({"game": game, "control": "300+3", "public": true});
        let id = ada.open(at, wanted).await;
        let action = json!({"action": {"kind": "sit"}, "id": "sit"});
        let path = format!("/api/games/{id}/actions");
        bo.post(at, &path, &action).await.expect("seated");
        games.push(id);
    }
    let listed = async |path: &str| {
        let games = guest(&cluster).await.get(at, path).await.expect("a list");
        let games = games.as_array().expect("a list").clone();
        let ids = games.iter().map(|game| game["id"].clone());
        ids.collect::<Vec<Value>>()
    };
    // Players are seen a moment after they have begun to watch.
    let _sockets = (
        ada.watch(at, &games[0]).await,
        ada.watch(at, &games[1]).await,
        ada.watch(at, &games[2]).await,
    );
    let all_are_there = async {
        while listed("/api/live").await.len() < 3 {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    };
    within(15.0, all_are_there).await.expect("three games");
    assert_eq!(listed("/api/live?game=corners").await, [json!(games[1])]);
    assert_eq!(listed("/api/live?game=star").await.len(), 2);
    assert_eq!(listed("/api/live?game=chess").await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_one_follows_is_listed_until_either_is_gone() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    for (name, expected) in [
        ("Bob", 200),
        ("bob", 200),
        ("ada", 422),
        ("nobody", 404),
        ("no%00body", 404),
    ] {
        let answer = ada.put(&format!("/api/follows/{name}"), json!({})).await;
        assert_eq!(answer.0, expected, "{name}: {}", answer.1);
    }
    let followed = ada.get("/api/follows").await.1;
    assert_eq!(
        followed,
        json!([{"name": "bob", "kind": "account", "playing": null}])
    );
    assert_eq!(bo.get("/api/follows").await.1, json!([]));
    // Guests come and go: nobody follows one, and none follows anybody.
    let guest = guest(&cluster).await;
    let path = format!("/api/follows/{}", guest.name());
    assert_eq!(ada.put(&path, json!({})).await.0, 422);
    let mut nobody = Browser::new(&cluster);
    assert_eq!(nobody.put("/api/follows/bob", json!({})).await.0, 401);
    assert_eq!(ada.delete("/api/follows/bob").await.0, 200);
    assert_eq!(ada.get("/api/follows").await.1, json!([]));

    assert_eq!(ada.put("/api/follows/bob", json!({})).await.0, 200);
    let proof = json!({"password": crate::accounts::PASSWORD});
    assert_eq!(bo.post("/api/account/proof", proof).await.0, 200);
    let delete = json!({"name": "bob"});
    let deleted = bo.post("/api/account/delete", delete).await;
    assert_eq!(deleted.0, 200, "{}", deleted.1);
    assert_eq!(ada.get("/api/follows").await.1, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_players_have_played_is_told_by_day_and_against_each_other() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let (game, _) = rated_game(&mut ada, &mut bo).await;
    rated_game(&mut bo, &mut ada).await;
    rated_game(&mut ada, &mut bo).await;

    let lately = ada.get("/api/players/ada/activity").await.1;
    let day = &lately[0];
    assert_eq!(lately.as_array().map(Vec::len), Some(1), "{lately}");
    assert_eq!(
        (&day["category"], &day["games"], &day["points"]),
        (&json!("minicheckers"), &json!(3), &json!(2.0))
    );
    assert_eq!(day["changes"][0]["before"], json!(1500.0));
    let now = ada.get("/api/players/ada").await.1;
    assert_eq!(day["changes"][0]["after"], now["ratings"][0]["rating"]);

    let score = ada.get("/api/players/ada/against/bob").await.1;
    assert_eq!(
        score,
        json!([{"game": "minicheckers", "won": 2, "drawn": 0, "lost": 1}])
    );
    let score = ada.get("/api/players/BOB/against/ada").await.1;
    assert_eq!(
        (&score[0]["won"], &score[0]["lost"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(ada.get("/api/players/ada/against/nobody").await.0, 404);

    let times = ada.get(&format!("/api/games/{game}/times")).await.1;
    assert_eq!(times.as_array().map(Vec::len), Some(10));
    assert!(
        times
            .as_array()
            .expect("times")
            .iter()
            .all(|time| time.as_i64() >= Some(0))
    );
    assert_eq!(ada.get("/api/games/nothing/times").await.1, json!([]));
}
