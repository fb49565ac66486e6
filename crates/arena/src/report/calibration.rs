//! How evaluations turned into points: what being a move ahead is worth.

use super::pace::of_seat;
use super::players::{self, Ranking};
use crate::record::GameRecord;
use longjump_dataset::fitted_scale;
use longjump_engine::Outlook;
use longjump_wire::report::{Calibration, CalibrationGroup};

/// With fewer evaluations of a player nothing is said.
const FEWEST: usize = 200;
/// Into how many groups the evaluations of a player are sorted.
const GROUPS: usize = 12;

/// What the evaluations of each player of a game for two came to. Proven results need no model, and
/// games that ended by a fault say nothing of evaluations.
pub(super) fn calibrations(ranking: &Ranking, records: &[&GameRecord]) -> Vec<Calibration> {
    let mut samples: Vec<Vec<(f64, f64)>> = vec![Vec::new(); ranking.len()];
    let sound = |game: &&&GameRecord| game.players.len() == 2 && game.faults.is_empty();
    for game in records.iter().filter(sound) {
        for (seat, &player) in game.players.iter().enumerate() {
            let points = players::points(game, seat);
            let scores = of_seat(game, seat).filter_map(|(_, note)| note.score);
            let ahead = scores.filter_map(|score| match Outlook::of(score) {
                Outlook::Ahead(hundredths) => Some(f64::from(hundredths) / 100.0),
                Outlook::WinIn(_) | Outlook::LossIn(_) => None,
            });
            samples[ranking.place(player)].extend(ahead.map(|ahead| (ahead, points)));
        }
    }
    let known = samples.into_iter().enumerate();
    known
        .filter_map(|(player, samples)| calibration(player, samples))
        .collect()
}

/// The model of moves ahead and points of one player.
fn calibration(player: usize, mut samples: Vec<(f64, f64)>) -> Option<Calibration> {
    if samples.len() < FEWEST {
        return None;
    }
    let in_hundredths = samples
        .iter()
        .map(|&(ahead, points)| (100.0 * ahead, points));
    let odds_per_move = 100.0 * fitted_scale(in_hundredths)?;
    samples.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let size = samples.len().div_ceil(GROUPS);
    let group = |samples: &[(f64, f64)]| CalibrationGroup {
        positions: samples.len(),
        ahead: mean(samples.iter().map(|&(ahead, _)| ahead)),
        points: mean(samples.iter().map(|&(_, points)| points)),
    };
    Some(Calibration {
        player,
        positions: samples.len(),
        odds_per_move,
        groups: samples.chunks(size).map(group).collect(),
    })
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The model that made the points is found again, whatever the order of the samples.
    #[test]
    fn a_known_model_is_found_again() {
        [0.2, 0.4, 1.5].into_iter().for_each(is_found_again);
    }

    fn is_found_again(odds: f64) {
        let samples = (0..4_000).map(|number| {
            let ahead = f64::from(number % 81 - 40) / 8.0;
            (ahead, longjump_dataset::sigmoid(odds * ahead))
        });
        let found = calibration(3, samples.collect()).expect("a model");
        assert!((found.odds_per_move - odds).abs() < 0.01, "{found:?}");
        assert_eq!((found.player, found.positions), (3, 4_000));
        assert_eq!(found.groups.len(), GROUPS);
        let ahead: Vec<f64> = found.groups.iter().map(|group| group.ahead).collect();
        assert!(ahead.is_sorted());
        for group in &found.groups {
            let expected = longjump_dataset::sigmoid(odds * group.ahead);
            assert!((group.points - expected).abs() < 0.1, "{group:?}");
        }
    }

    #[test]
    fn nothing_is_said_from_little_or_from_what_does_not_fit() {
        assert_eq!(calibration(0, vec![(1.0, 1.0); FEWEST - 1]), None);
        let reversed = (0..400).map(|number| (f64::from(number - 200), f64::from(number < 200)));
        assert_eq!(calibration(0, reversed.collect()), None);
    }
}
