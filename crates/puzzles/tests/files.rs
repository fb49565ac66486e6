//! Files of puzzles: the same for the same games, gone on with, packed, and checked.

use longjump_arena::{Log, OpeningChoice, RunOptions, Tournament, run_tournament};
use longjump_engine::{Table, open_table};
use longjump_puzzles::{
    CheckSettings, Checked, GivenGame, Mine, MineOptions, MinerSettings, Pack, PuzzleFile,
    SelfPlay, Source, check, given_games,
};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::tempdir;

fn mine(game: &str, plies: usize, games: u64) -> Mine {
    Mine {
        spec: game.parse().expect("a spec"),
        settings: MinerSettings {
            nodes: 500,
            factor: 4,
            margin: 0.05,
        },
        source: Source::SelfPlay(SelfPlay {
            nodes: 60,
            plies,
            seed: 1,
        }),
        games,
        enough: u64::MAX,
    }
}

fn run(mine: &Mine, path: &Path, threads: usize) -> PuzzleFile {
    let mut options = MineOptions {
        threads,
        interrupt: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    mine.run(path, &mut options).expect("it can be mined")
}

fn checked(file: &PuzzleFile) -> Checked {
    let settings = CheckSettings {
        factor: 10,
        sample: 100,
        seed: 1,
        threads: 2,
    };
    check(file, &settings, &|| {}).expect("it can be checked")
}

#[test]
fn a_file_is_the_same_with_more_threads_and_after_a_stop() {
    let folder = tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let all = mine("knightthrough", 6, 6);
    let file = run(&all, &whole, 1);
    assert_eq!(file.tallies.len(), 6);
    assert!(!file.puzzles.is_empty(), "there is something to compare");

    let enough = Mine {
        enough: 1,
        ..all.clone()
    };
    let first = run(&enough, &broken, 2);
    assert!(
        !first.puzzles.is_empty() && first.tallies.len() < 6,
        "{:?}",
        first.total()
    );
    assert_eq!(run(&enough, &broken, 2), first, "it has enough");
    std::fs::remove_file(&broken).expect("a file");

    run(&mine("knightthrough", 6, 3), &broken, 2);
    let mut bytes = std::fs::read(&broken).expect("a file");
    bytes.truncate(bytes.len() - 20);
    std::fs::write(&broken, &bytes).expect("a file");
    assert_eq!(run(&all, &broken, 2), file);
    let [whole, broken] = [whole, broken].map(|path| std::fs::read(path).expect("a file"));
    assert_eq!(whole, broken);
}

#[test]
fn a_file_that_was_mined_in_another_way_is_left_alone() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("puzzles");
    run(&mine("knightthrough", 6, 1), &path, 1);
    let mut options = MineOptions {
        threads: 1,
        interrupt: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    let error = mine("knightthrough", 7, 1).run(&path, &mut options);
    let error = error.expect_err("other openings").to_string();
    assert!(error.contains("mined in another way"), "{error}");
}

/// Three of Mini-Checkers, from the ends of games, where a proof is made again in no time.
const SOLVED: &str = r#"{"longjump_puzzles":1,"spec":"minicheckers","settings":{"nodes":2000,"factor":25,"margin":0.2},"self_play":{"nodes":300,"plies":6,"seed":1},"given":null}
{"position":"5a/b3a1/5a/2a3/6/b1b1b1 a","steps":[{"answer":"e5d6","chance":1.0,"second":"c3d4","second_chance":0.5,"proof":{"by":"only-win"}}],"nodes":50000,"effort":10,"rating":800,"themes":[],"game":91,"ply":30}
{"position":"3a1a/2b1a1/6/b3a1/6/b1b3 a","steps":[{"answer":"e3f4","chance":0.5,"second":"e3d4","second_chance":0.0,"proof":{"by":"only-draw"}}],"nodes":50000,"effort":2,"rating":800,"themes":[],"game":150,"ply":30}
{"position":"1a3a/2b3/5a/2a3/6/b3b1 a","steps":[{"answer":"f4e5","chance":1.0,"second":"c3d4","second_chance":0.5,"proof":{"by":"only-win"},"replies":["c5d4"]},{"answer":"c3b4","chance":1.0,"second":"e5d6","second_chance":0.5,"proof":{"by":"only-win"}}],"nodes":50000,"effort":7,"rating":800,"themes":[],"game":171,"ply":26}
{"game":0,"positions":3,"single":0,"unclear":0,"recapture":0,"unsure":0,"easy":0,"same":0,"found":3}
"#;

/// A file with this in it.
fn written(text: &str, folder: &Path) -> PuzzleFile {
    let path = folder.join("puzzles");
    std::fs::write(&path, text).expect("a file");
    PuzzleFile::read(&path).expect("puzzles")
}

#[test]
fn proven_puzzles_hold_and_spoilt_ones_do_not() {
    let folder = tempdir().expect("a folder");
    let mut file = written(SOLVED, folder.path());
    assert!(file.puzzles.iter().all(|puzzle| puzzle.is_proven()));
    let good = checked(&file);
    assert_eq!(
        (good.all.proven, good.failed.len()),
        (file.puzzles.len(), 0)
    );

    let step = &mut file.puzzles[1].steps[0];
    step.answer = step.second.clone();
    assert_eq!(checked(&file).failed, [1]);
}

#[test]
fn a_pack_has_the_same_puzzles() {
    let folder = tempdir().expect("a folder");
    let file = written(SOLVED, folder.path());
    let path = folder.path().join("mini.zlib");
    std::fs::write(&path, Pack::of(&file, 2).to_bytes()).expect("a pack");
    let packed = Pack::read(&path).expect("a pack");
    assert_eq!(packed.puzzles.len(), 2);
    for (packed, puzzle) in packed.puzzles.iter().zip(&file.puzzles) {
        assert_eq!(packed.effort, 0, "nobody is shown it");
        let effort = puzzle.effort;
        assert_eq!(
            &longjump_puzzles::Puzzle {
                effort,
                ..packed.clone()
            },
            puzzle
        );
    }

    std::fs::write(&path, &Pack::of(&file, 2).to_bytes()[2..]).expect("a file");
    let error = Pack::read(&path).expect_err("it is spoilt").to_string();
    assert!(error.contains("no file of puzzles"), "{error}");
}

/// A game of moves by chance.
fn random_game(game: &str, plies: usize, seed: u64) -> Box<dyn Table> {
    let mut table = open_table(&game.parse().expect("a spec")).expect("a game");
    longjump_arena::openings::random_opening(&mut *table, plies, seed);
    table
}

#[test]
fn games_are_taken_from_records() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let games = [1, 2].map(|seed| random_game("knightthrough", 24, seed));
    let records = games
        .each_ref()
        .map(|game| game.record(&[], None).expect("a record"));
    std::fs::write(&path, records.join("\n")).expect("a file");

    let spec = "knightthrough".parse().expect("a spec");
    let given = given_games(&path, &spec).expect("two games");
    let start = random_game("knightthrough", 0, 1).position();
    let expected = games.map(|game| GivenGame {
        start: start.clone(),
        moves: game.played(),
    });
    assert_eq!(given, expected);
    let error = given_games(&path, &"star".parse().expect("a spec")).expect_err("not of star");
    assert_eq!(
        error.to_string(),
        "the games are of knightthrough, not of star"
    );

    let from = Mine {
        source: Source::Given(given),
        ..mine("knightthrough", 0, 2)
    };
    let file = run(&from, &folder.path().join("knights"), 1);
    assert_eq!(file.tallies.len(), 2);
    assert!(file.header.given.is_some() && file.header.self_play.is_none());
    // Each is a position of the game that it says.
    assert!(!file.puzzles.is_empty(), "{:?}", file.total());
    let Source::Given(games) = &from.source else {
        unreachable!("they were given");
    };
    for puzzle in &file.puzzles {
        let mut table = random_game("knightthrough", 0, 1);
        for mv in &games[puzzle.game as usize].moves[..puzzle.ply] {
            table.play(mv).expect("legal");
        }
        assert_eq!(table.position(), puzzle.position);
    }
}

