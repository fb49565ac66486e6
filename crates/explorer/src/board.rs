//! Games of one spec, played through.

use crate::images::{Images, number_of};
use longjump_games::{lasting, with_game};
use longjump_rules::record::{Record, Turn, write_record};
use longjump_rules::{
    Game, GameAction, GameSpec, Move, NotationError, Position, PositionExt, Seat, SpecError,
    Standings, notation,
};
use std::collections::HashSet;

/// One position of a game, and what was played there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) key: u64,
    /// Whoever moves there.
    pub(crate) turn: Seat,
    /// The move as it is kept, or [`END`] where the game ended.
    pub(crate) mv: u16,
    /// Whether the game had been there before: it counts once.
    pub(crate) is_repeated: bool,
}

/// In place of a move: the game ended there. No move has this number.
pub(crate) const END: u16 = u16::MAX;

/// The board of a question: the way there, and the moves that could be played.
pub(crate) struct Asked {
    /// The keys of the positions up to the one asked about, which is the last.
    pub(crate) keys: Vec<u64>,
    /// The legal moves: as text, and as they are kept.
    pub(crate) legal: Vec<(String, u16)>,
}

/// A game of one spec.
pub(crate) trait Board: Send + Sync {
    /// How many seats take part.
    fn seats(&self) -> usize;

    /// Moves as numbers, if they are legal one after the other.
    fn read(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Move>, NotationError>;

    /// The positions of a game whose moves are legal.
    fn steps(&self, start: Option<&str>, moves: &[Move]) -> Result<Vec<Step>, NotationError>;

    /// What is asked about.
    fn ask(&self, start: Option<&str>, moves: &[&str]) -> Result<Asked, NotationError>;

    /// A game as a record; none if its moves can't be played.
    fn record(
        &self,
        start: Option<&str>,
        moves: &[Move],
        tags: Vec<(String, String)>,
        result: Option<Standings>,
    ) -> Option<String>;
}

/// The board of a spec.
pub(crate) fn open_board(spec: &GameSpec) -> Result<Box<dyn Board>, SpecError> {
    struct Open(u64);
    impl GameAction for Open {
        type Output = Box<dyn Board>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            let images = Images::new(&game, self.0);
            Box::new(Playable { game, images })
        }
    }
    with_game(spec, Open(number_of(name_of(spec)?.as_bytes())))
}

/// What a spec is kept as: two that mean the same have one name.
pub(crate) fn name_of(spec: &GameSpec) -> Result<String, SpecError> {
    struct Settled;
    impl GameAction for Settled {
        type Output = GameSpec;
        fn run<G: Game>(self, game: G) -> GameSpec {
            lasting(&GameSpec::new(G::NAME, game.settings()))
        }
    }
    Ok(with_game(spec, Settled)?.to_string())
}

struct Playable<G> {
    game: G,
    images: Images,
}

impl<G: Game> Playable<G> {
    fn start(&self, start: Option<&str>) -> Result<G::Position, NotationError> {
        match start {
            Some(text) => notation::read_position(&self.game, text),
            None => Ok(self.game.start()),
        }
    }
}

impl<G: Game> Board for Playable<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn read(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Move>, NotationError> {
        let mut position = self.start(start)?;
        let mut read = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = notation::read_move(&self.game, &position, text)?;
            position.play(mv);
            read.push(mv);
        }
        Ok(read)
    }

    fn steps(&self, start: Option<&str>, moves: &[Move]) -> Result<Vec<Step>, NotationError> {
        let mut position = self.start(start)?;
        let mut hashes = self.images.hashes(&self.game.setup_of(&position).pieces);
        let mut before = HashSet::with_capacity(moves.len() + 1);
        let mut steps = Vec::with_capacity(moves.len() + 1);
        let played = moves.iter().copied().map(Some);
        for mv in played.chain([None]) {
            let seen = hashes.seen(&position);
            steps.push(Step {
                key: seen.key,
                turn: position.turn(),
                mv: mv.map_or(END, |mv| self.images.kept(&seen, mv)),
                is_repeated: !before.insert(seen.key),
            });
            if let Some(mv) = mv {
                position.play_observed(mv, &mut hashes);
            }
        }
        Ok(steps)
    }

    fn ask(&self, start: Option<&str>, moves: &[&str]) -> Result<Asked, NotationError> {
        let mut position = self.start(start)?;
        let mut hashes = self.images.hashes(&self.game.setup_of(&position).pieces);
        let mut keys = Vec::with_capacity(moves.len() + 1);
        for text in moves {
            keys.push(hashes.seen(&position).key);
            let mv = notation::read_move(&self.game, &position, text)?;
            position.play_observed(mv, &mut hashes);
        }
        let seen = hashes.seen(&position);
        keys.push(seen.key);
        let legal = position.moves();
        let legal = legal.iter().map(|&mv| {
            let text = notation::write_move(&self.game, mv);
            (text, self.images.kept(&seen, mv))
        });
        Ok(Asked {
            keys,
            legal: legal.collect(),
        })
    }

    fn record(
        &self,
        start: Option<&str>,
        moves: &[Move],
        tags: Vec<(String, String)>,
        result: Option<Standings>,
    ) -> Option<String> {
        let record = Record {
            tags,
            start: start.map(str::to_owned),
            turns: moves.iter().copied().map(Turn::plain).collect(),
            result,
            ..Record::default()
        };
        write_record(&self.game, &record).ok()
    }
}
