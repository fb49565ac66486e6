//! Format, lints and tests of what changed.

use crate::changes::{Changes, changed_files};
use crate::command::{path_with_tools, run_in};
use cargo_metadata::MetadataCommand;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The package whose tests read the whole tree: architecture and documents.
const TIDY: &str = "longjump-tidy";

/// Checks what changed since `revision`.
pub(crate) fn run(revision: &str) -> Result<(), String> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .map_err(|error| error.to_string())?;
    let root = metadata.workspace_root.as_str();
    let files = changed_files(root, revision)?;
    if files.is_empty() {
        println!("Nothing changed since {revision}; --since REV compares with another revision.");
        return Ok(());
    }
    let changes = Changes::of(&files, &metadata);
    let start = Instant::now();
    if changes.everything || !changes.packages.is_empty() {
        rust(root, &changes)?;
    } else if changes.documents {
        test(root, &["--package", TIDY])?;
    }
    if changes.web {
        web(root)?;
    }
    println!("All well, in {} s.", start.elapsed().as_secs());
    Ok(())
}

fn rust(root: &str, changes: &Changes) -> Result<(), String> {
    cargo(root, &["fmt", "--all", "--check"])?;
    // Lints look at the whole workspace: whoever uses what changed must still compile.
    cargo(
        root,
        &[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    if changes.everything {
        // Fuzz targets, which clippy has seen, can be linked by `cargo fuzz` alone.
        return test(root, &["--workspace", "--exclude", "longjump-fuzz"]);
    }
    let mut arguments = vec!["--package", TIDY];
    for package in &changes.packages {
        arguments.extend(["--package", package]);
    }
    test(root, &arguments)
}

/// With nextest where it is installed, as `.ci/run` does for everybody on this machine.
fn test(root: &str, arguments: &[&str]) -> Result<(), String> {
    let with_nextest = Command::new("cargo")
        .args(["nextest", "--version"])
        .env("PATH", path_with_tools())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let command: &[&str] = if with_nextest {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    cargo(root, &[command, arguments].concat())
}

fn web(root: &str) -> Result<(), String> {
    let folder = format!("{root}/web");
    run_in(&folder, "npm", &["run", "--silent", "check"])?;
    run_in(&folder, "npm", &["run", "--silent", "test:unit"])
}

fn cargo(root: &str, arguments: &[&str]) -> Result<(), String> {
    run_in(root, "cargo", arguments)
}
