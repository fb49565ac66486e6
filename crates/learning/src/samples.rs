//! Positions in memory: what the side to move sees, and what was made of it.

use crate::error::LearningError;
use longjump_arena::training::{TrainingReader, TrainingRecord};
use longjump_evaluation::network::Views;
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, GameSpec, Hole};
use std::collections::BTreeSet;
use std::io::{Read, Seek};

/// The most pieces a position may have.
pub(crate) const MOST_PIECES: usize = 40;

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
    name: &'static str,
    /// Who played, and how long it thought.
    sources: BTreeSet<String>,
    views: Views,
    /// For how many pieces there is room in each position.
    room: usize,
    /// The inputs of each position as the side to move sees them, `room` for each.
    inputs: Vec<u16>,
    notes: Vec<Note>,
    /// How many games there are, in files that were read to the end.
    games: u32,
    left_out: usize,
}

/// What is known of a position besides its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// The number of its game among all files.
    pub(crate) game: u32,
    /// In hundredths of a move, or a claim.
    pub(crate) score: i16,
    /// What the game gave the side to move: 0, 1 or 2.
    pub(crate) half_points: u8,
    /// How many pieces it has.
    pub(crate) pieces: u8,
}

impl Samples {
    /// None yet, for positions of this game.
    ///
    /// # Errors
    /// When there is no such game, or nets can't look at it.
    pub fn of(game: &GameSpec) -> Result<Self, LearningError> {
        struct Look;
        impl GameAction for Look {
            type Output = (&'static str, Option<Views>, usize);
            fn run<G: Game>(self, game: G) -> Self::Output {
                let start = game.setup_of(&game.start());
                let pieces = start.pieces.iter().flatten().count();
                (G::NAME, Views::new(&game), pieces)
            }
        }
        let (name, views, room) = with_game(game, Look)?;
        let views = views.filter(|_| room <= MOST_PIECES);
        Ok(Self {
            views: views.ok_or_else(|| LearningError::NoViews(game.to_string()))?,
            game: game.to_string(),
            name,
            sources: BTreeSet::new(),
            room,
            inputs: Vec::new(),
            notes: Vec::new(),
            games: 0,
            left_out: 0,
        })
    }

    /// Reads a file's positions, telling `heard` how many records were read. Those without a
    /// score are left out.
    ///
    /// # Errors
    /// When it is of another game, or damaged.
    pub fn read<R: Read + Seek>(
        &mut self,
        reader: TrainingReader<R>,
        filter: Filter,
        heard: &mut dyn FnMut(u64),
    ) -> Result<(), LearningError> {
        if reader.header().game != self.game {
            return Err(LearningError::OtherGame {
                data: reader.header().game.clone(),
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
            match record.score {
                Some(score) if record.moves >= filter.least_moves => self.add(&record, score, game),
                _ => self.left_out += 1,
            }
            heard(number);
        }
        Ok(())
    }

    fn add(&mut self, record: &TrainingRecord, score: i32, game: u32) {
        let setup = &record.setup;
        let pieces = setup.pieces.iter().enumerate();
        let pieces = pieces.filter_map(|(hole, owner)| Some((Hole::new(hole), (*owner)?)));
        let inputs = pieces.map(|(hole, owner)| self.views.feature(setup.turn, owner, hole));
        let before = self.inputs.len();
        self.inputs.extend(inputs.take(self.room));
        let pieces = self.inputs.len() - before;
        self.inputs.resize(before + self.room, 0);
        self.notes.push(Note {
            game,
            score: score as i16,
            half_points: (2.0 * record.result()) as u8,
            pieces: pieces as u8,
        });
    }

    /// The game they are of.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The name of that game, its options left aside.
    pub fn name(&self) -> &'static str {
        self.name
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

    pub(crate) fn views(&self) -> &Views {
        &self.views
    }

    pub(crate) fn pieces(&self) -> usize {
        self.room
    }

    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What the side to move sees of a position.
    pub(crate) fn inputs(&self, number: usize) -> &[u16] {
        let inputs = &self.inputs[number * self.room..];
        &inputs[..usize::from(self.notes[number].pieces)]
    }
}
