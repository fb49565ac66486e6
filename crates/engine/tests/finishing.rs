//! A won game is won: no draw and no loss against a player who only stands in the way.

use longjump_engine::{Control, Limits, NoClock, build};
use longjump_evaluation::generic::Geometry;
use longjump_games::race::Race;
use longjump_games::{diamond::Diamond, star::Star};
use longjump_rules::{
    Game, GameSpec, Hole, Move, Playthrough, Position, PositionExt, Seat, notation,
};

/// Rules by which nobody can stay at home for ever.
static RULES: [&str; 10] = [
    "star",
    "star:corners=open",
    "star:hops=symmetric",
    "star:corners=open,hops=symmetric",
    "star:win=own",
    "star:corners=open,win=own",
    "star:hops=symmetric,win=own",
    "star:home_deadline=60",
    "diamond",
    "diamond:hops=symmetric",
];

/// The moves of a player who stays at home as long as the deadline lets it, and then goes to and fro
/// as near to its home as it can, in the way of who wants to get in.
fn blocking_moves(position: &Race, home: u128, geometry: &Geometry) -> Vec<Move> {
    let seat = position.turn();
    let is_home = |hole: Hole| home >> hole.index() & 1 == 1;
    let at_home = (position.marbles(seat) & home).count_ones();
    let deadline = position.rules().home_deadline.expect("there is one");
    // Each marble may need two moves to get out.
    let must_leave = at_home > 0 && position.ply() + 4 * at_home + 4 >= deadline.into();
    let row = |hole| geometry.row(seat, hole) as i32;
    let cost = |mv: Move| {
        let headway = row(mv.to()) - row(mv.from());
        match (is_home(mv.from()), is_home(mv.to())) {
            (true, false) if must_leave => headway - 100,
            (true, true) if must_leave => -headway,
            (false, true) => 100,
            _ => headway.abs() + row(mv.to()) / 4,
        }
    };
    let moves = position.moves();
    let least = moves.iter().map(|&mv| cost(mv)).min();
    let best = moves.into_iter().filter(|&mv| Some(cost(mv)) == least);
    best.collect()
}

/// The winner of a game between the engine and who only blocks; none if it is drawn.
fn winner<G: Game<Position = Race>>(
    spec: &str,
    engine_seat: Seat,
    seed: u64,
    nodes: u64,
) -> Option<Seat> {
    let settings: GameSpec = spec.parse().expect("a spec");
    let game = G::configure(settings.settings()).expect("rules");
    let geometry = Geometry::new(&game.layout(), 2);
    let home = game.start().marbles(engine_seat.opponent());
    let mut engine =
        build(&format!("{spec}/default:hash=4").parse().expect("a spec")).expect("an engine");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut play = Playthrough::new(game.clone());
    while play.standings().is_none() {
        let mv = if play.position().turn() == engine_seat {
            let choice = engine.choose(
                &Limits::nodes(nodes),
                &NoClock,
                &Control::new(),
                &mut |_| {},
            );
            let text = choice.expect("a move").mv;
            notation::read_move(&game, play.position(), &text).expect("its own move")
        } else {
            let moves = blocking_moves(play.position(), home, &geometry);
            moves
                .get(random.usize(..moves.len().max(1)))
                .copied()
                .unwrap_or(Move::PASS)
        };
        engine
            .table()
            .play(&notation::write_move(&game, mv))
            .expect("a legal move");
        play.play(mv).expect("a legal move");
    }
    play.standings()
        .and_then(|standings| standings.sole_winner())
}

/// Plays games at these rules, and tells of each that was not won.
fn check(spec: &str, games: u64, nodes: u64) -> Vec<String> {
    let not_won = (0..games).filter_map(|seed| {
        let seat = Seat::new((seed & 1) as usize);
        let winner = match spec.starts_with("star") {
            true => winner::<Star>(spec, seat, seed, nodes),
            false => winner::<Diamond>(spec, seat, seed, nodes),
        };
        (winner != Some(seat)).then(|| format!("{spec}, game {seed}: {winner:?}"))
    });
    not_won.collect()
}

#[test]
fn who_only_blocks_loses() {
    let not_won: Vec<String> = RULES
        .iter()
        .flat_map(|spec| check(spec, 2, 1_000))
        .collect();
    assert!(not_won.is_empty(), "{not_won:#?}");
}

/// 200 games at each of the rules, for `.ci/run --all`.
#[test]
#[ignore = "takes minutes"]
fn who_only_blocks_loses_every_game() {
    let of = |rules: &'static [&str]| {
        move || {
            rules
                .iter()
                .flat_map(|spec| check(spec, 200, 3_000))
                .collect::<Vec<_>>()
        }
    };
    let (one, other) = RULES.split_at(RULES.len() / 2);
    let other = std::thread::spawn(of(other));
    let mut not_won = of(one)();
    not_won.extend(other.join().expect("games are played"));
    assert!(not_won.is_empty(), "{not_won:#?}");
}
