use super::*;
use crate::{Body, Contender, Event, Format, Hall, TimeControl, hold};
use longjump_dataset::{TrainingError, TrainingReader, TrainingRecord};
use longjump_engine::open_table;
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
fn engines_are_told_apart_by_their_signatures() {
    let signature = |spec: &str| {
        let header = training_header(&event(spec, 1, 1)).expect("a game");
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
