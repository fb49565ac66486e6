use super::*;
use crate::LearningError;
use crate::tests::{file, header, reader, records, star};
use longjump_dataset::{TrainingReader, TrainingRecord};
use longjump_rules::{Game, PositionExt, Seat};
use std::collections::BTreeSet;
use std::io::Cursor;

fn read(bytes: Vec<u8>) -> Vec<TrainingRecord> {
    let records = reader(bytes).collect::<Result<Vec<_>, _>>();
    records.expect("records that make sense")
}

fn mixed(files: &[Vec<u8>], seed: u64) -> (Mixed, Vec<u8>) {
    let mut mix = Mix::like(&header()).expect("a game");
    for file in files {
        mix.add(reader(file.clone()), &mut |_| {}).expect("star's");
    }
    let mut out = Vec::new();
    let mixed = mix.write(seed, &mut out).expect("memory");
    (mixed, out)
}

#[test]
fn what_is_in_a_file_is_counted() {
    let records = records(30, 4);
    let info = Info::of(reader(file(&records)), &mut |_| {}).expect("it is whole");
    assert_eq!((info.positions, info.games), (1200, 30));
    assert_eq!((info.won[0] + info.won[1], info.shared), (30, 0));
    let moves = info.moves.expect("positions");
    assert_eq!((moves.least, moves.most, moves.mean), (0.0, 39.0, 19.5));
    assert_eq!(moves.median, 20.0);
    let scores = info.scores.expect("scores");
    assert!(scores.least < scores.low && scores.low < scores.median);
    assert!(scores.median < scores.high && scores.high < scores.most);
    assert!(scores.deviation > 0.5);
}

#[test]
fn claims_and_silence_are_counted_apart() {
    let mut records = records(1, 4);
    records[0].score = None;
    records[1].score = Some(31_990);
    records[2].score = Some(-31_991);
    let info = Info::of(reader(file(&records)), &mut |_| {}).expect("it is whole");
    let counts = (info.without_score, info.claimed_wins, info.claimed_losses);
    assert_eq!(counts, (1, 1, 1));
    assert!(info.scores.expect("the rest").most < 100.0);
}

#[test]
fn the_first_wrong_record_is_told() {
    let right = records(2, 6);
    let checked = check(reader(file(&right)), &mut |_| {}).expect("all is right");
    assert_eq!((checked.records, checked.has_checksum), (80, true));
    let wrong = |change: fn(&mut TrainingRecord), expect: &str| {
        let mut records = right.clone();
        change(&mut records[50]);
        change(&mut records[60]);
        let error = check(reader(file(&records)), &mut |_| {}).expect_err(expect);
        let error = error.to_string();
        assert!(
            error.contains("record 51") && error.contains(expect),
            "{error}"
        );
    };
    wrong(|it| it.setup.pieces.fill(None), "no game can come");
    wrong(|it| it.score = Some(32_001), "out of all bounds");
    wrong(
        |it| it.places = longjump_rules::PerSeat::new(2, 2),
        "its result",
    );
    wrong(|it| it.setup.places[Seat::FIRST] = 1, "the places");
}

#[test]
fn a_changed_bit_is_noticed() {
    let whole = file(&records(2, 6));
    let line = whole
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    // The score of the fourth record.
    let mut changed = whole;
    changed[line + 1 + 3 * 32 + 26] ^= 1;
    let error = check(reader(changed), &mut |_| {}).expect_err("a bit is another");
    assert!(error.to_string().contains("checksum"), "{error}");
}

#[test]
fn positions_are_picked_at_random() {
    let records = records(10, 2);
    let picks = |count, seed| pick(reader(file(&records)), count, seed).expect("positions");
    let some = picks(20, 1);
    assert_eq!(some, picks(20, 1));
    assert_ne!(some, picks(20, 2));
    assert!(some.windows(2).all(|two| two[0].record < two[1].record));
    assert_eq!(picks(1000, 1).len(), 400);
    let star = star();
    for picked in &some {
        let record = &records[picked.record as usize - 1];
        let position = longjump_rules::notation::read_position(&star, &picked.position);
        assert_eq!(star.setup_of(&position.expect("a position")), record.setup);
        assert_eq!(
            (picked.score, picked.result),
            (record.score, record.result())
        );
    }
}

#[test]
fn images_of_a_position_have_one_key() {
    let images = images::Images::of(&"star".parse().expect("a spec")).expect("a game");
    let star = star();
    let records = records(10, 3);
    let keys: BTreeSet<u64> = records.iter().map(|it| images.key(&it.setup)).collect();
    assert!(keys.len() > 350, "only the first positions are the same");
    let mut turned = 0;
    for record in &records {
        for symmetry in star.symmetries() {
            let image = symmetry.setup(&record.setup);
            assert_eq!(images.key(&image), images.key(&record.setup));
        }
        let mut other = record.setup.clone();
        other.turn = other.turn.opponent();
        turned += usize::from(images.key(&other) != images.key(&record.setup));
    }
    assert!(turned > 350, "at the start alone both sides see the same");
}

#[test]
fn mixed_files_have_every_position_once() {
    let (one, two) = (records(8, 1), records(9, 2));
    let mirror = &star().symmetries()[0];
    let mirrored: Vec<TrainingRecord> = one
        .iter()
        .map(|record| TrainingRecord {
            setup: mirror.setup(&record.setup),
            ..record.clone()
        })
        .collect();
    let files = [file(&one), file(&two), file(&mirrored)];
    let (count, bytes) = mixed(&files, 5);
    assert_eq!(count.read, 25 * 40);
    assert!(count.written > 16 * 40 && count.written < 17 * 40);
    assert_eq!(count.games, 17);
    let all = read(bytes.clone());
    assert_eq!(all.len() as u64, count.written);
    let games: BTreeSet<u32> = all.iter().map(|record| record.game).collect();
    assert_eq!(games, (0..17).collect());
    // Nothing but the order and the numbers of games is another.
    for record in &all {
        let (from, game) = match record.game {
            game @ 0..8 => (&one, game),
            game => (&two, game - 8),
        };
        let original = TrainingRecord {
            game,
            ..record.clone()
        };
        assert!(from.contains(&original));
    }
    assert!(
        all.windows(2)
            .filter(|two| two[0].game == two[1].game)
            .count()
            < 100
    );
    // The same seed gives the same file, and mixing again changes the order alone.
    assert!(mixed(&files, 5).1 == bytes);
    assert!(mixed(&files, 6).1 != bytes);
    assert_eq!(mixed(&[bytes], 7).0.written, count.written);
}

#[test]
fn files_of_other_games_are_not_mixed() {
    let mut mix = Mix::like(&header()).expect("a game");
    mix.add(reader(file(&records(1, 1))), &mut |_| {})
        .expect("star's");
    let mut other = header();
    other.game = "star:corners=open".to_owned();
    let writer = longjump_dataset::TrainingWriter::new(other, Vec::new());
    let bytes = writer.expect("memory").finish().expect("memory");
    let opened = TrainingReader::new(Cursor::new(bytes)).expect("a file");
    let error = mix.add(opened, &mut |_| {}).expect_err("another game");
    assert!(matches!(error, LearningError::OtherGame { .. }), "{error}");
}

#[test]
fn random_games_go_on() {
    // What the other tests rely on: random moves win no game within forty moves.
    let star = star();
    for record in records(5, 8) {
        let position = star.position_from(&record.setup).expect("a position");
        assert!(!position.moves().is_empty());
    }
}
