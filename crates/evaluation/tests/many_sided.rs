//! The searches for many seats held against the search for two, and against the same
//! thing written down plainly.

use longjump_evaluation::Weights;
use longjump_evaluation::generic::Rivals;
use longjump_evaluation::star::{StarRivalsWeights, rivals};
use longjump_games::race::Race;
use longjump_games::star::Star;
use longjump_rules::{Game, GameSpec, Move, PerSeat, Position, PositionExt, Seat, notation};
use longjump_search::many_sided::{self, BestReply, BestReplyOrdered, Paranoid, Policy, Replies};
use longjump_search::monte_carlo::{self, MonteCarloParameters};
use longjump_search::two_sided;
use longjump_search::{Answer, SearchParameters, TableUse, Task};
use longjump_search::{
    Control, EVALUATION_LIMIT, Evaluator, Limits, NoClock, Problem, Score, SeatEvaluator, lost_in,
    settled_pair, win_in,
};

fn star(spec: &str) -> Star {
    let spec: GameSpec = spec.parse().expect("a spec");
    Star::configure(spec.settings()).expect("a game")
}

fn evaluator(star: &Star) -> Rivals {
    rivals(star, &StarRivalsWeights::standard())
}

/// Positions from games in which every move goes farthest of a few random ones, from all
/// of the game and as many from shortly before somebody finishes.
fn positions(star: &Star, count: usize, seed: u64) -> Vec<Race> {
    let evaluator = evaluator(star);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = star.start();
        let mut played = vec![position];
        let mut finishes = Vec::new();
        while position.standings().is_none() {
            let moves = position.moves();
            let few = random.usize(2..=40);
            let few = random.choose_multiple(moves.iter().copied(), few);
            let farthest = few
                .into_iter()
                .max_by_key(|&mv| evaluator.gains(&position)(mv));
            let mover = position.turn();
            position.play(farthest.expect("a move while it goes on"));
            if position.place(mover).is_some() {
                finishes.push(played.len().saturating_sub(random.usize(1..=4)));
            }
            played.push(position);
        }
        played.pop();
        positions.extend(finishes.iter().filter_map(|&at| played.get(at).copied()));
        let any = random.choose_multiple(played.iter().copied(), finishes.len());
        positions.extend(any);
    }
    positions.truncate(count);
    positions
}

type Search = fn(
    &Problem<Race>,
    &Task<'_, Rivals>,
    &mut many_sided::Memory,
    &mut dyn FnMut(&longjump_search::SearchInfo),
) -> Answer;

const PARANOID: Search = many_sided::search::<Paranoid, Race, Rivals>;

fn task<'a>(
    evaluator: &'a Rivals,
    parameters: &'a SearchParameters,
    limits: &'a Limits,
    control: &'a Control,
) -> Task<'a, Rivals> {
    Task {
        evaluator,
        parameters,
        limits,
        lines: 1,
        only: &[],
        control,
        clock: &NoClock,
    }
}

fn run(search: Search, position: &Race, evaluator: &Rivals, depth: u32) -> Answer {
    let parameters = plain();
    let (limits, control) = (Limits::depth(depth), Control::default());
    let task = task(evaluator, &parameters, &limits, &control);
    let mut memory = many_sided::Memory::new(1);
    search(&Problem::new(*position), &task, &mut memory, &mut |_| {})
}

/// With a table and ordering, and nothing left out.
fn plain() -> SearchParameters {
    SearchParameters {
        table: TableUse::SameDepth,
        repetition: false,
        ..SearchParameters::default().full_width()
    }
}

