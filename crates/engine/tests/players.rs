//! Players as whoever seats them meets them.

use longjump_engine::{Control, Engine, Limits, NoClock, build, open_table};
use longjump_rules::{Seat, Standings};

fn engine(spec: &str) -> Box<dyn Engine> {
    build(&spec.parse().expect("a spec")).expect("an engine")
}

/// Plays a game from some moves on.
fn play(engines: &mut [Box<dyn Engine>; 2], opening: &[&str], limits: &Limits) -> Standings {
    let mut table = open_table(engines[0].spec().game()).expect("a game");
    table.set_up(None, opening).expect("an opening");
    for engine in engines.iter_mut() {
        engine.new_game();
        engine.table().set_up(None, opening).expect("an opening");
    }
    while let Some(turn) = table.turn() {
        let mover = &mut engines[turn.index()];
        let choice = mover.choose(limits, &NoClock, &Control::default(), &mut |_| {});
        let mv = choice.expect("a move while the game goes on").mv;
        table.play(&mv).expect("a legal move");
        for engine in engines.iter_mut() {
            engine.table().play(&mv).expect("a legal move");
        }
    }
    table.standings().expect("the game is over")
}

#[test]
fn every_player_of_every_game_plays_to_the_end() {
    for game in [
        "star",
        "diamond",
        "corners",
        "knightthrough",
        "minicheckers",
    ] {
        for player in [
            "default:level=2",
            "default",
            "plain:depth=2",
            "greedy",
            "random",
        ] {
            let other = engine(&format!("{game}/random"));
            let mut engines = [engine(&format!("{game}/{player}")), other];
            let standings = play(&mut engines, &[], &Limits::nodes(300));
            if player == "default" {
                assert_eq!(standings.sole_winner(), Some(Seat::FIRST), "{game}");
            }
        }
    }
}

#[test]
fn solved_games_are_played_without_a_mistake() {
    let mut engines = [engine("minicheckers"), engine("minicheckers")];
    // Enough for the first move to be solved, and all after it.
    let limits = Limits::nodes(20_000_000);
    for first in ["b2c3", "d2e3", "d2c3", "f2e3"] {
        assert_eq!(
            play(&mut engines, &[first], &limits),
            Standings::draw(2),
            "{first}"
        );
    }
    let lost = play(&mut engines, &["b2a3"], &limits);
    assert_eq!(
        lost.sole_winner(),
        Some(Seat::new(1)),
        "the first move that loses"
    );
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut star = engine("star/default:multipv=5");
    let mut last = Vec::new();
    star.choose(
        &Limits::depth(5),
        &NoClock,
        &Control::default(),
        &mut |thought| {
            if thought.rank == 1 {
                last.clear();
            }
            last.push((thought.score, thought.line[0].clone()));
        },
    );
    assert_eq!(last.len(), 5);
    assert!(last.is_sorted_by(|one, other| one.0 >= other.0), "{last:?}");
    let mut moves: Vec<&String> = last.iter().map(|(_, mv)| mv).collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 5, "{last:?}");
}

#[test]
fn limits_are_kept() {
    let mut knights = engine("knightthrough");
    let choose = |engine: &mut Box<dyn Engine>, limits: Limits, control: &Control| {
        let choice = engine.choose(&limits, &NoClock, control, &mut |_| {});
        choice.expect("a move")
    };
    for nodes in [1, 100, 5_000] {
        let choice = choose(&mut knights, Limits::nodes(nodes), &Control::default());
        assert!(choice.nodes <= nodes, "{} of {nodes}", choice.nodes);
    }
    assert_eq!(
        choose(&mut knights, Limits::depth(3), &Control::default()).depth,
        3
    );
    // Stopped before it began, it still has a move.
    let stopped = Control::default();
    stopped.stop();
    let choice = choose(&mut knights, Limits::default(), &stopped);
    assert!(knights.table().moves().contains(&choice.mv));
}

#[test]
fn the_same_seed_and_nodes_play_the_same_move() {
    let choose = || {
        let mut star = engine("star/default:level=3,seed=5");
        let choice = star.choose(
            &Limits::default(),
            &NoClock,
            &Control::default(),
            &mut |_| {},
        );
        choice.expect("a move")
    };
    assert_eq!(choose(), choose());
}

#[test]
fn weights_are_loaded_from_a_file() {
    let file = std::env::temp_dir().join(format!("longjump-weights-{}.toml", std::process::id()));
    let mut plain = engine("corners");
    let before = plain.choose(
        &Limits::depth(3),
        &NoClock,
        &Control::default(),
        &mut |_| {},
    );
    std::fs::write(&file, "step = 100\nlast = 0\ndead = 0\nturn = 7\n").expect("a file");
    plain
        .set_option("weights", file.to_str().expect("a path"))
        .expect("weights");
    let after = plain.choose(
        &Limits::depth(3),
        &NoClock,
        &Control::default(),
        &mut |_| {},
    );
    assert_ne!(before.expect("a move").score, after.expect("a move").score);
    std::fs::write(&file, "step = 100\n").expect("a file");
    let error = plain.set_option("weights", file.to_str().expect("a path"));
    assert!(
        error
            .expect_err("weights are missing")
            .to_string()
            .contains("missing field")
    );
    let _ = std::fs::remove_file(file);
}
