use super::*;
use crate::kernel::{Example, Kernel};
use crate::parameters::Shape;
use crate::perspective::Perspectives;
use longjump_dataset::{
    TrainingError, TrainingHeader, TrainingReader, TrainingRecord, TrainingWriter,
};
use longjump_evaluation::network::{About, Net, Viewing, Views};
use longjump_games::star::Star;
use longjump_rules::{
    Game, PerSeat, Position, PositionExt, Seat, Settings as GameSettings, Standings,
};
use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;

/// What a file of star for two begins with.
pub(crate) fn header() -> TrainingHeader {
    TrainingHeader {
        engine: "star/random".to_owned(),
        control: "nodes=1".to_owned(),
        ..TrainingHeader::for_game(&"star".parse().expect("a spec")).expect("a game")
    }
}

pub(crate) fn star() -> Star {
    Star::configure(&GameSettings::default()).expect("the usual star")
}

/// Positions of random games. Who has gone farther is ahead by so much and wins.
pub(crate) fn records(games: u32, seed: u64) -> Vec<TrainingRecord> {
    let star = star();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut records = Vec::new();
    for game in 0..games {
        let mut position = star.start();
        let first = records.len();
        let mut lead = 0;
        for moves in 0..40 {
            let setup = star.setup_of(&position);
            let rows = |seat: Seat| -> i32 {
                let holes = setup.holes_of(seat);
                let holes = (0..121).filter(|hole| holes >> hole & 1 == 1);
                holes.map(|hole| hole / 8).sum()
            };
            lead = rows(Seat::new(1)) + rows(Seat::FIRST) - 140;
            let sign = if position.turn() == Seat::FIRST {
                1
            } else {
                -1
            };
            records.push(TrainingRecord {
                game,
                moves,
                setup,
                score: Some(30 * sign * lead),
                places: *Standings::draw(2).places(),
            });
            let moves = position.moves();
            let mv = moves[random.usize(..moves.len())];
            position.play(mv);
        }
        let winner = if lead > 0 { Seat::FIRST } else { Seat::new(1) };
        for record in &mut records[first..] {
            record.places = *Standings::duel_won_by(winner).places();
        }
    }
    records
}

/// The file of some records.
pub(crate) fn file(records: &[TrainingRecord]) -> Vec<u8> {
    let mut writer = TrainingWriter::new(header(), Vec::new()).expect("memory");
    for record in records {
        writer.write(record).expect("it fits");
    }
    writer.finish().expect("memory")
}

pub(crate) fn reader(bytes: Vec<u8>) -> TrainingReader<Cursor<Vec<u8>>> {
    TrainingReader::new(Cursor::new(bytes)).expect("it is whole")
}

fn samples(games: u32, seed: u64) -> Samples {
    samples_of(&records(games, seed))
}

fn samples_of(records: &[TrainingRecord]) -> Samples {
    let mut samples = Samples::of(&"star".parse().expect("a spec")).expect("two sides");
    let reader = reader(file(records));
    let read = samples.read(reader, Filter::default(), &mut |_| {});
    read.expect("star's positions");
    samples
}

fn settings() -> Settings {
    Settings {
        hidden: 64,
        epochs: 4,
        batch: 256,
        rate: 0.01,
        ..Settings::default()
    }
}

fn dataset(games: u32) -> Dataset {
    Dataset::new(samples(games, 3), &settings()).expect("enough games")
}

/// Trains to the end.
fn train(trainer: &mut Trainer) {
    while trainer.stop_reason().is_none() {
        let done = trainer.epoch(&mut |_| ControlFlow::Continue(()));
        assert!(done.is_continue());
    }
}

/// The loss of a net in double precision, written down as plainly as possible.
fn plain_loss(kernel: &Kernel, net: &[f64], phase: usize, seen: &[&[u16]], target: f64) -> f64 {
    let Shape {
        features,
        hidden,
        phases,
    } = kernel.shape;
    let row = |number: usize| &net[number * hidden..(number + 1) * hidden];
    let mut output = net[net.len() - phases + phase];
    for (side, seen) in seen.iter().enumerate() {
        for at in 0..hidden {
            let sum: f64 = seen.iter().map(|&feature| row(feature.into())[at]).sum();
            let kept = (row(features)[at] + sum).clamp(0.0, 1.0);
            output += kept * kept * row(features + 1 + 2 * phase + side)[at];
        }
    }
    let prediction = 1.0 / (1.0 + (-output * f64::from(kernel.logit_scale)).exp());
    relative_entropy(target, prediction)
}

fn relative_entropy(target: f64, prediction: f64) -> f64 {
    let part = |share: f64, said: f64| match share {
        0.0 => 0.0,
        share => share * (share / said).ln(),
    };
    part(target, prediction) + part(1.0 - target, 1.0 - prediction)
}

