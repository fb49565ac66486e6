//! What the store counts, held against a slow and obvious count in memory.

mod games;

use fastrand::Rng;
use games::{Step, made_up, step_of};
use longjump_explorer::{Explorer, Filter, Kind, NewGame, Question};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec};
use longjump_wire::explorer::{Explored, GameSource, GameSpeed};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// At how many positions a game is counted in any case, as in the store.
const ALWAYS: usize = 8;

/// A game with what it came by: positions, and moves as pairs of positions, whichever way one looks
/// at them.
struct Counted {
    game: NewGame,
    steps: Vec<Step>,
    /// Whether it is counted at each of its positions.
    walked: Vec<bool>,
}

/// Won, drawn and lost by move.
type Sums = BTreeMap<Option<Vec<u8>>, [u64; 3]>;

fn ended(game: &NewGame, seat: usize) -> usize {
    let shares = game.places.iter().filter(|&&place| place == 1).count();
    match game.places[seat] {
        1 if shares == 1 => 0,
        1 => 1,
        _ => 2,
    }
}

fn is_first(steps: &[Step], ply: usize) -> bool {
    !steps[..ply]
        .iter()
        .any(|step| step.position == steps[ply].position)
}

/// Lets games walk on until nothing changes: each goes on while it is in company.
fn walk(games: &mut [Counted]) {
    loop {
        let mut company: HashMap<Vec<u8>, usize> = HashMap::new();
        for game in games.iter() {
            for (step, _) in game
                .steps
                .iter()
                .zip(&game.walked)
                .filter(|&(_, &walked)| walked)
            {
                *company.entry(step.position.clone()).or_default() += 1;
            }
        }
        let mut changed = false;
        for game in games.iter_mut() {
            for ply in 0..game.steps.len() {
                if !is_first(&game.steps, ply) {
                    continue;
                }
                changed |= !game.walked[ply];
                game.walked[ply] = true;
                let is_alone = company
                    .get(&game.steps[ply].position)
                    .is_none_or(|&count| count < 2);
                if is_alone && ply >= ALWAYS {
                    break;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// What should be answered for a position of a game, with how many games of each kind came there.
fn expected(games: &[Counted], of: usize, ply: usize, filter: &Filter) -> (Sums, Vec<u32>) {
    let position = &games[of].steps[ply].position;
    let mut came: Vec<(usize, usize)> = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let at = (0..game.steps.len())
            .find(|&at| game.walked[at] && game.steps[at].position == *position);
        came.extend(at.map(|at| (number, at)));
    }
    if came.is_empty() {
        let first = games[of]
            .steps
            .iter()
            .position(|step| step.position == *position);
        came.extend(first.map(|at| (of, at)));
    }
    let mut sums = Sums::new();
    let mut last: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
    for (number, at) in came {
        let Counted { game, steps, .. } = &games[number];
        if !filter.takes(game.kind) {
            continue;
        }
        let step = &steps[at];
        let column = step.mv.as_ref().map_or(0, |_| ended(game, step.turn));
        sums.entry(step.mv.clone()).or_default()[column] += 1;
        last.entry(kind_number(game.kind))
            .or_default()
            .push(number as u32);
    }
    // Of each kind the last four are known.
    let mut known: Vec<u32> = Vec::new();
    for mut of_kind in last.into_values() {
        of_kind.sort_unstable_by(|a, b| b.cmp(a));
        known.extend(of_kind.into_iter().take(4));
    }
    known.sort_unstable_by(|a, b| b.cmp(a));
    known.truncate(8);
    (sums, known)
}

fn kinds() -> Vec<Kind> {
    let mut kinds = vec![Kind::ARENA, Kind::LAB];
    for speed in [GameSpeed::Fast, GameSpeed::Blitz, GameSpeed::Days] {
        kinds.extend([None, Some(1300.0), Some(1900.0)].map(|rating| Kind::online(speed, rating)));
    }
    kinds
}

fn kind_number(kind: Kind) -> u8 {
    kinds()
        .iter()
        .position(|&known| known == kind)
        .expect("one of ours") as u8
}

fn filter(rng: &mut Rng) -> Filter {
    let sources = [GameSource::Online, GameSource::Arena, GameSource::Lab];
    let speeds = [
        GameSpeed::Fast,
        GameSpeed::Blitz,
        GameSpeed::Rapid,
        GameSpeed::Days,
    ];
    Filter {
        sources: sources.into_iter().filter(|_| rng.u8(..3) == 0).collect(),
        speeds: speeds.into_iter().filter(|_| rng.u8(..4) == 0).collect(),
        rating: [0, 0, 1200, 1500, 1800][rng.usize(..5)],
    }
}

struct Check<'a> {
    spec: &'a str,
    rng: Rng,
}

impl GameAction for Check<'_> {
    type Output = ();

    fn run<G: Game>(mut self, game: G) {
        let rng = &mut self.rng;
        let kinds = kinds();
        let mut games: Vec<Counted> = (0..rng.usize(2..40))
            .map(|number| {
                let (new, steps) = made_up(&game, self.spec, rng, number, &kinds);
                Counted {
                    walked: vec![false; steps.len()],
                    game: new,
                    steps,
                }
            })
            .collect();
        walk(&mut games);
        let folder = tempfile::tempdir().expect("a folder");
        let explorer = Explorer::open(folder.path()).expect("a store");
        let mut rest: &[Counted] = &games;
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(rng.usize(1..=rest.len()));
            let batch: Vec<NewGame> = batch.iter().map(|counted| counted.game.clone()).collect();
            let added = explorer.add(&batch, None).expect("they are counted");
            assert_eq!((added.new, added.wrong), (batch.len() as u64, 0));
            rest = after;
        }
        let all: Vec<NewGame> = games.iter().map(|counted| counted.game.clone()).collect();
        assert_eq!(
            explorer.add(&all, None).expect("they are known").known,
            all.len() as u64
        );
        for of in 0..games.len() {
            for ply in 0..games[of].steps.len() {
                let filter = filter(rng);
                let moves: Vec<&str> = all[of].moves.split(' ').take(ply).collect();
                let question = Question {
                    game: self.spec.to_owned(),
                    start: all[of].start.clone(),
                    moves: moves.join(","),
                    filter: filter.clone(),
                };
                let explored = explorer.ask(&question).expect("an answer");
                let (sums, last) = expected(&games, of, ply, &filter);
                let told = told(&game, &all[of], &moves, &explored);
                assert_eq!(told, sums, "{} game {of} ply {ply}", self.spec);
                let named: Vec<u32> = explored.last.iter().map(|game| game.number).collect();
                assert_eq!(named, last, "{} game {of} ply {ply}", self.spec);
                assert_eq!(explored.games, sums.values().flatten().sum::<u64>());
            }
        }
    }
}

/// An answer in the terms of the slow count.
fn told<G: Game>(game: &G, of: &NewGame, moves: &[&str], explored: &Explored) -> Sums {
    let mut sums = Sums::new();
    let mut named = BTreeSet::new();
    for mv in &explored.moves {
        let step = step_of(game, of.start.as_deref(), moves, Some(&mv.mv));
        assert!(named.insert(step.mv.clone()), "a move and its mirror image");
        sums.insert(step.mv, [mv.won, mv.drawn, mv.lost]);
    }
    if explored.ended > 0 {
        // Of games that ended here only their number is told.
        sums.insert(None, [explored.ended, 0, 0]);
    }
    sums
}

fn check(spec: &str, seeds: std::ops::Range<u64>) {
    let parsed: GameSpec = spec.parse().expect("a spec");
    for seed in seeds {
        println!("{spec}, seed {seed}");
        let rng = Rng::with_seed(seed);
        with_game(&parsed, Check { spec, rng }).expect("a game");
    }
}

#[test]
fn mini_checkers() {
    check("minicheckers", 0..8);
}

#[test]
fn knightthrough() {
    check("knightthrough", 0..5);
}

#[test]
fn diamond() {
    check("diamond", 0..4);
}

#[test]
fn corners() {
    check("corners:preset=race", 0..4);
}

#[test]
fn star_for_two() {
    check("star", 0..3);
}

#[test]
fn star_for_three() {
    check("star:seats=3", 0..3);
}

#[test]
fn star_for_six() {
    check("star:seats=6", 0..2);
}
