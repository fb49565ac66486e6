//! What was played from a position.
//!
//! However often a position was come to, what is known of it is one row; so an answer is the way
//! there played through, and one look into the store. Where a game is alone there is no row, and
//! the game itself is the answer: the row before it names the game.

use crate::board::{Asked, END, Step};
use crate::game::KeptGame;
use crate::kind::Filter;
use crate::node::{Counts, Node, Played, Visit, note};
use crate::store::{Explorer, ExplorerError, GAMES, NAMES, POSITIONS, kept_game, name, node};
use longjump_rules::Standings;
use longjump_wire::explorer::{Explored, ExploredGame, ExploredMove};
use longjump_wire::time::Moment;
use redb::{ReadOnlyTable, ReadableDatabase, ReadableTable};
use std::collections::BTreeMap;

/// The most moves of a question.
pub const LONGEST_QUESTION: usize = 500;
/// How many games an answer names.
const NAMED: usize = 8;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A position, by the way to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// The game's spec.
    pub game: String,
    /// The position it began from, if not the usual one.
    pub start: Option<String>,
    /// The moves played since, with spaces or commas between them.
    pub moves: String,
    /// Which games are counted.
    pub filter: Filter,
}

impl Explorer {
    /// What was played from a position.
    ///
    /// # Errors
    /// When there is no such game, a move is not legal, or the store can't be read.
    pub fn ask(&self, question: &Question) -> Result<Explored, ExplorerError> {
        let moves = split(&question.moves)?;
        let (_, board) = self.board(&question.game)?;
        let asked = board.ask(question.start.as_deref(), &moves)?;
        let look = self.look()?;
        let found = look.find(&asked.keys)?;
        look.answer(&asked, &found, &question.filter)
    }

    /// Opening a table is a search of its own, and an answer with its games needs each of them often.
    fn look(&self) -> Result<Look<'_>, ExplorerError> {
        let work = self.database.begin_read()?;
        Ok(Look {
            explorer: self,
            positions: work.open_table(POSITIONS)?,
            games: work.open_table(GAMES)?,
            names: work.open_table(NAMES)?,
        })
    }

    /// The number by which a position is kept.
    ///
    /// # Errors
    /// When there is no such game, or a move is not legal.
    pub fn key(&self, question: &Question) -> Result<u64, ExplorerError> {
        let moves: Vec<&str> = split(&question.moves)?;
        let (_, board) = self.board(&question.game)?;
        let asked = board.ask(question.start.as_deref(), &moves)?;
        Ok(asked.keys.last().copied().unwrap_or_default())
    }

    /// Hands over all that is counted: position, kind and move as numbers, and how often whoever moved
    /// won, drew and lost. A position where a game is alone has the one move of that game.
    ///
    /// # Errors
    /// When the store can't be read.
    pub fn each_count(
        &self,
        mut take: impl FnMut(u64, u8, u16, [u32; 3]),
    ) -> Result<(), ExplorerError> {
        let look = self.look()?;
        for row in look.positions.iter()? {
            let (key, bytes) = row?;
            let node = Node::read(bytes.value());
            let damaged = || ExplorerError::Damaged(format!("position {:x}", key.value()));
            for played in look.played(node.ok_or_else(damaged)?)? {
                for (mv, counts) in played.moves {
                    take(key.value(), played.kind.byte(), mv, counts.0);
                }
            }
        }
        Ok(())
    }

    /// A game as a record, with who played as far as that is kept here; none if there is no such game.
    ///
    /// # Errors
    /// When the store can't be read.
    pub fn record(&self, number: u32) -> Result<Option<String>, ExplorerError> {
        let look = self.look()?;
        let Some(game) = kept_game(&look.games, number)? else {
            return Ok(None);
        };
        let (_, board) = self.board(&name(&look.names, game.spec)?)?;
        let mut tags = Vec::new();
        for (seat, &player) in (1..).zip(&game.players) {
            tags.push((format!("Seat{seat}"), name(&look.names, player)?));
        }
        let places =
            longjump_rules::PerSeat::from_fn(game.places.len(), |seat| game.places[seat.index()]);
        let result = Standings::from_places(places);
        Ok(board.record(game.start(), &game.moves, tags, result))
    }
}

/// What is kept at one moment.
struct Look<'a> {
    explorer: &'a Explorer,
    positions: ReadOnlyTable<u64, &'static [u8]>,
    games: ReadOnlyTable<u32, &'static [u8]>,
    names: ReadOnlyTable<u32, &'static str>,
}

