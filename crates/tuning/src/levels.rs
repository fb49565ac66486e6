//! Levels of strength: how they do against each other, and where to put them so that all steps
//! are alike.
//!
//! Whatever a level may be lies on one line from random moves (0) to the strongest level (1), along
//! which more is noticed and more positions are looked at. Calibrating puts ten points on that line.

use crate::error::TuningError;
use longjump_arena::{
    EngineSource, Format, Participant, RefereeSettings, RunOptions, TimeControl, Tournament,
    run_tournament,
};
use longjump_rules::GameSpec;
use longjump_statistics::elo_of_score;
use std::sync::atomic::AtomicBool;

/// How many levels there are.
pub const LEVELS: usize = 10;
/// What the lowest level is to score against random moves.
const LOWEST_AGAINST_RANDOM: f64 = 0.75;
/// The fewest positions that are looked at.
const FEWEST_NODES: f64 = 50.0;
/// The most, which a phone needs half a second for: with two seats, and with more, where a position
/// takes longer.
const MOST_NODES: [f64; 2] = [20_000.0, 8_000.0];
/// Steps above this, in Elo, are softened by form: 76 %.
const HIGHEST_STEP: f64 = 200.0;
/// By how much, in thousandths of a level for one Elo too many, and at most.
const FORM_BY_ELO: f64 = 5.0;
const MOST_FORM: i64 = 3_000;
/// From here on everything is noticed.
const NOTICES_ALL: f64 = 0.75;

/// A point on the line.
///
/// ```
/// use longjump_tuning::LevelPoint;
/// assert_eq!(LevelPoint(0.0).numbers(2), (1, 50));
/// assert_eq!(LevelPoint(0.5).numbers(2), (100, 1000));
/// assert_eq!(LevelPoint(1.0).numbers(6), (1000, 8000));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelPoint(pub f64);

impl LevelPoint {
    /// What a player there notices of a thousand moves, and how many positions it looks at.
    pub fn numbers(self, seats: usize) -> (u64, u64) {
        let notices = 1000_f64.powf((self.0 / NOTICES_ALL).min(1.0));
        let most = MOST_NODES[usize::from(seats > 2)];
        let nodes = FEWEST_NODES * (most / FEWEST_NODES).powf(self.0);
        (notices.round() as u64, nodes.round() as u64)
    }
}

/// The levels of a game while they are being calibrated.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelPlan {
    /// By how many thousandths of a level players may be better or worse from game to game.
    pub form: i64,
    /// Where each level is.
    pub points: Vec<LevelPoint>,
}

impl LevelPlan {
    /// Where to begin.
    pub fn first() -> Self {
        let point = |number: usize| LevelPoint(0.4 + 0.6 * number as f64 / (LEVELS - 1) as f64);
        Self {
            form: 0,
            points: (0..LEVELS).map(point).collect(),
        }
    }

    /// The line of a file of levels.
    pub fn line(&self, game: &GameSpec, seats: usize) -> String {
        let points = self.points.iter().map(|point| {
            let (notices, nodes) = point.numbers(seats);
            format!(" {notices}/{nodes}")
        });
        format!("{game} form={}{}", self.form, points.collect::<String>())
    }

    /// Levels whose steps are more alike, if the lowest scored `scores[0]` against random moves and
    /// each of the others its score against the one below. Where steps are too high for ten levels to
    /// lead from bottom to top, form varies more, and where they are low less.
    #[must_use]
    pub fn improved(&self, scores: &[f64]) -> Self {
        // Points of the line with their Elo above random moves.
        let mut known = vec![(0.0, 0.0)];
        for (level, &score) in self.points.iter().zip(scores) {
            let (elo, _) = known[known.len() - 1];
            // A step down by chance is none, and who never lost is not endlessly better.
            let step = elo_of_score(score.clamp(0.5, 0.99)).max(1.0);
            known.push((elo + step, level.0));
        }
        let (highest, _) = known[known.len() - 1];
        let lowest = elo_of_score(LOWEST_AGAINST_RANDOM).min(highest / LEVELS as f64);
        let step = (highest - lowest) / (LEVELS - 1) as f64;
        let at = |elo: f64| {
            let above = known.partition_point(|&(other, _)| other < elo);
            let ((from, low), (to, high)) =
                (known[above.max(1) - 1], known[above.clamp(1, LEVELS)]);
            low + (high - low) * (elo - from) / (to - from)
        };
        let point = |level: usize| LevelPoint(at(lowest + step * level as f64));
        let mut points: Vec<_> = (0..LEVELS).map(point).collect();
        points[LEVELS - 1] = LevelPoint(1.0);
        let more = FORM_BY_ELO * (step - HIGHEST_STEP);
        let form = (self.form + more.round() as i64).clamp(0, MOST_FORM);
        Self { form, points }
    }
}

