use super::*;
use crate::{
    EngineSource, Format, Participant, RunOptions, TimeControl, Tournament, run_tournament,
};
use longjump_dataset::{TrainingError, TrainingReader, TrainingRecord};
use longjump_engine::open_table;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

/// An engine that plays itself.
fn tournament(spec: &str, games: usize, nodes: u64) -> Tournament {
    let spec: longjump_engine::EngineSpec = spec.parse().expect("a spec");
    let player = Participant {
        name: spec.to_string(),
        source: EngineSource::BuiltIn(spec.clone()),
        control: TimeControl::nodes(nodes),
    };
    let tournament = Tournament::new(spec.game().clone(), Format::SelfPlay, games, vec![player]);
    Tournament {
        seed: 5,
        ..tournament.expect("a game")
    }
}

/// The file of a tournament's games.
fn play(tournament: &Tournament, concurrency: usize) -> Vec<u8> {
    tournament.check().expect("it can be held");
    let mut collector = Collector::new(tournament, Vec::new()).expect("a file");
    let mut options = RunOptions {
        concurrency,
        interrupt: &AtomicBool::new(false),
        progress: &mut |_| {},
        on_block: Some(&mut |games| collector.add(games).expect("it can be written")),
        traces: None,
    };
    run_tournament(tournament, &[], None, &mut options).expect("no log is written");
    collector.finish().expect("it can be written")
}

fn read(bytes: Vec<u8>) -> Result<Vec<TrainingRecord>, TrainingError> {
    TrainingReader::new(Cursor::new(bytes))?.collect()
}

#[test]
fn self_play_is_replayed_position_by_position() {
    let tournament = tournament("knightthrough", 3, 50);
    let records = read(play(&tournament, 1)).expect("it is whole");
    let mut table = open_table(&tournament.game).expect("a game");
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
    let tournament = tournament("minicheckers", 12, 30);
    assert!(play(&tournament, 1) == play(&tournament, 3));
}

#[test]
fn many_seats_have_their_share_as_result() {
    let tournament = tournament("star:seats=3/greedy", 1, 1);
    let records = read(play(&tournament, 1)).expect("it is whole");
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
        let header = training_header(&tournament(spec, 1, 1)).expect("a game");
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
