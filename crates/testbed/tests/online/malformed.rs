//! A hundred thousand messages that make no sense, and what must hold all the while.

use crate::helpers::{Person, cluster, guest};
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

static PANICS: AtomicUsize = AtomicUsize::new(0);
const MESSAGES: usize = 100_000;
const SOCKETS: usize = 4;

/// Messages that are nearly right, and others.
fn messages(game: &str) -> Vec<String> {
    let good = [
        json!({"t": "watch", "game": game, "since": 1}),
        json!({"t": "unwatch", "game": game}),
        json!({"t": "move", "game": game, "ply": 0, "mv": "a1b2", "id": "x"}),
        json!({"t": "act", "game": game, "action": {"kind": "sit", "seat": 1}, "id": "y"}),
        json!({"t": "act", "game": game, "action": {"kind": "go_on_without", "seat": 0, "engine": true}, "id": "z"}),
        json!({"t": "phrase", "game": game, "phrase": "hello"}),
        json!({"t": "away", "game": game, "ply": 0, "ms": 700}),
        json!({"t": "ping"}),
    ];
    let odd = [
        json!(null),
        json!(-1),
        json!(1e308),
        json!(18_446_744_073_709_551_615_u64),
        json!(""),
        json!("\0"),
        json!("\u{202e}drop"),
        json!("'; DROP TABLE games; --"),
        json!([]),
        json!({}),
        json!("a".repeat(3_000)),
        json!([[[[[[[[[[]]]]]]]]]]),
        json!(true),
        json!("../../etc/passwd"),
        json!("NaN"),
        json!(0.5),
    ];
    let mut all = Vec::new();
    for message in &good {
        let text = message.to_string();
        all.push(text.clone());
        let Value::Object(fields) = message else {
            continue;
        };
        for name in fields.keys() {
            for value in &odd {
                let mut changed = message.clone();
                changed[name] = value.clone();
                all.push(changed.to_string());
            }
            let mut without = fields.clone();
            without.remove(name);
            all.push(Value::Object(without).to_string());
        }
        for cut in 1..text.len() {
            all.push(text[..cut].to_owned());
        }
    }
    all.extend(["", "{", "[", "\"", "nul", "{\"t\":\"t\"}"].map(str::to_owned));
    all.push("[".repeat(4_000));
    all
}

/// One byte that is another.
fn mutate(text: &str, random: &mut fastrand::Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if !bytes.is_empty() {
        for _ in 0..random.usize(..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn pester(
    cluster: &Cluster,
    visitor: &Person,
    server: usize,
    game: &str,
    seed: u64,
) -> Vec<String> {
    let pool = messages(game);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut received = Vec::new();
    let mut socket = visitor.socket(cluster.at(server)).await;
    for number in 0..MESSAGES / SOCKETS {
        let text = random.choice(&pool).expect("messages");
        let text = mutate(text, &mut random);
        if socket.send_text(text).await.is_err() {
            // Too long a message ends a socket, as it should.
            socket = visitor.socket(cluster.at(server)).await;
        }
        if number % 50 == 0 {
            let ping = json!({"t": "ping"}).to_string();
            if socket.send_text(ping).await.is_err() {
                socket = visitor.socket(cluster.at(server)).await;
                continue;
            }
            while let Ok(message) = socket.receive_any().await {
                if message["t"] == "pong" {
                    break;
                }
                received.push(message.to_string());
            }
        }
    }
    received
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_breaks_nothing_and_tells_nothing() {
    std::panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        eprintln!("{info}");
    }));
    let cluster = cluster(2).await;
    let (ada, eve) = (guest(&cluster).await, guest(&cluster).await);
    let game = ada
        .open(
            cluster.at(0),
            json!({"game": "minicheckers", "control": "1d"}),
        )
        .await;
    let received = tokio::join!(
        pester(&cluster, &eve, 0, &game, 1),
        pester(&cluster, &eve, 1, &game, 2),
        pester(&cluster, &ada, 0, &game, 3),
        pester(&cluster, &ada, 1, &game, 4),
    );
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "a task panicked");
    for message in [&received.0, &received.1, &received.2, &received.3]
        .into_iter()
        .flatten()
    {
        for secret in ["\"client\"", "token", "password", "postgres://"] {
            assert!(!message.contains(secret), "{message}");
        }
    }
    // The game is still one that can be looked at and played.
    let (_, room) = ada.watch(cluster.at(1), &game).await;
    assert_eq!(room["room"]["game"], "minicheckers");
    let health = cluster
        .http()
        .get(format!("http://{}/ready", cluster.at(0)))
        .send()
        .await;
    assert!(health.expect("an answer").status().is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_somebody_else() {
    let cluster = cluster(1).await;
    let (ada, bo, eve) = (
        guest(&cluster).await,
        guest(&cluster).await,
        guest(&cluster).await,
    );
    let at = cluster.at(0);
    let game = ada
        .open(at, json!({"game": "minicheckers", "control": "300+3"}))
        .await;
    let actions = format!("/api/games/{game}/actions");
    let action = |kind: &str| json!({"action": {"kind": kind}, "id": kind});
    bo.post(at, &actions, &action("sit")).await.expect("seated");
    for kind in ["resign", "offer_draw", "abort", "accept", "stand_up", "sit"] {
        let refused = eve.post(at, &actions, &action(kind)).await;
        assert!(refused.is_err(), "{kind}");
    }
    let legal = eve
        .get(at, &format!("/api/games/{game}/moves"))
        .await
        .expect("moves");
    let moves = format!("/api/games/{game}/moves");
    let body = json!({"ply": 0, "mv": legal["legal"][0], "id": "m"});
    assert!(
        eve.post(at, &moves, &body).await.is_err(),
        "Eve has no seat"
    );
    assert!(
        bo.post(at, &moves, &body).await.is_err(),
        "it is Ada's turn"
    );
    // An id of somebody else's message is not one's own.
    ada.post(at, &moves, &body).await.expect("Ada's move");
    assert!(
        bo.post(at, &moves, &body).await.is_err(),
        "Bo did not send that"
    );
    // A cookie that we did not sign is none.
    let forged = cluster.http().get(format!("http://{at}/api/me"));
    let forged = forged
        .header("cookie", "session=abcdef")
        .send()
        .await
        .expect("an answer");
    assert_eq!(
        forged.json::<Value>().await.expect("json")["player"],
        Value::Null
    );
    let other_site = cluster.http().post(format!("http://{at}/api/guest"));
    let other_site = other_site
        .header("origin", "https://evil.example")
        .send()
        .await;
    assert_eq!(other_site.expect("an answer").status().as_u16(), 403);
}
