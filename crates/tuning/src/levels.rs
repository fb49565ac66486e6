//! Levels of strength: how they do against each other, and where to put them so that all steps
//! are alike.
//!
//! Whatever a level may be lies on one line from random moves (0) to the strongest level (1), along
//! which more is noticed and more positions are looked at. Calibrating puts ten points on that line.

use crate::error::TuningError;
use longjump_arena::{
    EngineConfig, RunOptions, TimeControl, Tournament, TournamentError, run_tournament,
};
use longjump_engine::{name_of_levels, open_table};
use longjump_rules::GameSpec;
use longjump_statistics::elo_of_score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, iter, process};

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
/// A level that scores less against the one below is nearly the same.
const LOWEST_STEP: f64 = 0.6;
/// How much above that steps are to be, as some turn out smaller than others.
const SPARE: f64 = 0.04;
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
        let name = name_of_levels(game).unwrap_or_else(|_| game.to_string());
        format!("{name} form={}{}", self.form, points.collect::<String>())
    }

    /// How much the largest step is above the smallest; levels that are the same are no step.
    fn unevenness(&self, scores: &[f64]) -> f64 {
        let steps = self.points.windows(2).zip(&scores[1..]);
        let steps = steps.filter(|(pair, _)| pair[0] != pair[1]);
        let (least, most) = steps.fold((1.0_f64, 0.0_f64), |(least, most), (_, &score)| {
            (least.min(score), most.max(score))
        });
        most - least
    }

    /// Levels whose steps are more alike, if the lowest scored `scores[0]` against random moves and
    /// each of the others its score against the one below. Where steps are too high for ten levels to
    /// lead from bottom to top, form varies more, and where they are low less; where they would be too
    /// small, the highest levels are all the strongest one.
    #[must_use]
    pub fn improved(&self, scores: &[f64]) -> Self {
        // Points of the line with their Elo above random moves.
        let mut known = vec![(0.0, 0.0)];
        for (level, &score) in self.points.iter().zip(scores) {
            let (elo, below) = known[known.len() - 1];
            // A step down by chance is none, and who never lost is not endlessly better.
            let step = elo_of_score(score.clamp(0.5, 0.99)).max(1.0);
            let is_same = level.0 <= below;
            known.push((elo + if is_same { 1.0 } else { step }, level.0));
        }
        let (highest, _) = known[known.len() - 1];
        let lowest = elo_of_score(LOWEST_AGAINST_RANDOM).min(highest / LEVELS as f64);
        let least = elo_of_score(LOWEST_STEP + SPARE);
        let steps = ((highest - lowest) / least).clamp(1.0, (LEVELS - 1) as f64);
        let step = (highest - lowest) / steps.floor();
        let at = |elo: f64| {
            let above = known.partition_point(|&(other, _)| other < elo);
            let ((from, low), (to, high)) =
                (known[above.max(1) - 1], known[above.clamp(1, LEVELS)]);
            low + (high - low) * (elo - from) / (to - from)
        };
        let point = |level: usize| {
            let is_highest = level as f64 >= steps.floor();
            LevelPoint(if is_highest {
                1.0
            } else {
                at(lowest + step * level as f64)
            })
        };
        let points = (0..LEVELS).map(point).collect();
        let more = FORM_BY_ELO * (step - HIGHEST_STEP);
        let form = (self.form + more.round() as i64).clamp(0, MOST_FORM);
        Self { form, points }
    }
}

/// Games between levels.
pub struct LevelGames<'a> {
    /// About how many games each pair of players plays.
    pub games: usize,
    /// The seed of openings and players.
    pub seed: u64,
    /// How many games at once.
    pub threads: usize,
    /// Whether to stop.
    pub interrupt: &'a AtomicBool,
    /// Called after each of the matches between two players.
    pub progress: &'a mut dyn FnMut(),
}

/// How the levels of a game do.
pub struct MeasuredLevels {
    /// The game with its seats.
    pub game: GameSpec,
    /// What level 1 scores against random moves, and each of the others against the one below.
    pub scores: Vec<f64>,
    /// What level 1 scores against greedy.
    pub against_greedy: f64,
    /// What greedy itself scores against random moves.
    pub greedy_against_random: f64,
}

