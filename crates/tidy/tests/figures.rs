//! The figures that dashboards, alerts and documents name are those that servers have.

use longjump_tidy::rust_files;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where operators read of them.
const READ: [&str; 3] = [
    "deploy/watch/alerts.yaml",
    "deploy/watch/dashboard.json",
    "docs/operating.md",
];
/// Where they are counted.
const COUNTED: [&str; 4] = ["server", "accounts", "notices", "door"];

/// Words of a text that are called as figures are.
fn figures(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
    let named =
        words.filter(|word| word.starts_with("longjump_") && word.len() > "longjump_".len());
    named.map(str::to_owned).collect()
}

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Those that servers count, by the texts in their sources.
fn counted() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = COUNTED.map(|name| crates.join(name).join("src"));
    let files = folders.iter().flat_map(|folder| rust_files(folder));
    let texts = files.map(|path| fs::read_to_string(path).expect("a source"));
    texts
        .flat_map(|text| {
            let quoted = text.split('"').skip(1).step_by(2);
            quoted.flat_map(figures).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn figures_that_are_named_are_there() {
    let known = counted();
    assert!(
        known.contains("longjump_sockets") && known.len() > 10,
        "{known:?}"
    );
    let mut read = BTreeSet::new();
    for name in READ {
        let text = file(name);
        let unknown: Vec<_> = figures(&text).difference(&known).cloned().collect();
        assert!(
            unknown.is_empty(),
            "{name} names {unknown:?}, which no server has"
        );
        read.extend(figures(&text));
    }
    let unread: Vec<_> = known.difference(&read).collect();
    assert!(unread.is_empty(), "nobody is shown {unread:?}");
    let dashboard: serde_json::Value = serde_json::from_str(&file(READ[1])).expect("JSON");
    assert!(
        dashboard["panels"]
            .as_array()
            .is_some_and(|panels| panels.len() > 5)
    );
}
