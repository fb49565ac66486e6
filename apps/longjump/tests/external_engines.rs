//! Engines that are programs of their own: good ones, those that fail, and what they say.

mod matches;

use assert_cmd::cargo::cargo_bin;
use matches::{folder, games, longjump, report};
use serde_json::{Value, json};
use std::path::Path;

/// What is played in four games that are logged there.
fn moves_of_four_games(log: &Path, first: &str, second: &str, limits: &[&str]) -> Vec<Value> {
    let log_name = log.to_str().expect("text");
    let common = ["match", first, second, "--games", "4", "--log", log_name];
    report(&[&common, limits].concat());
    let moves = |game: &Value| game["moves"].clone();
    games(log).iter().map(moves).collect()
}

/// A shell script that speaks UGI, with a line for each thing that it does otherwise.
fn mock(folder: &Path, name: &str, otherwise: &str) -> String {
    let engine = cargo_bin("longjump");
    let script = format!(
        r#"games=0
answer() {{
  case "$1" in
    {otherwise}
    ugi) echo "id name mock"; echo ugiok;;
    isready) echo readyok;;
    quit) exit 0;;
  esac
}}
engine="{}"
while read -r line; do answer "$line"; done
"#,
        engine.display()
    );
    let path = folder.join(format!("{name}.sh"));
    std::fs::write(&path, script).expect("a script");
    format!("ugi:sh {}", path.display())
}

/// Plays four games against a mock that fails in one way, and returns what came of it.
#[track_caller]
fn check(name: &str, otherwise: &str, cause: &str, detail: &str) {
    let folder = folder(&format!("mock-{name}"));
    let log = folder.join("log.jsonl");
    let mock = mock(&folder, name, otherwise);
    let report = report(&[
        "match",
        "knightthrough/greedy",
        &mock,
        "--games",
        "4",
        "--movetime",
        "20",
        "--margin",
        "80",
        "--concurrency",
        "2",
        "--log",
        log.to_str().expect("text"),
    ]);
    assert_eq!(report["won"], 4, "{name}: {report}");
    assert_eq!(report["causes"], json!({ cause: 4 }), "{name}");
    assert_eq!(report["players"][1]["faults"], 4, "{name}");
    assert_eq!(report["players"][0]["faults"], 0, "{name}");
    for game in games(&log) {
        let fault = &game["faults"][0];
        let words = fault["detail"].as_str().expect("words");
        assert!(words.contains(detail), "{name}: {words}");
        let who = fault["seat"].as_u64().expect("a seat") as usize;
        assert_eq!(game["players"][who], 1, "{name}: the mock is to blame");
    }
}

#[test]
fn engines_that_fail_lose_and_the_cause_is_named() {
    check("crash-at-start", "ugi) exit 3;;", "crash", "exit status: 3");
    check(
        "crash-mid-search",
        "go*) exit 4;;",
        "crash",
        "exit status: 4",
    );
    check(
        "illegal",
        "go*) echo bestmove a1a8;;",
        "illegal move",
        "'a1a8'",
    );
    check("mute", "go*) echo bestmove;;", "illegal move", "'none'");
    check(
        "late",
        "go*) sleep 0.4; echo bestmove a2b4;;",
        "time",
        "ms, having 20",
    );
    check(
        "megabyte-line",
        "go*) head -c 1000000 /dev/zero | tr '\\0' x; echo; echo bestmove a2b4;;",
        "flood",
        "512 KiB",
    );
    check(
        "megabyte-lines",
        "go*) yes info string a line of a megabyte | head -c 1000000; echo bestmove a2b4;;",
        "flood",
        "512 KiB",
    );
}

/// The traces in a folder, by file name.
fn traces(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut traces: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (
                name.into_owned(),
                std::fs::read_to_string(&path).expect("text"),
            )
        })
        .collect();
    traces.sort();
    traces
}

#[test]
fn what_external_engines_say_can_be_kept() {
    let folder = folder("mock-traced");
    // It plays two games and then dies in the middle of a search, which it complains about.
    let mock = mock(
        &folder,
        "traced",
        r#"go*) games=$((games + 1)); echo "thinking $games" >&2
         if [ $games -gt 2 ]; then exit 5; fi; echo "info depth 1 nodes 7"; echo bestmove a1a8;;"#,
    );
    let kept = folder.join("said");
    let line = ["match", "knightthrough/greedy", &mock, "--games", "4"];
    let trace = ["--depth", "1", "--concurrency", "1", "--trace"];
    let trace = [&trace[..], &[kept.to_str().expect("text")]].concat();
    report(&[&line[..], &trace[..]].concat());
    let found = traces(&kept);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found.len(), 2, "one for each process: {names:?}");
    assert!(names[0].ends_with("-1.txt") && names[1].ends_with("-2.txt"));
    let first = &found[0].1;
    for expect in [
        " - starting sh ",
        " > ugi\n",
        " < ugiok\n",
        " > position startpos moves ",
        " > go depth 1\n",
        " ! thinking 1\n",
        " < info depth 1 nodes 7\n",
        " < bestmove a1a8\n",
        " ! thinking 3\n",
        " - crash: ended with exit status: 5\n",
    ] {
        assert!(first.contains(expect), "{expect:?} in {first}");
    }
    assert!(
        found[1].1.contains(" > quit\n"),
        "the second lives to the end"
    );
    let seconds = |line: &str| -> f64 {
        let (seconds, _) = line.trim_start().split_once(' ').expect("a time");
        seconds.parse().expect("a number")
    };
    let said: Vec<f64> = first
        .lines()
        .filter(|line| line.contains(" > "))
        .map(seconds)
        .collect();
    assert!(said.is_sorted() && said[0] >= 0.0, "{said:?}");
    // Once more: what was kept stays.
    report(&[&line[..], &trace[..]].concat());
    assert_eq!(traces(&kept).len(), 4);
    assert_eq!(&traces(&kept)[0].1, first);
}