#[test]
fn games_are_taken_from_a_log_of_the_arena() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let engine = "minicheckers/random:seed=3".parse().expect("an engine");
    let openings = OpeningChoice::Random(2);
    let tournament = Tournament::self_play(engine, Some(1), 3, openings, 1).expect("a tournament");
    let (mut log, before) = Log::open(&path, &tournament).expect("a log");
    let mut options = RunOptions {
        concurrency: 1,
        interrupt: &AtomicBool::new(false),
        progress: &mut |_| {},
        on_block: None,
        traces: None,
    };
    run_tournament(&tournament, &before, Some(&mut log), &mut options).expect("games");

    let given = given_games(&path, &"minicheckers".parse().expect("a spec")).expect("games");
    assert_eq!(given.len(), 3);
    for game in &given {
        let mut table = random_game("minicheckers", 0, 1);
        assert_eq!(game.start, table.position());
        game.moves
            .iter()
            .for_each(|mv| table.play(mv).expect("legal"));
        assert!(table.standings().is_some(), "it was played to its end");
    }
    let error = given_games(&path, &"star".parse().expect("a spec")).expect_err("not of star");
    assert!(
        error.to_string().contains("minicheckers, not of star"),
        "{error}"
    );
}

/// Two of star, as they were mined.
const MINED: &str = r#"{"longjump_puzzles":1,"spec":"star","settings":{"nodes":2000,"factor":25,"margin":0.2},"self_play":null,"given":null}
{"position":"a/aa/aa1/a1a1/13/6a5/4a6/4a5/9/10/5bb4/5b6/5b7/1bbb/bb1/1b/1 a 90 -","steps":[{"answer":"h10h11","chance":1.0,"second":"g11g12","second_chance":0.0}],"nodes":16000,"effort":512,"rating":1250,"themes":[],"game":0,"ply":90}
{"position":"1/a1/1aa/aa2/7a5/7a4/4a1b4/4a1a3/5b3/10/6b4/12/7b5/bb2/1bb/b1/b b 91 -","steps":[{"answer":"i11i10","chance":1.0,"second":"i11i9","second_chance":0.001}],"nodes":16000,"effort":1024,"rating":1400,"themes":[],"game":12,"ply":91}
{"game":0,"positions":2,"single":0,"unclear":0,"recapture":0,"unsure":0,"easy":0,"same":0,"found":2}
"#;

#[test]
fn a_search_with_more_nodes_finds_spoilt_answers() {
    let folder = tempdir().expect("a folder");
    let mut file = written(MINED, folder.path());
    let good = checked(&file);
    assert_eq!((good.all.searched, good.all.kept), (2, 2));
    let step = &mut file.puzzles[1].steps[0];
    step.answer = step.second.clone();
    let spoilt = checked(&file);
    assert_eq!((spoilt.all.kept, spoilt.changed), (1, vec![1]));
}
