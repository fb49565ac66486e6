//! From games to nets, as their users meet it.

mod shell;

use shell::{check_complaint, folder, report, text};
use std::path::Path;

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect("a file")
}

/// Games to learn from: `one.ljt` and `two.ljt`.
fn play(folder: &Path) {
    for (name, seed) in [("one", 1), ("two", 2)] {
        let line = format!("selfplay star --games 20 --nodes 20 --seed {seed} --out {name}.ljt");
        text(folder, &line);
    }
}

#[test]
fn games_become_a_net() {
    let folder = folder("net");
    play(&folder);
    let mixed = report(&folder, "data mix one.ljt two.ljt one.ljt --out all.ljt");
    let positions = mixed["positions"].as_u64().expect("a number");
    assert_eq!(mixed["games"], 40);
    assert!(mixed["left_out"].as_u64() >= Some(positions / 3));
    text(&folder, "data check all.ljt");

    let line = "train star --data all.ljt --epochs 2 --batch 256 --seed 3";
    let trained = report(&folder, &format!("{line} --out a.net --plot loss.svg"));
    assert_eq!(trained["stop_reason"], "epochs");
    let counted = ["training", "validation", "left_out"].map(|part| trained[part].as_u64());
    assert_eq!(counted.into_iter().flatten().sum::<u64>(), positions);
    let losses = trained["losses"].as_array().expect("a list");
    let training = |epoch: usize| losses[epoch]["training"].as_f64();
    assert!(training(1) < training(0));
    let rounded = trained["rounded_loss"].as_f64().expect("it can play");
    assert!((rounded - trained["loss"].as_f64().expect("a loss")).abs() < 0.01);
    assert_eq!((losses.len(), &trained["lambda"]), (2, &0.7.into()));
    let drawn = String::from_utf8(read(&folder, "loss.svg")).expect("text");
    assert!(drawn.contains("validation"));
    assert!(
        !folder.join("a.net.state").exists(),
        "nothing is left to do"
    );
    assert!(read(&folder, "a.net").starts_with(b"LJUMPNN"));

    let words = text(&folder, &format!("{line} --threads 1 --out b.net"));
    assert!(words.contains("written to b.net"), "{words}");
    assert!(
        read(&folder, "a.net") == read(&folder, "b.net"),
        "threads change nothing"
    );
    let wide = text(&folder, &format!("{line} --hidden 256 --out c.net"));
    assert!(wide.contains("nothing is written"), "{wide}");
    assert!(!folder.join("c.net").exists());
}

#[test]
fn what_is_in_files_is_told() {
    let folder = folder("files");
    play(&folder);
    let told = report(&folder, "data info one.ljt two.ljt");
    let files = told["files"].as_array().expect("a list");
    assert_eq!(files[0]["games"], 20);
    assert_eq!(files[0]["header"]["engine"], "star/default");
    assert_eq!(
        files[0]["header"]["signature"],
        files[1]["header"]["signature"]
    );
    assert!(files[0]["header"]["signature"].is_u64());
    let words = text(&folder, "data info one.ljt");
    for expect in [
        "star/default, nodes=20",
        "of 20 games",
        "moves before",
        "deviation",
    ] {
        assert!(words.contains(expect), "{words}");
    }
    let words = text(&folder, "data check one.ljt two.ljt");
    assert_eq!(
        words.matches("all right; the checksum fits").count(),
        2,
        "{words}"
    );

    let sample = report(&folder, "data sample one.ljt -n 3 --seed 2");
    let positions = sample["positions"].as_array().expect("a list");
    assert_eq!(positions.len(), 3);
    let words = text(&folder, "data sample one.ljt -n 3 --seed 2");
    let position = positions[0]["position"].as_str().expect("text");
    assert!(words.starts_with(position), "{words}");
    text(&folder, &format!("moves star {position}"));
}

#[test]
fn what_can_not_be_learned_is_told() {
    let folder = folder("unlearned");
    play(&folder);
    let check = |line: &str, expect: &str| check_complaint(&folder, line, expect);
    check("train star --out a.net", "--data");
    check("train stars --data one.ljt --out a.net", "longjump games");
    check(
        "train star --data none.ljt --out a.net",
        "can't read none.ljt",
    );
    check(
        "train star --data one.ljt --out no/a.net",
        "give another --out",
    );
    check(
        "train star --data one.ljt --out a.net --hidden 100",
        "--hidden 64, 128, 256",
    );
    check(
        "train star --data one.ljt --out a.net --rate 0",
        "--rate 0.004",
    );
    check(
        "train star --data one.ljt --out a.net --lambda 2",
        "--lambda 0.7",
    );
    check(
        "train star --data one.ljt --out a.net --resume",
        "leave --resume away",
    );
    check(
        "train corners --data one.ljt --out a.net",
        "one.ljt: the data is of star",
    );
    check(
        "train star:seats=3 --data one.ljt --out a.net",
        "of star and not of",
    );
    check(
        "train minicheckers --data one.ljt --out a.net",
        "see the same board",
    );
    std::fs::write(folder.join("a.net.state"), "hello").expect("a file");
    check(
        "train star --data one.ljt --out a.net --resume",
        "a.net.state: it is no training state",
    );
    text(&folder, "selfplay star --games 1 --nodes 1 --out few.ljt");
    check("train star --data few.ljt --out a.net", "too little");

    check(
        "data mix one.ljt none.ljt --out m.ljt",
        "can't read none.ljt",
    );
    text(
        &folder,
        "selfplay corners/greedy --games 1 --out corners.ljt",
    );
    check(
        "data mix one.ljt corners.ljt --out m.ljt",
        "corners.ljt: the data is of corners",
    );
    let mut bytes = read(&folder, "one.ljt");
    let line = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    // The score of the third record.
    bytes[line + 1 + 2 * 32 + 26] ^= 1;
    std::fs::write(folder.join("bit.ljt"), &bytes).expect("a file");
    check(
        "data check one.ljt bit.ljt",
        "bit.ljt: its records are not those that were written",
    );
    // A hole of it.
    bytes[line + 1 + 2 * 32] ^= 1;
    std::fs::write(folder.join("hole.ljt"), &bytes).expect("a file");
    check("data check hole.ljt", "hole.ljt: record 3 is wrong");
}
