//! What the crates for others document in their sources, made by rustdoc.

use super::files::write;
use crate::command::run_in;
use cargo_metadata::{Metadata, Package};
use std::fs;
use std::io;
use std::path::Path;

/// The chapter that lists them.
pub(super) const CHAPTER: &str = "api/index.md";

/// The crates that may be published, each after those it uses: rustdoc links to a crate only if it
/// has written about that before.
fn published(metadata: &Metadata) -> Vec<&Package> {
    let is_published =
        |package: &&Package| package.publish.as_ref().is_none_or(|to| !to.is_empty());
    let mut left: Vec<&Package> = metadata.packages.iter().filter(is_published).collect();
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let waits = |package: &&Package| {
            let mut used = package.dependencies.iter();
            used.any(|used| left.iter().any(|other| used.name == other.name.as_str()))
        };
        let (waiting, next): (Vec<&Package>, _) = left.iter().copied().partition(waits);
        assert!(!next.is_empty(), "crates use each other in a circle");
        ordered.extend(next);
        left = waiting;
    }
    ordered
}

pub(super) fn chapter(metadata: &Metadata) -> String {
    let mut text =
        "# The crates\n\nWhat rustdoc says of those that a program of yours can use.\n\n\
        | crate | what it is |\n|---|---|\n"
            .to_owned();
    for package in published(metadata) {
        let (name, folder) = (&package.name, package.name.replace('-', "_"));
        let description = package.description.as_deref().unwrap_or_default();
        text += &format!("| [{name}]({folder}/index.html) | {description} |\n");
    }
    text
}

/// Runs rustdoc, and copies what it wrote.
pub(super) fn add(metadata: &Metadata, book: &Path) -> Result<(), String> {
    let root = metadata.workspace_root.as_str();
    let target = metadata.target_directory.join("book-api");
    for package in published(metadata) {
        let mut arguments = vec!["doc", "--quiet", "--no-deps", "--locked"];
        arguments.extend(["--target-dir", target.as_str(), "--package", &package.name]);
        run_in(root, "cargo", &arguments)?;
    }
    let from = target.join("doc");
    copy_folder(from.as_std_path(), &book.join("api"))
        .map_err(|error| format!("{from} can't be copied: {error}"))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else if entry.file_name() != ".lock" {
            write(&to, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
