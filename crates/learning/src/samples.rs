//! Positions in memory: their active features and labels.

use crate::error::LearningError;
use crate::perspective::{MOST_ACTIVE, Perspectives};
use longjump_dataset::{TrainingReader, TrainingRecord};
use longjump_evaluation::network::{PHASES, SeatViews, Viewing, Views, kind_of};
use longjump_games::{lasting, with_game};
use longjump_rules::{Game, GameAction, GameSpec, Hole, Seat};
use std::collections::BTreeSet;
use std::io::{Read, Seek};

/// The most pieces of a position with more than two seats.
const MOST_PIECES: usize = 60;
const _: () = assert!(MOST_PIECES <= MOST_ACTIVE, "each piece is a feature");

/// The feature set of a game.
#[derive(Clone, Debug)]
enum FeatureSet {
    /// From the perspectives of both sides.
    Two(Box<Views>),
    /// From that of the seat to move.
    Many(Box<SeatViews>),
}

/// The feature set of a game, what nets with it are for, and how many pieces it begins with.
fn feature_set_of(game: &GameSpec) -> Result<(FeatureSet, String, usize), LearningError> {
    struct Find;
    impl GameAction for Find {
        type Output = (Option<FeatureSet>, String, usize);
        fn run<G: Game>(self, game: G) -> Self::Output {
            let start = game.setup_of(&game.start());
            let pieces = start.pieces.iter().flatten().count();
            let two = Views::new(&game).map(|views| FeatureSet::Two(Box::new(views)));
            let many = || SeatViews::new(&game).map(|views| FeatureSet::Many(Box::new(views)));
            let feature_set = two.or_else(many);
            (feature_set, kind_of(&game), pieces)
        }
    }
    let (feature_set, kind, pieces) = with_game(game, Find)?;
    let feature_set = feature_set.filter(|_| pieces <= MOST_PIECES);
    let feature_set = feature_set.ok_or_else(|| LearningError::NoFeatures(game.to_string()))?;
    Ok((feature_set, kind, pieces))
}

/// Which positions are learned from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Positions with fewer moves before them are left out.
    pub least_moves: u16,
}

/// Positions to learn from.
#[derive(Clone, Debug)]
pub struct Samples {
    game: String,
    kind: String,
    /// Who played, and how long it thought.
    sources: BTreeSet<String>,
    feature_set: FeatureSet,
    /// For how many active features there is room in each position.
    room: usize,
    /// The active features of each position as the seat to move sees them, `room` for each.
    features: Vec<u16>,
    labels: Vec<Label>,
    /// How many games there are, in files that were read to the end.
    games: u32,
    left_out: usize,
}

/// What is known of a position besides its pieces.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Label {
    /// The number of its game among all files.
    pub(crate) game: u32,
    /// In hundredths of a move, or a claim.
    pub(crate) score: i16,
    /// What the game gave to the seat to move, of 1.
    pub(crate) result: f32,
    /// How many active features it has.
    count: u8,
    /// How far its game has come.
    pub(crate) phase: u8,
}

impl Samples {
    /// None yet, for positions of this game.
    ///
    /// # Errors
    /// When there is no such game, or it has no features for nets.
    pub fn of(game: &GameSpec) -> Result<Self, LearningError> {
        let (feature_set, kind, pieces) = feature_set_of(game)?;
        let room = match feature_set {
            FeatureSet::Two(_) => pieces,
            // One net is for all numbers of seats.
            FeatureSet::Many(_) => MOST_PIECES,
        };
        Ok(Self {
            feature_set,
            game: lasting(game).to_string(),
            kind,
            sources: BTreeSet::new(),
            room,
            features: Vec::new(),
            labels: Vec::new(),
            games: 0,
            left_out: 0,
        })
    }

    /// Reads a file's positions, calling `on_progress` with how many records were read. Those without a
    /// score, and those in which a seat has its place, are left out.
    ///
    /// # Errors
    /// When it is of another game, or damaged.
    pub fn read<R: Read + Seek>(
        &mut self,
        reader: TrainingReader<R>,
        filter: Filter,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<(), LearningError> {
        let data = &reader.header().game;
        let game = data
            .parse()
            .expect("readers open files of games that are known");
        let (feature_set, kind, _) = feature_set_of(&game)?;
        let is_same = match feature_set {
            FeatureSet::Two(_) => *data == self.game,
            FeatureSet::Many(_) => kind == self.kind,
        };
        if !is_same {
            return Err(LearningError::OtherGame {
                data: data.clone(),
                game: self.game.clone(),
            });
        }
        let header = reader.header();
        let source = format!("{} with {}", header.engine, header.control);
        self.sources.insert(source);
        let before = self.games;
        for (number, record) in (1..).zip(reader) {
            let record = record?;
            // Games of different files are different games.
            let game = before.saturating_add(record.game);
            self.games = self.games.max(game.saturating_add(1));
            // Once somebody has a place, scores are about what that is worth, which nets need
            // not learn.
            let all_play = record.setup.places.iter().all(|(_, place)| place == 0);
            match record.score {
                Some(score) if all_play && record.moves >= filter.least_moves => {
                    self.add(&feature_set, &record, score, game);
                }
                _ => self.left_out += 1,
            }
            on_progress(number);
        }
        Ok(())
    }

    fn add(&mut self, feature_set: &FeatureSet, record: &TrainingRecord, score: i32, game: u32) {
        let setup = &record.setup;
        let pieces = setup.pieces.iter().enumerate();
        let pieces = pieces.filter_map(|(hole, owner)| Some((Hole::new(hole), (*owner)?)));
        let features = pieces.map(|(hole, owner)| match feature_set {
            FeatureSet::Two(views) => views.feature(setup.turn, owner, hole),
            FeatureSet::Many(views) => views.feature(setup.turn, owner, hole),
        });
        let before = self.features.len();
        self.features.extend(features.take(self.room));
        let count = self.features.len() - before;
        let phase = match feature_set {
            FeatureSet::Two(views) => {
                let pieces = [0, 1].map(|seat| setup.holes_of(Seat::new(seat)));
                views.phases().of_board(pieces)
            }
            FeatureSet::Many(_) => 0,
        };
        self.features.resize(before + self.room, 0);
        self.labels.push(Label {
            game,
            score: score as i16,
            result: record.result() as f32,
            count: count as u8,
            phase: phase as u8,
        });
    }

    /// The game they are of.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What a net that learns from them is for.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Who played, and how long it thought.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(String::as_str)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.games as usize
    }

    /// How many positions of the files were left out.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The perspectives of a net that learns from them.
    pub(crate) fn perspectives(&self) -> Perspectives {
        match &self.feature_set {
            FeatureSet::Two(views) => Perspectives::both_sides(views),
            FeatureSet::Many(views) => Perspectives::one_seat(views),
        }
    }

    /// How many phases such a net has: one for more than two seats.
    pub(crate) fn phases(&self) -> usize {
        match self.feature_set {
            FeatureSet::Two(_) => PHASES,
            FeatureSet::Many(_) => 1,
        }
    }

    /// How many active features positions have at most.
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    pub(crate) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The active features of a position, as the seat to move sees them.
    pub(crate) fn features(&self, number: usize) -> &[u16] {
        let features = &self.features[number * self.room..];
        &features[..usize::from(self.labels[number].count)]
    }
}
