//! Tournaments as their users meet them: runs that are killed, logs, reports and files of bots.

mod matches;

use matches::{folder, games, longjump, report};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_match_says_what_can_play_and_from_where() {
    let output = longjump(&["match", "--help"]).output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    for expect in [
        "uci:",
        "ugi:",
        "longjump openings --balance",
        "--trace <FOLDER>",
        "half of the cores",
    ] {
        assert!(help.contains(expect), "{expect}: {help}");
    }
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
    let length = || std::fs::metadata(&killed).map_or(0, |file| file.len());
    for number in 0..50 {
        let before = length();
        let mut child = run(&killed).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(random.u64(5..60)));
        // On a busy machine that may be before anything is played, so some wait for that.
        let began = Instant::now();
        while number % 10 == 0 && length() <= before.max(500) {
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "nothing is played"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        lengths.push(length());
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

/// What is said when a command can't be run.
#[track_caller]
fn complaint(arguments: &[&str]) -> String {
    let output = longjump(arguments).output().expect("it runs");
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn what_helps_is_told_in_words_of_the_command_line() {
    let missing = ["match", "ugi:./nowhere", "star/greedy", "--depth", "1"];
    let said = complaint(&missing);
    assert!(said.contains("can't start './nowhere': "), "{said}");
    assert!(said.contains("give the path of a program"), "{said}");
    let endless = complaint(&["match", "star", "star/greedy"]);
    assert!(
        endless.contains("give --movetime 100, --clock"),
        "{endless}"
    );
    let long = ["match", "minicheckers/greedy", "minicheckers/random"];
    let long = complaint(&[&long[..], &["--opening", "900"]].concat());
    assert!(long.contains("over before 900 plies; give fewer"), "{long}");
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

#[test]
fn log_report_and_summary_say_by_which_rule_games_ended() {
    let folder = folder("endings");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let (log, data) = (path("log.jsonl"), path("data.json"));
    let line = ["match", "knightthrough/greedy", "knightthrough/random"];
    let files = ["--games", "6", "--log", &log, "--data", &data];
    let summary = report(&[&line[..], &files[..]].concat());
    let mut counts = std::collections::BTreeMap::new();
    for game in games(Path::new(&log)) {
        assert_eq!(game["cause"], "result", "{game}");
        assert!(game["start"].is_null(), "{game}");
        assert_eq!(game["faults"].as_array().map(Vec::len), Some(0), "{game}");
        let ending = game["ending"].as_str().expect("a rule").to_owned();
        assert!(["far-row", "all-captured", "stuck"].contains(&ending.as_str()));
        *counts.entry(ending).or_insert(0u64) += 1;
    }
    assert_eq!(counts.values().sum::<u64>(), 6);
    for (ending, games) in &counts {
        assert_eq!(summary["endings"][ending], *games, "{summary}");
    }
    let text = std::fs::read_to_string(&data).expect("data");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let causes = found["causes"].as_array().expect("a list");
    assert_eq!(causes.len(), counts.len(), "{causes:?}");
    for cause in causes {
        let name = cause["cause"].as_str().expect("a name");
        assert_eq!(cause["games"], counts[name], "{cause}");
    }
}
