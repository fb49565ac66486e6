//! From training data to what a fit needs: evaluations are sums of weights times what they
//! count, so what one more of a weight adds is found by giving it more.

use crate::error::TuningError;
use crate::fit::Sample;
use crate::tunable::{Parameter, TunableEngine};
use longjump_dataset::{TrainingError, TrainingReader, TrainingRecord};
use longjump_engine::{Engine, Outlook, Score, build};
use std::collections::BTreeSet;
use std::io::{Read, Seek};

/// By how much a weight is raised to see what it adds: so much that what evaluations round
/// does not show.
const MORE: f64 = 1000.0;
/// Every so many games one is kept for checking.
const CHECKED: u32 = 10;
/// With fewer games nothing is learned.
const LEAST_GAMES: usize = 20;

/// What weights are fitted to, and what the fit is checked with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dataset {
    /// Positions to learn from.
    pub training: Vec<Sample>,
    /// Positions of other games: of each ten one.
    pub validation: Vec<Sample>,
    /// How many games they are from.
    pub games: usize,
    /// How many positions were left out, as their end was certain.
    pub certain: usize,
    /// And how many, as something was going on in them.
    pub unquiet: usize,
}

/// Reads training data for a fit of these weights, telling `progress` how many records were read.
/// Positions are left out that were worth more than `quiet` more or less to the search than at
/// first sight: in the middle of captures weights tell nothing.
///
/// # Errors
/// When it is of another game or of one with more than two seats, is damaged, or there is too
/// little of it.
pub fn read_dataset<R: Read + Seek>(
    reader: TrainingReader<R>,
    tunable: &TunableEngine,
    weights: &[Parameter],
    quiet: f64,
    progress: &mut dyn FnMut(u64),
) -> Result<Dataset, TuningError> {
    let header = reader.header();
    let game = tunable.spec().clone().lasting().game().to_string();
    if header.game != game {
        let data = header.game.clone();
        return Err(TuningError::OtherGame { data, game });
    }
    if header.seats != 2 {
        return Err(TuningError::Seats(header.seats));
    }
    let mut probe = Probe::new(tunable, weights)?;
    let mut dataset = Dataset::default();
    let mut games = BTreeSet::new();
    for (number, record) in (1..).zip(reader) {
        let record = record?;
        let is_proven = |score| !matches!(Outlook::of(score), Outlook::Ahead(_));
        let sample = match record.score.is_some_and(is_proven) {
            true => None,
            false => probe.sample(&record, number)?,
        };
        let Some(sample) = sample else {
            dataset.certain += 1;
            continue;
        };
        let is_quiet = |score: Score| (f64::from(score) - sample.score).abs() <= quiet;
        if !record.score.is_none_or(is_quiet) {
            dataset.unquiet += 1;
            continue;
        }
        games.insert(record.game);
        if record.game % CHECKED == CHECKED - 1 {
            dataset.validation.push(sample);
        } else {
            dataset.training.push(sample);
        }
        progress(number);
    }
    dataset.games = games.len();
    if dataset.games < LEAST_GAMES || dataset.validation.is_empty() {
        return Err(TuningError::TooLittle {
            positions: dataset.training.len() + dataset.validation.len(),
            games: dataset.games,
        });
    }
    Ok(dataset)
}

/// An engine as it is, and one for each weight with more of it.
struct Probe {
    base: Box<dyn Engine>,
    raised: Vec<Box<dyn Engine>>,
}

impl Probe {
    fn new(tunable: &TunableEngine, weights: &[Parameter]) -> Result<Self, TuningError> {
        let raised = weights.iter().map(|weight| {
            let changed = tunable.with([(weight, weight.value + MORE)]);
            build(&changed.engine(tunable.spec()))
        });
        // With its weights given, so that it is no net that is asked.
        let base = tunable.with(weights.iter().map(|weight| (weight, weight.value)));
        Ok(Self {
            base: build(&base.engine(tunable.spec()))?,
            raised: raised.collect::<Result<_, _>>()?,
        })
    }

