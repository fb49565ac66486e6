//! The files of the repository, and what names in documents mean among them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// What builds and tests leave behind; `.gitignore` names the same.
const MADE: &[&str] = &[
    "target",
    ".tools",
    "fuzz/target",
    "fuzz/artifacts",
    "fuzz/coverage",
    "web/engine/pkg",
    "web/app/dist",
    "web/report/dist",
    "web/test-results",
];
const NOT_READ: &[&str] = &[".git", "node_modules", "target", ".tools", "test-results"];

/// Where the first part of a short path may be: `arena/src/openings` is in `crates`.
const SHELVES: &[&str] = &["", "crates", "apps", "web"];

/// Names that end like this are files of ours. Others (`bots.toml`, `games.jsonl`) may be
/// readers' own.
const SOURCES: &[&str] = &["rs", "ts", "svelte", "mjs", "sh", "sql", "css"];

pub(crate) struct Repository {
    root: PathBuf,
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

impl Repository {
    pub(crate) fn read(root: &Path) -> Self {
        let mut repository = Self {
            root: root.to_owned(),
            files: BTreeSet::new(),
            folders: BTreeSet::new(),
        };
        repository.read_folder(Path::new(""));
        repository
    }

    fn read_folder(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(self.root.join(folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            let name = entry.file_name();
            if !entry.file_type().expect("a type").is_dir() {
                self.files.insert(path);
            } else if !NOT_READ.iter().any(|skipped| name == *skipped) && !is_made(&path) {
                self.read_folder(&path);
                self.folders.insert(path);
            }
        }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter()
    }

    /// Whether there is such a file or folder. A part in capitals stands for any name, as in
    /// `crates/evaluation/src/GAME`.
    pub(crate) fn has(&self, path: &Path) -> bool {
        if self.files.contains(path) || self.folders.contains(path) || path == Path::new("") {
            return true;
        }
        let fits = |(wanted, part): (&OsStr, &OsStr)| wanted == part || is_placeholder(wanted);
        path.iter().any(is_placeholder)
            && self.files.iter().chain(&self.folders).any(|other| {
                let is_as_long = other.iter().count() == path.iter().count();
                is_as_long && path.iter().zip(other).all(fits)
            })
    }

    /// Whether a word of a document, if it is a path of ours, is there.
    pub(crate) fn check_path(&self, document: &Path, word: &str) -> Result<(), String> {
        let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-');
        let word = word.strip_prefix("./").unwrap_or(word);
        if word.starts_with(['/', '-']) || !word.chars().all(is_path) {
            return Ok(());
        }
        let path = Path::new(word.trim_end_matches('/'));
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_source = extension.is_some_and(|extension| SOURCES.contains(&extension));
        let is_folder = word.ends_with('/');
        let first = Path::new(word.split('/').next().unwrap_or_default());
        let is_on_shelf = |shelf: &&&str| self.folders.contains(&Path::new(shelf).join(first));
        let is_ours = word.contains('/') && SHELVES.iter().any(|shelf| is_on_shelf(&shelf));
        if !is_source && !is_folder && !is_ours || is_made(path) {
            return Ok(());
        }
        if self.has(&beside(document, word)) || self.is_on_a_shelf(path) {
            return Ok(());
        }
        let mut same = self.files.iter().chain(&self.folders);
        let same = same.by_ref().filter(|other| other.ends_with(path)).count();
        match same {
            1 => Ok(()),
            0 => Err("is not there".to_owned()),
            _ if is_ours || is_source => Err(format!("may be any of {same}: say more of its path")),
            _ => Ok(()),
        }
    }

    fn is_on_a_shelf(&self, path: &Path) -> bool {
        let Some(first) = path.iter().next().map(Path::new) else {
            return false;
        };
        let rest = path.strip_prefix(first).unwrap_or(path);
        SHELVES.iter().any(|shelf| {
            let shelf = Path::new(shelf);
            self.has(&shelf.join(path)) || self.has(&shelf.join(first).join("src").join(rest))
        })
    }

    pub(crate) fn text(&self, path: &Path) -> String {
        std::fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    fn with_extension<'a>(&'a self, wanted: &'a [&str]) -> impl Iterator<Item = &'a PathBuf> {
        self.files.iter().filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| wanted.contains(&extension))
        })
    }