impl LevelGames<'_> {
    /// Finds levels of a game whose steps are alike: the line of those that were most so, for a file
    /// of levels. After each round `tell` hears which levels were tried, and what they scored.
    ///
    /// # Errors
    /// When the game has no levels, or it was interrupted.
    pub fn calibrate(
        &mut self,
        game: &GameSpec,
        rounds: u32,
        tell: &mut dyn FnMut(&str),
    ) -> Result<String, TuningError> {
        let seats = open_table(game).map_err(TournamentError::from)?.seats();
        let file = env::temp_dir().join(format!("longjump-levels-{}.txt", process::id()));
        let player = |level| format!("default:levels={},level={level}", file.display());
        let players: Vec<String> = (1..=LEVELS).map(player).collect();
        let mut plan = LevelPlan::first();
        let mut best = (f64::INFINITY, String::new());
        for _ in 0..rounds.max(1) {
            let line = plan.line(game, seats);
            fs::write(&file, &line).map_err(TuningError::Levels)?;
            let scores = self.scores(game, &players);
            // It is in the folder for what may go.
            let _ = fs::remove_file(&file);
            let scores = scores?;
            let percent = scores.iter().map(|score| format!(" {:.0}", 100.0 * score));
            tell(&format!("{line} scored{}", percent.collect::<String>()));
            let unevenness = plan.unevenness(&scores);
            if unevenness < best.0 {
                best = (unevenness, line);
            }
            plan = plan.improved(&scores);
        }
        Ok(best.1)
    }

    /// Measures the levels as they are.
    ///
    /// # Errors
    /// When the game has no levels, or it was interrupted.
    pub fn measure(&mut self, game: &GameSpec) -> Result<MeasuredLevels, TuningError> {
        let player = |level| format!("default:level={level}");
        let players: Vec<String> = (1..=LEVELS).map(player).collect();
        Ok(MeasuredLevels {
            game: game.clone(),
            scores: self.scores(game, &players)?,
            against_greedy: self.score(game, &players[0], "greedy")?,
            greedy_against_random: self.score(game, "greedy", "random")?,
        })
    }

    /// What the lowest scores against random moves, and each of the others against the one below.
    fn scores(&mut self, game: &GameSpec, players: &[String]) -> Result<Vec<f64>, TuningError> {
        let below = iter::once("random").chain(players.iter().map(String::as_str));
        let pairs = players.iter().zip(below);
        let scores = pairs.map(|(player, below)| self.score(game, player, below));
        scores.collect()
    }

    /// What the first player scores against the second: the share of points. With more than two
    /// seats the second has all others.
    fn score(&mut self, game: &GameSpec, ours: &str, theirs: &str) -> Result<f64, TuningError> {
        let engine = |player: &str| -> Result<EngineConfig, TuningError> {
            Ok(EngineConfig {
                spec: format!("{game}/{player}").parse()?,
                control: TimeControl::default(),
            })
        };
        let mut tournament = Tournament {
            seed: self.seed,
            ..Tournament::between(&engine(ours)?, &engine(theirs)?, 1)?
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
        let scoreboard = run_tournament(&tournament, &[], None, &mut options)?;
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(TuningError::Stopped);
        }
        (self.progress)();
        Ok(scoreboard.scores().mean())
    }
}

/// A page on how levels do, measured by so many games each and by this command.
pub fn page_of_levels(measured: &[MeasuredLevels], games: u32, command: &str) -> String {
    let numbers: String = (2..=LEVELS).map(|level| format!(" {level} |")).collect();
    let mut text = format!(
        "# Levels\n\n\
         What each level scores against the one below, in percent of the points; level 1 against \
         random moves and against greedy, which goes as far ahead as one move can: in races that is \
         far above random moves, elsewhere it is little or nothing, as its own score against them \
         shows. {games} games each from four random moves, seats exchanged; with more than two seats the lower level \
         has all others, and a game's points are the share of opponents left behind. By one \
         command: `{command}`.\n\n\
         A level overlooks moves, long chains of hops above all, and looks at so many positions \
         and no more; so it is the same on every machine. Where who is a little better nearly \
         always wins, its form also varies from game to game. These numbers are in \
         `crates/engine/src/players/levels.txt`; they are calibrated anew when nets or search \
         change.\n\n\
         | game | 1: random | 1: greedy | greedy: random |{numbers}\n|---|---:|---:|---:|{}",
        "---:|".repeat(LEVELS - 1)
    );
    for levels in measured {
        let (lowest, steps) = levels.scores.split_first().expect("ten scores");
        let lowest = [
            lowest,
            &levels.against_greedy,
            &levels.greedy_against_random,
        ];
        let scores = lowest
            .into_iter()
            .chain(steps)
            .map(|score| format!(" {:.0} |", 100.0 * score));
        text += &format!("\n| {} |{}", levels.game, scores.collect::<String>());
    }
    let close: Vec<String> = measured.iter().filter_map(close_levels).collect();
    if !close.is_empty() {
        text += &format!(
            "\n\nLess than 60 %, so that two levels are nearly one: {}.",
            close.join("; ")
        );
    }
    text + "\n"
}

/// The levels of a game that are little above the one below, if there are any.
fn close_levels(levels: &MeasuredLevels) -> Option<String> {
    let steps = levels.scores.iter().enumerate().skip(1);
    let close: Vec<String> = steps
        .filter(|(_, score)| **score < LOWEST_STEP)
        .map(|(below, score)| format!("{} above {below} ({:.1})", below + 1, 100.0 * score))
        .collect();
    (!close.is_empty()).then(|| format!("{}, {}", levels.game, close.join(", ")))
}

