//! Tables of distances as their users meet them.

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::Command;

#[track_caller]
fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(cargo_bin("longjump"))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = if output.status.success() {
        output.stdout
    } else {
        output.stderr
    };
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn a_table_is_built_checked_and_asked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let table = path("star6.race");
    let (is_built, text) = run(&["tables", "build", "star", "--rows", "6", "--out", &table]);
    assert!(is_built, "{text}");
    assert!(
        text.contains("6 rows, 352716 placements, at most 12 moves"),
        "{text}"
    );
    let (_, text) = run(&["tables", "info", &table]);
    assert!(text.contains("  1 moves           14"), "{text}");
    let (is_right, text) = run(&["tables", "verify", &table]);
    assert!(is_right, "{text}");
    // Each has one marble to bring in: a beside its hole, b on the other side of its goal.
    let position = "a/aa/aaa/1aaa/4a8/12/11/10/9/10/11/12/8b4/1bbb/bbb/bb/b a 60 -";
    let (is_known, text) = run(&["tables", "probe", &table, "star", position]);
    assert!(is_known, "{text}");
    assert_eq!(text, "seat a: 1 moves\nseat b: 3 moves\n");
    let start = "b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/13/aaaa/aaa/aa/a a 0 -";
    let (_, text) = run(&["tables", "probe", &table, "star", start, "--json"]);
    assert_eq!(text, "{\"moves\":[null,null]}\n");

    let (is_found, text) = run(&["tables", "info", &path("nowhere.race")]);
    assert!(!is_found && text.contains("No such file"), "{text}");
    std::fs::write(path("other"), "some other file that is long enough").expect("a file");
    let (is_table, text) = run(&["tables", "verify", &path("other")]);
    assert!(
        !is_table && text.contains("'longjump tables build' makes one"),
        "{text}"
    );
    let mut bytes = std::fs::read(&table).expect("the table");
    bytes[5000] ^= 1;
    std::fs::write(path("damaged"), bytes).expect("a file");
    let (is_whole, text) = run(&["tables", "verify", &path("damaged")]);
    assert!(!is_whole && text.contains("it is damaged"), "{text}");
}

#[test]
fn one_army_alone_crosses_the_star_in_27_moves() {
    let (is_found, text) = run(&["solo", "star"]);
    assert!(is_found, "{text}");
    assert!(text.contains("27 moves in "), "{text}");
    let (_, text) = run(&["solo", "star", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["length"], 27);
    let moves = report["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 27);
    for told in moves {
        let route = told["route"].as_array().expect("a list");
        let (first, last) = (&route[0], &route[route.len() - 1]);
        let ends = [first, last].map(|hole| hole.as_str().expect("a name"));
        assert_eq!(told["move"], ends.concat());
    }
}

#[test]
fn corners_have_tables_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corners");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    let table = folder.join("corners4.race");
    let table = table.to_str().expect("text");
    let (is_built, text) = run(&["tables", "build", "corners", "--rows", "4", "--out", table]);
    assert!(is_built, "{text}");
    assert!(
        text.contains("corners, 4 rows, 11440 placements, "),
        "{text}"
    );
    let (_, text) = run(&["tables", "info", table]);
    assert!(text.contains("    never "), "{text}");
    let (is_right, text) = run(&["tables", "verify", table]);
    assert!(is_right, "{text}");
    // a has one step to go; the last piece of b is past the square that it was to fill.
    let position = "5aaa/5aaa/4a1aa/8/8/bb6/bbb5/bbbb4 a 0 -";
    let (is_known, text) = run(&["tables", "probe", table, "corners", position]);
    assert!(is_known, "{text}");
    assert_eq!(
        text,
        "seat a: 1 moves\nseat b: can't fill its goal any more\n"
    );
    let (_, text) = run(&["tables", "probe", table, "corners", position, "--json"]);
    assert_eq!(text, "{\"moves\":[1,\"never\"]}\n");
    let start = "b/bb/bbb/bbbb/13/12/11/10/9/10/11/12/13/aaaa/aaa/aa/a a 0 -";
    let (is_known, text) = run(&["tables", "probe", table, "star", start]);
    assert!(
        !is_known && text.contains("is a table for corners, not for star"),
        "{text}"
    );
    let (is_built, text) = run(&["tables", "build", "corners", "--rows", "7"]);
    assert!(!is_built && text.contains("give --rows 3 to 6"), "{text}");
}