/// Every partial derivative is what a small change of its parameter comes to.
fn check_gradient(hidden: usize, sides: usize, phases: usize) {
    let features = 12;
    let shape = Shape {
        features,
        hidden,
        phases,
    };
    let other = |feature: u16| (feature + 6) % 12;
    let mirrored = |feature: u16| feature ^ 1;
    let kernel = Kernel {
        shape,
        perspectives: Perspectives::from_fn(sides, features, mirrored, other),
        logit_scale: 1.5,
    };
    let net = shape.initial(3, 9);
    for (seen, is_mirrored) in [([0, 4, 7], false), ([2, 5, 11], true)] {
        let example = Example {
            features: &seen,
            phase: phases - 1,
            is_mirrored,
            target: 0.8,
        };
        let mut gradient = vec![0.0; shape.count()];
        let loss = kernel.add_gradient(&net, &example, &mut gradient);
        let own = seen.map(|feature| {
            if is_mirrored {
                mirrored(feature)
            } else {
                feature
            }
        });
        let precise: Vec<f64> = net.iter().map(|&number| number.into()).collect();
        let plain = |net: &[f64]| {
            let target = example.target.into();
            plain_loss(
                &kernel,
                net,
                example.phase,
                &[&own[..], &own.map(other)[..]][..sides],
                target,
            )
        };
        assert!((loss - plain(&precise)).abs() < 1e-6);
        assert!((loss - kernel.loss(&net, &example)).abs() < 1e-12);
        for at in 0..shape.count() {
            let step = 1e-6;
            let moved = |by: f64| {
                let mut net = precise.clone();
                net[at] += by;
                plain(&net)
            };
            let expected = (moved(step) - moved(-step)) / (2.0 * step);
            let found = f64::from(gradient[at]);
            let near = (found - expected).abs() < 1e-6 + 1e-4 * expected.abs();
            assert!(near, "number {at}: {found} is not {expected}");
        }
        assert!(gradient.iter().filter(|&&part| part != 0.0).count() > sides * hidden);
    }
}

#[test]
fn gradients_are_what_small_changes_come_to() {
    check_gradient(64, 2, 8);
    check_gradient(128, 2, 1);
    check_gradient(64, 1, 1);
}

#[test]
fn a_net_says_what_its_numbers_say() {
    let dataset = dataset(40);
    let mut trainer = Trainer::new(&dataset, settings(), 9, 1).expect("it can be trained");
    train(&mut trainer);
    let net = trainer.best();
    let views = Views::new(&star()).expect("two sides");
    let loss = |&number: &u32| {
        let own = dataset.samples.features(number as usize);
        let other: Vec<u16> = own
            .iter()
            .map(|&feature| views.seen_by_other(feature))
            .collect();
        let phase = dataset.samples.labels()[number as usize].phase;
        let odds = net.evaluate(phase.into(), own, &other) * 4.0 * dataset.scale() as f32;
        let prediction = 1.0 / (1.0 + (-f64::from(odds)).exp());
        relative_entropy(dataset.targets[number as usize].into(), prediction)
    };
    let mean = dataset.validation.iter().map(loss).sum::<f64>() / dataset.validation_len() as f64;
    assert!((trainer.validation_loss(&net) - mean).abs() < 1e-5);
    let best = trainer.best_epoch().expect("an epoch");
    assert_eq!(
        trainer.validation_loss(&net),
        trainer.losses()[best - 1].validation
    );
}

#[test]
fn what_decides_games_is_learned_and_survives_rounding() {
    let dataset = Dataset::new(samples(60, 5), &settings()).expect("enough games");
    let settings = Settings {
        hidden: 128,
        epochs: 12,
        ..settings()
    };
    let mut trainer = Trainer::new(&dataset, settings, 12, 2).expect("it can be trained");
    let before = trainer.validation_loss(&trainer.best());
    train(&mut trainer);
    let losses = trainer.losses();
    assert!(losses[11].training < 0.3 * losses[0].training, "{losses:?}");
    let best = trainer.best();
    let after = trainer.validation_loss(&best);
    assert!(after < 0.3 * before, "{before} to {after}");
    let net = Net::quantise(&best, About::default()).expect("small weights");
    let rounded = trainer.validation_loss(&net.to_floats());
    assert!(rounded < 1.1 * after + 1e-4, "{after} to {rounded}");
}

