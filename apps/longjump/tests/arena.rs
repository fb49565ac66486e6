//! Events as their users meet them: engines that fail, runs that are killed.

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder of its own for a test, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn longjump(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("longjump"));
    command.args(arguments);
    command
}

#[track_caller]
fn report(arguments: &[&str]) -> Value {
    let output = longjump(arguments).arg("--json").output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The games of a log, in the order of the schedule, without the times they took.
fn games(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).expect("a log");
    let mut games: Vec<Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("whole lines"))
        .collect();
    for game in &mut games {
        for turn in game["turns"].as_array_mut().expect("turns") {
            turn[1] = json!(0);
        }
    }
    games.sort_by_key(|game| (game["block"].as_u64(), game["game"].as_u64()));
    games
}

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
fn inside_and_outside_the_same_engine_plays_the_same_games() {
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

/// Fifty times killed at random moments, then left to finish.
#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let folder = folder("killed");
    let arguments = |log: &Path| {
        let log = log.to_str().expect("text").to_owned();
        let common = [
            "match",
            "corners",
            "corners/greedy",
            "--games",
            "1500",
            "--nodes",
            "60",
            "--seed",
            "5",
            "--concurrency",
            "2",
            "--json",
            "--log",
        ];
        let mut arguments: Vec<String> = common.map(str::to_owned).to_vec();
        arguments.push(log);
        arguments
    };
    let run = |log: &Path| {
        let arguments = arguments(log);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = longjump(&arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let (whole, killed) = (folder.join("whole.jsonl"), folder.join("killed.jsonl"));
    assert!(run(&whole).status().expect("it runs").success());
    let mut random = fastrand::Rng::with_seed(3);
    let mut lengths = Vec::new();
    for _ in 0..50 {
        let mut child = run(&killed).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(random.u64(5..60)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        lengths.push(std::fs::metadata(&killed).map_or(0, |file| file.len()));
    }
    let unfinished = games_so_far(&killed);
    assert!(run(&killed).status().expect("it runs").success());
    assert_eq!(games(&killed), games(&whole));
    assert!(
        (1..1500).contains(&unfinished),
        "kills hit a running event: {unfinished} games, {lengths:?} bytes"
    );
}

fn games_so_far(log: &Path) -> usize {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    text.lines().count().saturating_sub(1)
}

#[test]
fn a_log_belongs_to_one_event() {
    let folder = folder("other-event");
    let log = folder.join("log.jsonl");
    let log = log.to_str().expect("text");
    let common = [
        "match",
        "corners/random",
        "corners/greedy",
        "--games",
        "2",
        "--log",
        log,
    ];
    report(&common);
    // Once more: nothing is left to play.
    assert_eq!(report(&common)["games"], 2);
    let output = longjump(&[&common[..], &["--seed", "9"]].concat())
        .output()
        .expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("its seed is 1, not 9"), "{complaint}");
}

#[test]
fn a_tournament_lists_everybody() {
    for format in ["round-robin", "gauntlet", "swiss"] {
        let report = report(&[
            "tournament",
            "minicheckers/random",
            "minicheckers/greedy",
            "minicheckers/easy",
            "minicheckers/random:seed=3",
            "--format",
            format,
            "--rounds",
            "3",
            "--depth",
            "2",
        ]);
        let players = report["players"].as_array().expect("players");
        let played = |player: &Value| player["games"].as_u64().expect("a number");
        let seats: u64 = players.iter().map(played).sum();
        assert_eq!(
            seats,
            2 * report["games"].as_u64().expect("a number"),
            "{format}"
        );
        assert!(players.iter().all(|player| played(player) >= 6), "{format}");
    }
}

#[test]
fn a_sequential_test_ends_a_match() {
    let report = report(&[
        "match",
        "knightthrough/greedy",
        "knightthrough/random",
        "--sprt",
        "0,100",
    ]);
    assert_eq!(report["test"]["verdict"], "H1", "{report}");
    assert!(report["games"].as_u64().expect("a number") < 1000);
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

#[test]
fn a_log_becomes_data_records_and_a_page() {
    let folder = folder("report");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let (log, data, records) = (path("log.jsonl"), path("data.json"), path("games.txt"));
    report(&[
        "tournament",
        "star:seats=3/greedy",
        "star:seats=3/random",
        "star:seats=3/greedy:seed=2",
        "--rounds",
        "2",
        "--clock",
        "60+1",
        "--log",
        &log,
        "--data",
        &data,
        "--records",
        &records,
    ]);
    let text = std::fs::read_to_string(&data).expect("data");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found["games_played"], 6);
    assert_eq!(found["players"].as_array().expect("players").len(), 3);
    assert_eq!(found["players"][2]["name"], "star:seats=3/random");
    assert_eq!(
        found["layout"]["points"].as_array().expect("holes").len(),
        121
    );
    for game in found["games"].as_array().expect("games") {
        let moves = game["moves"].as_array().expect("moves");
        // Every move that is no pass empties one hole and fills another.
        let changes = |mv: &Value| mv["changes"].as_array().expect("changes").len();
        assert!(
            moves
                .iter()
                .all(|mv| changes(mv) == 2 || mv["text"] == "pass")
        );
        assert_eq!(game["opening_plies"], 4);
        assert!(moves[..4].iter().all(|mv| mv["milliseconds"].is_null()));
    }
    let text = std::fs::read_to_string(&records).expect("records");
    assert_eq!(text.matches("[Game \"star:seats=3\"]").count(), 6);
    assert!(text.contains("[Seat1 \"star:seats=3/greedy\"]"), "{text}");
    assert!(text.contains("[%clk 0:01:0"), "{text}");
    // The page is there if this program was built with its site.
    let page = path("page.html");
    let output = longjump(&["report", &log, "--report", &page]).output();
    let output = output.expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        let text = std::fs::read_to_string(&page).expect("a page");
        assert!(text.contains("<title>Round robin of star:seats=3</title>"));
        assert!(
            text.matches("<script").count() == 2,
            "it needs nothing else"
        );
    } else {
        assert!(complaint.contains("run 'bash web/build.sh'"), "{complaint}");
    }
}

#[test]
fn a_file_of_bots_says_who_plays() {
    let folder = folder("bots");
    let file = folder.join("bots.toml");
    let text = r#"
        [bots.careful]
        engine = "minicheckers/default"
        options = { hash = 1 }
        control = "depth=3"

        [bots.wild]
        engine = "minicheckers/random"

        [match]
        players = ["careful", "wild"]
        first = "wild"
        opening = "b2a3 e5f4"
        games = 4
        records = "games.txt"
        log = "log.jsonl"
    "#;
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("text");
    let found = report(&["match", "--bots", file]);
    assert_eq!(found["games"], 4);
    assert_eq!(found["players"][0]["name"], "wild", "who starts");
    assert_eq!(found["players"][1]["engine"], "minicheckers/default:hash=1");
    let games = games(&folder.join("log.jsonl"));
    let begins = |game: &Value| {
        game["moves"]
            .as_str()
            .expect("text")
            .starts_with("b2a3 e5f4")
    };
    assert!(games.iter().all(begins));
    // Any of the saved games can be gone on from, when its last moves are taken away.
    let records = std::fs::read_to_string(folder.join("games.txt")).expect("records");
    let whole = records.split("\n\n[").next().expect("a record");
    let saved = folder.join("saved.txt");
    std::fs::write(&saved, unfinished(whole)).expect("a file");
    let saved = saved.to_str().expect("text");
    let log = folder.join("further.jsonl");
    let log = log.to_str().expect("text");
    report(&["match", "--bots", file, "--from", saved, "--log", log]);
}

/// A record without what follows its fourth move.
fn unfinished(record: &str) -> String {
    let (tags, moves) = record.split_once("\n\n").expect("tags and moves");
    let tags: Vec<&str> = tags
        .lines()
        .filter(|line| !line.starts_with("[Result") && !line.starts_with("[Termination"))
        .collect();
    let end = moves.find("3.").expect("a third round");
    format!(
        "{}\n[Result \"*\"]\n\n{} *\n",
        tags.join("\n"),
        &moves[..end].trim()
    )
}

#[test]
fn everybody_of_a_game_is_rated() {
    let folder = folder("ratings");
    let output = longjump(&[
        "ratings",
        "minicheckers",
        "--rounds",
        "1",
        "--movetime",
        "1",
    ])
    .arg("--logs")
    .arg(&folder)
    .output()
    .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for player in ["default", "hard", "random", "default:level=9"] {
        assert!(text.contains(&format!("| {player} |")), "{player}: {text}");
    }
    assert_eq!(games(&folder.join("minicheckers.jsonl")).len(), 16);
}
