//! The policy of `ARCHITECTURE.md`, checked: which crate may know which.

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::BTreeSet;

/// Every arrow there may be between our crates. New ones are added here and
/// explained in `ARCHITECTURE.md`.
const ALLOWED_ARROWS: &[(&str, &str)] = &[
    ("longjump-games", "longjump-rules"),
    ("longjump-search", "longjump-rules"),
    ("longjump-search", "longjump-memory"),
    ("longjump-dataset", "longjump-rules"),
    ("longjump-dataset", "longjump-games"),
    ("longjump-evaluation", "longjump-rules"),
    ("longjump-evaluation", "longjump-dataset"),
    ("longjump-evaluation", "longjump-games"),
    ("longjump-evaluation", "longjump-search"),
    ("longjump-engine", "longjump-rules"),
    ("longjump-engine", "longjump-games"),
    ("longjump-engine", "longjump-search"),
    ("longjump-engine", "longjump-evaluation"),
    ("longjump-arena", "longjump-rules"),
    ("longjump-arena", "longjump-games"),
    ("longjump-arena", "longjump-engine"),
    ("longjump-arena", "longjump-dataset"),
    ("longjump-learning", "longjump-rules"),
    ("longjump-learning", "longjump-games"),
    ("longjump-learning", "longjump-evaluation"),
    ("longjump-learning", "longjump-dataset"),
    ("longjump-online", "longjump-rules"),
    ("longjump-online", "longjump-games"),
    ("longjump-server", "longjump-online"),
    ("longjump-server", "longjump-rules"),
    ("longjump", "longjump-arena"),
    ("longjump", "longjump-dataset"),
    ("longjump", "longjump-engine"),
    ("longjump", "longjump-games"),
    ("longjump", "longjump-learning"),
    ("longjump", "longjump-memory"),
    ("longjump", "longjump-rules"),
    ("longjump", "longjump-server"),
    ("longjump-browser", "longjump-engine"),
    ("longjump-browser", "longjump-games"),
    ("longjump-browser", "longjump-rules"),
];

/// What the crates at the bottom may use of others' work: nothing that knows
/// clocks, randomness, threads, input or output, or serialisation.
const ALLOWED_AT_THE_BOTTOM: &[&str] = &["thiserror"];
const BOTTOM: &[&str] = &["longjump-rules", "longjump-games"];

/// Parts of the standard library that have a clock, randomness, threads or
/// input and output.
const BANNED_AT_THE_BOTTOM: &[&str] = &["time", "thread", "io", "fs", "net", "process", "env"];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .no_deps()
        .exec()
        .expect("cargo metadata")
}

/// What a package depends on, for building only or for its tests too.
fn dependencies(package: &Package, with_tests: bool) -> BTreeSet<&str> {
    let wanted = |kind| with_tests || kind != DependencyKind::Development;
    let dependencies = package
        .dependencies
        .iter()
        .filter(|dependency| wanted(dependency.kind));
    dependencies
        .map(|dependency| dependency.name.as_str())
        .collect()
}

#[test]
fn every_arrow_is_allowed() {
    let metadata = metadata();
    let ours: BTreeSet<&str> = metadata
        .packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    for package in &metadata.packages {
        for dependency in dependencies(package, true).intersection(&ours) {
            let arrow = (package.name.as_str(), *dependency);
            assert!(
                ALLOWED_ARROWS.contains(&arrow),
                "{} may not depend on {}: see ARCHITECTURE.md",
                arrow.0,
                arrow.1,
            );
        }
    }
}

#[test]
fn the_bottom_crates_use_nothing_of_the_outer_world() {
    for package in metadata()
        .packages
        .iter()
        .filter(|package| BOTTOM.contains(&package.name.as_str()))
    {
        for dependency in dependencies(package, false) {
            let allowed =
                BOTTOM.contains(&dependency) || ALLOWED_AT_THE_BOTTOM.contains(&dependency);
            assert!(allowed, "{} may not use {dependency}", package.name);
        }
        let sources = package
            .manifest_path
            .parent()
            .expect("a folder")
            .join("src");
        check_words(sources.as_std_path());
    }
}

fn check_words(folder: &std::path::Path) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            check_words(&path);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source file");
        for part in BANNED_AT_THE_BOTTOM {
            let named = format!("std::{part}");
            let in_group = |line: &str| {
                let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                line.contains("use std::{") && names.into_iter().any(|name| name == *part)
            };
            let used = text.contains(&named) || text.lines().any(in_group);
            assert!(!used, "{} uses {named}", path.display());
        }
        assert!(!text.contains("println!"), "{} prints", path.display());
    }
}

#[test]
fn source_files_stay_short() {
    for package in &metadata().packages {
        check_lengths(
            package
                .manifest_path
                .parent()
                .expect("a folder")
                .as_std_path(),
        );
    }
}

fn check_lengths(folder: &std::path::Path) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            check_lengths(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let lines = std::fs::read_to_string(&path)
                .expect("a source file")
                .lines()
                .count();
            assert!(
                lines <= 600,
                "{} has {lines} lines; split it along its seams",
                path.display()
            );
        }
    }
}
