//! Positions in memory: what the seat to move sees, and what was made of it.

use crate::error::LearningError;
use crate::kernel::Sight;
use longjump_dataset::{TrainingReader, TrainingRecord};
use longjump_evaluation::network::{SeatViews, Viewing, Views, kind_of};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Hole};
use std::collections::BTreeSet;
use std::io::{Read, Seek};

/// The most inputs a position may have.
pub(crate) const MOST_INPUTS: usize = 64;
/// The most pieces of a position with more than two seats.
const MOST_PIECES: usize = 60;

/// How nets look at a game.
#[derive(Clone, Debug)]
enum Looks {
    /// The side to move looks, and the other sees the same from behind.
    Two(Box<Views>),
    /// The seat to move looks.
    Many(Box<SeatViews>),
}

/// How nets look at a game, what those that do are for, and how many pieces it begins with.
fn looks_of(game: &GameSpec) -> Result<(Looks, String, usize), LearningError> {
    struct Look;
    impl GameAction for Look {
        type Output = (Option<Looks>, String, usize);
        fn run<G: Game>(self, game: G) -> Self::Output {
            let start = game.setup_of(&game.start());
            let pieces = start.pieces.iter().flatten().count();
            let two = Views::new(&game).map(|views| Looks::Two(Box::new(views)));
            let looks =
                two.or_else(|| SeatViews::new(&game).map(|views| Looks::Many(Box::new(views))));
            (looks, kind_of(&game), pieces)
        }
    }
    let (looks, kind, pieces) = with_game(game, Look)?;
    let looks = looks.filter(|_| pieces <= MOST_PIECES);
    let looks = looks.ok_or_else(|| LearningError::NoViews(game.to_string()))?;
    Ok((looks, kind, pieces))
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
    looks: Looks,
    /// For how many inputs there is room in each position.
    room: usize,
    /// The inputs of each position as the seat to move sees them, `room` for each.
    inputs: Vec<u16>,
    notes: Vec<Note>,
    /// How many games there are, in files that were read to the end.
    games: u32,
    left_out: usize,
}

/// What is known of a position besides its pieces.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Note {
    /// The number of its game among all files.
    pub(crate) game: u32,
    /// In hundredths of a move, or a claim.
    pub(crate) score: i16,
    /// What the game gave to the seat to move, of 1.
    pub(crate) result: f32,
    /// How many inputs it has.
    count: u8,
}

impl Samples {
    /// None yet, for positions of this game.
    ///
    /// # Errors
    /// When there is no such game, or nets can't look at it.
    pub fn of(game: &GameSpec) -> Result<Self, LearningError> {
        let (looks, kind, pieces) = looks_of(game)?;
        let room = match looks {
            Looks::Two(_) => pieces,
            // One net is for all numbers of seats.
            Looks::Many(_) => MOST_PIECES,
        };
        Ok(Self {
            looks,
            game: game.to_string(),
            kind,
            sources: BTreeSet::new(),
            room,
            inputs: Vec::new(),
            notes: Vec::new(),
            games: 0,
            left_out: 0,
        })
    }

    /// Reads a file's positions, telling `heard` how many records were read. Those without a
    /// score, and those in which a seat has its place, are left out.
    ///
    /// # Errors
    /// When it is of another game, or damaged.
    pub fn read<R: Read + Seek>(
        &mut self,
        reader: TrainingReader<R>,
        filter: Filter,
        heard: &mut dyn FnMut(u64),
    ) -> Result<(), LearningError> {
        let data = &reader.header().game;
        let game = data
            .parse()
            .expect("readers open files of games that are known");
        let (looks, kind, _) = looks_of(&game)?;
        let is_same = match looks {
            Looks::Two(_) => *data == self.game,
            Looks::Many(_) => kind == self.kind,
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
                    self.add(&looks, &record, score, game);
                }
                _ => self.left_out += 1,
            }
            heard(number);
        }
        Ok(())
    }

    fn add(&mut self, looks: &Looks, record: &TrainingRecord, score: i32, game: u32) {
        let setup = &record.setup;
        let pieces = setup.pieces.iter().enumerate();
        let pieces = pieces.filter_map(|(hole, owner)| Some((Hole::new(hole), (*owner)?)));
        let inputs = pieces.map(|(hole, owner)| match looks {
            Looks::Two(views) => views.feature(setup.turn, owner, hole),
            Looks::Many(views) => views.feature(setup.turn, owner, hole),
        });
        let before = self.inputs.len();
        self.inputs.extend(inputs.take(self.room));
        let count = self.inputs.len() - before;
        self.inputs.resize(before + self.room, 0);
        self.notes.push(Note {
            game,
            score: score as i16,
            result: record.result() as f32,
            count: count as u8,
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
        self.notes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.games as usize
    }

    /// How many positions of the files were left out.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// What a net makes of the inputs.
    pub(crate) fn sight(&self) -> Sight {
        match &self.looks {
            Looks::Two(views) => Sight::both_sides(views),
            Looks::Many(views) => Sight::one_side(views),
        }
    }

    /// How many inputs positions have at most.
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What the seat to move sees of a position.
    pub(crate) fn inputs(&self, number: usize) -> &[u16] {
        let inputs = &self.inputs[number * self.room..];
        &inputs[..usize::from(self.notes[number].count)]
    }
}
