//! Small integers against floating point, along random games of every game with a net.

use super::*;
use crate::corners::CornersEvaluator;
use crate::knightthrough::KnightThroughEvaluator;
use crate::{Weights, diamond, star};
use fastrand::Rng;
use longjump_games::corners::Corners;
use longjump_games::diamond::Diamond;
use longjump_games::knightthrough::KnightThrough;
use longjump_games::star::Star;
use longjump_rules::{Game, Hole, Position, PositionExt, Seat, Settings, Setup};
use longjump_search::{Evaluator, Score, SeatEvaluator, play_followed};
use std::sync::Arc;

/// How far integers may be from floating point, in hundredths of a move: rounding, of weights
/// that were rounded already, happens twice.
const BOUND: f32 = 3.0;

fn random_net(features: usize, phases: usize, random: &mut Rng) -> FloatNet {
    let mut weights = |count: usize, most: f32| {
        let weight = |_| (2.0 * random.f32() - 1.0) * most;
        (0..count).map(weight).collect::<Vec<_>>()
    };
    FloatNet {
        hidden: HIDDEN,
        first: weights(features * HIDDEN, 0.4),
        bias: weights(HIDDEN, 0.5),
        output: weights(2 * HIDDEN * phases, 0.5),
        output_bias: weights(phases, 1.0),
    }
}

fn about<G: Game>() -> About {
    About {
        game: kind_of(&usual::<G>()),
        note: "random".to_owned(),
    }
}

fn usual<G: Game>() -> G {
    G::configure(&Settings::default()).expect("the usual rules")
}

