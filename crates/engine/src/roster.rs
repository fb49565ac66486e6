//! All players of all games by name.

use crate::exhibits::exhibits;
use crate::players::{
    Algorithm, AlphaBeta, DEFAULT, GREEDY, Greedy, PLAIN, Player, RANDOM, Random,
};
use crate::{EngineError, EngineOption, EngineSpec, list};
use longjump_games::{visit_games, with_game};
use longjump_rules::{Game, GameAction, GameVisitor, Settings};

/// An engine there is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineEntry {
    /// The game it plays.
    pub game: &'static str,
    /// What to write after the game and a slash.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// Whether it is a paper's own player, not one that every game has.
    pub is_exhibit: bool,
    /// Whether it plays with more than two seats.
    pub for_many: bool,
    /// Its options.
    pub options: Vec<EngineOption>,
}

/// All engines of all games.
///
/// ```
/// let engines = longjump_engine::engines();
/// assert!(engines.iter().any(|engine| engine.game == "diamond" && engine.name == "beam"));
/// ```
pub fn engines() -> Vec<EngineEntry> {
    #[derive(Default)]
    struct Collect(Vec<EngineEntry>);
    impl GameVisitor for Collect {
        fn visit<G: Game>(&mut self) {
            let game = G::configure(&Settings::default()).expect("defaults are valid");
            for (name, summary, is_exhibit) in names::<G>() {
                let player = find(&name, &game).expect("it is listed");
                self.0.push(EngineEntry {
                    game: G::NAME,
                    for_many: is_for_many::<G>(&name),
                    name,
                    summary,
                    is_exhibit,
                    options: player.options(),
                });
            }
        }
    }
    let mut collect = Collect::default();
    visit_games(&mut collect);
    collect.0
}

/// Something to do with a player of some game.
pub(crate) trait PlayerAction {
    type Output;
    fn run<G: Game>(self, game: G, player: Box<dyn Player<G>>) -> Self::Output;
}

/// Does something with the player that a spec names, its options not yet set.
pub(crate) fn with_player<A: PlayerAction>(
    spec: &EngineSpec,
    action: A,
) -> Result<A::Output, EngineError> {
    struct Find<'a, A>(&'a EngineSpec, A);
    impl<A: PlayerAction> GameAction for Find<'_, A> {
        type Output = Result<A::Output, EngineError>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            let player = find(self.0.player(), &game)?;
            Ok(self.1.run(game, player))
        }
    }
    with_game(spec.game(), Find(spec, action))?
}

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
fn names<G: Game>() -> Vec<(String, String, bool)> {
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
fn is_for_many<G: Game>(name: &str) -> bool {
    let in_any_game = matches!(name, GREEDY | RANDOM);
    let has_many = list::is_for_many::<G>();
    in_any_game || has_many && (name == DEFAULT || Algorithm::find(name).is_some())
}

/// The player of this name. Not in line: it is asked for in more than one place.
#[inline(never)]
fn find<G: Game>(name: &str, game: &G) -> Result<Box<dyn Player<G>>, EngineError> {
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
