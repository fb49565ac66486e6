//! Files of puzzles: the same for the same games, gone on with, and checked.

use longjump_puzzles::{
    CheckSettings, Checked, Mine, MineOptions, MinerSettings, PuzzleFile, SelfPlay, Source, check,
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
    let all = mine("star", 6, 6);
    let file = run(&all, &whole, 1);
    assert_eq!(file.tallies.len(), 6);
    assert!(!file.puzzles.is_empty(), "there is something to compare");

    run(&mine("star", 6, 3), &broken, 2);
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

#[test]
fn proven_puzzles_hold_and_spoilt_ones_do_not() {
    let folder = tempdir().expect("a folder");
    let mut file = run(
        &mine("minicheckers", 20, 12),
        &folder.path().join("mini"),
        2,
    );
    assert!(file.puzzles.len() > 2, "{:?}", file.total());
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

/// Two of star, as they were mined.
const MINED: &str = r#"{"longjump_puzzles":1,"spec":"star","settings":{"nodes":2000,"factor":25,"margin":0.2},"self_play":null,"given":null}
{"position":"a/aa/aa1/a1a1/13/6a5/4a6/4a5/9/10/5bb4/5b6/5b7/1bbb/bb1/1b/1 a 90 -","steps":[{"answer":"h10h11","chance":1.0,"second":"g11g12","second_chance":0.0}],"nodes":16000,"effort":512,"rating":1250,"themes":[],"game":0,"ply":90}
{"position":"1/a1/1aa/aa2/7a5/7a4/4a1b4/4a1a3/5b3/10/6b4/12/7b5/bb2/1bb/b1/b b 91 -","steps":[{"answer":"i11i10","chance":1.0,"second":"i11i9","second_chance":0.001}],"nodes":16000,"effort":1024,"rating":1400,"themes":[],"game":12,"ply":91}
{"game":0,"positions":2,"single":0,"unclear":0,"recapture":0,"unsure":0,"easy":0,"same":0,"found":2}
"#;

#[test]
fn a_search_with_more_nodes_finds_spoilt_answers() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("star");
    std::fs::write(&path, MINED).expect("a file");
    let mut file = PuzzleFile::read(&path).expect("puzzles");
    let good = checked(&file);
    assert_eq!((good.all.searched, good.all.kept), (2, 2));
    let step = &mut file.puzzles[1].steps[0];
    step.answer = step.second.clone();
    let spoilt = checked(&file);
    assert_eq!((spoilt.all.kept, spoilt.changed), (1, vec![1]));
}