/// Games between players of one game.
pub struct LevelGames<'a> {
    /// The game.
    pub game: GameSpec,
    /// About how many games each pair of players plays.
    pub games: usize,
    /// The seed of openings and players.
    pub seed: u64,
    /// How many games at once.
    pub threads: usize,
    /// Whether to stop.
    pub interrupt: &'a AtomicBool,
}

impl LevelGames<'_> {
    /// What the first player scores against the second: the share of points. With more than two
    /// seats the second has all others.
    ///
    /// # Errors
    /// When they can't play each other.
    pub fn score(&self, ours: &str, theirs: &str) -> Result<f64, TuningError> {
        let participant = |name: &str, player: &str| -> Result<Participant, TuningError> {
            Ok(Participant {
                name: name.to_owned(),
                source: EngineSource::BuiltIn(format!("{}/{player}", self.game).parse()?),
                control: TimeControl::default(),
            })
        };
        let participants = vec![participant("ours", ours)?, participant("theirs", theirs)?];
        let mut tournament = Tournament {
            seed: self.seed,
            rules: RefereeSettings::without_clocks(),
            ..Tournament::new(self.game.clone(), Format::Match, 1, participants)?
        };
        tournament.schedule.rounds = self.games.div_ceil(tournament.schedule.seats);
        tournament.check()?;
        let mut options = RunOptions {
            concurrency: self.threads,
            interrupt: self.interrupt,
            progress: &mut |_| {},
            on_block: None,
            traces: None,
        };
        let scoreboard = run_tournament(&tournament, &[], None, &mut options);
        let scoreboard = scoreboard.expect("only a log can fail, and there is none");
        Ok(scoreboard.scores().mean())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use longjump_statistics::score_of_elo;

    /// What players at two points would score if strength grew with the square of the line.
    fn score(high: f64, low: f64) -> f64 {
        score_of_elo(2_000.0 * (high * high - low * low))
    }

    #[test]
    fn steps_become_alike() {
        let mut plan = LevelPlan::first();
        for _ in 0..3 {
            let points = plan.points.iter().map(|point| point.0);
            let below = std::iter::once(0.0).chain(points.clone());
            let scores: Vec<f64> = points
                .zip(below)
                .map(|(high, low)| score(high, low))
                .collect();
            plan = plan.improved(&scores);
        }
        let points = plan.points;
        assert!((score(points[0].0, 0.0) - 0.75).abs() < 0.02);
        let expected = score_of_elo((2_000.0 - elo_of_score(0.75)) / 9.0);
        for pair in points.windows(2) {
            let step = score(pair[1].0, pair[0].0);
            assert!((step - expected).abs() < 0.02, "{step} {expected}");
        }
        assert!(plan.form < 100, "{}", plan.form);
    }

    #[test]
    fn a_step_down_by_chance_does_not_turn_the_line_round() {
        let scores = [0.8, 0.7, 0.45, 0.9, 0.6, 0.7, 0.7, 0.7, 0.7, 0.7];
        let LevelPlan { points, .. } = LevelPlan::first().improved(&scores);
        assert!(
            points.is_sorted_by(|low, high| low.0 < high.0),
            "{points:?}"
        );
    }

    #[test]
    fn who_nearly_always_wins_gets_better_and_worse_days() {
        let plan = LevelPlan::first().improved(&[0.95; 10]);
        assert!(plan.form > 1_000);
        assert_eq!(plan.improved(&[0.55; 10]).form, 0);
    }
}
