//! The policy of `ARCHITECTURE.md`, checked: which crate may know which.

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::BTreeSet;

/// Every arrow there may be between our crates. New ones are added here and
/// explained in `ARCHITECTURE.md`.
const ALLOWED_ARROWS: &[(&str, &str)] = &[
    ("longjump-games", "longjump-rules"),
    ("longjump", "longjump-games"),
    ("longjump", "longjump-rules"),
];

/// What the crates at the bottom may use of others' work: nothing that knows
/// clocks, randomness, threads, input or output, or serialisation.
const ALLOWED_AT_THE_BOTTOM: &[&str] = &["thiserror"];
const BOTTOM: &[&str] = &["longjump-rules", "longjump-games"];

/// Words that betray a clock, randomness, threads or input and output in the
/// standard library.
const BANNED_WORDS_AT_THE_BOTTOM: &[&str] = &[
    "std::time",
    "std::thread",
    "std::io",
    "std::fs",
    "std::net",
    "std::process",
    "std::env",
    "println!",
    "eprintln!",
];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .no_deps()
        .exec()
        .expect("cargo metadata")
}

fn normal_dependencies(package: &Package) -> BTreeSet<&str> {
    let normal = |kind| matches!(kind, DependencyKind::Normal | DependencyKind::Build);
    let dependencies = package
        .dependencies
        .iter()
        .filter(|dependency| normal(dependency.kind));
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
        for dependency in normal_dependencies(package).intersection(&ours) {
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
        for dependency in normal_dependencies(package) {
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
        for word in BANNED_WORDS_AT_THE_BOTTOM {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
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
