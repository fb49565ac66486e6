//! Recovery codes.

use super::{Browser, PASSWORD};
use crate::helpers::{cluster, database, until_too_often, within};
use serde_json::{Value, json};
use std::time::Instant;

const NEW: &str = "twelve plain marbles";

async fn make(browser: &mut Browser<'_>) -> Vec<String> {
    let (status, made) = browser.post("/api/account/codes", json!({})).await;
    assert_eq!(status, 200, "{made}");
    let codes = made["codes"].as_array().expect("codes");
    let codes = codes.iter().filter_map(Value::as_str);
    codes.map(str::to_owned).collect()
}

fn recovery(name: &str, code: &str) -> Value {
    json!({"name": name, "code": code, "password": NEW})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_for_one_new_password_and_ends_all_sessions() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let mut here = Browser::with_account(&cluster, "Ada").await;
    let first = make(&mut here).await;
    let codes = make(&mut here).await;
    assert_eq!(codes.len(), 10);
    let (_, view) = here.get("/api/account").await;
    assert_eq!(view["codes_left"], 10, "the first ten are worth nothing");
    let mut socket = here.socket(cluster.at(1)).await;

    let mut lost = Browser::new(&cluster);
    let old = lost.post("/api/recover", recovery("ada", &first[0])).await;
    assert_eq!((old.0, &old.1["code"]), (401, &json!("no_such_code")));
    let typed = codes[3].to_lowercase().replace('-', " ");
    let (status, own) = lost.post("/api/recover", recovery("ada", &typed)).await;
    assert_eq!((status, &own["player"]["name"]), (200, &json!("Ada")));
    let closed = async { while socket.receive_any().await.is_ok() {} };
    assert!(within(3.0, closed).await.is_some(), "the socket stays open");
    assert!(!here.is_signed_in().await);
    assert!(lost.is_signed_in().await);
    assert_eq!(lost.events().await[..2], ["recovered", "codes_made"]);
    let (_, view) = lost.get("/api/account").await;
    assert_eq!(view["codes_left"], 9);
    assert_eq!(here.sign_in("ada", PASSWORD).await, 401);
    assert_eq!(here.sign_in("ada", NEW).await, 200);
    let again = lost.post("/api/recover", recovery("ada", &codes[3])).await;
    assert_eq!(again.0, 401, "once");
    // Nothing that is kept can be used.
    let kept: Vec<Vec<u8>> = sqlx::query_scalar("SELECT code_hash FROM recovery_codes")
        .fetch_all(&database)
        .await
        .expect("hashes");
    let plain = codes[0].replace('-', "");
    assert!(kept.iter().all(|hash| hash.len() == 32));
    assert!(kept.iter().all(|hash| hash != plain.as_bytes()));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_codes_learns_nothing_and_is_slowed_down() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    make(&mut ada).await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let codes_of_bo = make(&mut bo).await;
    let mut stranger = Browser::new(&cluster);
    let mut took = Vec::new();
    let mut answers = Vec::new();
    // An account with codes, somebody else's code, and nobody.
    for (name, code) in [
        ("ada", "AAAA-BBBB-CCCC-DDDD"),
        ("ada", &codes_of_bo[0]),
        ("nobody", "AAAA-BBBB-CCCC-DDDD"),
    ] {
        let mut fastest = f64::MAX;
        for _ in 0..3 {
            let asked = Instant::now();
            answers.push(stranger.post("/api/recover", recovery(name, code)).await);
            fastest = fastest.min(asked.elapsed().as_secs_f64());
        }
        took.push(fastest);
    }
    assert_eq!(answers[0].0, 401);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    // Hashing the new password takes most of the time, and is done for everybody.
    let (least, most) = took
        .iter()
        .fold((f64::MAX, 0.0_f64), |(least, most), time| {
            (least.min(*time), most.max(*time))
        });
    // Without it an answer would come some eighty times sooner; a busy machine may double one.
    assert!(most < 5.0 * least, "{took:?}");
    until_too_often(10, async |_| {
        let guess = recovery("ada", "AAAA-BBBB-CCCC-DDDD");
        stranger.post("/api/recover", guess).await.0
    })
    .await;
}
