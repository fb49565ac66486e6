//! The papers' players: all of them play, and none of them changes.

use longjump_benchmarks::positions;
use longjump_engine::{
    Control, Engine, EngineEntry, EngineSpec, Limits, NoClock, build, engines, open_table,
};

/// For each exhibit what it looked at in three positions of its game, and the moves it chose.
const FROZEN: &str = "tests/exhibits.txt";

fn exhibits() -> Vec<EngineEntry> {
    let mut engines = engines();
    engines.retain(|engine| engine.is_exhibit);
    engines
}

fn spec(exhibit: &EngineEntry) -> String {
    format!("{}/{}", exhibit.game, exhibit.name)
}

fn engine(spec: &str) -> Box<dyn Engine> {
    let spec: EngineSpec = spec.parse().expect("a spec");
    build(&spec.stored()).expect("an engine")
}

#[test]
fn every_exhibit_plays_whole_games_inside_its_limits() {
    let limits = Limits::nodes(400);
    for exhibit in exhibits() {
        let mut one = engine(&spec(&exhibit));
        let mut other = engine(&format!("{}/random", exhibit.game));
        let mut table = open_table(one.spec().game()).expect("a game");
        while let Some(turn) = table.turn() {
            let mover = if turn.index() == 0 {
                &mut one
            } else {
                &mut other
            };
            let choice = mover.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
            let choice = choice.expect("a move while the game goes on");
            assert!(choice.nodes <= 400, "{}: {choice:?}", spec(&exhibit));
            table.play(&choice.mv).expect("a legal move");
            one.table().play(&choice.mv).expect("a legal move");
            other.table().play(&choice.mv).expect("a legal move");
        }
    }
}

#[test]
fn stopped_exhibits_answer_all_the_same() {
    let control = Control::default();
    control.stop();
    for exhibit in exhibits() {
        let mut engine = engine(&spec(&exhibit));
        let choice = engine.choose(&Limits::default(), &NoClock, &control, &mut |_| {});
        let mv = choice.expect("a move").mv;
        assert!(engine.table().moves().contains(&mv), "{}", spec(&exhibit));
    }
}

/// What an exhibit does in its game's first positions, three plies deep.
fn doings(exhibit: &EngineEntry) -> String {
    let mut line = format!("{:36}", spec(exhibit));
    let of_game = positions().filter(|position| position.game == exhibit.game);
    for position in of_game.take(3) {
        let mut engine = engine(&spec(exhibit));
        let set_up = engine.table().set_up(position.position, &[]);
        set_up.expect("a position");
        let limits = Limits::depth(3);
        let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
        let choice = choice.expect("a move");
        line += &format!(" {} {}", choice.mv, choice.nodes);
    }
    line
}

#[test]
fn what_exhibits_do_is_frozen() {
    let now: Vec<String> = exhibits().iter().map(doings).collect();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FROZEN);
    if std::env::var_os("LONGJUMP_WRITE").is_some() {
        std::fs::write(&path, now.join("\n") + "\n").expect("a file to write");
    }
    let frozen = std::fs::read_to_string(&path).expect("a file to read");
    let frozen: Vec<&str> = frozen.lines().collect();
    assert_eq!(now, frozen, "LONGJUMP_WRITE=1 writes them anew");
}
