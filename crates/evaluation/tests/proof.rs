//! The search held against plain minimax, on positions of every game.

use longjump_evaluation::Weights;
use longjump_evaluation::corners::{CornersEvaluator, CornersWeights};
use longjump_evaluation::diamond::{self, DiamondWeights};
use longjump_evaluation::generic::Rows;
use longjump_evaluation::knightthrough::{KnightThroughEvaluator, KnightThroughWeights};
use longjump_evaluation::minicheckers::{MiniCheckersEvaluator, MiniCheckersWeights};
use longjump_evaluation::star::{self, StarWeights};
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_games::star::Star;
use longjump_historic::{Ordering, PlainTask, alpha_beta, minimax};
use longjump_rules::{Game, GameSpec, Move, Position, PositionExt, notation};
use longjump_search::Watch;
use longjump_search::two_sided::{Memory, search};
use longjump_search::{Answer, SearchParameters, TableUse, Task};
use longjump_search::{Control, Evaluator, Limits, NoClock, Outlook, Problem, SearchInfo};

fn game<G: Game>(spec: &str) -> G {
    let spec: GameSpec = spec.parse().expect("a spec");
    G::configure(spec.settings()).expect("a game")
}

/// Runs a check on every game with its own evaluation.
fn for_every_game(check: &impl Check) {
    for spec in ["star", "star:win=own,hops=symmetric"] {
        let star: Star = game(spec);
        check.check(&star, &star::evaluator(&star, &StarWeights::standard()));
    }
    let diamond: Diamond = game("diamond");
    let evaluator = diamond::evaluator(&diamond, &DiamondWeights::standard());
    check.check(&diamond, &evaluator);
    for spec in ["corners:preset=waiting", "corners:preset=race"] {
        let corners: Corners = game(spec);
        let weights = CornersWeights::read(CornersWeights::default_for(corners.rules()));
        let evaluator = CornersEvaluator::new(weights.expect("our own weights"));
        check.check(&corners, &evaluator);
    }
    let evaluator = KnightThroughEvaluator::new(KnightThroughWeights::standard());
    check.check(&KnightThrough::GAME, &evaluator);
    let evaluator = MiniCheckersEvaluator::new(MiniCheckersWeights::standard());
    check.check(&MiniCheckers::GAME, &evaluator);
}

trait Check {
    fn check<G: Game, E: Evaluator<G::Position>>(&self, game: &G, evaluator: &E);
}

/// Positions from games in which every move goes farthest of a few random ones:
/// so games come to their ends, and half of the positions are from there.
fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Position> {
    let rows = Rows::new(game.clone());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = game.start();
        let mut played = Vec::new();
        while position.standings().is_none() && played.len() < 500 {
            played.push(position.clone());
            let moves = position.moves();
            let few = random.usize(1..=8);
            let few = random.choose_multiple(moves.iter().copied(), few);
            let farthest = few.into_iter().max_by_key(|&mv| rows.gains(&position)(mv));
            position.play(farthest.expect("a move while it goes on"));
        }
        let end = played.len().saturating_sub(6);
        let late = random.choose_multiple(played[end..].iter().cloned(), 3);
        let early = random.choose_multiple(played[..end].iter().cloned(), 3);
        positions.extend(early.into_iter().chain(late));
    }
    positions.truncate(count);
    positions
}

fn run<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    parameters: &SearchParameters,
    depth: u32,
    threads: usize,
    sink: &mut dyn FnMut(&SearchInfo),
) -> Answer {
    let task = Task {
        evaluator,
        parameters,
        limits: &Limits::depth(depth),
        lines: 1,
        only: &[],
        control: &Control::default(),
        clock: &NoClock,
    };
    let problem = Problem::new(position.clone());
    search(&problem, &task, &mut Memory::new(1, threads), sink)
}

/// How many positions each way of searching looked at.
#[derive(Default, Debug)]
struct Effort {
    minimax: u64,
    alpha_beta: u64,
    without_table: u64,
    with_table: u64,
}

struct SameScore {
    positions: usize,
    depth: u32,
    quiescence: bool,
}

