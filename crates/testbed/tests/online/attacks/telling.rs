//! Who watches is told, and soon, whatever got lost on the way.

use crate::helpers::{Pair, add_server_with_lines, cluster, database, database_line, within};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn watchers_hear_of_a_move_though_the_answer_of_its_commit_was_lost() {
    let mut cluster = cluster(0).await;
    let at = add_server_with_lines(&mut cluster).await;
    let line = database_line(&cluster, 0);
    let pair = Pair::new(&cluster, "300+3").await;
    let (mut first, _) = pair.ada.watch(at, &pair.game).await;
    let (mut second, _) = pair.bo.watch(at, &pair.game).await;
    let message = pair.next_message(at).await;
    line.lose_answers_to(&pair.game);
    first.send(&message).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    line.mend();
    let heard = within(8.0, second.receive_move()).await;
    assert!(heard.is_some(), "the opponent was not told");
    // Sent again it is the same move.
    first.send(&message).await;
    let done = within(8.0, first.receive("done")).await.expect("an answer");
    assert_eq!(done["repeated"], true);
}

/// How long servers look into the database often, as they don't rely on NATS yet.
const UNSURE: Duration = Duration::from_secs(11);

#[tokio::test(flavor = "multi_thread")]
async fn a_move_just_after_somebody_began_to_watch_is_told_at_once() {
    let mut cluster = cluster(1).await;
    let far = add_server_with_lines(&mut cluster).await;
    let [_, line] = cluster.lines(1).expect("added with lines");
    tokio::time::sleep(UNSURE).await;
    line.delay(Duration::from_millis(300));
    // Several, as a look into the database may come at the right time by chance.
    for _ in 0..5 {
        let pair = Pair::new(&cluster, "300+3").await;
        let (mut second, _) = pair.bo.watch(far, &pair.game).await;
        pair.play(cluster.at(0)).await.expect("played");
        let heard = within(1.5, second.receive_move()).await;
        assert!(heard.is_some(), "the move was not told in time");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_sender_hung_up_is_told_like_any_other() {
    let mut cluster = cluster(0).await;
    let at = add_server_with_lines(&mut cluster).await;
    let line = database_line(&cluster, 0);
    tokio::time::sleep(UNSURE).await;
    for _ in 0..5 {
        let pair = Pair::new(&cluster, "300+3").await;
        let (mut second, _) = pair.bo.watch(at, &pair.game).await;
        let (body, path) = pair.next_move(at).await;
        line.delay(Duration::from_millis(100));
        // Hung up when the move is on its way to the database.
        tokio::select! {
            _ = pair.ada.post(at, &path, &body) => panic!("it was still waited for"),
            () = line.passed(body["mv"].as_str().expect("a move")) => {}
        }
        line.delay(Duration::ZERO);
        let heard = within(1.5, second.receive_move()).await;
        assert!(heard.is_some(), "the opponent was not told in time");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_missed_very_much_gets_the_room() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let pair = Pair::new(&cluster, "1d").await;
    let database = database(&mut cluster).await;
    // Twelve thousand offers that were turned down.
    let add = "INSERT INTO room_events (game, version, at, body)
         SELECT $1, 4 + n, (extract(epoch FROM now()) * 1000)::bigint,
                CASE n % 2 WHEN 0 THEN '{\"type\":\"offered\",\"seat\":0,\"offer\":{\"kind\":\"draw\"}}'::jsonb
                           ELSE '{\"type\":\"declined\",\"seat\":1}'::jsonb END
         FROM generate_series(0, 11999) AS n";
    let set = "UPDATE games SET version = 3 + 12000 WHERE id = $1";
    for statement in [add, set] {
        let done = sqlx::query(statement).bind(&pair.game).execute(&database);
        done.await.expect("changed");
    }
    let mut socket = pair.bo.socket(at).await;
    socket
        .send(&json!({"t": "watch", "game": pair.game, "since": 3}))
        .await;
    let room = within(8.0, socket.receive("room")).await;
    assert_eq!(room.expect("the room")["room"]["version"], 12_003);
}
