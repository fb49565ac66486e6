//! What the page is told, and what it tells.

use longjump_engine::{
    BookMove, EngineEntry, EngineOption, EngineSpec, Outlook, RaceResult, Score, Thought,
};
use longjump_games::visit_games;
use longjump_rules::{Ending, Game, GameOption, GameVisitor, Layout};
use longjump_wire::layout;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// All games.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
pub struct GameList(Vec<GameInfo>);

/// A game.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// Its name in specs.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// What of its rules can be chosen.
    pub options: Vec<GameOptionInfo>,
}

impl GameInfo {
    // Not in line: the options of all games would be written out one by one.
    #[inline(never)]
    fn new(name: &str, summary: &str, options: &[GameOption]) -> Self {
        let options = options.iter().map(|option| GameOptionInfo {
            name: option.name.to_owned(),
            values: option.values.to_owned(),
            default: option.default.to_owned(),
            meaning: option.meaning.to_owned(),
        });
        Self {
            name: name.to_owned(),
            summary: summary.to_owned(),
            options: options.collect(),
        }
    }
}

/// A choice that a game's rules leave.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameOptionInfo {
    /// Its name in a spec.
    pub name: String,
    /// The values it takes, for people to read.
    pub values: String,
    /// The value it has when not given.
    pub default: String,
    /// What it changes.
    pub meaning: String,
}

impl GameList {
    pub(crate) fn all() -> Self {
        struct Collect(Vec<GameInfo>);
        impl GameVisitor for Collect {
            fn visit<G: Game>(&mut self) {
                self.0.push(GameInfo::new(G::NAME, G::SUMMARY, G::OPTIONS));
            }
        }
        let mut collect = Collect(Vec::new());
        visit_games(&mut collect);
        Self(collect.0)
    }
}

/// A spec such as `star:seats=3/default:level=2` in its parts.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SpecParts {
    /// The name of the game.
    pub game: String,
    /// The options of the game that are given, and their values.
    pub options: Vec<(String, String)>,
    /// The player, `default` where none is given.
    pub player: String,
    /// The options of the player that are given, and their values.
    pub player_options: Vec<(String, String)>,
}

impl From<&EngineSpec> for SpecParts {
    fn from(spec: &EngineSpec) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            game: spec.game().name().to_owned(),
            options: spec.game().settings().iter().map(owned).collect(),
            player: spec.player().to_owned(),
            player_options: spec.settings().map(owned).collect(),
        }
    }
}

/// All engines.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
pub struct EngineList(Vec<EngineInfo>);

/// An engine of some game.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EngineInfo {
    /// The game it plays.
    pub game: String,
    /// What to write after the game and a slash.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// Whether it is a paper's own player.
    pub is_exhibit: bool,
    /// Whether it plays with more than two seats.
    pub for_many: bool,
    /// Its options.
    pub options: Vec<EngineOptionInfo>,
}

/// An option of an engine. Numbers have a least and a most value, switches are
/// on or off, anything else is text.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EngineOptionInfo {
    /// Its name.
    pub name: String,
    /// The value when it is not set.
    pub default: String,
    /// What it takes.
    pub kind: OptionKind,
    /// The least value of a number.
    pub least: f64,
    /// The greatest value of a number.
    pub most: f64,
}

/// What an option takes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum OptionKind {
    /// A whole number.
    Number,
    /// `on` or `off`.
    Switch,
    /// Any text.
    Text,
}

impl EngineList {
    pub(crate) fn all() -> Self {
        let info = |listed: EngineEntry| EngineInfo {
            game: listed.game.to_owned(),
            for_many: listed.for_many,
            name: listed.name,
            summary: listed.summary,
            is_exhibit: listed.is_exhibit,
            options: listed.options.iter().map(EngineOptionInfo::of).collect(),
        };
        Self(longjump_engine::engines().into_iter().map(info).collect())
    }
}

impl EngineOptionInfo {
    fn of(option: &EngineOption) -> Self {
        let (kind, least, most) = match option.kind {
            longjump_engine::OptionKind::Number { least, most } => {
                (OptionKind::Number, least, most)
            }
            longjump_engine::OptionKind::Switch => (OptionKind::Switch, 0, 0),
            longjump_engine::OptionKind::Text => (OptionKind::Text, 0, 0),
        };
        Self {
            name: option.name.to_owned(),
            default: option.default.clone(),
            kind,
            least: least as f64,
            most: most as f64,
        }
    }
}

/// A board as data, of the type that reports and documents have too.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
pub struct BoardLayout(
    #[tsify(type = "import('@longjump/wire/layout').BoardLayout")] layout::BoardLayout,
);

impl From<Layout> for BoardLayout {
    fn from(layout: Layout) -> Self {
        Self(layout.into())
    }
}

/// How a game stands.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The game with its options.
    pub spec: String,
    /// How many seats take part.
    pub seats: usize,
    /// For each place the seat whose piece is there.
    pub pieces: Vec<Option<usize>>,
    /// The seat to move, unless the game is over.
    pub turn: Option<usize>,
    /// The place of each seat once the game is over.
    pub standings: Option<Vec<u8>>,
    /// Why a game for two is over, if it is.
    pub ending: Option<WayOfEnd>,
    /// The place of each seat that has one already, and 0 for the others.
    pub places: Vec<u8>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The moves played.
    pub played: Vec<String>,
    /// The position as text.
    pub position: String,
}

