//! What came of a tournament of engines: what `--data` writes, and the page of the report is made
//! from.

use crate::layout::BoardLayout;
use longjump_rules::Ending;
use serde::Serialize;
use ts_rs::TS;

/// What came of a match or a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct Report {
    /// The form of the report.
    pub version: u32,
    /// What was played, such as `star/default against star/greedy` or `Round robin of star`.
    pub title: String,
    /// Who played whom.
    pub kind: ReportKind,
    /// The game with its options, such as `star:seats=3`.
    pub game: String,
    /// How many seats the game has, 2 to 6.
    pub seats: usize,
    /// When the report was made: RFC 3339, UTC.
    pub made: String,
    /// The program that made it, such as `longjump 0.1.0`.
    pub program: String,
    /// The command that did.
    pub command: String,
    /// How long all engines thought together.
    pub seconds: f64,
    /// All games, also those not in `games`.
    pub games_played: usize,
    /// All blocks: one opening with every rotation of the seats, a pair of games for two.
    pub blocks_played: usize,
    /// Best first.
    pub players: Vec<PlayerResult>,
    /// Row against column, in the order of `players`; null where they never met.
    pub crosstable: Vec<Vec<Option<CrosstableCell>>>,
    /// Only matches with a sequential test.
    pub test: Option<SequentialTest>,
    /// Only matches: logistic Elo of `tested` against the others.
    pub elo: Option<Estimate>,
    /// Only matches: normalised Elo.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority, 0 to 1.
    pub superiority: Option<f64>,
    /// The tested engine of a match, as an index of `players`.
    pub tested: Option<usize>,
    /// Only matches: how often each block score came up, lowest first, in equal steps from 0 to 1
    /// (the pentanomial counts for two seats).
    pub block_scores: Option<Vec<u64>>,
    /// Mean points of each seat, 1/2 being no advantage; empty when there are too few games.
    pub seat_scores: Vec<Estimate>,
    /// How games went by opening.
    pub openings: Vec<OpeningResult>,
    /// How games ended.
    pub causes: Vec<CauseCount>,
    /// How fast and how deep engines thought, by player and turn.
    pub turns: Vec<TurnStatistics>,
    /// How the evaluations of players turned into points; only games for two, and only of players
    /// with enough of them.
    pub calibration: Vec<Calibration>,
    /// The board.
    pub layout: BoardLayout,
    /// Those to step through, maybe not all that were played.
    pub games: Vec<ReportedGame>,
}

/// How engines were brought together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "report.ts")]
pub enum ReportKind {
    /// One engine against another.
    Match,
    /// Everybody with everybody else.
    RoundRobin,
    /// The first with everybody else.
    Gauntlet,
    /// In each round those with about the same score.
    Swiss,
    /// One engine in all seats.
    SelfPlay,
}

/// A figure with its 95 % interval; null is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct Estimate {
    /// The lower end of the interval.
    #[ts(type = "number | null")]
    pub low: f64,
    /// The figure itself.
    #[ts(type = "number | null")]
    pub value: f64,
    /// The upper end of the interval.
    #[ts(type = "number | null")]
    pub high: f64,
}

/// The results of one engine.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct PlayerResult {
    /// What it is called.
    pub name: String,
    /// What it is, such as `star/default:hash=64`.
    pub engine: String,
    /// How long it may think, such as `movetime=100`.
    pub control: String,
    /// Elo, the mean of all players being 0; null when it can't be rated.
    pub rating: Option<Estimate>,
    /// How many games it played.
    pub games: usize,
    /// Games won; with more than two seats alone in first place.
    pub won: usize,
    /// Games drawn; with more than two seats neither won nor lost.
    pub drawn: usize,
    /// Games lost; with more than two seats alone in last place.
    pub lost: usize,
    /// The share of opponents beaten, summed over games: at most 1 a game.
    pub points: f64,
    /// How often it came 1st, 2nd and so on.
    pub places: Vec<usize>,
    /// How fast it searched.
    pub nodes_per_second: Option<f64>,
    /// How deep it searched.
    pub mean_depth: Option<f64>,
    /// How long it thought about a move.
    pub mean_milliseconds: Option<f64>,
}

/// What a player's evaluations were worth: who is x moves ahead is expected to get
/// `1 / (1 + exp(-odds_per_move * x))` of the points.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct Calibration {
    /// The player, as an index of `players`.
    pub player: usize,
    /// How many evaluations it is fitted to, one a move, without proven results.
    pub positions: usize,
    /// By how much being a move ahead adds to the logarithm of the odds.
    pub odds_per_move: f64,
    /// The evaluations from lowest to highest, in groups of the same size.
    pub groups: Vec<CalibrationGroup>,
}

/// Evaluations that are alike, and what came of them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct CalibrationGroup {
    /// How many there are.
    pub positions: usize,
    /// The mean of how many moves ahead the player thought to be.
    pub ahead: f64,
    /// The mean of the points it got in the end.
    pub points: f64,
}

/// What one player got from another: 1 point for being ahead, 1/2 for a tie.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct CrosstableCell {
    /// The points.
    pub points: f64,
    /// In how many games, or pairs of seats.
    pub games: usize,
}

