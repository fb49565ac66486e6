//! Why the attempt of 2019 at a learned evaluation failed and ours did not: its choices, one by
//! one, each measured by what the net plays like.

use crate::LabError;
use crate::lab::{Lab, outcomes, pairs_of, player};
use crate::report::{Chapter, Table};
use longjump_arena::training::{Collector, training_header};
use longjump_arena::{MatchScore, OpeningChoice, RunOptions, Tournament, run_tournament};
use longjump_dataset::{TrainingReader, TrainingRecord, TrainingWriter};
use longjump_engine::{Control, Engine, EngineSpec, Limits, NoClock, Score, build};
use longjump_evaluation::network::{About, Net};
use longjump_learning::{Dataset, Filter, LearningError, Samples, Settings, Trainer};
use longjump_rules::{PerSeat, Seat, Setup};
use longjump_statistics::elo_of_score;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Who plays the games, scores positions, and is played against.
const BY_HAND: &str = "diamond/default:net=none";

/// What a net learns from.
struct Trial {
    boards: &'static str,
    target: &'static str,
    data: Vec<u8>,
    /// How much of the target is from scores.
    lambda: f64,
}

pub(crate) fn chapter(lab: &Lab) -> Result<Chapter, LabError> {
    let nodes = lab.either(100, 2000);
    let games = lab.either(60, 6000);
    let event = Tournament::self_play(
        BY_HAND.parse()?,
        Some(nodes),
        games,
        OpeningChoice::Random(8),
        1,
    )?;
    let played = play(lab, &event)?;
    let records = read(&played)?;
    let boards = records.len();
    let search = |engine: &mut dyn Engine| searched(engine, nodes);
    let random = random_boards(records.len(), &records[0].setup);
    let trials = [
        Trial {
            boards: "of played games",
            target: "searches and results",
            data: played.clone(),
            lambda: 0.7,
        },
        Trial {
            boards: "of played games",
            target: "searches, no results",
            data: played,
            lambda: 1.0,
        },
        Trial {
            boards: "of played games",
            target: "the formula",
            data: scored(lab, &event, records, &static_value)?,
            lambda: 1.0,
        },
        Trial {
            boards: "by chance",
            target: "searches, no results",
            data: scored(lab, &event, random.clone(), &search)?,
            lambda: 1.0,
        },
        Trial {
            boards: "by chance",
            target: "the formula, as in 2019",
            data: scored(lab, &event, random, &static_value)?,
            lambda: 1.0,
        },
    ];
    let folder = tempfile::tempdir()?;
    let nets = train(lab, &trials, folder.path())?;
    let scores = matches(lab, &nets)?;
    Ok(report(lab, boards, nodes, &trials, &scores))
}

/// Plays games and returns their positions.
fn play(lab: &Lab, event: &Tournament) -> Result<Vec<u8>, LabError> {
    let mut collector = Collector::new(event, Vec::new()).map_err(LearningError::Training)?;
    let mut failure = None;
    lab.meter.expect(event.schedule.rounds as u64);
    let before = lab.meter.done();
    let mut options = RunOptions {
        concurrency: lab.threads,
        interrupt: &AtomicBool::new(false),
        progress: &mut |scoreboard| lab.meter.advance_to(before + scoreboard.games() as u64),
        on_block: Some(&mut |games| {
            if let Err(error) = collector.add(games) {
                failure.get_or_insert(error);
            }
        }),
        traces: None,
    };
    run_tournament(event, &[], None, &mut options)?;
    let finished = match failure {
        Some(error) => Err(error),
        None => collector.finish(),
    };
    Ok(finished.map_err(LearningError::Training)?)
}

fn read(data: &[u8]) -> Result<Vec<TrainingRecord>, LabError> {
    let records = TrainingReader::new(Cursor::new(data)).and_then(Iterator::collect);
    Ok(records.map_err(LearningError::Training)?)
}

/// Boards with as many marbles as this one, each in any hole; every one is a game of its own.
fn random_boards(count: usize, like: &Setup) -> Vec<TrainingRecord> {
    let mut random = fastrand::Rng::with_seed(1);
    let seats = like.places.iter().count();
    let board = |game| {
        let mut pieces = like.pieces.clone();
        random.shuffle(&mut pieces);
        TrainingRecord {
            game,
            moves: 0,
            setup: Setup {
                pieces,
                turn: Seat::new(random.usize(..seats)),
                ..like.clone()
            },
            score: None,
            places: PerSeat::new(seats, 1),
        }
    };
    (0..count as u32).map(board).collect()
}

/// What the formula says of a position.
fn static_value(engine: &mut dyn Engine) -> Option<Score> {
    engine.evaluate()
}

/// What a search thinks of a position.
fn searched(engine: &mut dyn Engine, nodes: u64) -> Option<Score> {
    engine.new_game();
    let limits = Limits::nodes(nodes);
    let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
    choice?.score
}

