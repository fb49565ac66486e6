//! What came of an event, as one object: what `--json` writes and the page is made from.
//!
//! The types are those of `web/report/src/data.ts`.

mod games;
mod players;
mod turns;

use crate::log::{BlockRecords, Header};
use crate::record::{Cause, GameRecord};
use crate::schedule::Format;
use crate::scoreboard::BlockResult;
use crate::statistics::{
    Estimate, Finish, Pool, Verdict, logistic_elo, normalised_elo, seat_scores, superiority,
};
use crate::{Schedule, Scoreboard};
use games::{Layout, Stepped};
use longjump_engine::EngineError;
use longjump_rules::GameSpec;
pub use players::PlayerLine;
use players::{Cell, Order};
use serde::Serialize;
use std::collections::BTreeMap;
use turns::TurnStatistics;

/// How sure intervals are.
const CONFIDENCE: f64 = 0.95;
/// How many points of a ratio's path are kept.
const MOST_POINTS: usize = 500;

/// What came of an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    version: u32,
    title: String,
    kind: Format,
    game: String,
    seats: usize,
    made: String,
    program: String,
    command: String,
    seconds: f64,
    games_played: usize,
    blocks_played: usize,
    players: Vec<PlayerLine>,
    crosstable: Vec<Vec<Option<Cell>>>,
    test: Option<TestReport>,
    elo: Option<Estimate>,
    normalised_elo: Option<Estimate>,
    superiority: Option<f64>,
    tested: Option<usize>,
    block_scores: Option<Vec<u64>>,
    seat_scores: Vec<Estimate>,
    openings: Vec<OpeningLine>,
    causes: Vec<CauseLine>,
    turns: Vec<TurnStatistics>,
    layout: Layout,
    games: Vec<Stepped>,
}

/// A sequential test and how it went.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TestReport {
    model: &'static str,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    lower: f64,
    upper: f64,
    llr: f64,
    verdict: &'static str,
    path: Vec<(usize, f64)>,
}

/// How games with an opening went.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct OpeningLine {
    number: usize,
    moves: String,
    start: Option<String>,
    games: usize,
    points_of_seats: Vec<f64>,
}

/// How often games ended in a way, and through whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct CauseLine {
    cause: String,
    games: usize,
    by_player: Vec<usize>,
}

/// What a report tells besides the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imprint {
    /// When it was made, such as 2026-01-31T12:00:00Z.
    pub made: String,
    /// The program that made it.
    pub program: String,
    /// The command that did.
    pub command: String,
    /// How many games to have in it for stepping through.
    pub games: usize,
}

impl Report {
    /// What was played, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Everybody's results, best first.
    pub fn players(&self) -> &[PlayerLine] {
        &self.players
    }

    /// How many games were counted.
    pub fn games_played(&self) -> usize {
        self.games_played
    }

    /// The report of a log.
    ///
    /// # Errors
    /// When the log has a game that this program does not know.
    pub fn of(
        header: &Header,
        blocks: &[BlockRecords],
        imprint: &Imprint,
    ) -> Result<Self, EngineError> {
        let game: GameSpec = header.game.parse()?;
        let mut blocks: Vec<&BlockRecords> = blocks.iter().collect();
        blocks.sort_by_key(|games| games[0].block);
        let (scoreboard, path) = replay(header, &blocks);
        // What was played ahead of a block that is missing, or when a test ended, does not
        // count: short games would be too many.
        blocks.truncate(scoreboard.counted_blocks());
        let records: Vec<&GameRecord> = blocks.iter().flat_map(|games| games.iter()).collect();
        let pool = pool(header, &blocks);
        let order = Order::of(header, &records, pool.as_ref());
        let scores = scoreboard.scores();
        let is_match = header.schedule.format == Format::Match;
        let of_match = |estimate: Option<Estimate>| estimate.filter(|_| is_match);
        let (layout, games) = games::stepped(&game, &order, &records, imprint.games)?;
        Ok(Self {
            version: 1,
            title: title(header),
            kind: header.schedule.format,
            game: header.game.clone(),
            seats: header.schedule.seats,
            made: imprint.made.clone(),
            program: imprint.program.clone(),
            command: imprint.command.clone(),
            seconds: turns::seconds(&records),
            games_played: records.len(),
            blocks_played: blocks.len(),
            crosstable: order.crosstable(&records),
            test: test_report(header, &scoreboard, path),
            elo: of_match(logistic_elo(scores, CONFIDENCE)),
            normalised_elo: of_match(normalised_elo(scores, CONFIDENCE)),
            superiority: superiority(scores).filter(|_| is_match),
            tested: is_match.then(|| order.place(0)),
            block_scores: is_match.then(|| scores.counts().to_vec()),
            seat_scores: seat_estimates(header.schedule, &blocks),
            openings: opening_lines(&records),
            causes: cause_lines(&order, &records),
            turns: turns::by_turn(&order, &records),
            players: order.lines(),
            layout,
            games,
        })
    }
}

