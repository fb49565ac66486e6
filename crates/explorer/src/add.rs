//! Counting games.
//!
//! A game is counted at its first [`ALWAYS`] positions, and from there on as far as others have come
//! the same way, and at one position more. There it is alone, so all that could be counted further
//! on is in the game itself. When a second one comes to where a game is alone, the first one is
//! counted on from there. So what is counted depends on the games, and not on their order.

use crate::board::Step;
use crate::game::{KeptGame, NewGame};
use crate::node::{Node, Visit, note};
use crate::store::{
    COUNTED, Explorer, ExplorerError, GAMES, NAMES, NOTES, NUMBERS, POSITIONS, identity, kept_game,
    name, node,
};
use redb::{ReadableDatabase, ReadableTable, Table, WriteTransaction};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError};

/// At how many positions of a game it is counted even where it is alone: where openings begin in
/// different orders and come to the same, those who have played them should meet.
pub(crate) const ALWAYS: usize = 8;

/// More moves of a game are not counted.
pub const LONGEST: usize = 2_000;

/// What became of games that were handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Counted now.
    pub new: u64,
    /// Counted before.
    pub known: u64,
    /// Not counted: of a game that is not known, with moves that are not legal, or with places that
    /// can't be.
    pub wrong: u64,
}

impl Explorer {
    /// Counts games as [`Self::add`] does, and writes nothing at all where every one is known: what
    /// looks for new games again and again reads the last ones each time.
    ///
    /// # Errors
    /// When the store can't be read or written; nothing is counted then.
    pub fn add_if_new(
        &self,
        games: &[NewGame],
        up_to: (&str, u64),
    ) -> Result<Added, ExplorerError> {
        let known = {
            let counted = self.database.begin_read()?.open_table(COUNTED)?;
            let mut known = 0;
            for game in games {
                known += u64::from(counted.get(identity(game))?.is_some());
            }
            known
        };
        if known == games.len() as u64 {
            return Ok(Added {
                known,
                ..Added::default()
            });
        }
        self.add(games, Some(up_to))
    }

    /// Counts games, each once, all of them or none. With them goes a note of how far their source
    /// was read.
    ///
    /// # Errors
    /// When the store can't be read or written; nothing is counted then.
    pub fn add(
        &self,
        games: &[NewGame],
        up_to: Option<(&str, u64)>,
    ) -> Result<Added, ExplorerError> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let work = self.database.begin_write()?;
        let added = Batch::new(self, &work)?.add_all(games)?;
        if let Some((source, place)) = up_to {
            work.open_table(NOTES)?.insert(source, place)?;
        }
        work.commit()?;
        Ok(added)
    }
}

/// Games that are counted in one transaction. Positions are changed in memory and written at the
/// end in order of their keys: those that openings share are then written once.
struct Batch<'a> {
    explorer: &'a Explorer,
    positions: Table<'a, u64, &'static [u8]>,
    games: Table<'a, u32, &'static [u8]>,
    counted: Table<'a, u64, ()>,
    names: Table<'a, u32, &'static str>,
    numbers: Table<'a, &'static str, u32>,
    changed: HashMap<u64, Node>,
    /// Games played through, those of this batch and those that are counted on.
    played: HashMap<u32, Arc<Played>>,
    next: u32,
}

struct Played {
    game: KeptGame,
    steps: Vec<Step>,
}

impl<'a> Batch<'a> {
    fn new(explorer: &'a Explorer, work: &'a WriteTransaction) -> Result<Self, ExplorerError> {
        let games = work.open_table(GAMES)?;
        let last = games.last()?.map(|(number, _)| number.value());
        Ok(Self {
            explorer,
            positions: work.open_table(POSITIONS)?,
            games,
            counted: work.open_table(COUNTED)?,
            names: work.open_table(NAMES)?,
            numbers: work.open_table(NUMBERS)?,
            changed: HashMap::new(),
            played: HashMap::new(),
            next: last.map_or(0, |last| last + 1),
        })
    }

    fn add_all(mut self, games: &[NewGame]) -> Result<Added, ExplorerError> {
        let mut added = Added::default();
        for game in games {
            let identity = identity(game);
            if self.counted.get(identity)?.is_some() {
                added.known += 1;
                continue;
            }
            let Some(played) = self.play(game)? else {
                added.wrong += 1;
                continue;
            };
            self.counted.insert(identity, ())?;
            let number = self.next;
            self.next += 1;
            self.games.insert(number, played.game.write().as_slice())?;
            self.played.insert(number, Arc::new(played));
            self.count(number)?;
            added.new += 1;
        }
        let in_order: BTreeMap<u64, Node> = self.changed.drain().collect();
        for (key, node) in in_order {
            self.positions.insert(key, node.write().as_slice())?;
        }
        Ok(added)
    }

