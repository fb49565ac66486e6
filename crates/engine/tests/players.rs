//! Players as whoever seats them meets them.

use longjump_engine::{Control, Engine, Limits, NoClock, Thought, build, open_table};
use longjump_rules::{GameSpec, Seat, Standings};

fn engine(spec: &str) -> Box<dyn Engine> {
    build(&spec.parse().expect("a spec")).expect("an engine")
}

/// Plays a game from some moves on.
fn play(engines: &mut [Box<dyn Engine>], opening: &[&str], limits: &Limits) -> Standings {
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
        "corners:preset=race",
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
fn players_for_many_seats_beat_random_ones_from_any_seat() {
    for (seats, player) in [
        (3, "default"),
        (3, "paranoid"),
        (3, "maxn"),
        (4, "brs"),
        (4, "brs+"),
        (4, "default:level=3"),
        (5, "mcts"),
        (5, "default"),
        (6, "default"),
        (6, "mcts"),
        (2, "brs"),
        (2, "maxn"),
    ] {
        let seat = Seat::new(seats - 1);
        let game = format!("star:seats={seats}");
        let random = |_| engine(&format!("{game}/random"));
        let mut engines: Vec<_> = (0..seats).map(random).collect();
        engines[seat.index()] = engine(&format!("{game}/{player}"));
        let standings = play(&mut engines, &[], &Limits::nodes(500));
        assert_eq!(standings.sole_winner(), Some(seat), "{player} of {seats}");
    }
}

/// Others may be out of reach: then the places left are played for.
#[test]
fn who_can_not_come_first_any_more_goes_for_the_next_place() {
    // The first has finished; the second is to move and can finish at once, or not.
    let position = finished_but_one();
    for player in ["paranoid", "maxn", "brs", "brs+", "mcts", "default"] {
        let mut engine = engine(&format!("star:seats=3/{player}"));
        let table = engine.table();
        table.set_up(Some(&position), &[]).expect("a position");
        let seat = table.turn().expect("it goes on");
        let limits = Limits::nodes(2_000);
        let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
        let mv = choice.expect("a move").mv;
        engine.table().play(&mv).expect("legal");
        let standings = engine.table().standings().expect("two have finished");
        assert_eq!(standings.place(seat), 2, "{player}");
    }
}

/// A position of three seats in which one has finished and the one to move is a step
/// away: from a game of greedy players, which get there sooner or later.
fn finished_but_one() -> String {
    for seed in 1.. {
        let mut greedy = engine(&format!("star:seats=3/greedy:seed={seed}"));
        while greedy.table().turn().is_some() {
            let before = greedy.table().position();
            let choice = greedy.choose(
                &Limits::default(),
                &NoClock,
                &Control::default(),
                &mut |_| {},
            );
            let mv = choice.expect("a move").mv;
            let turn = greedy.table().turn();
            greedy.table().play(&mv).expect("legal");
            let standings = greedy.table().standings();
            if let (Some(standings), Some(turn)) = (standings, turn)
                && standings.place(turn) == 2
                && standings.to_string().contains('3')
            {
                return before;
            }
        }
    }
    unreachable!("some game ends that way")
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

/// Whether these moves can be played one after another from the start.
fn are_legal(game: &GameSpec, moves: &[String]) -> bool {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut table = open_table(game).expect("a game");
    table.set_up(None, &moves).is_ok()
}

/// Plays a game against itself, every fifth move by chance, and looks at all lines on the way.
fn check_lines(player: &str, seed: u64) {
    let mut engine = engine(player);
    let game = engine.spec().game().clone();
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut played: Vec<String> = Vec::new();
    while engine.table().turn().is_some() {
        let check = &mut |thought: &Thought| {
            let moves = [played.as_slice(), &thought.line].concat();
            assert!(
                are_legal(&game, &moves),
                "{player}: {played:?}, {thought:?}"
            );
        };
        let choice = engine.choose(&Limits::nodes(1_000), &NoClock, &Control::default(), check);
        let mut mv = choice.expect("a move while the game goes on").mv;
        if played.len() % 5 == 4 {
            mv = chance.choice(engine.table().moves()).expect("a move");
        }
        engine.table().play(&mv).expect("a legal move");
        played.push(mv);
    }
}

#[test]
fn lines_are_of_legal_moves_and_end_with_the_game() {
    for player in [
        "star/default:multipv=3",
        "star:seats=3/paranoid",
        "star:seats=3/brs+",
        "diamond/default:multipv=3",
        "corners/default:multipv=3",
        "knightthrough/default:multipv=3",
        "minicheckers/default:multipv=3",
    ] {
        for seed in 0..4 {
            check_lines(player, seed);
        }
    }
}

/// A win in one that a later move shows is beyond the window, and was once given the line of an
/// earlier move, which went on after the end of the game.
#[test]
fn a_line_that_wins_ends_there() {
    let moves = "m3k5 f15f13 k5m5 f13f15 m1m3 f15h13 j4j5 e15i13 l2j6 e17g13 k4k6 g14g12 m3i7 \
        h14f12 m2i8 g15g11 j6j8 f14h12 k3i9 h13h11 l3j9 g12k8 m5k9 h12h10 i8g14 k8k4 j5j7 h11h9 \
        k6g12 h10j6 l4l5 f12h8 m4i10 h9h7 j9f13 h8h6 j7h11 h7l3 i7i8 k4m2 j8f14 m2m1 l5k6 l3m2 \
        k6j7 g11h10 h11h12 g13g11 j7f15 h10h8 i9e17 g11k5 i8i9 j6l4 i9e15 k5m3 i10j10 l4l3 \
        k9g15 f16j12 f14f16 i13k11";
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let mut star = engine("star/default");
    let game = star.spec().game().clone();
    // What was found out before the last search is part of it.
    for played in (0..=moves.len()).map(|ply| &moves[..ply]) {
        if played.len() >= 6 && played.len() % 2 == 0 {
            let check = &mut |thought: &Thought| {
                let moves = [played, &thought.line].concat();
                assert!(are_legal(&game, &moves), "{thought:?}");
            };
            star.choose(&Limits::nodes(20_000), &NoClock, &Control::default(), check);
        }
        if let Some(mv) = moves.get(played.len()) {
            star.table().play(mv).expect("a legal move");
        }
    }
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
