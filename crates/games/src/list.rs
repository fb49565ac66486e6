//! The list of games: whoever is in it is tested, fuzzed, listed and playable.

use crate::corners::Corners;
use crate::diamond::Diamond;
use crate::knightthrough::KnightThrough;
use crate::minicheckers::MiniCheckers;
use crate::star::Star;
use longjump_rules::record::{Record, RecordText};
use longjump_rules::{Game, GameAction, GameSpec, GameVisitor, NotationError, Settings, SpecError};

/// The option with named rules.
const PRESET: &str = "preset";

/// Comes by every game, in the order people see them.
///
/// ```
/// use longjump_rules::{Game, GameVisitor};
/// struct Names(Vec<&'static str>);
/// impl GameVisitor for Names {
///     fn visit<G: Game>(&mut self) {
///         self.0.push(G::NAME);
///     }
/// }
/// let mut names = Names(Vec::new());
/// longjump_games::visit_games(&mut names);
/// assert_eq!(names.0[0], "star");
/// ```
pub fn visit_games(visitor: &mut impl GameVisitor) {
    visitor.visit::<Star>();
    visitor.visit::<Diamond>();
    visitor.visit::<Corners>();
    visitor.visit::<KnightThrough>();
    visitor.visit::<MiniCheckers>();
    #[cfg(test)]
    visitor.visit::<crate::breakthrough::Breakthrough>();
}

/// Does something with the game that a spec describes.
///
/// ```
/// use longjump_rules::{Game, GameAction, PositionExt};
/// struct CountMoves;
/// impl GameAction for CountMoves {
///     type Output = usize;
///     fn run<G: Game>(self, game: G) -> usize {
///         game.start().moves().len()
///     }
/// }
/// let spec = "star:seats=3".parse()?;
/// assert_eq!(longjump_games::with_game(&spec, CountMoves)?, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such game, or it has no such option or value.
pub fn with_game<A: GameAction>(spec: &GameSpec, action: A) -> Result<A::Output, SpecError> {
    let mut search = Search {
        spec,
        action: Some(action),
        result: None,
        known: Vec::new(),
    };
    visit_games(&mut search);
    search.result.unwrap_or_else(|| {
        Err(SpecError::UnknownGame {
            name: spec.name().to_owned(),
            known: search.known.join(", "),
        })
    })
}

/// What a spec means that was stored, or comes from where nobody typed it: in records, logs, links,
/// databases and messages a game without a preset is the one that was the usual one before.
///
/// ```
/// let stored = |spec: &str| longjump_games::stored(&spec.parse().expect("a spec")).to_string();
/// assert_eq!(stored("corners"), "corners:preset=waiting");
/// assert_eq!(stored("corners:preset=race"), "corners:preset=race");
/// assert_eq!(stored("star:seats=3"), "star:seats=3");
/// ```
pub fn stored(spec: &GameSpec) -> GameSpec {
    with_preset(spec, |presets| presets.former)
}

/// A spec as it is to be written where it has to last: it names its preset if what is usual has
/// changed before, so that [`stored`] reads it as it was meant.
///
/// ```
/// let lasting = |spec: &str| longjump_games::lasting(&spec.parse().expect("a spec")).to_string();
/// assert_eq!(lasting("corners"), "corners:preset=race");
/// assert_eq!(lasting("corners:preset=waiting"), "corners:preset=waiting");
/// assert_eq!(lasting("star"), "star");
/// ```
pub fn lasting(spec: &GameSpec) -> GameSpec {
    with_preset(spec, |presets| presets.usual)
}

/// The presets of a game of which another one was usual before.
#[derive(Clone, Copy)]
struct Presets {
    former: &'static str,
    usual: &'static str,
}

/// The spec with a preset, if its game has had several and it names none.
fn with_preset(spec: &GameSpec, choose: fn(Presets) -> &'static str) -> GameSpec {
    struct Find<'a>(&'a str, Option<Presets>);
    impl GameVisitor for Find<'_> {
        fn visit<G: Game>(&mut self) {
            let Some(former) = G::FORMER_PRESET.filter(|_| G::NAME == self.0) else {
                return;
            };
            let preset = G::OPTIONS.iter().find(|option| option.name == PRESET);
            self.1 = preset.map(|option| Presets {
                former,
                usual: option.default,
            });
        }
    }
    let mut found = Find(spec.name(), None);
    visit_games(&mut found);
    match found.1 {
        Some(presets) if spec.settings().get(PRESET).is_none() => {
            let preset = Settings::from_pairs([(PRESET, choose(presets).to_owned())]);
            GameSpec::new(spec.name(), preset.or(spec.settings()))
        }
        _ => spec.clone(),
    }
}

/// Reads a game record of any game.
///
/// ```
/// let text = "[Game \"knightthrough\"]\n\n1. b2c4 {a knight} g7f5 2. c4d6 *\n";
/// let (spec, record) = longjump_games::read_record(text)?;
/// assert_eq!(spec.name(), "knightthrough");
/// assert_eq!(record.turns.len(), 3);
/// # Ok::<(), longjump_rules::NotationError>(())
/// ```
///
/// # Errors
/// When the text is no record, there is no such game, or a move is not legal.
pub fn read_record(text: &str) -> Result<(GameSpec, Record), NotationError> {
    struct Read<'a>(&'a RecordText<'a>);
    impl GameAction for Read<'_> {
        type Output = Result<Record, NotationError>;
        fn run<G: Game>(self, game: G) -> Self::Output {
            self.0.read(&game)
        }
    }
    let text = RecordText::parse(text)?;
    let spec = stored(&text.spec()?);
    let record = with_game(&spec, Read(&text)).map_err(|error| text.no_such_game(&error))?;
    Ok((spec, record?))
}

/// Looks for a game by name and runs the action when it comes by.
struct Search<'a, A: GameAction> {
    spec: &'a GameSpec,
    action: Option<A>,
    result: Option<Result<A::Output, SpecError>>,
    known: Vec<&'static str>,
}

impl<A: GameAction> GameVisitor for Search<'_, A> {
    fn visit<G: Game>(&mut self) {
        self.known.push(G::NAME);
        self.known.extend(G::ALIASES.iter().map(|(alias, _)| alias));
        let Some(spec) = meant::<G>(self.spec) else {
            return;
        };
        if let Some(action) = self.action.take() {
            self.result = Some(configure::<G>(&spec).map(|game| action.run(game)));
        }
    }
}

/// The spec in full if it means this game, under its own name or another.
/// Options given go before those that another name stands for.
fn meant<G: Game>(spec: &GameSpec) -> Option<GameSpec> {
    if spec.name() == G::NAME {
        return Some(spec.clone());
    }
    let (_, full) = G::ALIASES.iter().find(|(alias, _)| *alias == spec.name())?;
    let full: GameSpec = full.parse().ok()?;
    Some(GameSpec::new(G::NAME, spec.settings().or(full.settings())))
}

fn configure<G: Game>(spec: &GameSpec) -> Result<G, SpecError> {
    for (option, _) in spec.settings().iter() {
        if !G::OPTIONS.iter().any(|known| known.name == option) {
            return Err(SpecError::UnknownOption {
                game: G::NAME,
                option: option.to_owned(),
                known: known_options::<G>(),
            });
        }
    }
    G::configure(spec.settings())
}

fn known_options<G: Game>() -> String {
    let names: Vec<&str> = G::OPTIONS.iter().map(|option| option.name).collect();
    if names.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {}", names.join(", "))
    }
}
