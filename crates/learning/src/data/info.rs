//! What is in a file.

use super::LARGEST_GUESS;
use longjump_dataset::{TrainingError, TrainingHeader, TrainingReader};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::io::{Read, Seek};

/// What is in a file of training data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Info {
    /// Its first line.
    pub header: TrainingHeader,
    /// How many positions it has.
    pub positions: u64,
    /// Of how many games.
    pub games: usize,
    /// How many games each seat won alone.
    pub won: Vec<usize>,
    /// In how many the first place was shared.
    pub shared: usize,
    /// How many positions have no score.
    pub without_score: usize,
    /// In how many a win is claimed for the side to move.
    pub claimed_wins: usize,
    /// And in how many a loss.
    pub claimed_losses: usize,
    /// All other scores, in moves ahead; none if there are none.
    pub scores: Option<Quantiles>,
    /// How many moves were played before positions.
    pub moves: Option<Quantiles>,
}

/// A line for each figure.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = &self.header;
        let each = self.positions as f64 / self.games.max(1) as f64;
        let won: Vec<String> = self.won.iter().map(usize::to_string).collect();
        let signature = header.signature.map(|it| format!("{it:016x}"));
        let spread = |numbers: Option<Quantiles>| {
            numbers.map_or("none".to_owned(), |numbers| numbers.to_string())
        };
        let rows = [
            ("game", header.game.clone()),
            ("engine", format!("{}, {}", header.engine, header.control)),
            ("signature", signature.unwrap_or("not written".to_owned())),
            (
                "openings",
                format!("{}, seed {}", header.openings, header.seed),
            ),
            (
                "written by",
                format!("{}, version {}", header.program, header.longjump_training),
            ),
            (
                "positions",
                format!(
                    "{} of {} games, {each:.1} a game",
                    self.positions, self.games
                ),
            ),
            (
                "won",
                format!("{} by each seat; {} shared", won.join(", "), self.shared),
            ),
            ("moves before", spread(self.moves)),
            ("score in moves", spread(self.scores)),
            (
                "other scores",
                format!(
                    "{} claimed wins, {} claimed losses, {} without",
                    self.claimed_wins, self.claimed_losses, self.without_score
                ),
            ),
        ];
        for (name, value) in rows {
            writeln!(f, "  {name:<16}{value}")?;
        }
        Ok(())
    }
}

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Quantiles {
    /// The least.
    pub least: f64,
    /// A twentieth is below.
    pub low: f64,
    /// Half is below.
    pub median: f64,
    /// A twentieth is above.
    pub high: f64,
    /// The most.
    pub most: f64,
    /// All together, each the same.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Display for Quantiles {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.1} to {:.1}, nine of ten {:.1} to {:.1}; mean {:.2}, deviation {:.2}",
            self.least, self.most, self.low, self.high, self.mean, self.deviation
        )
    }
}

impl Quantiles {
    /// Of these numbers, divided by `unit`.
    fn of(mut numbers: Vec<i32>, unit: f64) -> Option<Self> {
        numbers.sort_unstable();
        let last = numbers.len().checked_sub(1)?;
        let at = |share: f64| f64::from(numbers[(share * last as f64).round() as usize]) / unit;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let values = numbers
                .iter()
                .map(|&number| value(f64::from(number) / unit));
            values.sum::<f64>() / numbers.len() as f64
        };
        let mean = mean_of(&|number| number);
        Some(Self {
            least: at(0.0),
            low: at(0.05),
            median: at(0.5),
            high: at(0.95),
            most: at(1.0),
            mean,
            deviation: mean_of(&|number| (number - mean).powi(2)).sqrt(),
        })
    }
}

impl Info {
    /// Reads a file to its end, calling `on_progress` with how many records were read.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn of<R: Read + Seek>(
        reader: TrainingReader<R>,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Self, TrainingError> {
        let mut info = Self {
            header: reader.header().clone(),
            positions: reader.records(),
            games: 0,
            won: vec![0; reader.header().seats],
            shared: 0,
            without_score: 0,
            claimed_wins: 0,
            claimed_losses: 0,
            scores: None,
            moves: None,
        };
        let (mut scores, mut moves, mut games) = (Vec::new(), Vec::new(), HashSet::new());
        for (number, record) in (1..).zip(reader) {
            let record = record?;
            match record.score {
                None => info.without_score += 1,
                Some(score) if score > LARGEST_GUESS => info.claimed_wins += 1,
                Some(score) if score < -LARGEST_GUESS => info.claimed_losses += 1,
                Some(score) => scores.push(score),
            }
            moves.push(record.moves.into());
            if games.insert(record.game) {
                let mut first = record.places.iter().filter(|&(_, place)| place == 1);
                match (first.next(), first.next()) {
                    (Some((seat, _)), None) => info.won[seat.index()] += 1,
                    _ => info.shared += 1,
                }
            }
            on_progress(number);
        }
        info.games = games.len();
        info.scores = Quantiles::of(scores, 100.0);
        info.moves = Quantiles::of(moves, 1.0);
        Ok(info)
    }
}