/// Why a game for two is over: see [`Ending`].
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WayOfEnd {
    /// The loser has no piece left.
    Captured,
    /// The winner is where it wanted to get.
    Goal,
    /// The loser was too late in leaving home.
    Home,
    /// The winner has more pieces.
    More,
    /// The loser can't move.
    Stuck,
    /// A draw by repetition.
    Repetition,
    /// A draw, as it took too long.
    Limit,
    /// A draw with as many pieces each.
    Equal,
    /// Nobody can move, and the winner is nearer to its goal.
    Nearer,
    /// A draw: nobody can move, and neither is nearer to its goal.
    Level,
}

impl From<Ending> for WayOfEnd {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::AllCaptured => Self::Captured,
            Ending::FarRow | Ending::GoalFilled => Self::Goal,
            Ending::StayedHome => Self::Home,
            Ending::MorePieces => Self::More,
            Ending::Stuck => Self::Stuck,
            Ending::Repetition => Self::Repetition,
            Ending::PlyLimit => Self::Limit,
            Ending::EqualPieces => Self::Equal,
            Ending::MoreInGoal | Ending::NearerGoal => Self::Nearer,
            Ending::EqualRace => Self::Level,
        }
    }
}

/// A race whose end is certain: see [`RaceResult`].
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Race {
    /// The seat that fills its goal first.
    pub winner: usize,
    /// In how many of its own moves.
    pub moves: u32,
}

impl From<RaceResult> for Race {
    fn from(race: RaceResult) -> Self {
        Self {
            winner: race.winner.index(),
            moves: race.moves,
        }
    }
}

/// A legal move.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// As it is written.
    pub text: String,
    /// The places it touches, both ends included; none for a pass.
    pub route: Vec<usize>,
    /// Whether it only goes to a neighbour.
    pub is_step: bool,
}

/// A record that was read.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    /// The game with its options.
    pub spec: String,
    /// The position it starts from, if not the usual one.
    pub start: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// Its tags, name and value.
    pub tags: Vec<(String, String)>,
    /// The order of finish, if it is over.
    pub places: Option<Vec<u8>>,
}

/// A position in parts.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Arrangement {
    /// For each place the seat whose piece is there.
    pub pieces: Vec<Option<usize>>,
    /// Whose turn it is.
    pub turn: usize,
}

/// How long an engine may think; nothing given is no limit.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct ThinkLimits {
    /// Milliseconds.
    pub milliseconds: Option<f64>,
    /// Positions.
    pub nodes: Option<f64>,
    /// Plies.
    pub depth: Option<u32>,
}

/// How good a position is for the seat to move.
#[derive(Serialize, Tsify, Clone, Copy)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum Verdict {
    /// So many moves ahead.
    Ahead(f64),
    /// A win after so many plies.
    WinIn(u32),
    /// A loss after so many plies.
    LossIn(u32),
}

impl Verdict {
    pub(crate) fn of(score: Score) -> Self {
        match Outlook::of(score) {
            Outlook::Ahead(score) => Self::Ahead(f64::from(score) / 100.0),
            Outlook::WinIn(plies) => Self::WinIn(plies),
            Outlook::LossIn(plies) => Self::LossIn(plies),
        }
    }
}

/// The moves that the opening book has for a position.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
pub struct BookMoveList(Vec<BookMoveInfo>);

/// A move of the opening book.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BookMoveInfo {
    /// The move.
    pub mv: String,
    /// How good the position is for who plays it.
    pub verdict: Verdict,
}

impl From<Vec<BookMove>> for BookMoveList {
    fn from(moves: Vec<BookMove>) -> Self {
        let info = |found: BookMove| BookMoveInfo {
            mv: found.mv,
            verdict: Verdict::of(found.score),
        };
        Self(moves.into_iter().map(info).collect())
    }
}

/// How far an engine has come.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtReport {
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub reached: u32,
    /// Which of several lines this is, the best being 1.
    pub rank: usize,
    /// How good it is.
    pub verdict: Verdict,
    /// The moves expected.
    pub line: Vec<String>,
    /// Positions looked at so far.
    pub nodes: f64,
    /// Time since the engine was asked.
    pub milliseconds: f64,
}

impl From<&Thought> for ThoughtReport {
    fn from(thought: &Thought) -> Self {
        Self {
            depth: thought.depth,
            reached: thought.reached,
            rank: thought.rank,
            verdict: Verdict::of(thought.score),
            line: thought.line.clone(),
            nodes: thought.nodes as f64,
            milliseconds: thought.time.as_secs_f64() * 1000.0,
        }
    }
}

/// What an engine has decided.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Decided {
    /// The move; none if the game is over.
    pub mv: Option<String>,
    /// How good the position seemed, if the engine says.
    pub verdict: Option<Verdict>,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: f64,
    /// How long it took.
    pub milliseconds: f64,
}