/// With two seats they are the search for two: with everything on, just the same one.
#[test]
fn with_two_seats_paranoid_is_the_search_for_two() {
    let star = star("star");
    let evaluator = evaluator(&star);
    let everything = SearchParameters {
        futility: false,
        ..SearchParameters::default()
    };
    for (parameters, depth) in [(everything, 6), (plain(), 3)] {
        for position in positions(&star, 40, 1) {
            let (limits, control) = (Limits::depth(depth), Control::default());
            let task = task(&evaluator, &parameters, &limits, &control);
            let problem = Problem::new(position);
            let mut memory = many_sided::Memory::new(4);
            let many = PARANOID(&problem, &task, &mut memory, &mut |_| {});
            let mut memory = two_sided::Memory::new(4, 1);
            let two = two_sided::search(&problem, &task, &mut memory, &mut |_| {});
            let text = notation::write_position(&star, &position);
            assert_eq!(many, two, "{text}");
        }
    }
}

#[test]
fn with_two_seats_best_reply_and_max_n_have_the_score_of_the_search_for_two() {
    let star = star("star");
    let evaluator = evaluator(&star);
    let others: [Search; 3] = [
        many_sided::search::<BestReply, Race, Rivals>,
        many_sided::search::<BestReplyOrdered, Race, Rivals>,
        many_sided::max_n,
    ];
    for position in positions(&star, 40, 2) {
        for depth in 1..=3 {
            let expect = run(PARANOID, &position, &evaluator, depth).lines[0].score;
            let text = notation::write_position(&star, &position);
            for other in others {
                let score = run(other, &position, &evaluator, depth).lines[0].score;
                assert_eq!(score, expect, "{text}");
            }
        }
    }
}

/// What a seat gets in a position that is not looked into: its place, or the evaluation.
fn worth(position: &Race, evaluator: &Rivals, seat: Seat, ply: usize) -> Score {
    let seats = position.seats();
    let Some(place) = position.place(seat) else {
        return evaluator.value(position, &evaluator.fresh(position), seat);
    };
    let places = Seat::first(seats).map(|other| position.place(other));
    let shared = places.filter(|&other| other == Some(place)).count();
    let place = usize::from(place);
    let behind = seats - place - (shared - 1);
    match (place, behind) {
        (1, _) if shared == 1 => win_in(ply),
        (_, 0) if shared == 1 => lost_in(ply),
        _ => settled_pair(seats) * (behind as Score - (place as Score - 1)),
    }
}

/// A policy in plain words.
struct Reference<'a> {
    evaluator: &'a Rivals,
    root: Seat,
    replies: Replies,
}

impl Reference<'_> {
    fn score(&self, position: &Race, depth: u32, ply: usize) -> Score {
        if depth == 0 || position.place(self.root).is_some() {
            return worth(position, self.evaluator, self.root, ply);
        }
        if position.turn() == self.root {
            let after = |mv| self.score(&played(position, mv), depth - 1, ply + 1);
            return position
                .moves()
                .into_iter()
                .map(after)
                .max()
                .expect("moves");
        }
        if self.replies == Replies::All {
            let after = |mv| self.score(&played(position, mv), depth - 1, ply + 1);
            return position
                .moves()
                .into_iter()
                .map(after)
                .min()
                .expect("moves");
        }
        self.after_best_reply(position, depth, ply)
    }

    /// One of those who come before the root's next move plays any move, all others what
    /// they play without thinking.
    fn after_best_reply(&self, position: &Race, depth: u32, ply: usize) -> Score {
        let (mut before, mut ply) = (*position, ply);
        let mut least = win_in(0);
        while before.turn() != self.root {
            for mv in &before.moves() {
                let (after, plies) = self.rest_of_round(played(&before, mv), depth - 1);
                least = least.min(self.score(&after, depth - 1, ply + 1 + plies));
            }
            before = played(&before, self.without_thinking(&before));
            ply += 1;
            if before.place(self.root).is_some() && before.turn() != self.root {
                return least.min(worth(&before, self.evaluator, self.root, ply));
            }
        }
        least
    }

    fn rest_of_round(&self, mut position: Race, depth: u32) -> (Race, usize) {
        let mut plies = 0;
        while depth > 0 && position.turn() != self.root && position.place(self.root).is_none() {
            position = played(&position, self.without_thinking(&position));
            plies += 1;
        }
        (position, plies)
    }

    fn without_thinking(&self, position: &Race) -> Move {
        let gain = self.evaluator.gains(position);
        match self.replies {
            Replies::BestAndOrdered => position
                .moves()
                .into_iter()
                .max_by_key(|&mv| (gain(mv), mv.bits()))
                .expect("a move"),
            _ => Move::PASS,
        }
    }
}