/// A file of levels with this line in place of that of the same game.
pub fn with_levels(text: &str, line: &str) -> String {
    let game = |line: &str| line.split(' ').next().map(str::to_owned);
    let others = text.lines().filter(|old| game(old) != game(line));
    let lines: Vec<&str> = others.chain([line]).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use longjump_statistics::score_of_elo;

    /// What players at two points would score if strength grew with the square of the line, by so
    /// many Elo in all.
    fn score(elo: f64, high: f64, low: f64) -> f64 {
        score_of_elo(elo * (high * high - low * low))
    }

    fn calibrated(elo: f64) -> LevelPlan {
        let mut plan = LevelPlan::first();
        for _ in 0..3 {
            let points = plan.points.iter().map(|point| point.0);
            let below = iter::once(0.0).chain(points.clone());
            let pairs = points.zip(below);
            let scores: Vec<f64> = pairs.map(|(high, low)| score(elo, high, low)).collect();
            plan = plan.improved(&scores);
        }
        plan
    }

    #[test]
    fn steps_become_alike() {
        let plan = calibrated(2_000.0);
        let points = plan.points;
        assert!((score(2_000.0, points[0].0, 0.0) - 0.75).abs() < 0.02);
        let expected = score_of_elo((2_000.0 - elo_of_score(0.75)) / 9.0);
        for pair in points.windows(2) {
            let step = score(2_000.0, pair[1].0, pair[0].0);
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
        assert!(plan.improved(&[0.55; 10]).form < plan.form);
    }

    #[test]
    fn a_line_takes_the_place_of_its_game_s() {
        let text = "# why\nstar old\nstar:seats=3 other\n";
        let expected = "# why\nstar:seats=3 other\nstar new\n";
        assert_eq!(with_levels(text, "star new"), expected);
    }

    #[test]
    fn where_strength_hardly_grows_the_highest_levels_are_one() {
        let points = calibrated(700.0).points;
        let others = points.partition_point(|point| point.0 < 1.0);
        assert!((6..9).contains(&others), "{points:?}");
        for pair in points[..others].windows(2) {
            let step = score(700.0, pair[1].0, pair[0].0);
            assert!((0.6..0.68).contains(&step), "{step} {points:?}");
        }
    }

    #[test]
    fn steps_that_are_too_small_are_told() {
        let levels = |game: &str, steps: [f64; 3]| MeasuredLevels {
            game: game.parse().unwrap(),
            scores: iter::once(0.5).chain(steps).collect(),
            against_greedy: 0.1,
            greedy_against_random: 0.9,
        };
        let close = levels("minicheckers", [0.7, 0.55, 0.599]);
        let all = [levels("star", [0.6, 0.7, 0.8]), close];
        let page = page_of_levels(&all, 2, "this");
        assert!(page.ends_with(
            "\n\nLess than 60 %, so that two levels are nearly one: \
             minicheckers, 3 above 2 (55.0), 4 above 3 (59.9).\n"
        ));
        assert!(!page_of_levels(&all[..1], 2, "this").contains("Less than"));
    }

    #[test]
    fn levels_that_are_the_same_are_no_step() {
        let points = [0.4, 0.6, 0.8, 1.0, 1.0].map(LevelPoint).to_vec();
        let plan = LevelPlan { form: 0, points };
        let unevenness = plan.unevenness(&[0.1, 0.6, 0.75, 0.7, 0.5]);
        assert!((unevenness - 0.15).abs() < 1e-9);
    }

    #[test]
    fn levels_are_measured_and_calibrated_by_playing() {
        let mut matches = 0;
        let interrupted = AtomicBool::new(true);
        let mut games = LevelGames {
            games: 2,
            seed: 1,
            threads: 2,
            interrupt: &AtomicBool::new(false),
            progress: &mut || matches += 1,
        };
        let game: GameSpec = "minicheckers".parse().expect("a game");
        let measured = games.measure(&game).expect("measured");
        let table = page_of_levels(&[measured], 2, "this");
        let row = table
            .lines()
            .find(|line| line.starts_with("| minicheckers |"));
        assert_eq!(row.expect("a row").matches('|').count(), 14, "{table}");
        let mut told = Vec::new();
        let line = games.calibrate(&game, 1, &mut |tried| told.push(tried.to_owned()));
        let line = line.expect("levels");
        assert!(
            line.starts_with("minicheckers form=") && line.ends_with(" 1000/20000"),
            "{line}"
        );
        let first = LevelPlan::first().line(&game, 2);
        assert!(
            told.len() == 1 && told[0].starts_with(&format!("{first} scored ")),
            "{told:?}"
        );
        games.interrupt = &interrupted;
        assert!(matches!(games.measure(&game), Err(TuningError::Stopped)));
        assert_eq!(matches, 22);
    }
}
