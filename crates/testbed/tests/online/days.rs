//! Clocks that don't run as they usually do: first moves, and games by days that stand still.

use crate::accounts::Browser;
use crate::helpers::{Pair, cluster, database, within};
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::time::Duration;

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// A game as everybody may see it.
async fn shown(cluster: &Cluster, pair: &Pair) -> Value {
    let path = format!("/api/games/{}", pair.game);
    let shown = pair.ada.get(cluster.at(0), &path).await;
    shown.expect("a game")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_begin_has_the_game_called_off_though_nobody_watches() {
    let cluster = cluster(1).await;
    let pair = Pair::new(&cluster, "120+0").await;
    pair.play(cluster.at(0)).await.expect("a first move");
    let room = shown(&cluster, &pair).await;
    let began = room["running_since"].as_i64().expect("a clock runs");
    assert_eq!(room["first_move_until"], began + 30_000, "{room}");
    let called_off = within(40.0, async {
        while shown(&cluster, &pair).await["outcome"].is_null() {
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    });
    called_off.await.expect("long before the clock is up");
    let room = shown(&cluster, &pair).await;
    assert_eq!(room["outcome"]["reason"], "aborted");
    assert!(room["clocks"][1].as_i64() > Some(100_000), "{room}");
}

/// When the flag of a game falls, and when a server looks whether it has.
async fn ends(database: &PgPool, game: &str) -> (i64, i64) {
    let query = "SELECT deadline, look_at FROM games WHERE id = $1";
    let row = sqlx::query_as(query).bind(game).fetch_one(database).await;
    row.expect("a game")
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_by_agreement_until_somebody_goes_on() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let pair = Pair::new(&cluster, "1d").await;
    let act = async |who, server, kind: &str| {
        pair.act(who, cluster.at(server), json!({"kind": kind}))
            .await
    };
    let (before, _) = ends(&database, &pair.game).await;
    act(&pair.ada, 0, "offer_pause").await.expect("offered");
    act(&pair.bo, 1, "accept").await.expect("agreed");
    let paused = shown(&cluster, &pair).await;
    let until = paused["paused_until"].as_i64().expect("a pause");
    assert_eq!(paused["running_since"], until, "{paused}");
    let (deadline, look_at) = ends(&database, &pair.game).await;
    assert!((deadline - before - 14 * DAY).abs() < 60_000);
    assert!(look_at <= deadline);
    assert!(act(&pair.bo, 0, "offer_pause").await.is_err(), "it stands");
    act(&pair.bo, 1, "resume").await.expect("on it goes");
    let (deadline, look_at) = ends(&database, &pair.game).await;
    assert!((deadline - before).abs() < 60_000);
    assert!(look_at <= deadline);
    assert!(act(&pair.ada, 0, "resume").await.is_err(), "it runs");
}

/// The seat of who has opened a game there.
async fn first_seat(browser: &mut Browser<'_>, game: &str) -> Value {
    browser.get(&format!("/api/games/{game}")).await.1["seats"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_on_vacation_loses_no_time_in_any_game_by_days() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let mut games = Vec::new();
    for control in ["1d", "3d", "60+1"] {
        let game = ada.open(control, false).await;
        bo.sit(&game).await;
        games.push(game);
    }
    let before = ends(&database, &games[0]).await.0;
    let taken = ada.post("/api/account/vacation", json!({"days": 7})).await;
    assert_eq!((taken.0, &taken.1["days_left"]), (200, &json!(14)));
    let until = taken.1["until"].as_i64().expect("a vacation");
    for game in &games[..2] {
        assert_eq!(first_seat(&mut ada, game).await["vacation_until"], until);
    }
    let in_minutes = first_seat(&mut ada, &games[2]).await;
    assert!(in_minutes["vacation_until"].is_null(), "{in_minutes}");
    let during = ends(&database, &games[0]).await.0;
    assert!((during - before - 7 * DAY).abs() < 60_000);
    // Games that begin meanwhile hear of it too.
    let later = ada.open("2d", false).await;
    bo.sit(&later).await;
    let told = within(20.0, async {
        while first_seat(&mut ada, &later).await["vacation_until"] != until {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    told.await.expect("told");
    // No second one, and nothing that is none.
    let again = ada.post("/api/account/vacation", json!({"days": 1})).await;
    assert_eq!((again.0, &again.1["code"]), (409, &json!("on_vacation")));
    for nonsense in [json!({"days": 0}), json!({"days": 22}), json!({"days": -1})] {
        assert_eq!(bo.post("/api/account/vacation", nonsense).await.0, 422);
    }
    // Back on the first day, which counts.
    let back = ada.delete("/api/account/vacation").await;
    assert_eq!(
        (&back.1["until"], &back.1["days_left"]),
        (&Value::Null, &json!(20))
    );
    for game in &games[..2] {
        let seat = first_seat(&mut ada, game).await;
        assert!(seat["vacation_until"].as_i64() < Some(until), "{seat}");
    }
    let after = ends(&database, &games[0]).await.0;
    assert!((after - before).abs() < 60_000);
    // A year has 21 days, however they are taken.
    let rest = json!({"days": 20});
    assert_eq!(ada.post("/api/account/vacation", rest.clone()).await.0, 200);
    ada.delete("/api/account/vacation").await;
    let left = ada.get("/api/account/vacation").await.1;
    assert_eq!(left["days_left"], 19);
    let refused = ada.post("/api/account/vacation", rest.clone()).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("no_days_left"))
    );
    let year = "UPDATE vacations SET began = began - 366 * 86400000::bigint, until = until - 366 * 86400000::bigint";
    let gone_by = sqlx::query(year).execute(&database).await;
    gone_by.expect("a year goes by");
    assert_eq!(ada.post("/api/account/vacation", rest).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_twice_at_once_has_one_vacation() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let ada = Browser::with_account(&cluster, "ada").await;
    let ask = async |server: usize| {
        let url = format!("http://{}/api/account/vacation", cluster.at(server));
        let request = cluster.http().post(url).header("cookie", &ada.cookie);
        let answer = request.json(&json!({"days": 20})).send().await;
        answer.expect("an answer").status().as_u16()
    };
    let (a, b, c, d) = tokio::join!(ask(0), ask(1), ask(0), ask(1));
    let answers = [a, b, c, d];
    assert_eq!(answers.iter().filter(|&&status| status == 200).count(), 1);
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM vacations")
        .fetch_one(&database)
        .await
        .expect("a count");
    assert_eq!(kept, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_is_told_though_the_server_that_took_it_is_gone() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let game = ada.open("1d", false).await;
    bo.sit(&game).await;
    // As if it had ended just after this was written.
    let query = "INSERT INTO vacations (player, began, until, days)
                 SELECT id, 0, 9000000000000, 21 FROM players WHERE name = 'ada'";
    let kept = sqlx::query(query).execute(&database).await;
    kept.expect("a vacation");
    let told = within(20.0, async {
        while ends(&database, &game).await.0 < 9_000_000_000_000 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    told.await.expect("told");
}
