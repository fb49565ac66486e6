//! The crates that others may depend on: they say what they are, and need nothing that is not in
//! their package.

use longjump_tidy::policy::PUBLISHED;
use longjump_tidy::{Package, Workspace, rust_files};
use std::fs;
use std::path::{Component, Path, PathBuf};

fn is_published(package: &Package) -> bool {
    let allowed = package.manifest.publish.as_ref();
    allowed.is_none_or(|registries| !registries.is_empty())
}

/// Goes through all published crates and fails with everything that was found.
#[track_caller]
fn check(find: impl Fn(&Workspace, &Package) -> Vec<String>) {
    let workspace = Workspace::load();
    let published = workspace.packages.iter().filter(|&it| is_published(it));
    let found: Vec<String> = published
        .flat_map(|package| {
            let found = find(&workspace, package).into_iter();
            found.map(|what| format!("{}: {what}", package.name))
        })
        .collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn those_of_the_list_are_published_and_no_others() {
    let workspace = Workspace::load();
    let published = workspace.packages.iter().filter(|&it| is_published(it));
    let names: Vec<&str> = published.map(Package::short_name).collect();
    assert_eq!(names, PUBLISHED, "as crates/tidy/src/policy.rs has them");
}

#[test]
fn they_say_what_they_are() {
    check(|workspace, package| {
        let manifest = &package.manifest;
        let front_page = package.folder.join("src/lib.rs");
        let front_page = fs::read_to_string(front_page).unwrap_or_default();
        let licences = ["LICENSE-MIT", "LICENSE-APACHE"];
        let same = |name: &&str| {
            let text = |folder: &Path| fs::read(folder.join(name)).ok();
            text(&package.folder) == text(&workspace.folder)
        };
        let demands = [
            (manifest.description.is_some(), "a description"),
            (
                manifest.documentation.is_some(),
                "where its documentation is",
            ),
            (manifest.license.is_some(), "a licence"),
            (licences.iter().all(same), "the texts of both licences"),
            (
                (1..=5).contains(&manifest.keywords.len()),
                "one to five keywords",
            ),
            (!manifest.categories.is_empty(), "categories"),
            (manifest.readme.is_some(), "a README.md"),
            (
                front_page.starts_with("#![doc = include_str!(\"../README.md\")]"),
                "its README.md as front page, so that the example in it is tested",
            ),
        ];
        let missing = demands.iter().filter(|(is_there, _)| !is_there);
        missing.map(|(_, what)| format!("needs {what}")).collect()
    });
}

#[test]
fn they_need_no_file_outside_of_their_folder() {
    check(|workspace, package| {
        let mut lost = Vec::new();
        for path in rust_files(&package.folder) {
            let text = fs::read_to_string(&path).expect("a source file");
            for named in named_files(&path, &text, &package.folder) {
                if !named.starts_with(&package.folder) {
                    let path = workspace.relative(&path);
                    lost.push(format!("{path} reads {}", workspace.relative(&named)));
                }
            }
        }
        lost
    });
}

/// The files that a source file has in it or asks for by where its package stands.
fn named_files(path: &Path, text: &str, package: &Path) -> Vec<PathBuf> {
    let beside = path.parent().expect("a folder");
    let marks = [
        ("include_str!(\"", beside),
        ("include_bytes!(\"", beside),
        ("env!(\"CARGO_MANIFEST_DIR\"), \"/", package),
    ];
    let mut named = Vec::new();
    for (mark, folder) in marks {
        for rest in text.split(mark).skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            named.push(without_dots(&folder.join(name)));
        }
    }
    named
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