fn played(position: &Race, mv: Move) -> Race {
    let mut after = *position;
    after.play(mv);
    after
}

fn check_policy<R: Policy>(spec: &str, depths: std::ops::RangeInclusive<u32>, count: usize) {
    let star = star(spec);
    let evaluator = evaluator(&star);
    for position in positions(&star, count, 3) {
        let reference = Reference {
            evaluator: &evaluator,
            root: position.turn(),
            replies: R::REPLIES,
        };
        for depth in depths.clone() {
            let found = run(
                many_sided::search::<R, Race, Rivals>,
                &position,
                &evaluator,
                depth,
            );
            let text = notation::write_position(&star, &position);
            let expect = reference.score(&position, depth, 0);
            assert_eq!(found.lines[0].score, expect, "{depth}: {text}");
        }
    }
}

#[test]
fn windows_find_what_looking_at_everything_finds() {
    check_policy::<Paranoid>("star:seats=3", 1..=3, 12);
    check_policy::<Paranoid>("star:seats=4", 1..=2, 20);
    check_policy::<BestReply>("star:seats=3", 1..=3, 12);
    check_policy::<BestReply>("star:seats=6", 1..=2, 12);
    check_policy::<BestReplyOrdered>("star:seats=3", 1..=3, 12);
    check_policy::<BestReplyOrdered>("star:seats=5", 1..=2, 12);
}

/// Max^n in plain words: all that may come of a position, as who has several equally good
/// moves may play any of them. A place counts from the move that brought it.
fn max_n(position: &Race, evaluator: &Rivals, depth: u32, ply: usize) -> Vec<PerSeat<Score>> {
    let seats = position.seats();
    if depth == 0 || position.standings().is_some() {
        let worth = |seat| worth(position, evaluator, seat, ply);
        return vec![PerSeat::from_fn(seats, worth)];
    }
    let turn = position.turn();
    let mut all = Vec::new();
    for mv in &position.moves() {
        all.extend(max_n_after(position, mv, evaluator, depth, ply));
    }
    let most = all.iter().map(|values| values[turn]).max();
    all.retain(|values| Some(values[turn]) == most);
    all
}

fn max_n_after(
    position: &Race,
    mv: Move,
    evaluator: &Rivals,
    depth: u32,
    ply: usize,
) -> Vec<PerSeat<Score>> {
    let (turn, after) = (position.turn(), played(position, mv));
    let mut all = max_n(&after, evaluator, depth - 1, ply + 1);
    if after.place(turn).is_some() {
        let place = worth(&after, evaluator, turn, ply + 1);
        all.iter_mut().for_each(|values| values[turn] = place);
    }
    all
}

#[test]
fn max_n_finds_what_looking_at_everything_finds() {
    for (spec, depths, count) in [
        ("star:seats=3", 1..=2, 60),
        ("star:seats=3", 3..=3, 6),
        ("star:seats=6", 1..=2, 40),
    ] {
        let star = star(spec);
        let evaluator = evaluator(&star);
        for position in positions(&star, count, 4) {
            for depth in depths.clone() {
                let found = run(many_sided::max_n, &position, &evaluator, depth);
                let score = found.lines[0].score;
                let text = notation::write_position(&star, &position);
                let expect = possible_scores(&position, &evaluator, depth);
                assert!(
                    expect.contains(&score),
                    "{depth}: {score} {expect:?} {text}"
                );
            }
        }
    }
}

