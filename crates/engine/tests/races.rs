//! Races announced in games of the engine against itself.

use longjump_engine::{Control, Engine, Limits, NoClock, RaceResult, build, open_table};

fn engine(spec: &str) -> Box<dyn Engine> {
    build(&spec.parse().expect("a spec")).expect("an engine")
}

/// Plays a game from eight random moves on and checks every announcement against how it went
/// on. Tells how many moves before its end the race was announced.
fn announced_at(spec: &str, seed: u64, nodes: u64) -> Option<u32> {
    let mut engine = engine(spec);
    let mut table = open_table(engine.spec().game()).expect("a game");
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..8 {
        let mv = random.choice(table.moves()).expect("a move");
        table.play(&mv).expect("a legal move");
        engine.table().play(&mv).expect("a legal move");
    }
    let mut announced: Option<RaceResult> = None;
    let mut longest = None;
    while let Some(turn) = table.turn() {
        let race = table.race();
        if let Some(expected) = announced {
            assert_eq!(race, Some(expected), "{spec}, game {seed}");
        } else if let Some(race) = race {
            longest = Some(race.moves);
        }
        let choice = engine.choose(
            &Limits::nodes(nodes),
            &NoClock,
            &Control::default(),
            &mut |_| {},
        );
        let mv = choice.expect("a move").mv;
        table.play(&mv).expect("a legal move");
        engine.table().play(&mv).expect("a legal move");
        announced = race.map(|race| RaceResult {
            moves: race.moves - u32::from(race.winner == turn),
            ..race
        });
    }
    if let Some(end) = announced {
        assert_eq!(
            end.moves, 0,
            "{spec}, game {seed}: it took as long as announced"
        );
        let winner = table.standings().and_then(|it| it.sole_winner());
        assert_eq!(winner, Some(end.winner), "{spec}, game {seed}");
    }
    longest
}

fn check(spec: &str, games: u64, nodes: u64) {
    let announced: Vec<u32> = (0..games)
        .filter_map(|seed| announced_at(spec, seed, nodes))
        .collect();
    let longest = announced.iter().max();
    println!(
        "{spec}: {} of {games} games announced, {:.1} moves before the end on average, at most {longest:?}",
        announced.len(),
        f64::from(announced.iter().sum::<u32>()) / announced.len().max(1) as f64,
    );
    assert!(
        announced.len() as u64 * 2 > games,
        "most games end in a race"
    );
}

#[test]
fn announced_races_are_won_as_announced() {
    check("star/default:hash=1", 12, 300);
    check("diamond/default:hash=1", 6, 300);
}

#[test]
#[ignore = "takes minutes"]
fn in_a_thousand_games_too() {
    check("star/default:hash=1", 1_000, 1_000);
}
