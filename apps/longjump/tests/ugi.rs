//! The protocol as a manager meets it: a real process, lines in, lines out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long anything may take before the engine counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);

struct Manager {
    engine: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Manager {
    fn new(spec: &str) -> Self {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_longjump"))
            .args(["ugi", "--game", spec])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("our own binary");
        let output = BufReader::new(engine.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: engine.stdin.take(),
            engine,
            lines,
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("not closed yet");
        input.write_all(text.as_bytes()).expect("it listens");
        input.write_all(b"\n").expect("it listens");
        input.flush().expect("it listens");
    }

    /// The first line that begins so, and all lines before it.
    #[track_caller]
    fn wait_for(&mut self, start: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.starts_with(start) => return (line, before),
                Ok(line) => before.push(line),
                Err(error) => panic!("no '{start}' ({error}) after {before:?}"),
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, question: &str, start: &str) -> String {
        self.send(question);
        self.wait_for(start).0
    }

    /// The engine ends by itself, without a complaint.
    #[track_caller]
    fn expect_end(mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.engine.try_wait().expect("a process").is_none() {
            assert!(Instant::now() < deadline, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.engine.wait().expect("a process").success());
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.engine.kill();
    }
}

#[test]
fn a_manager_plays_a_whole_game() {
    let mut manager = Manager::new("knightthrough");
    manager.send("ugi");
    let (_, hello) = manager.wait_for("ugiok");
    assert!(hello[0].starts_with("id name Longjump"), "{hello:?}");
    assert!(hello[1].starts_with("id author"), "{hello:?}");
    let hash = "option name hash type spin default 16 min 1 max";
    assert!(hello.iter().any(|line| line.starts_with(hash)), "{hello:?}");
    // Capitals don't matter, and options of other engines are no mistake.
    manager.send("setoption name Hash value 2");
    manager.send("setoption name UCI_Chess960 value true");
    assert_eq!(manager.ask("isready", "readyok"), "readyok");
    manager.send("uginewgame");
    let mut moves = String::new();
    for ply in 0.. {
        manager.send(&format!("position startpos moves{moves}"));
        let first_to_move = manager.ask("query p1turn", "response");
        if manager.ask("query gameover", "response") == "response true" {
            let result = manager.ask("query result", "response");
            assert!(["response p1win", "response p2win"].contains(&result.as_str()));
            break;
        }
        assert_eq!(first_to_move, format!("response {}", ply % 2 == 0));
        assert_eq!(manager.ask("query result", "response"), "response none");
        manager.send("go p1time 500 p2time 500 p1inc 10 p2inc 10");
        let (best, reports) = manager.wait_for("bestmove");
        let words: Vec<&str> = best.split(' ').collect();
        assert_eq!(words.len(), 2, "exactly two words: {best}");
        assert!(
            reports.iter().all(|line| line.starts_with("info ")),
            "{reports:?}"
        );
        moves = format!("{moves} {}", words[1]);
        assert!(ply < 200, "a game that does not end");
    }
    manager.send("quit");
    manager.expect_end();
}

#[test]
fn reports_have_what_is_promised() {
    let mut manager = Manager::new("star");
    manager.send("setoption name multipv value 3");
    manager.send("go depth 5");
    let (_, reports) = manager.wait_for("bestmove");
    let last = &reports[reports.len() - 3..];
    for (rank, line) in last.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |name: &str| {
            let at = words.iter().position(|&word| word == name);
            words[at.unwrap_or_else(|| panic!("no {name} in {line}")) + 1]
        };
        assert_eq!(after("depth"), "5");
        assert_eq!(after("multipv"), (rank + 1).to_string());
        assert_eq!(after("score"), "cp");
        for number in ["seldepth", "time", "nodes", "nps", "hashfull"] {
            assert!(after(number).parse::<u64>().is_ok(), "{number} in {line}");
        }
        assert!(after("pv").len() >= 4);
    }
    // A win is told in plies.
    let mut manager = Manager::new("minicheckers");
    manager.send("position fen 6/6/6/2b3/1a4/a5 a");
    manager.send("go depth 3");
    let (best, reports) = manager.wait_for("bestmove");
    assert_eq!(best, "bestmove b2d4");
    assert!(
        reports.iter().any(|line| line.contains("score mate 1 ")),
        "{reports:?}"
    );
}

#[test]
fn it_answers_while_it_thinks_and_stops_at_once() {
    let mut manager = Manager::new("star");
    for _ in 0..3 {
        manager.send("go infinite");
        manager.wait_for("info depth 3");
        manager.ask("isready", "readyok");
        assert_eq!(manager.ask("query gameover", "response"), "response false");
        let asked = Instant::now();
        let best = manager.ask("stop", "bestmove");
        assert!(
            asked.elapsed() < Duration::from_secs(1),
            "{:?}",
            asked.elapsed()
        );
        assert_ne!(best, "bestmove none");
    }
    // Nothing left to find out is no reason to answer, with any number of threads.
    for threads in [1, 2] {
        let mut manager = Manager::new(&format!("minicheckers/default:threads={threads}"));
        manager.send("position fen 6/6/6/2b3/1a4/a5 a\ngo infinite");
        manager.wait_for("info depth");
        std::thread::sleep(Duration::from_millis(100));
        manager.send("isready");
        let (_, before) = manager.wait_for("readyok");
        assert!(
            before.iter().all(|line| line.starts_with("info ")),
            "{before:?}"
        );
        assert_eq!(manager.ask("stop", "bestmove"), "bestmove b2d4");
    }
    // What can't be set doesn't disturb it.
    let mut manager = Manager::new("star");
    manager.send("go infinite");
    manager.wait_for("info depth");
    manager.send("setoption name nonsense value 3\nsetoption name hash value much\nisready");
    let (_, before) = manager.wait_for("readyok");
    assert!(
        before.iter().all(|line| line.starts_with("info ")),
        "{before:?}"
    );
    manager.ask("stop", "bestmove");
    // A finished game has no move, which is told when it is asked for.
    let mut manager = Manager::new("knightthrough");
    manager.send("position fen a7/8/8/8/7b/8/8/8 b\ngo infinite\nisready");
    let (_, before) = manager.wait_for("readyok");
    assert_eq!(before, Vec::<String>::new());
    assert_eq!(manager.ask("stop", "bestmove"), "bestmove none");
    // A second go takes the place of the first; each gets its answer.
    manager.send("go infinite\ngo depth 2");
    manager.wait_for("bestmove");
    manager.wait_for("bestmove");
    // Stop without anything to stop is no mistake.
    manager.send("stop");
    manager.ask("isready", "readyok");
}

#[test]
fn quit_and_the_end_of_input_end_it_even_while_it_thinks() {
    for farewell in [Some("quit"), None] {
        let mut manager = Manager::new("corners");
        manager.send("go infinite");
        manager.wait_for("info depth 2");
        match farewell {
            Some(word) => manager.send(word),
            None => manager.input = None,
        }
        manager.expect_end();
    }
    // Who only says so much and leaves still gets an answer.
    let mut manager = Manager::new("corners");
    manager.send("go depth 6");
    manager.input = None;
    manager.wait_for("bestmove");
    manager.expect_end();
}

#[test]
fn garbage_does_not_kill_it() {
    let mut manager = Manager::new("diamond");
    let mut random = fastrand::Rng::with_seed(8);
    let words = [
        "ugi",
        "isready",
        "setoption",
        "name",
        "value",
        "hash",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "p1time",
        "depth",
        "nodes",
        "movetime",
        "-1",
        "1",
        "99999999999999999999",
        "query",
        "result",
        "stop",
        "a1b2",
        "pass",
        "10/10",
        "threads",
        "weights",
        "/",
        "\u{1F3B2}",
        "\0",
        "1 2 3",
        "on",
    ];
    for _ in 0..400 {
        let count = random.usize(..8);
        let line: Vec<&str> = (0..count)
            .map(|_| words[random.usize(..words.len())])
            .collect();
        let line = line.join(" ");
        // Tables of any size are allowed, and filling memory is no mistake of ours.
        if !line.contains("99999999999999999999") || !line.contains("hash") {
            manager.send(&line);
        }
    }
    let input = manager.input.as_mut().expect("not closed yet");
    input
        .write_all(b"\xff\xfe position \xff\n")
        .expect("it listens");
    manager.send(&"position startpos moves ".repeat(10_000));
    manager.send("stop\nposition startpos\nuginewgame");
    manager.ask("isready", "readyok");
    while !matches!(
        manager.lines.recv_timeout(Duration::from_millis(200)),
        Err(RecvTimeoutError::Timeout)
    ) {}
    assert_ne!(manager.ask("go depth 2", "bestmove"), "bestmove none");
    manager.send("quit");
    manager.expect_end();
}

#[test]
fn more_than_two_seats_speak_the_extension() {
    let mut manager = Manager::new("star:seats=3/greedy");
    manager.send("position startpos");
    assert_eq!(manager.ask("query turn", "response"), "response s1");
    let best = manager.ask("go s1time 1000 s2time 1000 s3time 1000 s1inc 5", "bestmove");
    let mv = best.split(' ').nth(1).expect("a move");
    manager.send(&format!("position startpos moves {mv}"));
    assert_eq!(manager.ask("query turn", "response"), "response s2");
    assert_eq!(manager.ask("query p1turn", "response"), "response false");
    assert_eq!(manager.ask("query result", "response"), "response none");
    // A finished game has places.
    let mut moves = String::new();
    for _ in 0..700 {
        manager.send(&format!("position startpos moves{moves}"));
        if manager.ask("query gameover", "response") == "response true" {
            break;
        }
        let best = manager.ask("go nodes 1", "bestmove");
        moves = format!("{moves} {}", best.split(' ').nth(1).expect("a move"));
    }
    let result = manager.ask("query result", "response");
    let places = result.strip_prefix("response ").expect("places");
    let places: Vec<u8> = places
        .split('-')
        .map(|place| place.parse().expect("a place"))
        .collect();
    assert_eq!(places.len(), 3, "{result}");
    assert!(places.contains(&1), "{result}");
    assert_eq!(manager.ask("query turn", "response"), "response none");
    assert_eq!(manager.ask("go depth 1", "bestmove"), "bestmove none");
}
