//! The laboratory, run quickly from end to end.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

#[test]
fn a_quick_run_writes_a_page_and_the_same_as_json() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab");
    let mut command = Command::cargo_bin("longjump").expect("our own binary");
    command
        .args(["lab", "all", "--quick", "--out"])
        .arg(&directory);
    let output = command.assert().success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&output).contains("lab.html"));
    let page = std::fs::read_to_string(directory.join("lab.html")).expect("a page");
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme"));
    assert!(!page.contains("http"), "it needs nothing but itself");
    let json = std::fs::read_to_string(directory.join("lab.json")).expect("a report");
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let chapters = report["chapters"].as_array().expect("chapters");
    assert_eq!(chapters.len(), 7);
    let items = chapters
        .iter()
        .flat_map(|chapter| chapter["items"].as_array().expect("items"));
    let tables: Vec<&Value> = items.filter_map(|item| item.get("table")).collect();
    let table = |title: &str| {
        let is_it = |table: &&&Value| {
            table["title"]
                .as_str()
                .is_some_and(|t| t.starts_with(title))
        };
        *tables.iter().find(is_it).expect("the table is there")
    };
    // The thesis' own figures, and ours beside them.
    let rows = table("Own moves only")["rows"].as_array().expect("rows");
    for (row, count) in rows.iter().zip(["15", "347", "9 219", "278 693"]) {
        assert_eq!(
            (&row[1], &row[2]),
            (&Value::from(count), &Value::from(count))
        );
    }
    // Each way to learn has a net that has played.
    let nets = table("Nets against the hand-made evaluation")["rows"]
        .as_array()
        .expect("rows");
    assert_eq!(nets.len(), 5);
    assert!(nets.iter().all(|row| row[2] == "4"));
    // Every exhibit has played.
    let modern = table("The modern engine's points")["rows"]
        .as_array()
        .expect("rows");
    assert_eq!(modern.len(), 61);
    assert!(modern.iter().all(|row| row[1] == "2"));
}

#[test]
fn weights_are_tuned_the_same_way_each_time() {
    let run = || {
        let mut command = Command::cargo_bin("longjump").expect("our own binary");
        let short = ["--rounds", "2", "--tries", "60", "--depth", "2", "--json"];
        command
            .args(["tune", "--method", "winners-average"])
            .args(short);
        let output = command.assert().success().get_output().stdout.clone();
        serde_json::from_slice::<Value>(&output).expect("JSON")
    };
    let report = run();
    assert_eq!(report, run());
    let rounds = report["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 2);
    assert!(
        rounds
            .iter()
            .all(|round| round["winners"].as_u64() > Some(0))
    );
}

#[test]
fn a_paper_that_is_not_there_is_refused() {
    let mut command = Command::cargo_bin("longjump").expect("our own binary");
    let output = command
        .args(["lab", "chess"])
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    assert!(String::from_utf8_lossy(&output).contains("knightthrough"));
}
