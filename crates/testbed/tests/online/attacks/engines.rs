//! Engines think for everybody, and for nobody twice.

use crate::helpers::{Person, cluster, guest};
use longjump_bus::{NatsAddress, Thinker};
use longjump_client::ClientError;
use longjump_online::open_board;
use longjump_wire::cluster::Job;
use serde_json::json;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Counts = Arc<Mutex<HashMap<String, usize>>>;

/// Thinks of the first legal move, and counts how often it was asked about each game.
fn counting(counts: &Counts) -> Thinker {
    let counts = Arc::clone(counts);
    Arc::new(move |job: &Job| {
        let mut counts = counts.lock().expect("no panic");
        *counts.entry(job.game.clone()).or_default() += 1;
        let mut board = open_board(&job.spec.parse().ok()?).ok()?;
        for mv in &job.moves {
            board.play(mv).ok()?;
        }
        board.moves().into_iter().next()
    })
}

async fn open(person: &Person, at: SocketAddr) -> Result<String, ClientError> {
    // The engine begins.
    let wanted = json!({"game": "minicheckers", "control": "300+3", "seat": 1, "engines": 1});
    let opened = person.post(at, "/api/games", &wanted).await?;
    Ok(opened["id"].as_str().expect("a name").to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_waits_is_not_given_twice() {
    let mut cluster = cluster(2).await;
    let mut games = Vec::new();
    for _ in 0..5 {
        let person = guest(&cluster).await;
        games.push(open(&person, cluster.at(0)).await.expect("opened"));
    }
    // Longer than it takes until servers look after engines that were forgotten.
    tokio::time::sleep(Duration::from_secs(17)).await;
    let counts = Counts::default();
    let nats = NatsAddress::new(&cluster.backing().nats().url(), "");
    let think = counting(&counts);
    let worker = tokio::spawn(async move { longjump_bus::work(&nats, 1, think).await });
    // A busy machine may need a while for all of them; then there is time for a second job.
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if counts.lock().expect("no panic").len() == games.len() {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    worker.abort();
    let counts = counts.lock().expect("no panic");
    for game in &games {
        assert_eq!(counts.get(game), Some(&1), "{counts:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_few_games_with_engines() {
    let cluster = cluster(1).await;
    let rude = guest(&cluster).await;
    let mut opened = 0;
    while opened < 300 && open(&rude, cluster.at(0)).await.is_ok() {
        opened += 1;
    }
    assert!(opened <= 10, "{opened} games");
    let ada = guest(&cluster).await;
    open(&ada, cluster.at(0)).await.expect("others may");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_for_a_game_that_went_on_is_not_thought_about() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let ada = guest(&cluster).await;
    let game = open(&ada, at).await.expect("opened");
    let path = format!("/api/games/{game}/actions");
    let abort = json!({"action": {"kind": "abort"}, "id": "a"});
    ada.post(at, &path, &abort).await.expect("called off");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let counts = Counts::default();
    let nats = NatsAddress::new(&cluster.backing().nats().url(), "");
    let think = counting(&counts);
    let worker = tokio::spawn(async move { longjump_bus::work(&nats, 1, think).await });
    tokio::time::sleep(Duration::from_secs(3)).await;
    worker.abort();
    assert!(counts.lock().expect("no panic").is_empty());
}
