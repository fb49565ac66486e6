//! `longjump explorer`: logs and records are counted, and a month of a service is read back.

mod matches;

use longjump_client::Visitor;
use longjump_testbed::{Cluster, Launch};
use matches::{folder, games, longjump, report};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = longjump(arguments).output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

/// What was played from a position, as JSON.
#[track_caller]
fn shown(store: &str, arguments: &[&str]) -> Value {
    report(&[&["explorer", "show", store, "minicheckers"], arguments].concat())
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("text").to_owned()
}

#[test]
fn logs_and_records_are_counted_once_and_shown() {
    let folder = folder("explorer");
    let [store, log, records] = ["store", "log.jsonl", "games.txt"].map(|name| path(&folder, name));
    let (one, other) = ("minicheckers/greedy", "minicheckers/random");
    let wanted = ["--games", "6", "--nodes", "50", "--records", &records];
    said(&[&["match", one, other, "--log", &log][..], &wanted].concat());
    assert_eq!(games(log.as_ref()).len(), 6);

    let added = said(&["explorer", "add", &store, &log]);
    assert!(
        added.starts_with("6 games counted, 0 known already, 0 left out\n6 games and"),
        "{added}"
    );
    let again = said(&["explorer", "add", &store, &log]);
    assert!(again.starts_with("0 games counted, 6 known"), "{again}");
    let explored = shown(&store, &[]);
    assert_eq!(explored["games"], 6);
    assert_eq!(explored["last"][0]["source"], "arena");

    let added = said(&["explorer", "add", "--source", "lab", &store, &records]);
    assert!(added.starts_with("6 games counted"), "{added}");
    assert_eq!(shown(&store, &[])["games"], 12);
    let lab = shown(&store, &["--source", "lab"]);
    assert_eq!(lab["games"], 6);
    assert_eq!(shown(&store, &["--source", "online"])["games"], 0);
    // The same games: their moves and results are the same by both ways.
    assert_eq!(lab["moves"], shown(&store, &["--source", "arena"])["moves"]);

    let mv = lab["moves"][0]["mv"].as_str().expect("a move");
    let text = said(&["explorer", "show", &store, "minicheckers", "--moves", mv]);
    assert!(
        text.contains(" games came here, 0 ended here\nmove "),
        "{text}"
    );
    assert!(text.contains(&format!("{one} – {other}")), "{text}");
    let nowhere = path(&folder, "nowhere");
    let output = longjump(&["explorer", "show", &nowhere, "minicheckers"]).output();
    let complaint = String::from_utf8(output.expect("it runs").stderr).expect("text");
    assert!(complaint.contains("longjump explorer add"), "{complaint}");
}

/// Two guests play a public game, whose moves are told, and the second one gives up.
async fn played(cluster: &Cluster) -> Vec<String> {
    let at = cluster.at(0);
    let [ada, bo] = [cluster.guest().await, cluster.guest().await].map(|one| one.expect("a guest"));
    let wanted = json!({"game": "minicheckers", "control": "300+3", "public": true});
    let game: Value = ada.post(at, "/api/games", &wanted).await.expect("opened");
    let game = format!("/api/games/{}", game["id"].as_str().expect("a name"));
    let act = async |who: &Visitor, kind: &str| {
        let action = json!({"action": {"kind": kind}, "id": kind});
        let acted: Result<Value, _> = who.post(at, &format!("{game}/actions"), &action).await;
        acted.expect("done");
    };
    act(&bo, "sit").await;
    let mut moves = Vec::new();
    for ply in 0..6 {
        let who = if ply % 2 == 0 { &ada } else { &bo };
        let way = format!("{game}/moves");
        let legal: Value = who.get(at, &way).await.expect("legal moves");
        let mv = legal["legal"][0].as_str().expect("a move").to_owned();
        let body = json!({"ply": ply, "mv": mv, "id": format!("m{ply}")});
        let _: Value = who.post(at, &way, &body).await.expect("played");
        moves.push(mv);
    }
    act(&bo, "resign").await;
    moves
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_of_a_service_is_written_down_and_read_back() {
    let folder = folder("dumped");
    let [dumps, store] = ["dumps", "store"].map(|name| path(&folder, name));
    let mut cluster = Cluster::start(Launch::InProcess, 1)
        .await
        .expect("a service");
    let moves = played(&cluster).await;
    let database = cluster.backing().postgres().url();
    let now = humantime::format_rfc3339(std::time::SystemTime::now()).to_string();
    let month = &now[..7];
    let dump = ["explorer", "dump", "--month", month, "--to", &dumps];
    let output = longjump(&dump).env("LONGJUMP_DATABASE", database).output();
    let output = output.expect("it runs");
    let dumped = String::from_utf8_lossy(&output.stdout);
    assert!(dumped.starts_with("1 games, "), "{output:?}");

    let name = format!("longjump-{month}.records.gz");
    let sum = Command::new("sha256sum")
        .args(["--check", "--strict", "--status", &format!("{name}.sha256")])
        .current_dir(&dumps)
        .status();
    assert!(sum.expect("sha256sum").success(), "another sum");
    let unpacked = Command::new("gzip")
        .arg("-dc")
        .arg(Path::new(&dumps).join(name))
        .output();
    let records = path(&folder, "records.txt");
    fs::write(&records, unpacked.expect("gzip").stdout).expect("written");
    let added = said(&["explorer", "add", &store, &records]);
    assert!(
        added.starts_with("1 games counted, 0 known already, 0 left out"),
        "{added}"
    );
    for ply in 0..=moves.len() {
        let explored = shown(&store, &["--moves", &moves[..ply].join(" ")]);
        assert_eq!(explored["games"], 1, "after {ply} moves");
        assert_eq!(explored["ended"], u64::from(ply == moves.len()));
        let last = &explored["last"][0];
        assert_eq!(last["players"], json!(["player 1", "player 2"]));
        assert_eq!(last["places"], json!([1, 2]));
    }
}
