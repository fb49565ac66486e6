//! What the crates for others document in their sources, made by rustdoc.

use super::files::write;
use crate::command::run_in;
use cargo_metadata::Metadata;
use std::fs;
use std::io;
use std::path::Path;

/// Those that others can depend on, and what they need, without `longjump-`. Each comes after
/// those it uses: rustdoc links to a crate only if it has written about that before.
const CRATES: [&str; 10] = [
    "rules",
    "games",
    "memory",
    "search",
    "dataset",
    "evaluation",
    "engine",
    "wire",
    "statistics",
    "arena",
];

/// The chapter that lists them.
pub(super) const CHAPTER: &str = "api/index.md";

pub(super) fn chapter(metadata: &Metadata) -> String {
    let mut text =
        "# The crates\n\nWhat rustdoc says of those that a program of yours can use.\n\n\
        | crate | what it is |\n|---|---|\n"
            .to_owned();
    for name in CRATES {
        let is_it = |package: &&cargo_metadata::Package| package.name == format!("longjump-{name}");
        let package = metadata.packages.iter().find(is_it);
        let description = package.and_then(|package| package.description.as_deref());
        let description = description.unwrap_or_default();
        text += &format!("| [longjump-{name}](longjump_{name}/index.html) | {description} |\n");
    }
    text
}

/// Runs rustdoc, and copies what it wrote.
pub(super) fn add(metadata: &Metadata, book: &Path) -> Result<(), String> {
    let root = metadata.workspace_root.as_str();
    let target = metadata.target_directory.join("book-api");
    for name in CRATES {
        let package = format!("longjump-{name}");
        let mut arguments = vec!["doc", "--quiet", "--no-deps", "--locked"];
        arguments.extend(["--target-dir", target.as_str(), "--package", &package]);
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
