//! Commands run as in a shell, each test in a folder of its own.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test, empty at first.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a command written in a line, in a folder.
fn run(folder: &Path, line: &str) -> Output {
    Command::new(cargo_bin("longjump"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("it runs")
}

#[track_caller]
pub(crate) fn text(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
pub(crate) fn report(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&text(folder, &format!("{line} --json"))).expect("JSON")
}

/// A command fails and says why.
#[track_caller]
pub(crate) fn check_complaint(folder: &Path, line: &str, expect: &str) {
    let output = run(folder, line);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{line}");
    assert!(complaint.contains(expect), "{line}: {complaint}");
}