impl Check for SameScore {
    fn check<G: Game, E: Evaluator<G::Position>>(&self, game: &G, evaluator: &E) {
        // Where there are few moves, a table has nothing to do near the root.
        let depth = match game.start().moves().len() {
            ..=8 => self.depth + 4,
            9..=12 => self.depth + 2,
            _ => self.depth,
        };
        let parameters = SearchParameters {
            aspiration: false,
            repetition: false,
            quiescence: self.quiescence,
            ..SearchParameters::default().full_width()
        };
        let mut effort = Effort::default();
        for position in positions(game, self.positions, depth.into()) {
            let text = notation::write_position(game, &position);
            let task = PlainTask {
                depth,
                ordering: Ordering::Generated,
                quiescence: self.quiescence,
            };
            let all = minimax(&position, evaluator, task, &mut Watch::endless());
            let cut = alpha_beta(&position, evaluator, task, &mut Watch::endless());
            assert_eq!(all.score, cut.score, "{text}");
            assert!(cut.nodes <= all.nodes);
            let mut scores = Vec::new();
            for (table, nodes) in [
                (TableUse::Off, &mut effort.without_table),
                (TableUse::SameDepth, &mut effort.with_table),
            ] {
                let parameters = SearchParameters {
                    table,
                    ..parameters.clone()
                };
                let mut before_last = 0;
                let answer = run(&position, evaluator, &parameters, depth, 1, &mut |report| {
                    if report.depth < depth {
                        before_last = report.nodes;
                    }
                });
                scores.push(answer.lines[0].score);
                // Plain searches have no shallower ones before them.
                *nodes += answer.nodes - before_last;
            }
            assert_eq!(scores, [all.score; 2], "{text}");
            effort.minimax += all.nodes;
            effort.alpha_beta += cut.nodes;
        }
        println!("{} depth {depth}: {effort:?}", G::NAME);
        assert!(effort.alpha_beta < effort.minimax, "{effort:?}");
        assert!(effort.with_table <= effort.without_table, "{effort:?}");
        assert!(effort.without_table < effort.alpha_beta, "{effort:?}");
    }
}

/// So many positions of each game two plies deep, and a fortieth of them three.
fn check_every_way_of_searching(positions: usize) {
    for (positions, depth) in [(positions, 2), (positions / 40, 3)] {
        for_every_game(&SameScore {
            positions,
            depth,
            quiescence: false,
        });
    }
}

#[test]
fn every_way_of_searching_finds_the_same_score() {
    check_every_way_of_searching(400);
}

#[test]
#[ignore = "takes minutes"]
fn every_way_of_searching_finds_the_same_score_in_many_positions() {
    check_every_way_of_searching(4_000);
}

#[test]
fn following_captures_changes_nothing_about_that() {
    let evaluator = MiniCheckersEvaluator::new(MiniCheckersWeights::standard());
    let task = SameScore {
        positions: 2_000,
        depth: 1,
        quiescence: true,
    };
    task.check(&MiniCheckers::GAME, &evaluator);
    let evaluator = KnightThroughEvaluator::new(KnightThroughWeights::standard());
    let task = SameScore {
        positions: 100,
        depth: 1,
        quiescence: true,
    };
    task.check(&KnightThrough::GAME, &evaluator);
}

/// With every step switched on: a result that is claimed comes true.
struct ClaimsComeTrue {
    positions: usize,
    depth: u32,
    threads: usize,
}

impl Check for ClaimsComeTrue {
    fn check<G: Game, E: Evaluator<G::Position>>(&self, game: &G, evaluator: &E) {
        let parameters = SearchParameters::default();
        let mut claims = 0;
        for position in positions(game, self.positions, 99) {
            let mut last: Option<SearchInfo> = None;
            run(
                &position,
                evaluator,
                &parameters,
                self.depth,
                self.threads,
                &mut |report| {
                    last = Some(report.clone());
                },
            );
            let report = last.expect("a report");
            let (Outlook::WinIn(plies) | Outlook::LossIn(plies)) = Outlook::of(report.score) else {
                continue;
            };
            let text = notation::write_position(game, &position);
            assert_eq!(report.line.len(), plies as usize, "{text}: {report:?}");
            check_line(game, &position, &report.line, report.score > 0);
            if plies <= 4 {
                let task = PlainTask {
                    depth: plies,
                    ordering: Ordering::ByGain,
                    quiescence: false,
                };
                let all = alpha_beta(&position, evaluator, task, &mut Watch::endless());
                assert_eq!(all.score, report.score, "{text}");
            }
            claims += 1;
        }
        println!("{}: {claims} claims", G::NAME);
        assert!(claims > 5, "{}: {claims} claims", G::NAME);
    }
}

fn check_line<G: Game>(game: &G, start: &G::Position, line: &[Move], wins: bool) {
    let text = notation::write_position(game, start);
    let seat = start.turn();
    let mut position = start.clone();
    for &mv in line {
        position
            .play_checked(mv)
            .unwrap_or_else(|_| panic!("{text}: an illegal move"));
    }
    let standings = position
        .standings()
        .unwrap_or_else(|| panic!("{text}: not over"));
    assert_eq!(standings.sole_winner() == Some(seat), wins, "{text}");
    assert!(standings.sole_winner().is_some(), "{text}");
}

#[test]
fn claimed_results_come_true() {
    for_every_game(&ClaimsComeTrue {
        positions: 400,
        depth: 6,
        threads: 1,
    });
}

#[test]
fn claimed_results_come_true_with_several_threads() {
    for_every_game(&ClaimsComeTrue {
        positions: 250,
        depth: 6,
        threads: 3,
    });
}