/// Takes as long as the referee's patience, so it is apart.
#[test]
fn an_engine_that_never_answers_is_given_up() {
    check("never", "go*) ;;", "stall", "no answer");
}

/// Good engines behind a script that ends before each second game.
#[test]
fn an_engine_that_leaves_between_games_is_started_again() {
    let folder = folder("mock-leaves");
    let engine = cargo_bin("longjump");
    let script = format!(
        r#"games=0
while read -r line; do
  case "$line" in uginewgame) games=$((games + 1)); [ $games -gt 1 ] && exit 0;; esac
  printf '%s\n' "$line"
done | "{}" ugi --game knightthrough
"#,
        engine.display()
    );
    let path = folder.join("leaves.sh");
    std::fs::write(&path, script).expect("a script");
    let log = folder.join("log.jsonl");
    let leaver = format!("ugi:sh {}", path.display());
    let report = report(&[
        "match",
        &leaver,
        "knightthrough/random",
        "--games",
        "6",
        "--depth",
        "3",
        "--concurrency",
        "1",
        "--log",
        log.to_str().expect("text"),
    ]);
    assert_eq!(report["causes"], json!({ "result": 3, "disconnect": 3 }));
    assert_eq!(report["won"], 3, "it wins what it plays: {report}");
    let causes: Vec<Value> = games(&log)
        .iter()
        .map(|game| game["cause"].clone())
        .collect();
    let expect = ["result", "disconnect"].repeat(3);
    assert_eq!(causes, expect, "every second game");
}

/// With three seats the game goes on without the one who failed.
#[test]
fn others_play_on_when_one_of_three_fails() {
    let folder = folder("mock-three");
    let log = folder.join("log.jsonl");
    let mock = mock(&folder, "illegal", "go*) echo bestmove nowhere;;");
    let report = report(&[
        "match",
        &mock,
        "star:seats=3/greedy",
        "--games",
        "3",
        "--depth",
        "1",
        "--log",
        log.to_str().expect("text"),
    ]);
    assert_eq!(report["players"][0]["points"], 0.0, "{report}");
    for game in games(&log) {
        let seat = game["players"].as_array().expect("players").iter();
        let mocked = seat
            .clone()
            .position(|player| *player == 0)
            .expect("it sits");
        assert_eq!(game["places"][mocked], 3);
        assert!(game["turns"].as_array().expect("turns").len() > 60);
        assert_eq!(game["faults"].as_array().expect("faults").len(), 1);
    }
}

#[test]
fn built_in_and_external_the_same_engine_plays_the_same_games() {
    let folder = folder("outside");
    let engine = cargo_bin("longjump");
    let outside = format!("ugi:{} ugi --game corners", engine.display());
    let play = |name: &str, first: &str, second: &str| {
        let limits = ["--nodes", "400", "--seed", "7", "--game", "corners"];
        moves_of_four_games(&folder.join(name), first, second, &limits)
    };
    let inside = play("inside", "corners", "corners");
    assert_eq!(inside.len(), 4);
    assert_eq!(play("outside", &outside, "corners"), inside);
    assert_eq!(play("both", &outside, &outside), inside);
}

/// A chess program, as far as the referee can tell: our own behind a translator.
#[test]
fn a_chess_program_plays_the_same_games() {
    let folder = folder("chess");
    let script = format!(
        r#"sed -u -e 's/^uci/ugi/' \
  -e '/^position/{{y/Nn/ab/;s/^positiob feb/position fen/;s/ w - - 0 1/ a/;s/ b - - 0 1/ b/}}' |
"{}" ugi --game knightthrough | sed -u 's/^ugiok/uciok/'
"#,
        cargo_bin("longjump").display()
    );
    let path = folder.join("uci.sh");
    std::fs::write(&path, script).expect("a script");
    let chess = format!("uci:sh {}", path.display());
    let play = |name: &str, engine: &str| {
        let limits = ["--depth", "4"];
        moves_of_four_games(&folder.join(name), engine, "knightthrough/greedy", &limits)
    };
    assert_eq!(play("chess", &chess), play("inside", "knightthrough"));
    let output = longjump(&["match", &chess, "star/greedy", "--depth", "2"])
        .output()
        .expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("it has to speak UGI"), "{complaint}");
}