    /// Every word of the sources.
    pub(crate) fn words_of_sources(&self) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        for path in self.with_extension(&["rs", "py", "ts", "svelte", "sql", "toml"]) {
            // This test itself names what it looks for.
            if !path.starts_with("crates/tidy/tests/documents") {
                let text = self.text(path);
                let found = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                words.extend(found.map(str::to_owned));
            }
        }
        words
    }

    /// What runs scripts: the checks, other scripts, and tests.
    pub(crate) fn runners(&self) -> Vec<(PathBuf, String)> {
        let is_runner = |path: &PathBuf| {
            path.starts_with(".ci")
                || path.ends_with("package.json")
                || path.extension().is_some_and(|extension| extension == "sh")
                || (path.components().any(|part| part.as_os_str() == "tests")
                    && !path.starts_with("crates/tidy"))
        };
        let paths = self.files.iter().filter(|path| is_runner(path));
        paths.map(|path| (path.clone(), self.text(path))).collect()
    }

    pub(crate) fn has_package(&self, name: &str) -> bool {
        let line = format!("name = \"{name}\"");
        let mut manifests = self
            .files
            .iter()
            .filter(|path| path.ends_with("Cargo.toml"));
        manifests.any(|path| self.text(path).lines().any(|other| other == line))
    }

    pub(crate) fn has_test(&self, name: &str) -> bool {
        let file = Path::new("tests").join(format!("{name}.rs"));
        let folder = Path::new("tests").join(name).join("main.rs");
        self.files
            .iter()
            .any(|path| path.ends_with(&file) || path.ends_with(&folder))
    }

    pub(crate) fn has_task(&self, name: &str) -> bool {
        let tasks = self.files.iter().filter(|path| path.starts_with("xtask"));
        let quoted = format!("\"{name}\"");
        tasks
            .map(|path| self.text(path))
            .any(|text| text.contains(&quoted))
    }

    pub(crate) fn has_fuzz_target(&self, name: &str) -> bool {
        self.has(Path::new(&format!("fuzz/fuzz_targets/{name}.rs")))
    }

    /// What others wrote and we depend on: crates of the workspace, and packages of the site.
    pub(crate) fn dependencies(&self) -> Vec<String> {
        let crates = self.text(Path::new("Cargo.toml"));
        let crates = part(&crates, "[workspace.dependencies]\n", "\n[");
        let crates = crates.lines().filter_map(|line| line.split_once(" = "));
        let crates = crates.filter(|(_, value)| !value.contains("path = "));
        let packages = self.text(Path::new("web/package.json"));
        let packages = part(&packages, "\"devDependencies\": {", "}");
        let packages = packages
            .lines()
            .filter_map(|line| line.trim().split_once(": "));
        let names = crates.chain(packages).map(|(name, _)| name);
        names
            .map(|name| name.trim_matches('"').to_owned())
            .collect()
    }

    pub(crate) fn has_npm_script(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\":");
        let mut manifests = self
            .files
            .iter()
            .filter(|path| path.ends_with("package.json"));
        manifests.any(|path| self.text(path).contains(&quoted))
    }
}

/// What is between two marks.
fn part<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or(rest, |(part, _)| part)
}

fn is_placeholder(part: &OsStr) -> bool {
    let part = part.as_encoded_bytes();
    part.len() > 1 && part.iter().all(u8::is_ascii_uppercase)
}

fn is_made(path: &Path) -> bool {
    MADE.iter().any(|made| path.starts_with(made))
}

/// Where `target` leads from a document, without `.` and `..`.
pub(crate) fn beside(document: &Path, target: &str) -> PathBuf {
    let mut path = document.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}