/// Positions with other scores. Those that games are over in, and those without one, are left
/// out.
fn scored(
    lab: &Lab,
    event: &Tournament,
    mut records: Vec<TrainingRecord>,
    score: &(dyn Fn(&mut dyn Engine) -> Option<Score> + Sync),
) -> Result<Vec<u8>, LabError> {
    lab.meter.expect(records.len() as u64);
    let share = records.len().div_ceil(lab.threads).max(1);
    std::thread::scope(|scope| {
        let shares = records.chunks_mut(share);
        let work = |records: &mut [TrainingRecord]| {
            let mut engine = build(&BY_HAND.parse()?)?;
            // A search this small fills no more, and clearing 16 MiB takes as long as searching.
            engine.set_option("hash", "1")?;
            for record in records {
                let is_open = engine.table().arrange(&record.setup).is_ok()
                    && engine.table().turn().is_some();
                record.score = is_open.then(|| score(&mut *engine)).flatten();
                lab.meter.advance(1);
            }
            Ok::<_, LabError>(())
        };
        let workers: Vec<_> = shares
            .map(|share| scope.spawn(move || work(share)))
            .collect();
        let done = workers
            .into_iter()
            .map(|worker| worker.join().expect("it ends"));
        done.collect::<Result<(), LabError>>()
    })?;
    let header = training_header(event)?;
    let mut writer = TrainingWriter::new(header, Vec::new()).map_err(LearningError::Training)?;
    for record in records.iter().filter(|record| record.score.is_some()) {
        writer.write(record).map_err(LearningError::Training)?;
    }
    Ok(writer.finish().map_err(LearningError::Training)?)
}

/// Trains a net on each, and writes it to the folder. What a score is worth in points is known
/// from the first, as boards by chance have no results.
fn train(lab: &Lab, trials: &[Trial], folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let epochs = lab.either(2, 30);
    let game = BY_HAND.parse::<EngineSpec>()?.game().clone();
    let mut scale = None;
    let mut nets = Vec::new();
    for (number, trial) in trials.iter().enumerate() {
        let settings = Settings {
            epochs,
            lambda: trial.lambda,
            scale,
            ..Settings::default()
        };
        let mut samples = Samples::of(&game)?;
        let reader = TrainingReader::new(Cursor::new(&trial.data));
        let reader = reader.map_err(LearningError::Training)?;
        samples.read(reader, Filter::default(), &mut |_| {})?;
        let dataset = Dataset::new(samples, &settings)?;
        scale = Some(dataset.scale());
        let trainer = Trainer::new(&dataset, settings, 8, lab.threads);
        let mut trainer = trainer.map_err(LearningError::Setting)?;
        while trainer.stop_reason().is_none() {
            lab.step();
            let _ = trainer.epoch(&mut |_| ControlFlow::Continue(()));
        }
        let about = About {
            game: game.name().to_owned(),
            note: format!("boards {}, target {}", trial.boards, trial.target),
        };
        let net = Net::quantise(&trainer.best(), about);
        let net = net?;
        let path = folder.join(format!("{number}.net"));
        std::fs::write(&path, net.to_bytes())?;
        nets.push(path);
    }
    Ok(nets)
}

/// Each net against the hand-made evaluation.
fn matches(lab: &Lab, nets: &[PathBuf]) -> Result<Vec<MatchScore>, LabError> {
    let milliseconds = Some(lab.either(2, 20));
    let pairs = lab.either(2, 100);
    let mut matches = Vec::new();
    for net in nets {
        let learned = format!("diamond/default:net={}", net.display());
        let ours = player(&learned, milliseconds)?;
        matches.push(pairs_of(ours, player(BY_HAND, milliseconds)?, pairs));
    }
    lab.play(&matches)
}

fn report(
    lab: &Lab,
    boards: usize,
    nodes: u64,
    trials: &[Trial],
    scores: &[MatchScore],
) -> Chapter {
    let milliseconds = lab.either(2, 20);
    let mut table = Table::new(
        format!(
            "Nets against the hand-made evaluation of diamond, {milliseconds} ms a move for both"
        ),
        &[
            "boards", "target", "games", "won", "drawn", "lost", "points", "Elo",
        ],
    );
    for (trial, score) in trials.iter().zip(scores) {
        let about = [trial.boards, trial.target].map(str::to_owned);
        let about = about.into_iter().chain([score.games().to_string()]);
        table.row(about.chain(outcomes(score)).chain([elo(score)]));
    }
    Chapter {
        title: "Why the learned evaluation of 2019 failed",
        source: "A Chinese Checkers homework on the 10x10 diamond, its machine learning trial",
        items: vec![table.note(format!(
            "Every net has the same shape, {boards} boards at most and the same training; only \
             what it learned from differs. The homework had boards by chance and its formula as \
             the target, and never measured what its net played like; the formula here is the \
             hand-made evaluation, which is stronger than theirs. A net that learns a formula \
             can at best be that formula. Boards by chance hardly ever look like those of games. \
             Searches, here of {nodes} positions, see what the formula overlooks, and results \
             what the searches overlook. What it also had, a convolution over a square that the \
             diamond only is when it is tilted, is not tried here."
        ))],
    }
}

/// The difference in Elo that a share of points stands for, with 95 % confidence.
fn elo(score: &MatchScore) -> String {
    let (score, error) = (score.mean(), score.error());
    let [value, low, high] = [score, score - error, score + error].map(elo_of_score);
    format!("{value:+.0} ({low:+.0} to {high:+.0})")
}