/// Plays random games with a random net: sums that follow the pieces are those of the board,
/// and scores are those of floating point.
fn follows_random_games<G: Game, E: HandMade<G::Position>>(by_hand: impl Fn(&G) -> E) {
    let game: G = usual();
    let views = Views::new(&game).expect("two sides");
    let mut random = Rng::with_seed(7);
    let net = Net::quantise(
        &random_net(views.features(), PHASES, &mut random),
        about::<G>(),
    );
    let net = Arc::new(net.expect("a net"));
    let floats = net.to_floats();
    let fitted = Fitted::new(&game, net).expect("it fits");
    let learned = Learned::new(fitted, by_hand(&game));
    let mut compared = 0;
    for _ in 0..20 {
        let mut position = game.start();
        let mut sums = learned.fresh(&position);
        while position.standings().is_none() {
            let turn = position.turn();
            if learned.by_hand.exact(&position).is_none() {
                let seen = |viewer: Seat| {
                    let mut inputs = Vec::new();
                    for owner in Seat::first(2) {
                        let pieces = E::pieces(&position, owner);
                        let holes = (0..Hole::LIMIT).filter(|hole| pieces >> hole & 1 == 1);
                        inputs.extend(
                            holes.map(|hole| views.feature(viewer, owner, Hole::new(hole))),
                        );
                    }
                    inputs
                };
                let (own, other) = (seen(turn), seen(turn.opponent()));
                let mapped: Vec<u16> = own.iter().map(|&f| views.seen_by_other(f)).collect();
                let sorted = |mut inputs: Vec<u16>| {
                    inputs.sort_unstable();
                    inputs
                };
                assert_eq!(sorted(mapped), sorted(other.clone()));
                let pieces = [0, 1].map(|seat| E::pieces(&position, Seat::new(seat)));
                let phase = views.phases().of_board(pieces);
                let expected = 100.0 * MOVES_PER_UNIT * floats.evaluate(phase, &own, &other)
                    + learned.by_hand.correction(&position) as f32;
                let score = learned.evaluate(&position, &sums) as f32;
                if expected.abs() < 3_000.0 - BOUND {
                    assert!((score - expected).abs() <= BOUND, "{score} {expected}");
                    compared += 1;
                } else if expected.abs() > 3_000.0 + BOUND {
                    // The game is decided: headway tells more than the net.
                    assert!(score * expected.signum() >= 3_000.0, "{score} {expected}");
                }
            }
            let moves = position.moves();
            let mv = moves[random.usize(..moves.len())];
            play_followed(&mut position, mv, &learned, &mut sums);
            assert_eq!(sums, learned.fresh(&position));
            if compared % 200 == 199 {
                break;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn integers_are_floats_rounded_in_every_game() {
    follows_random_games::<Star, _>(|game| star::evaluator(game, &Weights::standard()));
    follows_random_games::<Diamond, _>(|game| diamond::evaluator(game, &Weights::standard()));
    follows_random_games::<Corners, _>(|_| CornersEvaluator::new(Weights::standard()));
    follows_random_games::<KnightThrough, _>(|_| KnightThroughEvaluator::new(Weights::standard()));
}

#[test]
fn both_sides_see_the_same_start() {
    fn check<G: Game>() {
        let game: G = usual();
        let views = Views::new(&game).expect("two sides");
        let start = game.setup_of(&game.start());
        let seen = |viewer: Seat| {
            let pieces = start.pieces.iter().enumerate();
            let mut inputs: Vec<u16> = pieces
                .filter_map(|(hole, owner)| Some(views.feature(viewer, (*owner)?, Hole::new(hole))))
                .collect();
            inputs.sort_unstable();
            inputs
        };
        assert_eq!(seen(Seat::new(0)), seen(Seat::new(1)), "{}", G::NAME);
        let mut mirrored: Vec<u16> = seen(Seat::FIRST)
            .iter()
            .map(|&f| views.mirrored(f))
            .collect();
        mirrored.sort_unstable();
        assert_eq!(mirrored, seen(Seat::FIRST), "{}", G::NAME);
        for feature in 0..views.features() as u16 {
            assert_eq!(views.mirrored(views.mirrored(feature)), feature);
            assert_eq!(views.seen_by_other(views.seen_by_other(feature)), feature);
        }
    }
    check::<Star>();
    check::<Diamond>();
    check::<Corners>();
    check::<KnightThrough>();
}

#[test]
fn files_are_read_back_and_others_refused() {
    let mut random = Rng::with_seed(3);
    let game: Star = usual();
    let features = Views::new(&game).expect("two sides").features();
    let net =
        Net::quantise(&random_net(features, PHASES, &mut random), about::<Star>()).expect("a net");
    let bytes = net.to_bytes();
    assert_eq!(Net::read(&bytes), Ok(net.clone()));
    assert_eq!(Net::read(b"something else"), Err(NetError::NotANet));
    let said = |bytes: &[u8]| Net::read(bytes).expect_err("it is wrong").to_string();
    let mut newer = bytes.clone();
    newer[7] = 3;
    assert!(said(&newer).contains("form 3"));
    assert!(said(&bytes[..bytes.len() - 1]).contains("not whole"));
    assert!(said(&bytes[..20]).contains("not whole"));
    let mut damaged = bytes;
    damaged[1_000] ^= 1;
    assert!(said(&damaged).contains("checksum"));
    let wide = FloatNet {
        hidden: 64,
        ..random_net(features, PHASES, &mut random)
    };
    let refused = Net::quantise(&wide, about::<Star>());
    assert_eq!(refused, Err(NetError::Hidden(64)));
    let mut large = random_net(features, PHASES, &mut random);
    large.output[5] = 2.5;
    assert_eq!(
        Net::quantise(&large, about::<Star>()),
        Err(NetError::Weight(2.5))
    );
    let for_diamond = Fitted::<Views>::new(&usual::<Diamond>(), Arc::new(net));
    let why = for_diamond.expect_err("another game").to_string();
    assert_eq!(why, "the net is for star and the game is diamond");
}

fn star_for(seats: usize) -> Star {
    let settings = Settings::from_pairs([("seats", seats.to_string())]);
    Star::configure(&settings).expect("star has so many seats")
}

/// The inputs that a seat sees.
fn seen_from(views: &SeatViews, setup: &Setup, viewer: Seat) -> Vec<u16> {
    let pieces = setup.pieces.iter().enumerate();
    let pieces =
        pieces.filter_map(|(hole, owner)| Some(views.feature(viewer, (*owner)?, Hole::new(hole))));
    let mut inputs: Vec<u16> = pieces.collect();
    inputs.sort_unstable();
    inputs
}

#[test]
fn every_seat_sees_the_board_from_its_own_corner() {
    for seats in 3..=6 {
        let game = star_for(seats);
        let views = SeatViews::new(&game).expect("a board with six corners");
        assert_eq!(views.features(), 6 * 121);
        let start = game.setup_of(&game.start());
        let home = |seat: Seat| {
            let inputs = seen_from(&views, &start, seat);
            assert!(inputs.is_sorted_by(|one, other| one < other), "{inputs:?}");
            let own = inputs.iter().filter(|&&input| input < 121);
            (own.copied().collect::<Vec<_>>(), inputs)
        };
        let first = home(Seat::FIRST);
        for seat in Seat::first(seats) {
            assert_eq!(home(seat).0, first.0, "{seats} seats");
            // With three and six seats the board is the same for all.
            assert!(![3, 6].contains(&seats) || home(seat).1 == first.1);
        }
    }
    assert!(SeatViews::new(&star_for(2)).is_none());
}

#[test]
fn what_a_seat_sees_can_be_mirrored() {
    for seats in [3, 4, 6] {
        let game = star_for(seats);
        let views = SeatViews::new(&game).expect("a board with six corners");
        let start = game.setup_of(&game.start());
        let seen = seen_from(&views, &start, Seat::FIRST);
        let mut mirrored: Vec<u16> = seen.iter().map(|&input| views.mirrored(input)).collect();
        mirrored.sort_unstable();
        // With four seats the neighbour is on the other side.
        let like = if seats == 4 {
            Seat::new(1)
        } else {
            Seat::FIRST
        };
        assert_eq!(mirrored, seen_from(&views, &start, like), "{seats} seats");
        for input in 0..6 * 121 {
            assert_eq!(views.mirrored(views.mirrored(input)), input);
        }
        let kept = (0..121).filter(|&input| views.mirrored(input) == input);
        assert_eq!(kept.count(), 9, "the holes on the way through the middle");
    }
}

#[test]
fn integers_are_floats_rounded_for_any_number_of_seats() {
    let mut random = Rng::with_seed(11);
    for seats in 3..=6 {
        let game = star_for(seats);
        let views = SeatViews::new(&game).expect("a board with six corners");
        let about = About {
            game: kind_of(&game),
            note: String::new(),
        };
        let net = random_net(views.features(), 1, &mut random);
        let net = Arc::new(Net::quantise(&net, about).expect("a net"));
        let floats = net.to_floats();
        let fitted = Fitted::new(&game, net).expect("it fits");
        let learned = LearnedSeats::new(fitted, star::rivals(&game, &Weights::standard()));
        let mut position = game.start();
        let mut sums = learned.fresh(&position);
        for _ in 0..100 {
            let setup = game.setup_of(&position);
            let mut sum = 0;
            for seat in Seat::first(seats) {
                assert_eq!(position.place(seat), None, "random games are longer");
                let inputs = seen_from(&views, &setup, seat);
                let expected = 100.0 * MOVES_PER_UNIT * floats.evaluate_one(0, &inputs);
                let score = learned.raw_score(&sums, seat) as f32;
                assert!((score - expected).abs() <= BOUND, "{score} {expected}");
                sum += learned.value(&position, &sums, seat);
            }
            let said: Vec<Score> = Seat::first(seats)
                .map(|seat| learned.raw_score(&sums, seat))
                .collect();
            let mean = said.iter().sum::<Score>() / seats as Score;
            let values = learned.values(&position, &sums);
            for (seat, said) in Seat::first(seats).zip(said) {
                assert_eq!(values[seat], said - mean, "{seat:?}");
            }
            // Whatever one is ahead, others are behind.
            assert!(sum.abs() <= seats as Score, "{sum}");
            let moves = position.moves();
            let mv = moves[random.usize(..moves.len())];
            play_followed(&mut position, mv, &learned, &mut sums);
            assert_eq!(sums, learned.fresh(&position));
        }
    }
}

/// The file of these bytes: what is added at the end is their checksum.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    bytes.extend(longjump_dataset::Checksum::of(&bytes).to_le_bytes());
    bytes
}

#[test]
fn files_that_could_not_be_written_are_refused() {
    let about = About {
        game: "star".to_owned(),
        note: "a test".to_owned(),
    };
    let floats = random_net(3, PHASES, &mut Rng::with_seed(4));
    let bytes = Net::quantise(&floats, about)
        .expect("small weights")
        .to_bytes();
    let start = 8 + 6 + 2 + "star".len() + 2 + "a test".len();
    let changed = |at: usize, to: [u8; 2]| {
        let mut bytes = bytes.clone();
        bytes[at..at + 2].copy_from_slice(&to);
        Net::read(&with_checksum(bytes))
    };
    assert!(changed(start, [0; 2]).is_ok());
    let weight = (LARGEST_FIRST_WEIGHT * 255.0) as i16 + 2;
    let first = changed(start, weight.to_le_bytes());
    assert!(
        matches!(first, Err(NetError::Weight(_))),
        "sums would overflow"
    );
    let output = changed(start + 2 * HIDDEN * 4, i16::MIN.to_le_bytes());
    assert!(
        matches!(output, Err(NetError::Weight(_))),
        "products would overflow"
    );
    assert_eq!(changed(start - 2, [0xff; 2]).err(), Some(NetError::NotText));
}

#[test]
fn long_notes_are_cut_between_characters() {
    let about = About {
        game: "star".to_owned(),
        note: "€".repeat(30_000),
    };
    let floats = random_net(1, PHASES, &mut Rng::with_seed(4));
    let net = Net::quantise(&floats, about).expect("small weights");
    let read = Net::read(&net.to_bytes()).expect("a net");
    assert_eq!(read.about().note, "€".repeat(usize::from(u16::MAX) / 3));
}

#[test]
fn a_huge_bias_does_not_overflow() {
    let mut floats = random_net(242, 1, &mut Rng::with_seed(4));
    floats.output_bias = vec![1e9];
    let net = Net::quantise(&floats, About::default()).expect("small weights");
    let layer = [255; HIDDEN];
    assert_eq!(net.score(7, &layer, &layer), 20_000);
}

/// Bytes of the version before, from those of a net with one phase.
fn without_phases(net: &Net) -> Vec<u8> {
    let mut bytes = net.to_bytes();
    bytes[7] = 1;
    bytes.drain(12..14);
    with_checksum(bytes)
}

#[test]
fn nets_from_before_phases_are_read() {
    let floats = random_net(3, 1, &mut Rng::with_seed(4));
    let net = Net::quantise(&floats, about::<Star>()).expect("small weights");
    assert_eq!(Net::read(&without_phases(&net)), Ok(net));
    let floats = random_net(3, 2, &mut Rng::with_seed(4));
    let two = Net::quantise(&floats, about::<Star>()).expect("small weights");
    assert_eq!(Net::read(&two.to_bytes()), Err(NetError::Phases(2)));
}

/// The phase of a board: eighths of the rows to go, counted one piece after the other.
fn plain_phase<G: Game>(game: &G, position: &G::Position) -> usize {
    let layout = game.layout();
    let geometry = crate::generic::Geometry::new(&layout, 2);
    let rows = |setup: Setup| -> usize {
        let pieces = setup.pieces.iter().enumerate();
        let to_go = pieces.filter_map(|(hole, owner)| {
            Some(geometry.row_count() - 1 - geometry.row((*owner)?, Hole::new(hole)))
        });
        to_go.sum()
    };
    let at_start = rows(game.setup_of(&game.start()));
    (rows(game.setup_of(position)) * 8 / (at_start + 1)).min(7)
}

#[test]
fn phases_are_eighths_of_the_way() {
    fn check<G: Game>(pieces: impl Fn(&G::Position, Seat) -> u128) {
        let game: G = usual();
        let views = Views::new(&game).expect("two sides");
        let mut random = Rng::with_seed(5);
        let mut position = game.start();
        for _ in 0..300 {
            let both = [0, 1].map(|seat| pieces(&position, Seat::new(seat)));
            assert_eq!(
                views.phases().of_board(both),
                plain_phase(&game, &position),
                "{}",
                G::NAME
            );
            let moves = position.moves();
            if moves.is_empty() || position.standings().is_some() {
                position = game.start();
                continue;
            }
            position.play(moves[random.usize(..moves.len())]);
        }
    }
    check::<Star>(|position, seat| position.marbles(seat));
    check::<Diamond>(|position, seat| position.marbles(seat));
    check::<Corners>(|position, seat| position.pieces(seat).into());
    check::<KnightThrough>(|position, seat| position.pieces(seat).into());
}
