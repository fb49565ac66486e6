//! Tells the program which commit it is made of, and for which machines.

use std::env;
use std::path::Path;
use std::process::Command;

/// Changes whenever another commit is checked out.
const HISTORY: &str = "../../.git/logs/HEAD";

fn main() {
    // A source archive has no history; whoever packs it can say what it is made of.
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(HISTORY).exists() {
        println!("cargo::rerun-if-changed={HISTORY}");
    }
    let commit = env::var("BUILD_COMMIT").ok().or_else(commit);
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=BUILD_COMMIT={commit}");
    let target = env::var("TARGET").expect("Cargo names the target");
    println!("cargo::rustc-env=BUILD_TARGET={target}");
}

/// The commit that is checked out, if Git knows.
fn commit() -> Option<String> {
    let git = Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .output()
        .ok()?;
    let text = String::from_utf8(git.stdout).ok()?;
    git.status.success().then(|| text.trim().to_owned())
}
