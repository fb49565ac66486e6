//! From a log to its report.

use super::games;
use super::pace;
use super::players::{self, CONFIDENCE, Ranking, wire_estimate};
use super::{calibration, causes, turns};
use crate::log::{BlockRecords, Header};
use crate::record::GameRecord;
use crate::schedule::Format;
use crate::scoreboard::BlockResult;
use crate::{Schedule, Scoreboard};
use longjump_engine::EngineError;
use longjump_rules::GameSpec;
use longjump_statistics::{
    Estimate, Finish, Pool, SprtDecision, logistic_elo, normalised_elo, seat_scores, superiority,
};
use longjump_wire::report::{
    EloModel, OpeningResult, Report, ReportKind, SequentialTest, TestVerdict,
};
use std::collections::BTreeMap;

/// How many points of a ratio's path are kept.
const MOST_POINTS: usize = 500;

/// What a report says besides the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportInfo {
    /// When it was made, such as 2026-01-31T12:00:00Z.
    pub made: String,
    /// The program that made it.
    pub program: String,
    /// The command that did.
    pub command: String,
    /// How many games to have in it for stepping through.
    pub games: usize,
}

/// The report of a log.
///
/// # Errors
/// When the log has a game that this program does not know.
pub fn report(
    header: &Header,
    blocks: &[BlockRecords],
    info: &ReportInfo,
) -> Result<Report, EngineError> {
    let game: GameSpec = header.game.parse()?;
    let mut blocks: Vec<&BlockRecords> = blocks.iter().collect();
    blocks.sort_by_key(|games| games[0].block);
    let (scoreboard, path) = replay(header, &blocks);
    // What was played ahead of a block that is missing, or when a test ended, does not
    // count: short games would be too many.
    blocks.truncate(scoreboard.counted_blocks());
    let records: Vec<&GameRecord> = blocks.iter().flat_map(|games| games.iter()).collect();
    let pool = pool(header, &blocks);
    let ranking = Ranking::of(header, &records, pool.as_ref());
    let scores = scoreboard.scores();
    let is_match = header.schedule.format == Format::Match;
    let of_match = |estimate: Option<Estimate>| estimate.filter(|_| is_match).map(wire_estimate);
    let (layout, games) = games::stepped(&game, &ranking, &records, info.games)?;
    Ok(Report {
        version: 1,
        title: title(header),
        kind: kind(header.schedule.format),
        game: header.game.clone(),
        seats: header.schedule.seats,
        made: info.made.clone(),
        program: info.program.clone(),
        command: info.command.clone(),
        seconds: pace::seconds(&records),
        games_played: records.len(),
        blocks_played: blocks.len(),
        crosstable: ranking.crosstable(&records),
        test: test_report(header, &scoreboard, path),
        elo: of_match(logistic_elo(scores, CONFIDENCE)),
        normalised_elo: of_match(normalised_elo(scores, CONFIDENCE)),
        superiority: superiority(scores).filter(|_| is_match),
        tested: is_match.then(|| ranking.place(0)),
        block_scores: is_match.then(|| scores.counts().to_vec()),
        seat_scores: seat_estimates(header.schedule, &blocks)
            .into_iter()
            .map(wire_estimate)
            .collect(),
        openings: opening_lines(&records),
        causes: causes::counts(&ranking, &records),
        turns: turns::by_turn(&ranking, &records),
        calibration: calibration::calibrations(&ranking, &records),
        players: ranking.lines(),
        layout,
        games,
    })
}

fn kind(format: Format) -> ReportKind {
    match format {
        Format::Match => ReportKind::Match,
        Format::RoundRobin => ReportKind::RoundRobin,
        Format::Gauntlet => ReportKind::Gauntlet,
        Format::Swiss => ReportKind::Swiss,
        Format::SelfPlay => ReportKind::SelfPlay,
    }
}

fn title(header: &Header) -> String {
    let names = &header.participants;
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
) -> Option<SequentialTest> {
    let settings = header.test?;
    let (test, llr, verdict) = scoreboard.test()?;
    Some(SequentialTest {
        model: if settings.normalised {
            EloModel::Normalised
        } else {
            EloModel::Logistic
        },
        elo0: settings.elo0,
        elo1: settings.elo1,
        alpha: settings.alpha,
        beta: settings.beta,
        lower: test.lower(),
        upper: test.upper(),
        llr,
        verdict: match verdict {
            SprtDecision::AcceptH0 => TestVerdict::H0,
            SprtDecision::AcceptH1 => TestVerdict::H1,
            SprtDecision::Continue => TestVerdict::Open,
        },
        path,
    })
}

/// The games as ratings take them; none where one played itself.
fn pool(header: &Header, blocks: &[&BlockRecords]) -> Option<Pool> {
    let mut pool = Pool::new(header.participants.len());
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

fn opening_lines(records: &[&GameRecord]) -> Vec<OpeningResult> {
    let mut lines: BTreeMap<usize, OpeningResult> = BTreeMap::new();
    for game in records {
        let line = lines.entry(game.opening).or_insert_with(|| {
            let moves = game.moves.split(' ').take(game.opening_plies);
            OpeningResult {
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
