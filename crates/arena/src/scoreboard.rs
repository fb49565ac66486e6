//! How a tournament stands.

use crate::log::BlockRecords;
use crate::record::Cause;
use crate::schedule::{BlockPoints, Format, Schedule};
use crate::tournament::{TestSettings, Tournament};
use longjump_rules::Ending;
use longjump_statistics::{
    BlockScores, Estimate, SequentialTest, SprtDecision, half_points, mean_over_blocks,
};
use std::collections::BTreeMap;

/// What is counted of a finished block.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BlockResult {
    pub(crate) number: usize,
    pub(crate) points: BlockPoints,
    /// The half points of the first of the lineup in each game.
    halves: Vec<usize>,
    /// Won, drawn and lost by the first of the lineup, in games of two.
    wins_draws_losses: [u64; 3],
    /// In what share of the games each seat of the lineup came first; who shares the first
    /// place has a part of it.
    firsts: Vec<f64>,
    plies: usize,
    causes: Vec<Cause>,
    /// The names of the rules that ended games.
    endings: Vec<&'static str>,
    /// Who failed.
    faults: Vec<usize>,
}

impl BlockResult {
    pub(crate) fn of(games: &BlockRecords) -> Self {
        let first = &games[0];
        let seats = first.players.len();
        let seat_in = |player: usize, game: usize| (player + game) % seats;
        let most = (2 * (seats - 1) * games.len()) as f64;
        let points = (0..seats).map(|index| {
            let halves = games
                .iter()
                .map(|game| half_points(&game.places, seat_in(index, game.game)));
            halves.sum::<usize>() as f64 / most
        });
        let firsts = (0..seats).map(|index| {
            let firsts = games
                .iter()
                .map(|game| share_of_first(&game.places, seat_in(index, game.game)));
            firsts.sum::<f64>() / games.len() as f64
        });
        let firsts = firsts.collect();
        let own: Vec<usize> = games
            .iter()
            .map(|game| half_points(&game.places, seat_in(0, game.game)))
            .collect();
        let mut wins_draws_losses = [0; 3];
        if seats == 2 {
            own.iter()
                .for_each(|&halves| wins_draws_losses[2 - halves] += 1);
        }
        Self {
            number: first.block,
            points: BlockPoints {
                lineup: first.players.clone(),
                points: points.collect(),
            },
            halves: own,
            wins_draws_losses,
            firsts,
            plies: games.iter().map(|game| game.turns.len()).sum(),
            causes: games.iter().map(|game| game.cause).collect(),
            endings: games
                .iter()
                .filter_map(|game| game.ending.map(Ending::name))
                .collect(),
            faults: games
                .iter()
                .flat_map(|game| game.faults.iter().map(|fault| game.players[fault.seat]))
                .collect(),
        }
    }
}

/// What a seat has of the first place.
fn share_of_first(places: &[u8], seat: usize) -> f64 {
    let sharing = places.iter().filter(|&&place| place == 1).count();
    if places[seat] == 1 {
        1.0 / sharing as f64
    } else {
        0.0
    }
}

/// How a tournament stands, kept up to date block by block.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    format: Format,
    test: Option<SequentialTest>,
    /// The blocks that are finished, by number.
    finished: BTreeMap<usize, BlockPoints>,
    /// Blocks that wait for earlier ones: a test counts them in their order, as otherwise
    /// short games would count before long ones.
    waiting: BTreeMap<usize, BlockResult>,
    counted: usize,
    scores: BlockScores,
    llr: f64,
    verdict: SprtDecision,
    wins_draws_losses: [u64; 3],
    games: usize,
    plies: usize,
    causes: BTreeMap<Cause, usize>,
    endings: BTreeMap<&'static str, usize>,
    points: Vec<(f64, usize)>,
    /// For each participant, what share of first places a seat of it had in each block.
    firsts: Vec<Vec<f64>>,
    faults: Vec<usize>,
    blocks: usize,
}

impl Scoreboard {
    /// Nothing has been played.
    pub fn new(tournament: &Tournament) -> Self {
        Self::of(tournament.schedule, tournament.test)
    }

