//! The documents, checked: what they link to, the paths, scripts and types they name, and the
//! packages, tests and tasks in the commands they show. Commands of `longjump` itself are
//! checked by `apps/longjump/tests/documents.rs`.

mod markdown;
mod repository;

use markdown::Document;
use repository::Repository;
use std::path::{Path, PathBuf};

/// Documents at the root. `CHANGELOG.md` is left out: it may name what is gone.
const AT_THE_ROOT: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
];

/// Folders all of whose documents are checked.
const FOLDERS: &[&str] = &["docs", ".github", "crates"];

/// Names like those of our types that belong to others: headers, options of other programs.
const OTHERS_NAMES: &[&str] = &["Origin", "VariantPath"];

/// Scripts that nothing runs yet.
const IDLE: &[&str] = &["bot.py"];

/// All documents, and the repository they are in.
fn read() -> (Repository, Vec<Document>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let repository = Repository::read(&root);
    let is_document = |path: &&PathBuf| {
        path.extension().is_some_and(|extension| extension == "md")
            && (AT_THE_ROOT.iter().any(|name| Path::new(name) == *path)
                || FOLDERS.iter().any(|folder| path.starts_with(folder)))
    };
    let documents: Vec<Document> = repository
        .files()
        .filter(is_document)
        .map(|path| Document::read(&root, path))
        .collect();
    assert!(documents.len() > 20, "the documents are there");
    (repository, documents)
}

/// Goes through all documents and fails with everything that was found, so that all of it can
/// be mended at once.
#[track_caller]
fn check(find: impl Fn(&Repository, &[Document], &Document) -> Vec<String>) {
    let (repository, documents) = read();
    let mut found = Vec::new();
    for document in &documents {
        let here = find(&repository, &documents, document);
        let path = document.path.display();
        found.extend(here.iter().map(|what| format!("{path}: {what}")));
    }
    found.dedup();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn links_lead_somewhere() {
    check(|repository, documents, document| {
        let targets = document.links.iter();
        let lost = targets.filter_map(|link| lost_link(repository, documents, document, link));
        lost.collect()
    });
}

fn lost_link(
    repository: &Repository,
    documents: &[Document],
    document: &Document,
    link: &str,
) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = if target.is_empty() {
        document.path.clone()
    } else {
        repository::beside(&document.path, target)
    };
    if !repository.has(&path) {
        return Some(format!("the link {link} leads nowhere"));
    }
    let has_anchor = |other: &Document| other.path == path && other.anchors.contains(anchor);
    let is_lost = !anchor.is_empty() && !documents.iter().any(has_anchor);
    is_lost.then(|| format!("the link {link} names a heading that is not there"))
}

#[test]
fn every_document_is_in_the_index() {
    let (_, documents) = read();
    let index = Path::new("docs/README.md");
    let links = documents.iter().filter(|document| document.path == index);
    let links = links.flat_map(|document| &document.links);
    let listed: Vec<PathBuf> = links.map(|link| repository::beside(index, link)).collect();
    check(|_, _, document| {
        let is_missing = document.path.starts_with("docs")
            && document.path != index
            && !listed.contains(&document.path);
        let complaint = is_missing.then(|| format!("is not in {}", index.display()));
        complaint.into_iter().collect()
    });
}

#[test]
fn paths_exist() {
    check(|repository, _, document| {
        let lost = document.words().filter_map(|word| {
            let why = repository.check_path(&document.path, word).err()?;
            Some(format!("`{word}` {why}"))
        });
        lost.collect()
    });
}

#[test]
fn scripts_are_run_by_something() {
    let runners = read().0.runners();
    check(|_, _, document| {
        let is_script = |word: &&str| [".sh", ".mjs", ".py"].iter().any(|end| word.ends_with(end));
        let scripts = document.words().filter(is_script);
        let idle = scripts.filter(|word| {
            let name = word.rsplit('/').next().unwrap_or_default();
            let runs =
                |(path, text): &(PathBuf, String)| !path.ends_with(name) && text.contains(name);
            !IDLE.contains(&name) && !runners.iter().any(runs)
        });
        let idle = idle.map(|word| format!("{word} is run neither by .ci/run nor by a test"));
        idle.collect()
    });
}

#[test]
fn types_and_functions_exist() {
    let sources = read().0.words_of_sources();
    check(|_, _, document| {
        let names = document.spans.iter().flat_map(|span| names(span));
        let is_lost = |name: &&str| !sources.contains(*name) && !OTHERS_NAMES.contains(name);
        let lost = names.filter(is_lost);
        lost.map(|name| format!("{name} is nowhere in the sources"))
            .collect()
    });
}