impl Look<'_> {
    /// The position at the end of a way: what was played there.
    fn find(&self, keys: &[u64]) -> Result<Vec<Played>, ExplorerError> {
        let Some(&last) = keys.last() else {
            return Ok(Vec::new());
        };
        if let Some(found) = node(&self.positions, last)? {
            return self.played(found);
        }
        // From where a game is alone it goes on alone.
        for &key in keys {
            match node(&self.positions, key)? {
                Some(Node::Many(_)) => {}
                None => break,
                Some(Node::One { game, .. }) => {
                    return self
                        .alone(game, |steps| steps.iter().position(|step| step.key == last));
                }
            }
        }
        Ok(Vec::new())
    }

    /// What a position has, also where it only names a game.
    fn played(&self, node: Node) -> Result<Vec<Played>, ExplorerError> {
        match node {
            Node::Many(all) => Ok(all),
            Node::One { game, ply } => self.alone(game, |_| Some(usize::from(ply))),
        }
    }

    /// What a game adds to one of its positions, where it is alone.
    fn alone(
        &self,
        game: u32,
        ply: impl FnOnce(&[Step]) -> Option<usize>,
    ) -> Result<Vec<Played>, ExplorerError> {
        let kept = self.kept(game)?;
        let (_, board) = self.explorer.board(&name(&self.names, kept.spec)?)?;
        let steps = board.steps(kept.start(), &kept.moves)?;
        let mut all = Vec::new();
        if let Some(step) = ply(&steps).map(|ply| steps[ply]) {
            let visit = Visit {
                game,
                kind: kept.kind,
                mv: step.mv,
                ended: kept.ended(step.turn),
            };
            note(&mut all, visit);
        }
        Ok(all)
    }

    fn answer(
        &self,
        asked: &Asked,
        all: &[Played],
        filter: &Filter,
    ) -> Result<Explored, ExplorerError> {
        let mut sums: BTreeMap<u16, Counts> = BTreeMap::new();
        let mut last: Vec<u32> = Vec::new();
        for played in all.iter().filter(|played| filter.takes(played.kind)) {
            for &(mv, counts) in &played.moves {
                sums.entry(mv).or_default().add(counts);
            }
            last.extend(&played.last);
        }
        last.sort_unstable_by(|a, b| b.cmp(a));
        last.truncate(NAMED);
        let ended = sums.remove(&END).map_or(0, Counts::total);
        let moves = named(asked, &mut sums);
        Ok(Explored {
            games: ended
                + moves
                    .iter()
                    .map(|mv| mv.won + mv.drawn + mv.lost)
                    .sum::<u64>(),
            ended,
            moves,
            last: last
                .into_iter()
                .map(|number| self.shown(number))
                .collect::<Result<_, _>>()?,
        })
    }

    /// A game, as an answer names it. Who played a game of a service only the service knows.
    fn shown(&self, number: u32) -> Result<ExploredGame, ExplorerError> {
        let game = self.kept(number)?;
        let players = game.players.iter().map(|&player| name(&self.names, player));
        Ok(ExploredGame {
            number,
            source: game.kind.source(),
            players: players.collect::<Result<_, _>>()?,
            places: game.places,
            at: (game.day > 0).then(|| Moment(i64::from(game.day) * DAY)),
            id: (!game.id.is_empty()).then_some(game.id),
        })
    }

    fn kept(&self, number: u32) -> Result<KeptGame, ExplorerError> {
        let kept = kept_game(&self.games, number)?;
        kept.ok_or_else(|| ExplorerError::Damaged(format!("game {number}")))
    }
}

/// The moves of a question.
fn split(moves: &str) -> Result<Vec<&str>, ExplorerError> {
    let moves = moves.split([' ', ',']).filter(|mv| !mv.is_empty());
    let moves: Vec<&str> = moves.take(LONGEST_QUESTION + 1).collect();
    match moves.len() {
        0..=LONGEST_QUESTION => Ok(moves),
        _ => Err(ExplorerError::TooLong(LONGEST_QUESTION)),
    }
}

/// The moves of a position by the names they have in the question, the most frequent first. Of those
/// that mirror each other the first one stands for both.
fn named(asked: &Asked, sums: &mut BTreeMap<u16, Counts>) -> Vec<ExploredMove> {
    let mut moves: Vec<ExploredMove> = Vec::new();
    for (text, kept) in &asked.legal {
        if let Some(Counts([won, drawn, lost])) = sums.remove(kept) {
            moves.push(ExploredMove {
                mv: text.clone(),
                won: won.into(),
                drawn: drawn.into(),
                lost: lost.into(),
            });
        }
    }
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.won + mv.drawn + mv.lost));
    moves
}
