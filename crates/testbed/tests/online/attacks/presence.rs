//! Nobody who is there is taken to have left.

use crate::helpers::{
    Pair, Person, add_server_with_lines, cluster, database, database_line, guest,
};
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

/// Somebody acts in a game over HTTP.
async fn act(
    who: &Person,
    cluster: &Cluster,
    server: usize,
    game: &str,
    action: Value,
) -> Result<Value, ClientError> {
    let path = format!("/api/games/{game}/actions");
    let id = fastrand::u64(..).to_string();
    let body = json!({"action": action, "id": id});
    who.post(cluster.at(server), &path, &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_agrees_to_an_offer_that_is_gone_makes_none() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let people = [
        guest(&cluster).await,
        guest(&cluster).await,
        guest(&cluster).await,
    ];
    let wanted = json!({"game": "star:seats=3", "control": "170+0"});
    let game = people[0].open(cluster.at(0), wanted).await;
    for person in &people[1..] {
        let sit = json!({"kind": "sit"});
        let seated = act(person, &cluster, 0, &game, sit).await;
        seated.expect("seated");
    }
    let moves = format!("/api/games/{game}/moves");
    for (ply, person) in people.iter().enumerate() {
        let legal = person.get(cluster.at(0), &moves).await.expect("moves");
        let body = json!({"ply": ply, "mv": legal["legal"][0], "id": "m"});
        let played = person.post(cluster.at(0), &moves, &body).await;
        played.expect("played");
    }
    // All of that was a minute ago, as far as the other server will ever know.
    let a_minute_ago = "UPDATE seats SET seen_at = seen_at - 60000; \
                        UPDATE moves SET at = at - 60000; \
                        UPDATE room_events SET at = at - 60000";
    let aged = sqlx::raw_sql(a_minute_ago).execute(&database).await;
    aged.expect("a minute ago");
    let go_on = json!({"kind": "go_on_without", "seat": 2, "engine": false});
    let offered = act(&people[0], &cluster, 1, &game, go_on.clone()).await;
    let version = offered.expect("offered")["version"].as_i64();
    // While somebody agrees, who offered it takes it back at a third server.
    let mut elsewhere = database.begin().await.expect("a transaction");
    let taken_back = "UPDATE games SET version = version + 1; \
                      INSERT INTO room_events (game, version, at, body) \
                      SELECT id, version, updated_at, '{\"type\": \"declined\", \"seat\": 0}' \
                      FROM games";
    let taken_back = sqlx::raw_sql(taken_back).execute(&mut *elsewhere).await;
    taken_back.expect("taken back");
    let accept = act(&people[1], &cluster, 1, &game, json!({"kind": "accept"}));
    let commit = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        elsewhere.commit().await.expect("written");
    };
    let (answer, ()) = tokio::join!(accept, commit);
    let is_refused =
        matches!(&answer, Err(ClientError::Refused(409, why)) if why.contains("nothing_offered"));
    assert!(is_refused, "{answer:?}");
    let path = format!("/api/games/{game}");
    let shown = people[1].get(cluster.at(1), &path).await.expect("shown");
    assert_eq!(
        shown["version"].as_i64(),
        version.map(|version| version + 1)
    );
    // Offered again, it is agreed to.
    let offered = act(&people[0], &cluster, 1, &game, go_on).await;
    offered.expect("offered");
    let agreed = act(&people[1], &cluster, 1, &game, json!({"kind": "accept"})).await;
    agreed.expect("agreed");
    let shown = people[1].get(cluster.at(1), &path).await.expect("shown");
    assert_eq!(shown["outcome"]["reason"], "left");
}
