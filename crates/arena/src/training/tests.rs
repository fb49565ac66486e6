use super::*;
use crate::{Body, Contender, Format, Hall, TimeControl, hold};
use longjump_engine::{Table, engines};
use longjump_rules::{Seat, Standings};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

/// An engine that plays itself.
fn event(spec: &str, games: usize, nodes: u64) -> Event {
    let spec: longjump_engine::EngineSpec = spec.parse().expect("a spec");
    let player = Contender {
        name: spec.to_string(),
        body: Body::Inside(spec.clone()),
        control: TimeControl::nodes(nodes),
    };
    let event = Event::new(spec.game().clone(), Format::SelfPlay, games, vec![player]);
    Event {
        seed: 5,
        ..event.expect("a game")
    }
}

/// The file of an event's games.
fn play(event: &Event, concurrency: usize) -> Vec<u8> {
    event.check().expect("it can be held");
    let mut collector = Collector::new(event, Vec::new()).expect("a file");
    let mut hall = Hall {
        concurrency,
        interrupt: &AtomicBool::new(false),
        heard: &mut |_| {},
        games: Some(&mut |games| collector.add(games).expect("it can be written")),
    };
    hold(event, &[], None, &mut hall).expect("no log is written");
    collector.finish().expect("it can be written")
}

fn read(bytes: Vec<u8>) -> Result<Vec<TrainingRecord>, TrainingError> {
    TrainingReader::new(Cursor::new(bytes))?.collect()
}

