//! The policy of `ARCHITECTURE.md`, checked on every source file.

use longjump_tidy::policy::{
    ALLOWED_AT_THE_BOTTOM, ARROWS, BANNED_AT_THE_BOTTOM, BOTTOM, LARGEST_CRATE, LONGEST_FILE,
    REEXPORTS,
};
use longjump_tidy::{
    FileArrow, Package, Workspace, circles, file_arrows, foreign_reexports, is_current, literals,
    rust_files,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_arrows_between_crates_are_those_of_the_list() {
    let workspace = Workspace::load();
    let allowed: BTreeSet<(&str, &str)> = ARROWS
        .iter()
        .flat_map(|(name, uses)| uses.iter().map(move |used| (*name, *used)))
        .collect();
    let there = workspace.arrows();
    let told = |arrows: Vec<&(&str, &str)>| format!("{arrows:?} in crates/tidy/src/policy.rs");
    let new: Vec<_> = there.difference(&allowed).collect();
    assert!(new.is_empty(), "not among the arrows: {}", told(new));
    let gone: Vec<_> = allowed.difference(&there).collect();
    assert!(gone.is_empty(), "no longer needed: {}", told(gone));
}

#[test]
fn the_picture_of_the_crates_is_current() {
    let workspace = Workspace::load();
    assert!(
        is_current(&workspace.folder).expect("ARCHITECTURE.md"),
        "the picture in ARCHITECTURE.md is not that of the list of arrows: \
         run `cargo run -p longjump-tidy`"
    );
}

#[test]
fn no_crate_passes_on_what_belongs_to_another() {
    let workspace = Workspace::load();
    let allowed: BTreeSet<(&str, &str)> = REEXPORTS
        .iter()
        .flat_map(|(file, names)| names.iter().map(move |name| (*file, *name)))
        .collect();
    let mut wrong = Vec::new();
    for package in &workspace.packages {
        for (file, name) in foreign_reexports(&package.sources(), "longjump_") {
            let file = workspace.relative(file);
            if !allowed.contains(&(file, name.as_str())) {
                wrong.push(format!("{file} passes on {name}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "whoever needs these shall depend on where they are from:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn no_two_files_of_a_crate_need_each_other() {
    let workspace = Workspace::load();
    let mut told = String::new();
    for package in &workspace.packages {
        let arrows = file_arrows(&package.sources());
        let pairs: Vec<(&Path, &Path)> = arrows
            .iter()
            .map(|arrow| (arrow.from.as_path(), arrow.to.as_path()))
            .collect();
        for circle in circles(&pairs) {
            told.push_str(&describe(&workspace, &circle, &arrows));
        }
    }
    assert!(told.is_empty(), "files in a circle:\n{told}");
}

/// The arrows of a circle with what makes them.
fn describe(workspace: &Workspace, circle: &[&Path], arrows: &[FileArrow]) -> String {
    let inside = |path: &PathBuf| circle.contains(&path.as_path());
    let within = arrows
        .iter()
        .filter(|arrow| inside(&arrow.from) && inside(&arrow.to));
    let lines = within.map(|arrow| {
        let names: Vec<&str> = arrow.names.iter().map(String::as_str).collect();
        let from = workspace.relative(&arrow.from);
        let to = workspace.relative(&arrow.to);
        format!("  {from} -> {to} by {}\n", names.join(", "))
    });
    format!("{} files:\n{}", circle.len(), lines.collect::<String>())
}

#[test]
fn no_crate_grows_too_large() {
    let workspace = Workspace::load();
    let mut large = Vec::new();
    for package in &workspace.packages {
        let lines: usize = package.sources().files.iter().map(|file| file.lines).sum();
        let folder = workspace.relative(&package.folder);
        if lines > LARGEST_CRATE {
            large.push(format!("{folder} has {lines} lines without tests"));
        }
    }
    assert!(
        large.is_empty(),
        "divide these along their seams:\n{}",
        large.join("\n")
    );
}

#[test]
fn libraries_do_not_know_the_command_line() {
    let workspace = Workspace::load();
    let mut wrong = Vec::new();
    let libraries = workspace.packages.iter().filter(|package| {
        package.is_library() && package.folder.starts_with(workspace.folder.join("crates"))
    });
    for package in libraries.filter(|package| package.short_name() != "tidy") {
        let sources = package.sources();
        for literal in literals(&sources) {
            let file = workspace.relative(literal.file);
            if names_the_command_line(&literal.text) {
                wrong.push(format!("{file}: {:?}", literal.text));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "flags and subcommands are the app's to name; let these return data:\n{}",
        wrong.join("\n")
    );
}

/// Whether a message has a flag in it, or a subcommand. Colours of style sheets are no flags,
/// though they look like them but for a colon.
fn names_the_command_line(text: &str) -> bool {
    let words_after = |start: &'static str| text.split(start).skip(1);
    let is_word = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    let is_flag = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        is_word(rest) && !end.is_some_and(|end| rest[end..].starts_with(':'))
    };
    words_after(" --").any(is_flag) || words_after("longjump ").any(is_word)
}

#[test]
fn the_bottom_crates_use_nothing_of_the_outer_world() {
    let workspace = Workspace::load();
    for name in BOTTOM {
        let mut packages = workspace.packages.iter();
        let package = packages.find(|package| package.name == *name);
        let package = package.expect("a crate at the bottom");
        for dependency in &package.dependencies {
            let dependency = dependency.as_str();
            let allowed =
                BOTTOM.contains(&dependency) || ALLOWED_AT_THE_BOTTOM.contains(&dependency);
            assert!(allowed, "{name} may not use {dependency}");
        }
        check_words(package);
    }
}

fn check_words(package: &Package) {
    for path in rust_files(&package.folder.join("src")) {
        let text = fs::read_to_string(&path).expect("a source file");
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
    let workspace = Workspace::load();
    for path in workspace
        .packages
        .iter()
        .flat_map(|package| rust_files(&package.folder))
    {
        let text = fs::read_to_string(&path).expect("a source file");
        let lines = text.lines().count();
        assert!(
            lines <= LONGEST_FILE,
            "{} has {lines} lines; split it along its seams",
            path.display()
        );
    }
}
