//! The command line as its users meet it.

use assert_cmd::Command;
use serde_json::Value;

fn longjump(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("longjump").expect("our own binary");
    command.args(arguments);
    command
}

/// What a command that succeeds prints.
#[track_caller]
fn output(arguments: &[&str]) -> String {
    let output = longjump(arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("text")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let text = output(arguments);
    assert_eq!(text.lines().count(), 1, "one object on one line");
    serde_json::from_str(&text).expect("JSON")
}

/// What a command that fails says.
#[track_caller]
fn complaint(arguments: &[&str]) -> String {
    let output = longjump(arguments).assert().failure().get_output().clone();
    assert!(output.stdout.is_empty(), "nothing on standard output");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn games_lists_every_game_with_its_options() {
    let text = output(&["games"]);
    for name in [
        "star",
        "diamond",
        "corners",
        "knightthrough",
        "minicheckers",
        "home_deadline",
    ] {
        assert!(text.contains(name), "{name}");
    }
    let games = json(&["games", "--json"]);
    assert_eq!(games["games"][0]["options"][0]["name"], "seats");
}

#[test]
fn the_last_line_of_perft_is_the_count() {
    for (arguments, expect) in [
        (vec!["perft", "star", "4"], "110224"),
        (
            vec!["perft", "star:corners=open", "4", "--no-bulk"],
            "115600",
        ),
        (vec!["perft", "star", "4", "--own-moves"], "278693"),
        (vec!["perft", "minicheckers", "8"], "36223"),
        (vec!["perft", "corners", "0"], "1"),
    ] {
        assert_eq!(
            output(&arguments).lines().last(),
            Some(expect),
            "{arguments:?}"
        );
    }
}

#[test]
fn perft_as_json_has_the_fields_promised() {
    let report = json(&["perft", "star:seats=3", "4", "--json"]);
    assert_eq!(report["spec"], "star:seats=3");
    assert_eq!(report["depth"], 4);
    assert_eq!(report["nodes"], 65072);
    assert!(report["moves_per_second"].as_u64().expect("a number") > 0);
}

#[test]
fn moves_are_one_a_line_and_can_be_played_from_any_position() {
    assert_eq!(output(&["moves", "star"]).lines().count(), 14);
    let position = "6/6/6/2b3/1a4/a5 a";
    assert_eq!(output(&["moves", "minicheckers", position]), "b2d4\n");
    // Without quotation marks the words of a position arrive one by one.
    assert_eq!(
        output(&["moves", "minicheckers", "6/6/6/2b3/1a4/a5", "a"]),
        "b2d4\n"
    );
    // Both men have moved up; nothing can be captured, as e5 is not empty.
    assert_eq!(
        output(&["moves", "minicheckers", "--after", "b2c3", "c5d4"]),
        "a1b2\nc1b2\nd2e3\nf2e3\nc3b4\n"
    );
    // There is nothing to list when the game is over; people are told why.
    let over = longjump(&["moves", "minicheckers", "6/6/6/6/1b4/6 a"]);
    let over = { over }.assert().success().get_output().clone();
    assert!(over.stdout.is_empty());
    assert_eq!(
        String::from_utf8_lossy(&over.stderr),
        "the game is over, places 2-1\n"
    );
}

#[test]
fn perft_counts_from_any_position() {
    let text = output(&["perft", "minicheckers", "1", "6/6/6/2b3/1a4/a5 a"]);
    assert_eq!(text.lines().last(), Some("1"));
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play = |seed| {
        let mut report = json(&[
            "playouts",
            "knightthrough",
            "--games",
            "100",
            "--seed",
            seed,
            "--json",
        ]);
        for timing in ["seconds", "games_per_second"] {
            report.as_object_mut().expect("an object").remove(timing);
        }
        report
    };
    assert_eq!(play("7")["games"], 100);
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

#[test]
fn moves_as_json_come_with_their_routes() {
    let report = json(&["moves", "star", "--json"]);
    let hop = report["moves"].as_array().expect("a list").iter();
    let hop = hop
        .map(|entry| &entry["route"])
        .find(|route| route[0] == "m3")
        .expect("a hop");
    assert_eq!(hop.as_array().expect("a list").len(), 2);
    assert_eq!(report["turn"], "a");
}

#[test]
fn show_draws_every_hole_without_colour_when_not_on_a_terminal() {
    let text = output(&["show", "star:seats=6"]);
    assert!(!text.contains('\u{1b}'));
    assert!(text.contains("a:m1") && text.contains("d:e17") && text.contains("i9"));
    assert!(text.ends_with("seat a to move, 14 legal moves\n"));
    let layout = json(&["show", "diamond", "--json"]);
    assert_eq!(layout["points"].as_array().expect("a list").len(), 100);
    assert_eq!(layout["camps"][0]["home_of"], "a");
    assert!(output(&["show", "corners", "--svg"]).starts_with("<svg"));
}

#[test]
fn playouts_of_knightthrough_have_the_known_averages() {
    let report = json(&["playouts", "knightthrough", "--seconds", "1", "--json"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!(
        (number(&report["plies_per_game"]) - 33.6).abs() < 0.3,
        "{report}"
    );
    assert!(
        (number(&report["first"]["a"]) - 0.516).abs() < 0.02,
        "{report}"
    );
    assert_eq!(number(&report["shared_first"]), 0.0);
}

#[test]
fn mistakes_are_explained() {
    for (arguments, expect) in [
        (
            vec!["perft", "chess", "3"],
            "there is no game called 'chess'; the games are star, diamond, diamond-super",
        ),
        (
            vec!["perft", "star:seat=3", "3"],
            "star has no option 'seat'; it has seats, preset",
        ),
        (
            vec!["perft", "star:seats=7", "3"],
            "'7' is not a value of star's option 'seats'; it takes 2 to 6",
        ),
        (
            vec!["perft", "star:", "3"],
            "expected the name of an option at character 6, found the end",
        ),
        (
            vec!["perft", "corners:size=9", "3"],
            "corners has no option 'size'; it has preset, stuck, home_deadline",
        ),
        (vec!["perft", "star", "deep"], "invalid value 'deep'"),
        (
            vec!["show", "corners", "5bbb/5bbb x"],
            "expected '/' and the next row at character 10, found ' '",
        ),
        (
            vec!["show", "star", "nonsense"],
            "expected a seat letter a to b or a number of empty holes up to 1",
        ),
        (vec!["playouts", "star", "--seconds", "-1"], "seconds"),
        (vec!["gamble"], "unrecognized subcommand 'gamble'"),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expect), "{arguments:?}: {complaint}");
    }
}

#[test]
fn without_a_command_there_is_help_with_examples() {
    let help = complaint(&[]);
    assert!(
        help.contains("Usage:") && help.contains("Examples:"),
        "{help}"
    );
}

/// Every `longjump` command in the documents does what they say: it works.
#[test]
fn the_commands_in_the_documents_work() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut commands = 0;
    // Some write files, and some read what those have written.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    let docs = std::fs::read_dir(format!("{root}/docs")).expect("the documents");
    let docs = docs.map(|entry| entry.expect("a document").path());
    let documents = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for document in documents.chain([format!("{root}/README.md").into()]) {
        let text = std::fs::read_to_string(document).expect("a document");
        for line in text.lines() {
            let Some(arguments) = line.trim().strip_prefix("longjump ") else {
                continue;
            };
            let arguments = arguments.split(['#', '>']).next().unwrap_or_default();
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            match arguments.as_slice() {
                // A run of all of it, which writes files, is in lab.rs.
                ["lab", "--quick"] => {}
                // There is no server here; installed.rs has one.
                ["doctor", "--server", _] => {}
                // It would serve the site until Ctrl-C; web/tests plays on that.
                ["play", rest @ ..] if !rest.contains(&"--terminal") => {}
                // Everything else about it is right; terminal.rs gives it a terminal.
                ["play", ..] => assert!(complaint(&arguments).contains("is no terminal")),
                _ => _ = longjump(&arguments).current_dir(&folder).assert().success(),
            }
            commands += 1;
        }
    }
    assert!(commands >= 5, "the documents show commands");
}

/// Node counts say whether two versions search the same tree. Whoever changes
/// the search on purpose writes the new ones into this file.
const SIGNATURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/signatures.txt");

/// Each game in a test of its own: they take long and can run side by side.
macro_rules! signature_tests {
    ($($game:ident),*) => {
        mod signature {
            $(#[test]
            fn $game() {
                super::output(&["bench", "--game", stringify!($game), "--check", super::SIGNATURES]);
            })*
        }

        #[test]
        fn the_signature_of_every_game_is_checked() {
            let bench = json(&["bench", "--deeper", "-20", "--json"]);
            let games = bench["games"].as_array().expect("games").iter();
            let games: Vec<&str> = games.filter_map(|game| game["game"].as_str()).collect();
            assert_eq!(games, [$(stringify!($game)),*]);
        }
    };
}
signature_tests!(star, diamond, corners, knightthrough, minicheckers);

#[test]
fn another_search_is_told_by_its_signature() {
    let complaint = longjump(&["bench", "--game", "minicheckers", "--deeper", "1"])
        .args(["--check", SIGNATURES])
        .assert()
        .failure()
        .get_output()
        .stderr
        .clone();
    let complaint = String::from_utf8(complaint).expect("text");
    assert!(complaint.contains("the search has changed"), "{complaint}");
}

#[test]
fn analysis_shows_the_board_and_a_line_a_depth() {
    let text = output(&["analyse", "star", "--depth", "4"]);
    let depths = text.lines().filter(|line| {
        let first = line.split_whitespace().next().unwrap_or_default();
        first.parse::<u32>().is_ok() && line.contains('→')
    });
    assert_eq!(depths.count(), 4, "{text}");
    assert!(text.contains("best move") && text.contains("looking 4 plies ahead"));
    let text = output(&["analyse", "minicheckers", "6/6/6/2b3/1a4/a5 a"]);
    assert!(text.contains("best move b2→d4: a win in 1 ply"), "{text}");
    let text = output(&[
        "analyse",
        "corners",
        "--depth",
        "3",
        "--multipv",
        "2",
        "--json",
    ]);
    let reports: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(reports.len(), 6);
    assert_eq!(reports[5]["depth"], 3);
    assert_eq!(reports[5]["rank"], 2);
    assert!(reports[5]["score"]["ahead"].is_i64());
}

#[test]
fn engines_that_do_not_exist_are_explained() {
    for (arguments, expect) in [
        (
            vec!["analyse", "star/clever"],
            "there is no player called 'clever'; 'longjump engines star' lists",
        ),
        (
            vec!["analyse", "star/default:hash"],
            "write GAME/PLAYER:OPTION=VALUE",
        ),
        (
            vec!["analyse", "star/default:hash=0"],
            "'0' is not a value of the option 'hash'",
        ),
        (
            vec!["analyse", "star/default:spin=1"],
            "has no option 'spin'; it has hash, threads",
        ),
        (
            vec!["analyse", "star:seats=3/plain"],
            "plays with two seats and the game has 3",
        ),
        (vec!["analyse", "chess"], "there is no game called 'chess'"),
        (
            vec!["analyse", "minicheckers", "6/6/6/6/1b4/6 a"],
            "nothing to analyse",
        ),
        (
            vec!["analyse", "star/default:weights=nowhere.toml"],
            "a file of weights that can be read",
        ),
        (
            vec!["match", "star", "corners", "--nodes", "9"],
            "plays another game than star",
        ),
        (vec!["match", "star", "star"], "how long may star think?"),
        (vec!["solve", "star"], "too large to be solved"),
        (
            vec!["solve", "minicheckers", "6/6/6/6/1b4/6 a"],
            "the game is over",
        ),
        (
            vec!["bench", "--game", "chess"],
            "the bench has no game called 'chess'",
        ),
        (
            vec!["ugi", "--game", "chess"],
            "there is no game called 'chess'",
        ),
        (
            vec!["llr", "--counts", "1,2,3", "--elo0", "0", "--elo1", "5"],
            "give 5 for two seats",
        ),
        (
            vec!["llr", "--counts", "1,2,3,4,5", "--elo0", "5", "--elo1", "0"],
            "the first must be less than the second",
        ),
        (
            vec!["play", "--terminal", "star", "--opponent", "clever"],
            "there is no player called 'clever'",
        ),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expect), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_match_is_told_as_json_and_repeats_itself() {
    let play = || {
        let mut report = json(&[
            "match",
            "minicheckers",
            "minicheckers/random",
            "--games",
            "10",
            "--nodes",
            "500",
            "--json",
        ]);
        report.as_object_mut().expect("an object").remove("seconds");
        report
    };
    let report = play();
    assert_eq!(report["lost"], 0, "{report}");
    assert_eq!(report, play());
}

/// The counts of the issue, to the digits that it gives.
#[test]
fn llr_prints_one_ratio_with_what_it_means() {
    let llr = |more: &[&str]| {
        let common = ["llr", "--counts", "10,100,300,120,15", "--elo0", "0"];
        output(&[&common, more].concat())
    };
    let text = llr(&["--elo1", "5"]);
    assert!(
        text.starts_with("LLR 1.089002, between -2.944439"),
        "{text}"
    );
    assert!(
        text.contains("545 blocks of 2 games: score 51.38 %"),
        "{text}"
    );
    assert!(
        text.ends_with("go on: more blocks are needed to tell\n"),
        "{text}"
    );
    let text = llr(&["--elo1", "5", "--normalised"]);
    assert!(text.starts_with("LLR 0.684658"), "{text}");
    let counts = "50,400,900,500,80";
    let report = json(&[
        "llr", "--counts", counts, "--elo0", "-5", "--elo1", "5", "--json",
    ]);
    assert_eq!(report["verdict"], "h1");
    assert_eq!(report["seats"], 2);
}

#[test]
fn playing_without_a_place_to_play_is_explained() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("its address").port().to_string();
    for (arguments, expect) in [
        (vec!["play", "chess"], "there is no game called 'chess'"),
        (vec!["play", "--opponent", "greedy"], "--terminal"),
        (
            vec!["play", "--no-open", "--port", &port],
            "give another --port",
        ),
        (vec!["play", "--terminal"], "standard output is no terminal"),
        (
            vec!["play", "--terminal", "corners", "--seat", "c"],
            "corners has the seats a to b, not c",
        ),
        (
            vec![
                "play",
                "--terminal",
                "star:seats=4",
                "--opponent",
                "greedy",
                "--opponent",
                "person",
            ],
            "3 other seats, and 2 opponents are given",
        ),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expect), "{arguments:?}: {complaint}");
    }
}

