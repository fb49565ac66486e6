//! Clocks that don't run as they usually do: first moves, and games by days that stand still.

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