    /// The same, knowing no more of the tournament than its schedule and its test.
    pub(crate) fn of(schedule: Schedule, test: Option<TestSettings>) -> Self {
        let test = test.and_then(|settings| settings.test().ok());
        let participants = schedule.participants;
        Self {
            format: schedule.format,
            test,
            finished: BTreeMap::new(),
            waiting: BTreeMap::new(),
            counted: 0,
            scores: BlockScores::new(schedule.seats),
            llr: 0.0,
            verdict: SprtDecision::Continue,
            wins_draws_losses: [0; 3],
            games: 0,
            plies: 0,
            causes: BTreeMap::new(),
            endings: BTreeMap::new(),
            points: vec![(0.0, 0); participants],
            firsts: vec![Vec::new(); participants],
            faults: vec![0; participants],
            blocks: schedule.blocks(),
        }
    }

    /// Counts a block, unless the test is over.
    pub(crate) fn add(&mut self, result: BlockResult) {
        self.finished.insert(result.number, result.points.clone());
        self.waiting.insert(result.number, result);
        while self.verdict == SprtDecision::Continue
            && let Some(result) = self.waiting.remove(&self.counted)
        {
            self.count(&result);
            self.counted += 1;
        }
    }

    fn count(&mut self, result: &BlockResult) {
        let BlockPoints { lineup, points } = &result.points;
        for (&player, share) in lineup.iter().zip(points) {
            self.points[player].0 += share * result.halves.len() as f64;
            self.points[player].1 += result.halves.len();
        }
        for (player, all) in self.firsts.iter_mut().enumerate() {
            let seats = lineup.iter().zip(&result.firsts);
            let own: Vec<f64> = seats
                .filter(|&(&other, _)| other == player)
                .map(|(_, &share)| share)
                .collect();
            if !own.is_empty() {
                all.push(own.iter().sum::<f64>() / own.len() as f64);
            }
        }
        self.games += result.halves.len();
        self.plies += result.plies;
        for &cause in &result.causes {
            *self.causes.entry(cause).or_default() += 1;
        }
        for &ending in &result.endings {
            *self.endings.entry(ending).or_default() += 1;
        }
        for &player in &result.faults {
            self.faults[player] += 1;
        }
        if self.format == Format::Match {
            self.scores.add(result.halves.iter().copied());
            for (count, more) in self
                .wins_draws_losses
                .iter_mut()
                .zip(result.wins_draws_losses)
            {
                *count += more;
            }
            if let Some(test) = &self.test {
                self.llr = test.hypotheses().llr(&self.scores);
                self.verdict = test.decision_at(self.llr);
            }
        }
    }

    /// The points of every finished block, by number.
    pub fn finished(&self) -> &BTreeMap<usize, BlockPoints> {
        &self.finished
    }

    /// Whether there is nothing more to play.
    pub fn is_over(&self) -> bool {
        self.verdict != SprtDecision::Continue || self.counted == self.blocks
    }

    /// How many games were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many blocks were counted; they are in their order without a gap.
    pub fn counted_blocks(&self) -> usize {
        self.counted
    }

    /// How many blocks there may be.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many moves were played after openings.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Won, drawn and lost by the tested engine of a match for two.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        self.wins_draws_losses
    }

    /// The block scores of the tested engine of a match.
    pub fn scores(&self) -> &BlockScores {
        &self.scores
    }

    /// The test of the match, its log-likelihood ratio and what it says.
    pub fn test(&self) -> Option<(&SequentialTest, f64, SprtDecision)> {
        let test = self.test.as_ref()?;
        Some((test, self.llr, self.verdict))
    }

    /// How games ended.
    pub fn causes(&self) -> &BTreeMap<Cause, usize> {
        &self.causes
    }

    /// Which rules ended games, by the names of [`Ending`].
    pub fn endings(&self) -> &BTreeMap<&'static str, usize> {
        &self.endings
    }

    /// The points and games of each participant.
    pub fn points(&self) -> &[(f64, usize)] {
        &self.points
    }

    /// How often a seat of a participant came first, with its interval: with equal players
    /// once in as many games as there are seats. None before two of its blocks.
    pub fn first_places(&self, participant: usize, confidence: f64) -> Option<Estimate> {
        mean_over_blocks(&self.firsts[participant], confidence)
    }

    /// How often each participant failed.
    pub fn faults(&self) -> &[usize] {
        &self.faults
    }
}