#[test]
fn minicheckers_is_solved() {
    let report = json(&["solve", "minicheckers", "--hash", "64", "--json"]);
    assert_eq!(report["value"], "draw");
    assert_eq!(report["moves"].as_array().expect("a list").len(), 5);
}

#[test]
fn openings_are_the_same_for_the_same_seed_and_can_go_to_a_file() {
    let common = ["openings", "knightthrough", "--count", "5", "--plies", "4"];
    let fair = ["--balance", "0.5", "--nodes", "500", "--threads"];
    let text = output(&[&common, &fair[..], &["1"]].concat());
    assert_eq!(text, output(&[&common, &fair[..], &["2"]].concat()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.clone().count(), 5);
    assert!(lines.clone().all(|line| line.split(' ').count() == 4));
    assert!(text.contains("# spec knightthrough\n"), "{text}");
    assert!(
        text.contains("# plies 4, seed 1, balance 0.5, nodes 500\n"),
        "{text}"
    );

    let file = std::env::temp_dir().join(format!("longjump-openings-{}", std::process::id()));
    let name = file.to_str().expect("a name in Unicode");
    let arguments = [&common, &fair[..], &["2", "--out", name, "--json"]].concat();
    let report = json(&arguments);
    let written = std::fs::read_to_string(&file).expect("the file");
    std::fs::remove_file(&file).expect("the file");
    assert_eq!(written, text);
    assert_eq!(report["openings"].as_array().expect("a list").len(), 5);
    assert_eq!(report["openings"][0], lines.clone().next().expect("a line"));
    let count = |name: &str| report[name].as_u64().expect(name);
    assert_eq!(count("found"), 5);
    assert_eq!(
        count("tried"),
        count("found") + count("same") + count("unbalanced") + count("ended")
    );
}

#[test]
fn openings_that_can_not_be_are_explained() {
    for (arguments, expect) in [
        (
            vec!["openings", "star:seats=3", "--balance", "1"],
            "balance is measured for two seats and the game has 3",
        ),
        (
            vec!["openings", "minicheckers", "--plies", "1", "--count", "6"],
            "of 6 wanted; give more --plies or a smaller --count",
        ),
        (
            vec!["openings", "minicheckers", "--plies", "900"],
            "over before 900 plies; give fewer",
        ),
        (
            vec!["openings", "star", "--balance", "-1"],
            "a number of moves from 0 to 300",
        ),
        (vec!["openings", "star", "--nodes", "9"], "--balance"),
        (
            vec!["openings", "star", "--out", "/nowhere/at/all"],
            "can't write to /nowhere/at/all",
        ),
        (vec!["openings", "chess"], "'longjump games' lists"),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expect), "{arguments:?}: {complaint}");
    }
}
