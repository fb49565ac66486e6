//! Accounts, limits, bots, pairing, and what an operator does.

use crate::helpers::{Person, account, cluster, guest};
use longjump_backing::Backing;
use longjump_client::Visitor;
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use std::process::Command;

async fn post(cluster: &Cluster, path: &str, body: &Value) -> (u16, Value) {
    let url = format!("http://{}{path}", cluster.at(0));
    let answer = cluster
        .http()
        .post(url)
        .json(body)
        .send()
        .await
        .expect("an answer");
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_keeps_the_guest_s_games() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let guest = guest(&cluster).await;
    let game = guest
        .open(at, json!({"game": "corners", "control": "1d"}))
        .await;
    let credentials = json!({"name": "Ada_L", "password": "a long password"});
    let own = guest
        .post(at, "/api/account", &credentials)
        .await
        .expect("an account");
    assert_eq!(own["player"]["kind"], "account");
    let games = guest
        .get(at, "/api/players/ada_l/games")
        .await
        .expect("games");
    assert_eq!(games[0]["id"], game.as_str());
    let (status, _) = post(
        &cluster,
        "/api/account",
        &json!({"name": "ADA_L", "password": "another one"}),
    )
    .await;
    assert_eq!(status, 409, "names differ in more than capitals");
    let (status, _) = post(&cluster, "/api/login", &credentials).await;
    assert_eq!(status, 200);
    // Whether there is such an account can't be told from the answer.
    let (wrong, first) = post(
        &cluster,
        "/api/login",
        &json!({"name": "Ada_L", "password": "wrong password"}),
    )
    .await;
    let (nobody, second) = post(
        &cluster,
        "/api/login",
        &json!({"name": "Nobody", "password": "wrong password"}),
    )
    .await;
    assert_eq!((wrong, first), (nobody, second));
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_slowed_down() {
    let mut cluster = cluster(0).await;
    cluster
        .add_server(|config| config.sign_ins_a_minute = 5)
        .await
        .expect("a server");
    let mut statuses = Vec::new();
    for number in 0..12 {
        let guess = json!({"name": "somebody", "password": format!("guess number {number}")});
        statuses.push(post(&cluster, "/api/login", &guess).await.0);
    }
    assert_eq!(statuses[0], 401);
    assert_eq!(statuses[11], 429, "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_seek_are_paired_through_two_servers() {
    let cluster = cluster(2).await;
    let (ada, bo) = (
        account(&cluster, "ada").await,
        account(&cluster, "bob").await,
    );
    let seek = json!({"game": "star", "control": "300+3", "rated": true});
    let first = ada
        .post(cluster.at(0), "/api/seek", &seek)
        .await
        .expect("an answer");
    assert_eq!(first["state"], "waiting");
    let second = bo
        .post(cluster.at(1), "/api/seek", &seek)
        .await
        .expect("an answer");
    assert_eq!(second["state"], "found");
    let first = ada
        .get(cluster.at(0), "/api/seek")
        .await
        .expect("an answer");
    assert_eq!(first["game"], second["game"]);
    let game = first["game"].as_str().expect("a game");
    let shown = ada
        .get(cluster.at(0), &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["started"], true);
    assert_eq!(shown["rated"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_with_its_token_and_is_marked() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let owner = guest(&cluster).await;
    let refused = owner.post(at, "/api/bots", &json!({"name": "robo"})).await;
    assert!(refused.is_err(), "guests have no bots");
    let credentials = json!({"name": "owner", "password": "a long password"});
    let answer = cluster
        .http()
        .post(format!("http://{at}/api/account"))
        .json(&credentials)
        .send()
        .await;
    let cookie = answer.expect("an answer").headers()["set-cookie"]
        .to_str()
        .expect("text")
        .to_owned();
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    let made = cluster
        .http()
        .post(format!("http://{at}/api/bots"))
        .header("cookie", cookie);
    let made = made
        .json(&json!({"name": "robo"}))
        .send()
        .await
        .expect("an answer");
    let made: Value = made.json().await.expect("a bot");
    let token = format!("Bearer {}", made["token"].as_str().expect("a token"));
    let game = owner
        .open(at, json!({"game": "minicheckers", "control": "1d"}))
        .await;
    let sit = cluster
        .http()
        .post(format!("http://{at}/api/games/{game}/actions"));
    let sit = sit
        .header("authorization", &token)
        .json(&json!({"action": {"kind": "sit"}, "id": "s"}));
    assert!(sit.send().await.expect("an answer").status().is_success());
    let shown = owner
        .get(at, &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["seats"][1]["occupant"]["bot"], true);
    let stream = cluster
        .http()
        .get(format!("http://{at}/api/games/{game}/stream"));
    let mut stream = stream
        .header("authorization", &token)
        .send()
        .await
        .expect("a stream");
    let first = stream.chunk().await.expect("a chunk").expect("some of it");
    assert!(first.starts_with(b"data: {\"t\":\"room\""), "{first:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_sends_everybody_elsewhere() {
    let mut cluster = cluster(2).await;
    let ada = guest(&cluster).await;
    let game = ada
        .open(
            cluster.at(0),
            json!({"game": "minicheckers", "control": "1d"}),
        )
        .await;
    let (mut socket, room) = ada.watch(cluster.at(0), &game).await;
    let seen = room["room"]["version"].clone();
    let ending = cluster.remove_server(0).expect("a server");
    let ended = tokio::spawn(ending.drain());
    // Whatever was on its way, and then the end.
    while socket.receive_any().await.is_ok() {}
    tokio::time::timeout(std::time::Duration::from_secs(6), ended)
        .await
        .expect("in time")
        .expect("without a panic");
    let mut socket = ada.socket(cluster.at(0)).await;
    let again = json!({"t": "watch", "game": game, "since": seen});
    socket.send(&again).await;
    let missed = socket.receive("missed").await;
    assert_eq!(missed["events"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_the_database_again() {
    let mut cluster = cluster(1).await;
    let ada = guest(&cluster).await;
    for _ in 0..3 {
        ada.open(
            cluster.at(0),
            json!({"game": "minicheckers", "control": "1d"}),
        )
        .await;
    }
    let url = cluster.backing().postgres().url();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backup");
    let deploy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy");
    let run = |program: &str, arguments: [&std::ffi::OsStr; 2]| {
        let output = Command::new("bash")
            .arg(format!("{deploy}/{program}"))
            .args(arguments)
            .output();
        let output = output.expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (
            output.status.success(),
            said + &String::from_utf8_lossy(&output.stderr),
        )
    };
    let (saved, said) = run("backup.sh", [url.as_ref(), file.as_ref()]);
    assert!(saved, "{said}");
    let (base, _) = url.rsplit_once('/').expect("a name");
    let made = Command::new("psql")
        .arg(&url)
        .args(["--command", "CREATE DATABASE again"])
        .output();
    assert!(made.expect("it runs").status.success());
    let again = format!("{base}/again");
    let (restored, said) = run("restore.sh", [file.as_ref(), again.as_ref()]);
    assert!(restored, "{said}");
    assert!(said.contains("3 games"), "{said}");
    let (twice, said) = run("restore.sh", [file.as_ref(), again.as_ref()]);
    assert!(!twice && said.contains("empty one"), "{said}");
    // A server takes it up where it was.
    let server = cluster
        .add_server(|config| config.database.clone_from(&again))
        .await
        .expect("a server");
    let seen = Visitor::guest(cluster.http(), server).await;
    let seen = Person(seen.expect("a guest"));
    let games = seen
        .get(server, &format!("/api/players/{}/games", ada.name()))
        .await;
    assert_eq!(games.expect("games").as_array().expect("a list").len(), 3);
}

#[test]
fn a_club_s_folder_may_be_a_relative_path_and_is_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    std::env::set_current_dir(folder.path()).expect("a folder to be in");
    for _ in 0..2 {
        let mut backing = Backing::start("club".as_ref()).expect("both start");
        assert!(backing.postgres().url().starts_with("postgres://"));
    }
    std::env::set_current_dir("/").expect("a folder to be in");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_on_the_way_keeps_what_is_said_about_people() {
    let cluster = cluster(1).await;
    for path in [
        "/api/me",
        "/api/players/nobody",
        "/api/lobby",
        "/api/account",
    ] {
        let url = format!("http://{}{path}", cluster.at(0));
        let answer = cluster.http().get(url).send().await.expect("an answer");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
    }
}
