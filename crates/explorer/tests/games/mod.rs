//! Games by chance that often come to the same positions, and what they came by, found out slowly.

use fastrand::Rng;
use longjump_explorer::{Kind, NewGame};
use longjump_rules::{Game, Move, Position, PositionExt, Seat, Setup, Symmetry, notation};

/// A position of a game, and what was played there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The position, the least of its images.
    pub(crate) position: Vec<u8>,
    /// The position and the one after it, the least of their images; none where the game ended.
    pub(crate) mv: Option<Vec<u8>>,
    /// Who moved.
    pub(crate) turn: usize,
}

/// All there is to see, as bytes. Plies don't count.
fn bytes<G: Game>(game: &G, setup: &Setup) -> Vec<u8> {
    let piece = |piece: &Option<Seat>| piece.map_or(0, |seat| 1 + seat.index() as u8);
    let mut bytes: Vec<u8> = setup.pieces.iter().map(piece).collect();
    bytes.push(setup.turn.index() as u8);
    if game.seats() > 2 {
        bytes.extend(setup.places.iter().map(|(_, place)| place));
    }
    bytes
}

/// All images of positions that belong together, the least of them.
fn least<G: Game>(game: &G, setups: &[&Setup]) -> Vec<u8> {
    let all = |setups: &[Setup]| {
        setups
            .iter()
            .flat_map(|setup| bytes(game, setup))
            .collect::<Vec<u8>>()
    };
    let first: Vec<Setup> = setups.iter().map(|&setup| setup.clone()).collect();
    let mut seen = std::collections::BTreeSet::from([all(&first)]);
    let mut new = vec![first];
    while let Some(setups) = new.pop() {
        for symmetry in game.symmetries() {
            let image: Vec<Setup> = setups.iter().map(|setup| symmetry.setup(setup)).collect();
            if seen.insert(all(&image)) {
                new.push(image);
            }
        }
    }
    seen.pop_first().expect("one at least")
}

fn step<G: Game>(game: &G, before: &G::Position, mv: Option<Move>) -> Step {
    let setup = game.setup_of(before);
    let pair = mv.map(|mv| {
        let mut after = before.clone();
        after.play(mv);
        least(game, &[&setup, &game.setup_of(&after)])
    });
    Step {
        position: least(game, &[&setup]),
        // Of games that ended nothing but their number is told.
        turn: if mv.is_some() {
            before.turn().index()
        } else {
            usize::MAX
        },
        mv: pair,
    }
}

/// The step after some moves.
pub(crate) fn step_of<G: Game>(
    game: &G,
    start: Option<&str>,
    moves: &[&str],
    mv: Option<&str>,
) -> Step {
    let read = |text| notation::read_position(game, text).expect("a position");
    let mut position = start.map_or_else(|| game.start(), read);
    for text in moves {
        let mv = notation::read_move(game, &position, text).expect("a move");
        position.play(mv);
    }
    let mv = mv.map(|text| notation::read_move(game, &position, text).expect("a move"));
    step(game, &position, mv)
}

/// A game by chance, often seen from another side, with what it came by.
pub(crate) fn made_up<G: Game>(
    game: &G,
    spec: &str,
    rng: &mut Rng,
    number: usize,
    kinds: &[Kind],
) -> (NewGame, Vec<Step>) {
    let mut position = game.start();
    let mut moves = Vec::new();
    // Few choices, so that games meet; later on more, so that they part.
    for ply in 0..rng.usize(1..24) {
        let legal = position.moves();
        if legal.is_empty() {
            break;
        }
        let choices = if ply < 12 { 2 } else { 4 };
        let mv = legal[rng.usize(..legal.len().min(choices))];
        position.play(mv);
        moves.push(mv);
    }
    let (start, moves) = seen_from_elsewhere(game, rng, moves);
    let read = |text: &String| notation::read_position(game, text).expect("a position");
    let mut position = start.as_ref().map_or_else(|| game.start(), read);
    let mut steps = Vec::new();
    for &mv in &moves {
        steps.push(step(game, &position, Some(mv)));
        position.play(mv);
    }
    steps.push(step(game, &position, None));
    let mut places: Vec<u8> = (1..=game.seats() as u8).collect();
    rng.shuffle(&mut places);
    if rng.u8(..4) == 0 {
        places.fill(1);
    }
    let texts: Vec<String> = moves
        .iter()
        .map(|&mv| notation::write_move(game, mv))
        .collect();
    let new = NewGame {
        spec: spec.to_owned(),
        start,
        moves: texts.join(" "),
        places,
        kind: kinds[rng.usize(..kinds.len())],
        id: String::new(),
        players: vec!["Ada".to_owned(); game.seats()],
        day: 0,
        name: format!("game {number}").into_bytes(),
    };
    (new, steps)
}

/// The same game as somebody else sees it; where another seat begins then, it needs a start.
fn seen_from_elsewhere<G: Game>(
    game: &G,
    rng: &mut Rng,
    moves: Vec<Move>,
) -> (Option<String>, Vec<Move>) {
    let all: Vec<Symmetry> = game.symmetries();
    if all.is_empty() || rng.bool() {
        return (None, moves);
    }
    let symmetry = &all[rng.usize(..all.len())];
    let moves = moves.iter().map(|&mv| symmetry.mv(mv)).collect();
    let start = symmetry.setup(&game.setup_of(&game.start()));
    if start == game.setup_of(&game.start()) {
        return (None, moves);
    }
    let Ok(position) = game.position_from(&start) else {
        panic!("an image of the start is no position");
    };
    (Some(notation::write_position(game, &position)), moves)
}
