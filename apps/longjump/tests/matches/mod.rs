//! Matches run as in a shell, and what is in their logs.

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own for a test, empty at first.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(crate) fn longjump(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("longjump"));
    command.args(arguments);
    command
}

#[track_caller]
pub(crate) fn report(arguments: &[&str]) -> Value {
    let output = longjump(arguments).arg("--json").output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The games of a log, in the order of the schedule, without the times they took.
pub(crate) fn games(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).expect("a log");
    let mut games: Vec<Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("whole lines"))
        .collect();
    for game in &mut games {
        for turn in game["turns"].as_array_mut().expect("turns") {
            turn[1] = json!(0);
        }
    }
    games.sort_by_key(|game| (game["block"].as_u64(), game["game"].as_u64()));
    games
}
