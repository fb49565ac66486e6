//! A process that is killed while it counts: what was counted is there, and counted once.

#[expect(dead_code, reason = "the other test uses the rest")]
mod games;

use fastrand::Rng;
use games::made_up;
use longjump_explorer::{Explorer, Kind, NewGame, Question};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SPEC: &str = "minicheckers";
const GAMES: usize = 600;
const FOLDER: &str = "LONGJUMP_TEST_FOLDER";

struct Make;

impl GameAction for Make {
    type Output = Vec<NewGame>;
    fn run<G: Game>(self, game: G) -> Vec<NewGame> {
        let mut rng = Rng::with_seed(1);
        let make = |number| made_up(&game, SPEC, &mut rng, number, &[Kind::ARENA, Kind::LAB]).0;
        (0..GAMES).map(make).collect()
    }
}

fn made() -> Vec<NewGame> {
    with_game(&SPEC.parse().expect("a spec"), Make).expect("a game")
}

/// Counts all games, a few at a time, from the first one on: so many were counted now.
fn count_all(folder: &Path) -> u64 {
    let games = made();
    let explorer = Explorer::open(folder).expect("a store");
    let mut new = 0;
    for (number, batch) in (1..).zip(games.chunks(3)) {
        let added = explorer
            .add(batch, Some(("test", number)))
            .expect("they are counted");
        assert_eq!(added.wrong, 0);
        new += added.new;
    }
    new
}

/// What runs in the process that is killed: nothing unless a folder is named.
#[test]
fn count_until_killed() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        count_all(Path::new(&folder));
    }
}

#[test]
fn what_was_killed_goes_on_and_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = std::env::current_exe().expect("this test");
    let mut rng = Rng::with_seed(7);
    let mut broken_off = 0;
    for _ in 0..8 {
        let mut child = Command::new(&program)
            .args(["--exact", "count_until_killed"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("a process");
        std::thread::sleep(Duration::from_millis(rng.u64(20..400)));
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
        let counted = Explorer::open(folder.path()).and_then(|store| store.size());
        let counted = counted.expect("a size").games;
        broken_off += u32::from(counted > 0 && counted < GAMES as u64);
    }
    assert!(broken_off > 0, "never killed while it counted");
    let before = Explorer::open(folder.path()).expect("a store");
    let counted = before.size().expect("a size").games;
    assert_eq!(counted % 3, 0, "half of what belongs together");
    drop(before);
    assert_eq!(count_all(folder.path()), GAMES as u64 - counted);
    let killed = Explorer::open(folder.path()).expect("a store");
    let fresh = tempfile::tempdir().expect("a folder");
    count_all(fresh.path());
    let whole = Explorer::open(fresh.path()).expect("a store");
    for moves in ["", "a1b2", "a3b4"] {
        let question = Question {
            game: SPEC.to_owned(),
            moves: moves.to_owned(),
            ..Question::default()
        };
        let answers =
            [&killed, &whole].map(|store| store.ask(&question).map_err(|error| error.to_string()));
        assert_eq!(answers[0], answers[1], "after '{moves}'");
    }
    assert_eq!(
        killed.size().expect("a size").positions,
        whole.size().expect("a size").positions
    );
}