/// What the seat to move may get, however seats choose among equal moves.
fn possible_scores(
    position: &Race,
    evaluator: &Rivals,
    depth: u32,
) -> std::ops::RangeInclusive<Score> {
    let turn = position.turn();
    let (mut least, mut most) = (-EVALUATION_LIMIT - 2_000, -EVALUATION_LIMIT - 2_000);
    for mv in &position.moves() {
        let after = max_n_after(position, mv, evaluator, depth, 0);
        let scores = || after.iter().map(|values| values[turn]);
        least = least.max(scores().min().expect("values"));
        most = most.max(scores().max().expect("values"));
    }
    least..=most
}

#[test]
fn searches_stop_when_they_are_told() {
    let star = star("star:seats=6");
    let evaluator = evaluator(&star);
    let parameters = SearchParameters::default();
    let searches: [Search; 3] = [
        PARANOID,
        many_sided::search::<BestReplyOrdered, Race, Rivals>,
        many_sided::max_n,
    ];
    for search in searches {
        for nodes in [1, 100, 3_000] {
            let (limits, control) = (Limits::nodes(nodes), Control::default());
            let task = task(&evaluator, &parameters, &limits, &control);
            let mut memory = many_sided::Memory::new(1);
            let problem = Problem::new(star.start());
            let answer = search(&problem, &task, &mut memory, &mut |_| {});
            assert!(answer.nodes <= nodes, "{} of {nodes}", answer.nodes);
            assert!(star.start().is_legal(answer.lines[0].moves[0]));
        }
        let (limits, control) = (Limits::default(), Control::default());
        control.stop();
        let task = task(&evaluator, &parameters, &limits, &control);
        let mut memory = many_sided::Memory::new(1);
        let problem = Problem::new(star.start());
        let answer = search(&problem, &task, &mut memory, &mut |_| {});
        assert!(star.start().is_legal(answer.lines[0].moves[0]));
    }
}

fn simulate(position: &Race, limits: Limits, seed: u64) -> Answer {
    let star = star("star:seats=3");
    let (evaluator, control) = (evaluator(&star), Control::default());
    let task = monte_carlo::Task {
        only: &[],
        evaluator: &evaluator,
        parameters: &MonteCarloParameters {
            playout: 2,
            ..MonteCarloParameters::default()
        },
        limits: &limits,
        lines: 1,
        seed,
        control: &control,
        clock: &NoClock,
    };
    let mut memory = monte_carlo::Memory::new(1);
    monte_carlo::search(&Problem::new(*position), &task, &mut memory, &mut |_| {})
}

#[test]
fn simulations_end_in_time_and_repeat_with_their_seed() {
    let start = star("star:seats=3").start();
    for nodes in [1, 100, 3_000] {
        let answer = simulate(&start, Limits::nodes(nodes), 1);
        // A simulation under way is brought to its end.
        assert!(answer.nodes <= nodes + 100, "{} of {nodes}", answer.nodes);
        assert!(start.is_legal(answer.lines[0].moves[0]));
        assert_eq!(answer, simulate(&start, Limits::nodes(nodes), 1));
    }
    assert!(simulate(&start, Limits::depth(4), 1).depth >= 4);
}

#[test]
fn simulations_finish_where_one_move_finishes() {
    let star = star("star:seats=3");
    let mut seen = 0;
    for position in positions(&star, 120, 5) {
        let turn = position.turn();
        let is_free = |place: &u8| Seat::first(3).all(|seat| position.place(seat) != Some(*place));
        let next = (1..=3).find(is_free);
        let finishes = |mv: Move| played(&position, mv).place(turn) == next;
        if position.moves().into_iter().any(finishes) {
            let best = simulate(&position, Limits::nodes(20_000), 1).lines[0].moves[0];
            let text = notation::write_position(&star, &position);
            assert!(finishes(best), "{text}");
            seen += 1;
        }
    }
    assert!(seen > 3, "{seen} chances to finish");
}
