//! Rooms that others want to close, fill, hide or hold up.

use crate::helpers::{
    Pair, add_server_with_lines, cluster, database, database_line, guest, within,
};
use longjump_client::ClientError;
use serde_json::{Value, json};
use std::time::Duration;

/// The word for programs that a refusal has.
fn code(answer: &Result<Value, ClientError>) -> String {
    match answer {
        Err(ClientError::Refused(_, text)) => {
            let problem: Value = serde_json::from_str(text).unwrap_or_default();
            problem["code"].as_str().unwrap_or_default().to_owned()
        }
        other => format!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_opened_a_room_closes_or_fills_it() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let game = ada
        .open(
            at,
            json!({"game": "star:seats=3", "control": "300+3", "public": true}),
        )
        .await;
    let pair = Pair { ada, bo, game };
    pair.act(&pair.bo, at, json!({"kind": "sit"}))
        .await
        .expect("seated");
    for action in [
        json!({"kind": "abort"}),
        json!({"kind": "fill", "level": 1}),
    ] {
        let answer = pair.act(&pair.bo, at, action).await;
        assert_eq!(code(&answer), "not_yours");
    }
    let answer = pair
        .act(&pair.ada, at, json!({"kind": "fill", "level": 1}))
        .await;
    answer.expect("the opener may");
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_that_are_turned_down_can_t_be_made_for_ever() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let pair = Pair::new(&cluster, "1d").await;
    let mut refused = None;
    for number in 0..20 {
        let offered = pair.act(&pair.ada, at, json!({"kind": "offer_draw"})).await;
        if offered.is_err() {
            refused = Some((number, code(&offered)));
            break;
        }
        let declined = pair.act(&pair.bo, at, json!({"kind": "decline"})).await;
        declined.expect("declined");
    }
    assert_eq!(refused, Some((2, "too_soon".to_owned())));
    // After a move one may ask again.
    pair.play(at).await.expect("played");
    let offered = pair.act(&pair.ada, at, json!({"kind": "offer_draw"})).await;
    offered.expect("offered");
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_that_nobody_waits_in_hide_no_others() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let wanted = json!({"game": "minicheckers", "control": "300+3", "public": true});
    let mut abandoned = 0;
    while abandoned < 105 {
        let rude = guest(&cluster).await;
        for _ in 0..20 {
            let opened = rude.post(at, "/api/games", &wanted).await;
            if let Err(ClientError::Refused(status, _)) = &opened {
                assert_eq!(*status, 409, "{opened:?}");
                break;
            }
            abandoned += 1;
        }
    }
    let database = database(&mut cluster).await;
    let away = "UPDATE seats SET seen_at = seen_at - 60000;
                UPDATE waiting SET seen_at = seen_at - 60000";
    let away = sqlx::raw_sql(away).execute(&database);
    away.await.expect("they went away");
    let ada = guest(&cluster).await;
    let game = ada.open(at, wanted).await;
    let (_socket, _) = ada.watch(at, &game).await;
    let lobby = ada.get(at, "/api/lobby").await.expect("the lobby");
    let ids: Vec<&Value> = lobby
        .as_array()
        .expect("a list")
        .iter()
        .map(|room| &room["id"])
        .collect();
    assert_eq!(ids, [game.as_str()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_opens_few_rooms() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let rude = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3", "public": true});
    let mut opened = 0;
    while opened < 200 && rude.post(at, "/api/games", &wanted).await.is_ok() {
        opened += 1;
    }
    assert!(opened <= 10, "{opened} rooms");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_somebody_has_locked_hold_up_no_others() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let mut pairs = Vec::new();
    for _ in 0..8 {
        pairs.push(Pair::new(&cluster, "300+3").await);
    }
    let database = database(&mut cluster).await;
    let held: Vec<String> = pairs[..3].iter().map(|pair| pair.game.clone()).collect();
    let mut frozen = database.begin().await.expect("a transaction");
    let lock = sqlx::query("SELECT id FROM games WHERE id = ANY($1) FOR UPDATE");
    lock.bind(&held)
        .execute(&mut *frozen)
        .await
        .expect("locked");
    let [one, two, three, free @ ..] = &pairs[..] else {
        unreachable!("there are eight");
    };
    let waiting = async { tokio::join!(one.play(at), two.play(at), three.play(at)) };
    let going_on = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        for _ in 0..3 {
            for pair in free {
                let played = within(2.0, pair.play(at)).await;
                played
                    .expect("a move of another game in time")
                    .expect("played");
            }
        }
        frozen.rollback().await.expect("let go");
    };
    let (waited, ()) = tokio::join!(within(20.0, waiting), going_on);
    // Those either got through in the end, or were told to try again.
    let (one, two, three) = waited.expect("answers");
    for answer in [one, two, three] {
        assert!(answer.is_ok() || code(&answer) == "away", "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_an_outage() {
    let mut cluster = cluster(0).await;
    let at = add_server_with_lines(&mut cluster).await;
    let line = database_line(&cluster, 0);
    let pair = Pair::new(&cluster, "10+0").await;
    for _ in 0..2 {
        pair.play(at).await.expect("played");
    }
    let (message, path) = pair.next_move(at).await;
    line.cut();
    // Longer than the clock of who is to move.
    tokio::time::sleep(Duration::from_secs(14)).await;
    line.mend();
    let played = async {
        while pair.ada.post(at, &path, &message).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within(8.0, played).await.expect("the move is taken");
    let shown = pair.ada.get(at, &format!("/api/games/{}", pair.game)).await;
    let left = shown.expect("shown")["clocks"][0].as_u64();
    assert!(left.expect("a clock") > 1_000, "{left:?} ms left");
}