/// A sequential probability ratio test (SPRT) and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct SequentialTest {
    /// What its Elo means.
    pub model: EloModel,
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1.
    pub elo1: f64,
    /// How often H1 may be accepted under H0.
    pub alpha: f64,
    /// How often H0 may be accepted under H1.
    pub beta: f64,
    /// The log-likelihood ratio at which H0 is accepted.
    pub lower: f64,
    /// The log-likelihood ratio at which H1 is accepted.
    pub upper: f64,
    /// The log-likelihood ratio (LLR) at the end.
    pub llr: f64,
    /// What it says.
    pub verdict: TestVerdict,
    /// Blocks played and the LLR after them, thinned out.
    pub path: Vec<(usize, f64)>,
}

/// What an Elo stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "report.ts")]
pub enum EloModel {
    /// A mean score.
    Logistic,
    /// A mean score in deviations of a game.
    Normalised,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub enum TestVerdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// Neither yet.
    #[serde(rename = "open")]
    #[ts(rename = "open")]
    Open,
}

/// How games with an opening went.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct OpeningResult {
    /// Its number.
    pub number: usize,
    /// Its moves with spaces between them.
    pub moves: String,
    /// The position it starts from, if not the usual one.
    pub start: Option<String>,
    /// How many games began with it.
    pub games: usize,
    /// Mean points of each seat.
    pub points_of_seats: Vec<f64>,
}

/// How a game ended: by the rules (see [`Ending`]), by the referee, or by a fault of an engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "report.ts")]
pub enum EndCause {
    /// The loser has no piece left.
    AllCaptured,
    /// A piece of the winner's has reached the far row.
    FarRow,
    /// The seat that moved last has filled its goal.
    GoalFilled,
    /// The seat that moved last still had a piece at home after the deadline.
    StayedHome,
    /// The loser can't move.
    Stuck,
    /// Nobody can move, and the winner has more pieces.
    MorePieces,
    /// A draw: nobody can move, and both have the same number of pieces.
    EqualPieces,
    /// Nobody can move, and the winner has more pieces in its goal.
    MoreInGoal,
    /// Nobody can move, and the winner's pieces are nearer to its goal.
    NearerGoal,
    /// A draw: nobody can move, and neither is nearer to its goal.
    EqualRace,
    /// A draw: the same position stood too often.
    Repetition,
    /// A draw by the rules: the game took too many plies.
    PlyLimit,
    /// By the rules, and the log does not say how.
    Result,
    /// A draw by the referee: the game took more plies than the tournament allows.
    Length,
    /// The referee's own search proved the result.
    Solved,
    /// An engine took more time than it had.
    Time,
    /// An engine answered with a move that is not legal.
    IllegalMove,
    /// A program ended when it was to start or to answer.
    Crash,
    /// A program did not answer at all.
    Stall,
    /// A program had ended before the game began.
    Disconnect,
    /// A program wrote more than anybody wants to read.
    Flood,
}

impl From<Ending> for EndCause {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::AllCaptured => Self::AllCaptured,
            Ending::FarRow => Self::FarRow,
            Ending::GoalFilled => Self::GoalFilled,
            Ending::StayedHome => Self::StayedHome,
            Ending::Stuck => Self::Stuck,
            Ending::MorePieces => Self::MorePieces,
            Ending::EqualPieces => Self::EqualPieces,
            Ending::MoreInGoal => Self::MoreInGoal,
            Ending::NearerGoal => Self::NearerGoal,
            Ending::EqualRace => Self::EqualRace,
            Ending::Repetition => Self::Repetition,
            Ending::PlyLimit => Self::PlyLimit,
        }
    }
}

/// How often games ended in a way, and through whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct CauseCount {
    /// The way.
    pub cause: EndCause,
    /// How many games ended so.
    pub games: usize,
    /// How often each player was at fault.
    pub by_player: Vec<usize>,
}

/// What a player's moves of one turn have in common: means over all games.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct TurnStatistics {
    /// The player, as an index of `players`.
    pub player: usize,
    /// The number of the player's own move, from 1.
    pub turn: usize,
    /// How many moves the means are of.
    pub moves: usize,
    /// Mean depth.
    pub depth: Option<f64>,
    /// Mean time.
    pub milliseconds: Option<f64>,
    /// Mean speed.
    pub nodes_per_second: Option<f64>,
}

/// A game to step through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct ReportedGame {
    /// The number of its block.
    pub block: usize,
    /// Its number in the block.
    pub number: usize,
    /// The number of its opening.
    pub opening: usize,
    /// By seat, as indices of `players`.
    pub players: Vec<usize>,
    /// By seat, 1 being first; those who tie have the same.
    pub places: Vec<u8>,
    /// How it ended.
    pub cause: EndCause,
    /// The seat at fault.
    pub fault: Option<usize>,
    /// What exactly happened.
    pub detail: Option<String>,
    /// By hole the seat whose piece stands there before any move.
    pub start: Vec<Option<usize>>,
    /// The seat that moves first.
    pub first: usize,
    /// The moves, those of the opening first.
    pub moves: Vec<ReportedMove>,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
}

/// A move and what it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export_to = "report.ts")]
pub struct ReportedMove {
    /// The move in notation.
    pub text: String,
    /// Who moves.
    pub seat: usize,
    /// The holes touched, both ends included; none for a pass.
    pub route: Vec<usize>,
    /// Holes whose piece changes: hole, and the seat or null for empty.
    pub changes: Vec<(usize, Option<usize>)>,
    /// How long it took.
    pub milliseconds: Option<u64>,
    /// How good the position seemed to the mover, such as `+1.25` or `win in 7`.
    pub score: Option<String>,
    /// How deep the mover looked.
    pub depth: Option<u32>,
    /// How many positions the mover looked at.
    pub nodes: Option<u64>,
}