/// The names in `Type`, `Type::function` and `module::function`. A single word in small letters,
/// or in capitals, may be anything.
fn names(span: &str) -> Vec<&str> {
    let span = span.split(['(', '<']).next().unwrap_or_default();
    let parts: Vec<&str> = span.split("::").collect();
    let is_name = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_type = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.contains(|c: char| c.is_ascii_lowercase())
    };
    if !parts.iter().all(is_name) || (parts.len() == 1 && !is_type(parts[0])) {
        return Vec::new();
    }
    parts
}

#[test]
fn commands_of_cargo_and_npm_name_what_is_there() {
    check(|repository, _, document| {
        let commands = document.spans.iter().chain(&document.commands);
        commands
            .flat_map(|command| lost_words(repository, command))
            .collect()
    });
}

fn lost_words(repository: &Repository, command: &str) -> Vec<String> {
    let words: Vec<&str> = markdown::words(command).collect();
    let is_there = |index: usize| {
        let word = words[index];
        let before = |back: usize| index.checked_sub(back).map_or("", |at| words[at]);
        match (before(3), before(2), before(1)) {
            (_, _, "-p") if words.contains(&"cargo") => repository.has_package(word),
            (_, _, "--test") if words.contains(&"cargo") => repository.has_test(word),
            (_, "cargo", "xtask") => repository.has_task(word),
            ("cargo", "fuzz", "run") => repository.has_fuzz_target(word),
            (_, "npm", "run") => repository.has_npm_script(word),
            _ => true,
        }
    };
    let lost = (0..words.len()).filter(|&index| !is_there(index));
    lost.map(|index| format!("{} of `{command}` is not there", words[index]))
        .collect()
}

#[test]
fn every_dependency_has_its_line() {
    let repository = read().0;
    let explained = repository.text(Path::new("docs/dependencies.md"));
    let has_line = |name: &str| {
        let first_cells = explained.lines().filter_map(|line| line.split('|').nth(1));
        first_cells
            .flat_map(|cell| cell.split(','))
            .any(|cell| cell.trim() == name)
    };
    let missing: Vec<String> = repository
        .dependencies()
        .into_iter()
        .filter(|name| !has_line(name))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/dependencies.md does not explain {missing:?}"
    );
}

/// The line of a log that the document shows is the one that a test of the arena reads, and all of
/// its fields are explained.
#[test]
fn the_document_of_the_arena_explains_every_field_of_a_game() {
    let repository = read().0;
    let document = repository.text(Path::new("docs/arena.md"));
    let game = repository.text(Path::new("crates/arena/tests/game.json"));
    assert!(
        document.contains(&format!("```json\n{game}```")),
        "docs/arena.md and crates/arena/tests/game.json show different games"
    );
    let fields: serde_json::Map<_, _> = serde_json::from_str(&game).expect("a game");
    for name in fields.keys() {
        assert!(
            document.contains(&format!("\n| `{name}` | ")),
            "docs/arena.md does not explain {name}"
        );
    }
}

/// What the document of the crates shows of the program is what is compiled.
#[test]
fn the_program_in_the_document_of_the_crates_is_the_one_that_is_run() {
    let repository = read().0;
    let document = repository.text(Path::new("docs/using-the-crates.md"));
    let program = repository.text(Path::new("examples/program/src/main.rs"));
    let shown = document.split("```rust\n").skip(1);
    let shown: Vec<&str> = shown.filter_map(|rest| rest.split("```").next()).collect();
    assert!(shown.len() > 1, "the document shows code");
    for code in shown {
        assert!(program.contains(code), "not in the program:\n{code}");
    }
}

/// Every test of an attack is in the document of attacks, and every test named there exists.
#[test]
fn the_document_of_attacks_has_every_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file");
    let document = read("docs/security-tests.md");
    let attacks = "crates/testbed/tests/online/attacks";
    let files = std::fs::read_dir(root.join(attacks)).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name());
    let mut code: String = names
        .map(|name| read(&format!("{attacks}/{}", name.display())))
        .collect();
    let functions = |code: &str| -> Vec<String> {
        let tests = code.split("#[tokio::test").skip(1);
        let name = |test: &str| {
            test.split("fn ")
                .nth(1)?
                .split('(')
                .next()
                .map(str::to_owned)
        };
        tests.filter_map(name).collect()
    };
    for test in functions(&code) {
        assert!(
            document.contains(&format!("`{test}`")),
            "{test} is not listed"
        );
    }
    code += &read("apps/longjump/tests/stalled.rs");
    code += &read("crates/server/src/store/mod.rs");
    let tests = functions(&code);
    let (_, table) = document
        .split_once("## To stall")
        .expect("the part about attacks");
    let (table, _) = table.split_once("## ").expect("the part after it");
    let long_names = table
        .split('`')
        .filter(|name| name.matches('_').count() >= 4);
    for name in long_names {
        assert!(
            tests.iter().any(|test| test == name),
            "there is no test {name}"
        );
    }
}