/// A file with two positions of a game, the second after one seat has finished.
fn file_of_many(seats: usize) -> Vec<u8> {
    let spec = format!("star:seats={seats}");
    let settings = GameSettings::from_pairs([("seats", seats.to_string())]);
    let star = Star::configure(&settings).expect("so many seats");
    let setup = star.setup_of(&star.start());
    let record = TrainingRecord {
        game: 0,
        moves: 90,
        setup,
        score: Some(150),
        places: PerSeat::from_fn(seats, |seat| match seat.index() {
            0 => 2,
            1 => 1,
            seat => seat as u8 + 1,
        }),
    };
    let spec = spec.parse().expect("a spec");
    let header = TrainingHeader::for_game(&spec).expect("a game");
    let mut writer = TrainingWriter::new(header, Vec::new()).expect("memory");
    writer.write(&record).expect("it fits");
    let mut later = record;
    later.setup.places[Seat::new(1)] = 1;
    writer.write(&later).expect("it fits");
    writer.finish().expect("memory")
}

#[test]
fn one_net_is_for_all_numbers_of_seats_above_two() {
    let mut samples = Samples::of(&"star:seats=3".parse().expect("a spec")).expect("six corners");
    for seats in [3, 4, 6] {
        let read = samples.read(reader(file_of_many(seats)), Filter::default(), &mut |_| {});
        read.expect("star with other seats");
    }
    assert_eq!(samples.kind(), "star with more than two seats");
    let results: Vec<f32> = samples.labels().iter().map(|label| label.result).collect();
    assert_eq!(results, [0.5, 2.0 / 3.0, 0.8]);
    assert_eq!(samples.left_out(), 3, "where one has a place");
    let seen: Vec<usize> = (0..3)
        .map(|number| samples.features(number).len())
        .collect();
    assert_eq!(seen, [30, 40, 60]);
    let two = samples.read(reader(file(&records(1, 1))), Filter::default(), &mut |_| {});
    let why = two.expect_err("another net").to_string();
    assert!(why.contains("the data is of star and not"), "{why}");
}

#[test]
fn threads_change_nothing() {
    let dataset = dataset(40);
    let net = |threads| {
        let mut trainer = Trainer::new(&dataset, settings(), 9, threads).expect("it can be");
        train(&mut trainer);
        (trainer.save(), trainer.best())
    };
    let one = net(1);
    assert!(one == net(2));
    assert!(one == net(3));
}

#[test]
fn going_on_is_as_if_it_had_never_stopped() {
    let dataset = dataset(40);
    let start = || Trainer::new(&dataset, settings(), 9, 2).expect("it can be trained");
    let mut through = start();
    train(&mut through);
    let mut first = start();
    for _ in 0..2 {
        assert!(
            first
                .epoch(&mut |_| ControlFlow::Continue(()))
                .is_continue()
        );
    }
    let saved = first.save();
    // Breaking off within an epoch leaves nothing behind.
    assert!(first.epoch(&mut |_| ControlFlow::Break(())).is_break());
    assert!(first.save() == saved);
    let mut second = start();
    second.resume(&saved).expect("it is its own");
    train(&mut second);
    assert!(second.save() == through.save());
    assert!(second.best() == through.best());
}

#[test]
fn a_state_of_something_else_is_refused() {
    let dataset = dataset(40);
    let trainer = |settings| Trainer::new(&dataset, settings, 9, 1).expect("it can be trained");
    let saved = trainer(settings()).save();
    let check = |settings: Settings, saved: &[u8], expect: &str| {
        let error = trainer(settings)
            .resume(saved)
            .expect_err(expect)
            .to_string();
        assert!(error.contains(expect), "{error}");
    };
    let other = Settings {
        epochs: 5,
        seed: 1,
        ..settings()
    };
    check(other, &saved, "epochs 4 and not 5");
    check(settings(), b"hello", "no training state");
    check(settings(), &saved[..saved.len() - 9], "damaged");
    let mut damaged = saved.clone();
    damaged[saved.len() / 2] ^= 1;
    check(settings(), &damaged, "damaged");
}

#[test]
fn games_are_kept_together() {
    let dataset = dataset(100);
    let games = |numbers: &[u32]| -> BTreeSet<u32> {
        let labels = numbers
            .iter()
            .map(|&number| dataset.samples.labels()[number as usize]);
        labels.map(|label| label.game).collect()
    };
    let (training, validation) = (games(&dataset.training), games(&dataset.validation));
    assert!(training.is_disjoint(&validation));
    assert_eq!(training.len() + validation.len(), 100);
    assert!((1..15).contains(&validation.len()));
    assert_eq!(dataset.training_len() + dataset.validation_len(), 4000);
}

/// With one game of twenty for validation many seeds would keep none of five.
#[test]
fn a_few_games_are_enough_to_keep_one() {
    for seed in 0..20 {
        let settings = Settings {
            seed,
            scale: Some(0.3),
            ..settings()
        };
        let dataset = Dataset::new(samples(5, 3), &settings).expect("enough games");
        assert!(dataset.validation_len() > 0 && dataset.training_len() > 0);
    }
}

