//! The packs that pages fetch: every puzzle can be played, and proofs hold.

use longjump_dataset::mixed;
use longjump_puzzles::{Again, Moment, Pack, PuzzleFile, prove_again};
use longjump_rules::GameSpec;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Where the page has them.
const FOLDER: &str = "../../web/app/src/packs";
/// No pack is to be larger.
const MOST_BYTES: u64 = 300_000;
/// How many proofs of each pack are made again whenever all is tested.
const SAMPLE: usize = 5;

fn packs() -> Vec<(PathBuf, PuzzleFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let packs = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "zlib")
    });
    packs
        .map(|path| {
            let file = Pack::read(&path).expect("a pack");
            (path, file)
        })
        .collect()
}

fn spec_of(file: &PuzzleFile) -> GameSpec {
    file.header.spec.parse().expect("a spec")
}

#[test]
fn all_can_be_played_and_are_different_and_small() {
    let mut seen = HashSet::new();
    let packs = packs();
    assert!(packs.len() >= 6, "{}", packs.len());
    for (path, file) in packs {
        let bytes = std::fs::metadata(&path).expect("a file").len();
        assert!(bytes <= MOST_BYTES, "{path:?}: {bytes}");
        let spec = spec_of(&file);
        for puzzle in &file.puzzles {
            assert!(seen.insert((file.header.spec.clone(), puzzle.position.clone())));
            let mut table = Moment::new(&spec, puzzle.position.clone())
                .table()
                .expect("a position");
            let solver = table.turn();
            for step in &puzzle.steps {
                assert_eq!(table.turn(), solver, "{}", puzzle.position);
                assert!(table.moves().contains(&step.second), "{}", puzzle.position);
                table.play(&step.answer).expect("legal");
                for reply in &step.replies {
                    assert_ne!(table.turn(), solver, "{}", puzzle.position);
                    table.play(reply).expect("legal");
                }
            }
        }
    }
}

/// Makes proofs again, of all proven puzzles or of a sample of each pack.
fn hold(sample: usize) {
    for (path, file) in packs() {
        let spec = spec_of(&file);
        let mut proven: Vec<_> = file
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.is_proven())
            .collect();
        proven.sort_by_key(|puzzle| mixed(puzzle.game, puzzle.ply as u64));
        for puzzle in proven.into_iter().take(sample) {
            let mut moment = Moment::new(&spec, puzzle.position.clone());
            for step in &puzzle.steps {
                let proof = step.proof.expect("all are proven");
                let again = prove_again(&moment, &step.answer, proof).expect("a position");
                assert_ne!(again, Again::Fails, "{path:?}: {}", puzzle.position);
                moment = moment.after(&step.answer);
                for reply in &step.replies {
                    moment = moment.after(reply);
                }
            }
        }
    }
}

#[test]
fn a_sample_of_proofs_holds() {
    hold(SAMPLE);
}

#[test]
#[ignore = "takes minutes"]
fn every_proof_holds() {
    hold(usize::MAX);
}