    /// What the fit needs of a position; none if its end is certain.
    fn sample(
        &mut self,
        record: &TrainingRecord,
        number: u64,
    ) -> Result<Option<Sample>, TrainingError> {
        let evaluate = |engine: &mut Box<dyn Engine>| -> Result<Option<Score>, TrainingError> {
            let arranged = engine.table().arrange(&record.setup);
            arranged.map_err(|_| TrainingError::Damaged {
                number,
                reason: "no game can come to its position",
            })?;
            Ok(engine.evaluate())
        };
        let Some(score) = evaluate(&mut self.base)? else {
            return Ok(None);
        };
        let mut features = Vec::with_capacity(self.raised.len());
        for engine in &mut self.raised {
            let Some(raised) = evaluate(engine)? else {
                return Ok(None);
            };
            features.push((f64::from(raised - score) / MORE) as f32);
        }
        Ok(Some(Sample {
            score: score.into(),
            features,
            result: record.result(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fit, FitSettings};
    use longjump_dataset::{TrainingHeader, TrainingWriter};
    use longjump_engine::open_table;
    use longjump_rules::{PerSeat, Standings};
    use std::io::Cursor;

    /// Positions of random games, those that somebody wins at once left out.
    fn positions(spec: &str, count: usize, seed: u64) -> Vec<TrainingRecord> {
        let mut table = open_table(&spec.parse().expect("a spec")).expect("a game");
        let mut random = fastrand::Rng::with_seed(seed);
        let mut records = Vec::new();
        while records.len() < count {
            table.set_up(None, &[]).expect("the start");
            for moves in 0..random.u16(2..40) {
                let legal = table.moves();
                let Some(mv) = random.choice(&legal) else {
                    break;
                };
                table.play(mv).expect("legal");
                if table.standings().is_some() || moves < 2 {
                    continue;
                }
                records.push(TrainingRecord {
                    game: records.len() as u32,
                    moves,
                    setup: table.setup(),
                    score: None,
                    places: PerSeat::new(2, 1),
                });
            }
        }
        records
    }

    fn file(spec: &str, records: &[TrainingRecord]) -> TrainingReader<Cursor<Vec<u8>>> {
        let spec = spec.parse().expect("a spec");
        let header = TrainingHeader::for_game(&spec).expect("a game");
        let mut writer = TrainingWriter::new(header, Vec::new()).expect("memory");
        for record in records {
            writer.write(record).expect("it fits");
        }
        let bytes = writer.finish().expect("memory");
        TrainingReader::new(Cursor::new(bytes)).expect("it is whole")
    }

    fn tunable(spec: &str) -> TunableEngine {
        TunableEngine::of(&spec.parse().expect("a spec")).expect("an engine")
    }

    #[test]
    fn positions_in_which_something_is_going_on_are_left_out() {
        let tunable = tunable("knightthrough");
        let weights = tunable.weights(Some("turn")).expect("a weight");
        let mut probe = Probe::new(&tunable, &weights).expect("engines");
        let mut records = positions("knightthrough", 100, 3);
        for record in &mut records {
            let sample = probe.sample(record, 1).expect("a position");
            let score = sample.map_or(0, |sample| sample.score as Score);
            let more = if record.game % 2 == 0 { 300 } else { -100 };
            record.score = Some(score + more);
        }
        let read = |quiet| {
            let reader = file("knightthrough", &records);
            read_dataset(reader, &tunable, &weights, quiet, &mut |_| {}).expect("data")
        };
        assert_eq!(read(300.0).unquiet, 0);
        let [all, odd] = [300.0, 100.0].map(|quiet| {
            let dataset = read(quiet);
            dataset.training.len() + dataset.validation.len()
        });
        assert_eq!(read(100.0).unquiet, all - odd);
        assert!(odd > 30 && odd < 60, "every second one");
    }

    /// Evaluations with other weights are what features add up to.
    #[test]
    fn evaluations_are_linear_in_their_weights() {
        for spec in [
            "star",
            "diamond",
            "corners",
            "knightthrough",
            "minicheckers",
        ] {
            let tunable = tunable(spec);
            let weights = tunable.weights(None).expect("weights");
            let records = positions(spec, 300, 2);
            let mut random = fastrand::Rng::with_seed(9);
            let changes: Vec<f64> = weights.iter().map(|_| random.i32(-40..40).into()).collect();
            let values = weights.iter().zip(&changes);
            let values = values.map(|(weight, by)| (weight, weight.value + by));
            let changed = tunable.with(values).engine(tunable.spec());
            let mut changed = build(&changed).expect("an engine");
            let mut probe = Probe::new(&tunable, &weights).expect("engines");
            for (number, record) in (1..).zip(&records) {
                let Some(sample) = probe.sample(record, number).expect("a position") else {
                    continue;
                };
                changed.table().arrange(&record.setup).expect("a position");
                let real = f64::from(changed.evaluate().expect("not certain"));
                let added: f64 = sample
                    .features
                    .iter()
                    .zip(&changes)
                    .map(|(&one, by)| f64::from(one) * by)
                    .sum();
                // A piece's value and two rows are rounded, for both seats.
                let off = (sample.score + added - real).abs();
                assert!(off < 12.0, "{spec}: {real} and off by {off}");
            }
        }
    }

    #[test]
    fn weights_that_results_were_drawn_with_are_found() {
        const SCALE: f64 = 0.01;
        let tunable = tunable("knightthrough");
        let names = "rows.3,file,unprotected,turn";
        let weights = tunable.weights(Some(names)).expect("weights");
        let truth = [-20.0, 6.0, 20.0, -25.0];
        let values = weights.iter().zip(truth);
        let changed = tunable.with(values.map(|(weight, by)| (weight, weight.value + by)));
        let mut drawn = build(&changed.engine(tunable.spec())).expect("an engine");
        let mut random = fastrand::Rng::with_seed(1);
        let mut records = positions("knightthrough", 40_000, 1);
        for record in &mut records {
            drawn.table().arrange(&record.setup).expect("a position");
            let score = drawn.evaluate().map_or(0.0, f64::from);
            let is_won = random.f64() < 1.0 / (1.0 + (-SCALE * score).exp());
            let turn = record.setup.turn;
            let winner = if is_won { turn } else { turn.opponent() };
            record.places = *Standings::duel_won_by(winner).places();
        }
        let reader = file("knightthrough", &records);
        let dataset = read_dataset(reader, &tunable, &weights, 0.0, &mut |_| {}).expect("data");
        let settings = FitSettings {
            pull: 1e-6,
            ..FitSettings::default()
        };
        let fit = Fit::new(&dataset.training, SCALE, settings);
        for (found, truth) in fit.changes.iter().zip(truth) {
            assert!((found - truth).abs() < 5.0, "{:?}", fit.changes);
        }
    }

    #[test]
    fn what_can_not_be_learned_from_is_told() {
        let check = |data: &str, records: usize, spec: &str, expect: &str| {
            let tunable = tunable(spec);
            let weights = tunable.weights(None).expect("weights");
            let reader = file(data, &positions(data, records, 1)[..records]);
            let read = read_dataset(reader, &tunable, &weights, 0.0, &mut |_| {});
            let error = read.expect_err(expect);
            assert!(error.to_string().contains(expect), "{error}");
        };
        check("corners", 5, "corners", "too little");
        check("corners", 50, "knightthrough", "the data is of corners");
        check(
            "star:corners=open",
            50,
            "star",
            "the data is of star:corners=open",
        );
    }
}
