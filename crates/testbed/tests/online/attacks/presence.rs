//! Nobody who is there is taken to have left.

use crate::helpers::{Pair, add_server_with_lines, cluster, database, database_line};
use longjump_client::ClientError;
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use std::time::Duration;

/// A control with which somebody who is away is waited for for twenty seconds.
const FAST: &str = "60+1";

async fn claim(pair: &Pair, cluster: &Cluster) -> Result<Value, ClientError> {
    let go_on = json!({"kind": "go_on_without", "seat": 1, "engine": false});
    pair.act(&pair.ada, cluster.at(0), go_on).await
}

fn is_refused(answer: &Result<Value, ClientError>) -> bool {
    matches!(answer, Err(ClientError::Refused(409, text)) if text.contains("not_away"))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_over_http_is_there() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let pair = Pair::new(&cluster, FAST).await;
    for _ in 0..4 {
        pair.play(at).await.expect("played");
    }
    let database = database(&mut cluster).await;
    let no_socket = sqlx::query("UPDATE seats SET seen_at = seen_at - 60000");
    no_socket.execute(&database).await.expect("never seen");
    let answer = claim(&pair, &cluster).await;
    assert!(is_refused(&answer), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_connected_is_seen_though_the_room_is_busy() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let pair = Pair::new(&cluster, FAST).await;
    let (_socket, _) = pair.bo.watch(at, &pair.game).await;
    let database = database(&mut cluster).await;
    let mut frozen = database.begin().await.expect("a transaction");
    let lock = sqlx::query("SELECT id FROM games WHERE id = $1 FOR UPDATE");
    let lock = lock.bind(&pair.game).execute(&mut *frozen);
    lock.await.expect("locked");
    let seen = async || {
        let seen = sqlx::query_scalar("SELECT seen_at FROM seats WHERE game = $1 AND seat = 1");
        let seen: i64 = seen
            .bind(&pair.game)
            .fetch_one(&database)
            .await
            .expect("a time");
        seen
    };
    let before = seen().await;
    // Moves that can't be written keep the room busy.
    let busy = async {
        loop {
            let _ = pair.play(at).await;
        }
    };
    let later = async {
        tokio::time::sleep(Duration::from_secs(9)).await;
        seen().await
    };
    let after = tokio::select! {
        () = busy => unreachable!("it goes on"),
        after = later => after,
    };
    frozen.rollback().await.expect("let go");
    assert!(after >= before + 4_000, "seen at {before} and at {after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_outage_nobody_is_claimed_before_presence_was_noted_anew() {
    let mut cluster = cluster(0).await;
    for _ in 0..2 {
        add_server_with_lines(&mut cluster).await;
    }
    let (near, far) = (database_line(&cluster, 0), database_line(&cluster, 1));
    let pair = Pair::new(&cluster, FAST).await;
    for _ in 0..2 {
        pair.play(cluster.at(0)).await.expect("played");
    }
    let (_socket, _) = pair.bo.watch(cluster.at(1), &pair.game).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    near.cut();
    far.cut();
    tokio::time::sleep(Duration::from_secs(21)).await;
    // The server of who claims is back first.
    near.mend();
    for _ in 0..4 {
        let answer = claim(&pair, &cluster).await;
        assert!(answer.is_err(), "somebody who is connected was claimed");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    far.mend();
}