fn title(header: &Header) -> String {
    let names = &header.contenders;
    match header.schedule.format {
        Format::Match => format!("{} against {}", names[0].name, names[1].name),
        Format::RoundRobin => format!("Round robin of {}", header.game),
        Format::Gauntlet => format!("Gauntlet of {} at {}", names[0].name, header.game),
        Format::Swiss => format!("Swiss tournament of {}", header.game),
        Format::SelfPlay => format!("{} plays itself", names[0].name),
    }
}

/// Counts the blocks once more, noting the way of the ratio.
fn replay(header: &Header, blocks: &[&BlockRecords]) -> (Scoreboard, Vec<(usize, f64)>) {
    let mut scoreboard = Scoreboard::of(header.schedule, header.test);
    let mut path: Vec<(usize, f64)> = Vec::new();
    for games in blocks {
        let before = scoreboard.counted_blocks();
        scoreboard.add(BlockResult::of(games));
        let counted = scoreboard.counted_blocks();
        if let Some((_, llr, _)) = scoreboard.test().filter(|_| counted > before) {
            path.push((counted, llr));
        }
    }
    let step = path.len().div_ceil(MOST_POINTS).max(1);
    let last = path.len().saturating_sub(1);
    let mut number = 0..;
    path.retain(|_| {
        let index = number.next().unwrap_or(0);
        index == last || index % step == step - 1
    });
    (scoreboard, path)
}

fn test_report(
    header: &Header,
    scoreboard: &Scoreboard,
    path: Vec<(usize, f64)>,
) -> Option<TestReport> {
    let settings = header.test?;
    let (test, llr, verdict) = scoreboard.test()?;
    Some(TestReport {
        model: if settings.normalised {
            "normalised"
        } else {
            "logistic"
        },
        elo0: settings.elo0,
        elo1: settings.elo1,
        alpha: settings.alpha,
        beta: settings.beta,
        lower: test.lower(),
        upper: test.upper(),
        llr,
        verdict: match verdict {
            Verdict::AcceptH0 => "H0",
            Verdict::AcceptH1 => "H1",
            Verdict::GoOn => "open",
        },
        path,
    })
}

/// The games as ratings take them; none where one played itself.
fn pool(header: &Header, blocks: &[&BlockRecords]) -> Option<Pool> {
    let mut pool = Pool::new(header.contenders.len());
    if pool.players() == 1 {
        return None;
    }
    for games in blocks {
        pool.add_block(games.iter().map(finish).collect()).ok()?;
    }
    Some(pool)
}

fn finish(game: &GameRecord) -> Finish {
    let seats = game.players.iter().zip(&game.places);
    Finish(seats.map(|(&player, &place)| (player, place)).collect())
}

/// What each seat is worth, whoever sits there: as if all were different players.
fn seat_estimates(schedule: Schedule, blocks: &[&BlockRecords]) -> Vec<Estimate> {
    let seats = schedule.seats;
    let mut pool = Pool::new(seats);
    for games in blocks {
        let finish = |game: &GameRecord| Finish(game.places.iter().copied().enumerate().collect());
        let added = pool.add_block(games.iter().map(finish).collect());
        added.expect("every seat is another one");
    }
    seat_scores(&pool, seats, CONFIDENCE)
}

fn opening_lines(records: &[&GameRecord]) -> Vec<OpeningLine> {
    let mut lines: BTreeMap<usize, OpeningLine> = BTreeMap::new();
    for game in records {
        let line = lines.entry(game.opening).or_insert_with(|| {
            let moves = game.moves.split(' ').take(game.opening_plies);
            OpeningLine {
                number: game.opening,
                moves: moves.collect::<Vec<_>>().join(" "),
                start: game.start.clone(),
                games: 0,
                points_of_seats: vec![0.0; game.players.len()],
            }
        });
        line.games += 1;
        for (seat, sum) in line.points_of_seats.iter_mut().enumerate() {
            *sum += players::points(game, seat);
        }
    }
    for line in lines.values_mut() {
        let games = line.games as f64;
        line.points_of_seats
            .iter_mut()
            .for_each(|sum| *sum /= games);
    }
    lines.into_values().collect()
}

fn cause_lines(order: &Order, records: &[&GameRecord]) -> Vec<CauseLine> {
    let line = |cause: Cause| {
        let ended = records.iter().filter(|game| game.cause == cause).count();
        let mut by_player = vec![0; order.len()];
        for game in records {
            for fault in game.faults.iter().filter(|fault| fault.cause == cause) {
                by_player[order.place(game.players[fault.seat])] += 1;
            }
        }
        let is_seen = ended > 0 || by_player.iter().any(|&faults| faults > 0);
        is_seen.then(|| CauseLine {
            cause: cause.to_string(),
            games: ended,
            by_player,
        })
    };
    Cause::ALL.into_iter().filter_map(line).collect()
}