#[test]
fn games_of_several_files_are_told_apart() {
    let mut samples = samples(3, 1);
    let filter = Filter { least_moves: 10 };
    let more = reader(file(&records(2, 2)));
    samples
        .read(more, filter, &mut |_| {})
        .expect("star's positions");
    assert_eq!((samples.games(), samples.len()), (5, 3 * 40 + 2 * 30));
    assert_eq!(samples.left_out(), 20);
    assert_eq!(samples.labels().last().expect("one").game, 4);
}

#[test]
fn scores_and_results_make_targets() {
    let mut records = records(40, 7);
    for record in &mut records {
        record.score = record.score.map(|score| match score {
            score if score > 1500 => 31_900,
            score if score < -1500 => -31_900,
            score => score,
        });
    }
    for lambda in [0.0, 0.25, 1.0] {
        let settings = Settings {
            lambda,
            ..settings()
        };
        let dataset = Dataset::new(samples_of(&records), &settings).expect("enough games");
        for (label, &target) in dataset.samples.labels().iter().zip(&dataset.targets) {
            let result = label.result;
            let odds = dataset.scale() * f64::from(label.score) / 100.0;
            let prediction = match label.score {
                31_900 => 1.0,
                -31_900 => 0.0,
                _ => 1.0 / (1.0 + (-odds).exp()) as f32,
            };
            let share = lambda as f32;
            let expected = share * prediction + (1.0 - share) * result;
            assert!((target - expected).abs() < 1e-6);
        }
    }
}

/// Who is ahead wins, and the scores say the opposite.
#[test]
fn results_are_learned_from_where_scores_teach_nothing() {
    let mut records = records(200, 7);
    for record in &mut records {
        let score = record.score.expect("every record has one");
        let is_ahead = score > 0;
        let turn = record.setup.turn.index();
        let winner = Seat::new(if is_ahead { turn } else { 1 - turn });
        record.places = *Standings::duel_won_by(winner).places();
        record.score = Some(-score);
    }
    let refused = Dataset::new(samples_of(&records), &settings()).err();
    assert!(matches!(refused, Some(LearningError::NoScale)));
    let settings = Settings {
        lambda: 0.0,
        scale: Some(0.3),
        ..settings()
    };
    let dataset = Dataset::new(samples_of(&records), &settings).expect("results teach");
    assert_eq!(dataset.scale(), 0.3);
    let mut trainer = Trainer::new(&dataset, settings, 4, 2).expect("it can be trained");
    let before = trainer.validation_loss(&trainer.best());
    train(&mut trainer);
    let after = trainer.validation_loss(&trainer.best());
    assert!(after < 0.7 * before, "{before} to {after}");
}

#[test]
fn what_can_not_be_learned_is_told() {
    let check = |result: Result<(), LearningError>, expect: &str| {
        let error = result.expect_err(expect).to_string();
        assert!(error.contains(expect), "{error}");
    };
    let of = |spec: &str| Samples::of(&spec.parse().expect("a spec")).map(|_| ());
    check(of("minicheckers"), "see the same board");
    check(of("stars"), "no game");
    let mut corners = Samples::of(&"corners".parse().expect("a spec")).expect("two sides");
    let read = corners.read(reader(file(&records(1, 1))), Filter::default(), &mut |_| {});
    check(read, "the data is of star and not of corners");
    let dataset = |samples, settings: &Settings| Dataset::new(samples, settings).map(|_| ());
    check(dataset(samples(1, 1), &settings()), "too little");
    let wrong = |change: fn(&mut Settings)| {
        let mut settings = settings();
        change(&mut settings);
        dataset(samples(1, 1), &settings)
    };
    check(wrong(|it| it.hidden = 100), "only 64, 128, 256");
    check(wrong(|it| it.rate = 0.0), "a rate of 0");
    check(wrong(|it| it.lambda = 1.5), "1.5 is no share");
    check(wrong(|it| it.scale = Some(0.0)), "worth 0");
    check(wrong(|it| it.scale = Some(f64::NAN)), "worth NaN");
    let mut cut = file(&records(1, 1));
    let end = cut.len() - 30;
    cut[end] ^= 1;
    let mut samples = Samples::of(&"star".parse().expect("a spec")).expect("two sides");
    let read = samples.read(reader(cut), Filter::default(), &mut |_| {});
    assert!(matches!(
        read,
        Err(LearningError::Training(
            TrainingError::Checksum { .. } | TrainingError::Damaged { .. }
        ))
    ));
}
