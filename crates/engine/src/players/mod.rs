//! Those who can sit at a table.

mod level;
mod many;
mod plain;
mod searching;
mod weighed;
mod with_net;

pub(crate) use many::{Algorithm, Many, Way};
pub(crate) use searching::Searching;
pub(crate) use with_net::WithNet;

use crate::exhibits::exhibits;
use crate::{Clock, Control, EngineError, EngineOption, Limits, Score};
use crate::{list, options};
use longjump_rules::{Game, Move, Playthrough};
use longjump_search::Report;
use plain::AlphaBeta;
pub(crate) use plain::{Greedy, Random};

/// How much a player may do for its next move.
pub(crate) struct Strength<'a> {
    pub(crate) limits: Limits,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) control: &'a Control,
}

/// What a player has decided.
pub(crate) struct Decision {
    pub(crate) mv: Move,
    pub(crate) score: Option<Score>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Decision {
    /// A move chosen without looking ahead.
    pub(crate) fn at_once(mv: Move) -> Self {
        Self {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
        }
    }
}

/// Chooses moves of a game.
pub(crate) trait Player<G: Game>: Send {
    /// See [`crate::Engine::options`].
    fn options(&self) -> Vec<EngineOption>;

    /// See [`crate::Engine::set_option`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// See [`crate::Engine::weights`].
    fn weights(&self) -> Option<&str> {
        None
    }

    /// See [`crate::Engine::evaluate`]; of a game that is not over.
    fn evaluate(&self, _: &G::Position) -> Option<Score> {
        None
    }

    /// See [`crate::Engine::new_game`].
    fn new_game(&mut self) {}

    /// See [`crate::Engine::prepare`].
    fn prepare(&mut self) {}

    /// Chooses a move of a game that is not over.
    fn choose(
        &mut self,
        play: &Playthrough<G>,
        strength: &Strength<'_>,
        sink: &mut dyn FnMut(&Report),
    ) -> Option<Decision>;
}

const DEFAULT: &str = "default";
const PLAIN: &str = "plain";
const GREEDY: &str = "greedy";
const RANDOM: &str = "random";

/// The players of every game.
const EVERYWHERE: [(&str, &str); 4] = [
    (
        DEFAULT,
        "the engine: searches as deep as it can; levels 1 to 10",
    ),
    (PLAIN, "plain alpha-beta over row numbers to a fixed depth"),
    (GREEDY, "goes as far ahead as one move can"),
    (RANDOM, "any legal move"),
];

/// All players of a game with a line on each and whether they are exhibits: those of
/// every game, those of games for many, then the papers' own.
pub(crate) fn names<G: Game>() -> Vec<(String, String, bool)> {
    let everywhere = EVERYWHERE.into_iter().chain(for_many::<G>());
    let everywhere = everywhere.map(|(name, summary)| (name.to_owned(), summary.to_owned(), false));
    let exhibits = exhibits::<G>().into_iter();
    let exhibits = exhibits.map(|exhibit| (exhibit.name, exhibit.summary, true));
    everywhere.chain(exhibits).collect()
}

/// The players that only games for more than two have.
fn for_many<G: Game>() -> impl Iterator<Item = (&'static str, &'static str)> {
    let listed = if list::is_for_many::<G>() {
        &Algorithm::ALL[..]
    } else {
        &[]
    };
    listed.iter().map(|one| (one.name(), one.summary()))
}

/// Whether a player of a game plays with more than two seats.
pub(crate) fn is_for_many<G: Game>(name: &str) -> bool {
    let in_any_game = matches!(name, GREEDY | RANDOM);
    let has_many = list::is_for_many::<G>();
    in_any_game || has_many && (name == DEFAULT || Algorithm::find(name).is_some())
}

/// The player of this name.
pub(crate) fn find<G: Game>(name: &str, game: &G) -> Result<Box<dyn Player<G>>, EngineError> {
    let make: fn(&G) -> Box<dyn Player<G>> = match name {
        DEFAULT => list::default_player,
        PLAIN => |game| Box::new(AlphaBeta::new(game)),
        GREEDY => |game| Box::new(Greedy::new(game)),
        RANDOM => |_| Box::new(Random::new()),
        _ => {
            let for_many = Algorithm::find(name).and_then(|one| list::many_player(game, one));
            return for_many.map_or_else(|| find_exhibit(name, game), Ok);
        }
    };
    if game.seats() > 2 && !is_for_many::<G>(name) {
        return Err(for_two_only(name, game));
    }
    Ok(make(game))
}

fn find_exhibit<G: Game>(name: &str, game: &G) -> Result<Box<dyn Player<G>>, EngineError> {
    match exhibits().into_iter().find(|exhibit| exhibit.name == name) {
        Some(_) if game.seats() > 2 => Err(for_two_only(name, game)),
        Some(exhibit) => Ok((exhibit.make)(game)),
        None => Err(EngineError::UnknownPlayer {
            name: name.to_owned(),
            game: G::NAME,
        }),
    }
}

fn for_two_only<G: Game>(name: &str, game: &G) -> EngineError {
    EngineError::Seats {
        player: name.to_owned(),
        seats: game.seats(),
    }
}

/// The largest table that can be asked for.
const MOST_MEBIBYTES: u64 = 1 << 20;

/// The one option of players that throw dice.
fn seed_option() -> EngineOption {
    EngineOption::number("seed", 0, u64::MAX, 1)
}

/// Sets a player's only option, a number.
fn set_number(
    player: &'static str,
    option: &EngineOption,
    name: &str,
    value: &str,
) -> Result<u64, EngineError> {
    options::find(player, std::slice::from_ref(option), name)?.read_number(value)
}