    /// A game played through; none if it makes no sense.
    fn play(&mut self, game: &NewGame) -> Result<Option<Played>, ExplorerError> {
        let Ok((spec, board)) = self.explorer.board(&game.spec) else {
            return Ok(None);
        };
        let moves: Vec<&str> = game.moves.split_whitespace().take(LONGEST).collect();
        let Ok(moves) = board.read(game.start.as_deref(), &moves) else {
            return Ok(None);
        };
        if game.places.len() != board.seats() || !game.places.contains(&1) {
            return Ok(None);
        }
        let mut players = Vec::new();
        for name in &game.players {
            players.push(self.number(name)?);
        }
        let kept = KeptGame {
            spec: self.number(&spec)?,
            kind: game.kind,
            day: game.day,
            id: game.id.clone(),
            players,
            places: game.places.clone(),
            start: game.start.clone().unwrap_or_default(),
            moves,
        };
        let steps = board.steps(kept.start(), &kept.moves)?;
        Ok(Some(Played { game: kept, steps }))
    }

    /// The number of a name, which it gets now if it has none.
    fn number(&mut self, name: &str) -> Result<u32, ExplorerError> {
        if let Some(number) = self.numbers.get(name)? {
            return Ok(number.value());
        }
        let last = self.names.last()?.map(|(number, _)| number.value());
        let number = last.map_or(0, |last| last + 1);
        self.names.insert(number, name)?;
        self.numbers.insert(name, number)?;
        Ok(number)
    }

    /// A game that is being counted, or was before.
    fn played(&mut self, number: u32) -> Result<Arc<Played>, ExplorerError> {
        if let Some(played) = self.played.get(&number) {
            return Ok(Arc::clone(played));
        }
        let damaged = |what: String| ExplorerError::Damaged(what);
        let game = kept_game(&self.games, number)?;
        let game = game.ok_or_else(|| damaged(format!("game {number}")))?;
        let spec = name(&self.names, game.spec)?;
        let (_, board) = self.explorer.board(&spec)?;
        let steps = board.steps(game.start(), &game.moves)?;
        let played = Arc::new(Played { game, steps });
        self.played.insert(number, Arc::clone(&played));
        Ok(played)
    }

    /// Counts a game, and those on that were alone where it comes by.
    fn count(&mut self, number: u32) -> Result<(), ExplorerError> {
        let mut to_count = vec![(number, 0)];
        while let Some((number, from)) = to_count.pop() {
            let played = self.played(number)?;
            for (ply, step) in played.steps.iter().enumerate().skip(from) {
                if step.is_repeated {
                    continue;
                }
                let visit = visit(number, &played, ply);
                let (is_alone, met) = self.visit(step.key, ply, visit)?;
                // One that was counted on already goes no further here.
                to_count.extend(met.filter(|&(_, ply)| ply > ALWAYS));
                if is_alone && ply >= ALWAYS {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Counts a game at a position. Tells whether it is alone there, and which one was so far, with
    /// its next ply.
    fn visit(
        &mut self,
        key: u64,
        ply: usize,
        visit: Visit,
    ) -> Result<(bool, Option<(u32, usize)>), ExplorerError> {
        let before = match self.changed.remove(&key) {
            Some(node) => Some(node),
            None => node(&self.positions, key)?,
        };
        let (after, met) = match before {
            None => {
                let (game, ply) = (visit.game, ply as u16);
                self.changed.insert(key, Node::One { game, ply });
                return Ok((true, None));
            }
            Some(Node::One { game, ply }) => {
                let ply = usize::from(ply);
                let mut all = Vec::new();
                note(&mut all, self::visit(game, &*self.played(game)?, ply));
                (all, Some((game, ply + 1)))
            }
            Some(Node::Many(all)) => (all, None),
        };
        let mut all = after;
        note(&mut all, visit);
        self.changed.insert(key, Node::Many(all));
        Ok((false, met))
    }
}

/// What a game adds to the position at one of its plies.
fn visit(number: u32, played: &Played, ply: usize) -> Visit {
    let step = played.steps[ply];
    Visit {
        game: number,
        kind: played.game.kind,
        mv: step.mv,
        ended: played.game.ended(step.turn),
    }
}
