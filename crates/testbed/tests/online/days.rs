//! Clocks that don't run as they usually do: first moves, and games by days that stand still.

use crate::helpers::{Pair, cluster, within};
use longjump_testbed::Cluster;
use serde_json::Value;
use std::time::Duration;

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