/// A position after random moves, with a result and a score that mean nothing.
fn random_record(table: &mut dyn Table, random: &mut fastrand::Rng) -> TrainingRecord {
    table.set_up(None, &[]).expect("the start");
    let plies = random.usize(0..60);
    for _ in 0..plies {
        let moves = table.moves();
        let Some(mv) = random.choice(&moves) else {
            break;
        };
        table.play(mv).expect("a legal move");
    }
    let seats = table.seats();
    let order: Vec<usize> = {
        let mut order: Vec<usize> = (1..=seats).collect();
        random.shuffle(&mut order);
        order
    };
    TrainingRecord {
        game: random.u32(..),
        moves: random.u16(..),
        setup: table.setup(),
        score: random.bool().then(|| random.i32(-32_000..=32_000)),
        places: PerSeat::from_fn(seats, |seat| order[seat.index()] as u8),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn records_of_every_game_are_read_as_they_were_written(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut specs: Vec<String> =
            engines().iter().map(|engine| engine.game.to_owned()).collect();
        specs.dedup();
        specs.extend((3..=6).map(|seats| format!("star:seats={seats}")));
        for spec in specs {
            let event = event(&format!("{spec}/random"), 1, 1);
            let mut table = open_table(&event.game).expect("a game");
            let records: Vec<_> = (0..4).map(|_| random_record(&mut *table, &mut random)).collect();
            let header = TrainingHeader::of(&event).expect("a game");
            let mut writer = TrainingWriter::new(header, Vec::new()).expect("memory");
            for record in &records {
                writer.write(record).expect("it fits");
            }
            let bytes = writer.finish().expect("memory");
            prop_assert_eq!(read(bytes).expect("it is whole"), records, "{}", spec);
        }
    }
}

#[test]
fn self_play_is_replayed_position_by_position() {
    let event = event("knightthrough", 3, 50);
    let records = read(play(&event, 1)).expect("it is whole");
    let mut table = open_table(&event.game).expect("a game");
    let mut games = 0;
    for pair in records.windows(2) {
        let [record, next] = pair else { unreachable!() };
        table.arrange(&record.setup).expect("a position");
        assert!(table.standings().is_none(), "somebody has to move");
        if next.game == record.game {
            assert_eq!(next.moves, record.moves + 1);
            let turn = record.setup.turn;
            assert_eq!(next.setup.turn, turn.opponent());
            assert_eq!(next.result(), 1.0 - record.result());
        } else {
            assert_eq!((next.game, next.moves), (record.game + 1, 4));
            games += 1;
        }
    }
    assert_eq!((games, records[0].moves), (2, 4));
    assert!(records.iter().all(|record| record.score.is_some()));
}

#[test]
fn threads_change_nothing() {
    let event = event("minicheckers", 12, 30);
    assert!(play(&event, 1) == play(&event, 3));
}

#[test]
fn many_seats_have_their_share_as_result() {
    let event = event("star:seats=3/greedy", 1, 1);
    let records = read(play(&event, 1)).expect("it is whole");
    assert!(records.len() > 50);
    for record in &records {
        assert_eq!(record.score, None);
        let place = record.places[record.setup.turn];
        assert_eq!(record.result(), f64::from(3 - place) / 2.0);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let whole = play(&event("corners/greedy", 1, 1), 1);
    let check = |bytes: Vec<u8>, expect: &str| {
        let error = read(bytes).expect_err(expect).to_string();
        assert!(error.contains(expect), "{error}");
    };
    check(whole[..whole.len() - 1].to_vec(), "it is not whole");
    check(whole[..whole.len() - 40].to_vec(), "it is not whole");
    let line = whole
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    let mut short = whole.clone();
    short.drain(line + 1..line + 25);
    check(short, "records and has");
    check(whole[..line].to_vec(), "it is no training data");
    check(b"# openings\n".to_vec(), "it is no training data");
    check(b"{}\n".to_vec(), "longjump_training");
    let text = String::from_utf8_lossy(&whole[..=line]).into_owned();
    let other = text.replace("\"longjump_training\":2", "\"longjump_training\":9");
    check(other.into_bytes(), "version 9");
    let other = text.replace("corners", "cornets");
    check(other.into_bytes(), "cornets");
    let other = text.replace("\"holes\":64", "\"holes\":63");
    check(other.into_bytes(), "does not fit corners");
    let mut damaged = whole.clone();
    damaged[line + 1..line + 9].fill(0xff);
    check(damaged, "record 1 is damaged");
    let mut changed = whole;
    // The score of the first position.
    changed[line + 1 + 18] ^= 1;
    check(changed, "their checksum is");
}

#[test]
fn files_of_the_first_form_are_read() {
    let event = event("corners/greedy", 2, 1);
    let whole = play(&event, 1);
    let line = whole
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    let mut header = TrainingHeader::of(&event).expect("a game");
    header.longjump_training = 1;
    header.signature = None;
    let mut first = serde_json::to_vec(&header).expect("JSON");
    assert!(!first.windows(9).any(|word| word == b"signature"));
    first.extend(&whole[line..whole.len() - 8]);
    assert_eq!(
        read(first).expect("it is whole"),
        read(whole).expect("it is whole")
    );
}

#[test]
fn engines_are_told_apart_by_their_signatures() {
    let signature = |spec: &str| {
        let header = TrainingHeader::of(&event(spec, 1, 1)).expect("a game");
        header.signature.expect("an engine of ours")
    };
    let usual = signature("star");
    assert_eq!(signature("star/default"), usual);
    let others = [
        "star/default:history=off",
        "star/greedy",
        "corners",
        "diamond",
    ];
    for other in others {
        assert_ne!(signature(other), usual, "{other}");
        assert_eq!(signature(other), signature(other), "{other}");
    }
}

#[test]
fn what_does_not_fit_is_not_written() {
    let event = event("corners/greedy", 1, 1);
    let header = TrainingHeader::of(&event).expect("a game");
    let mut writer = TrainingWriter::new(header, Vec::new()).expect("memory");
    let setup = Setup::empty(36, 2);
    let record = TrainingRecord {
        game: 0,
        moves: 0,
        setup,
        score: None,
        places: *Standings::duel_won_by(Seat::FIRST).places(),
    };
    let error = writer.write(&record).expect_err("it is of another board");
    assert!(error.to_string().contains("another board"), "{error}");
}
