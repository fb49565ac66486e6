//! How somebody played, and what of it stands out. Only ever a reason for a person to look.

use std::collections::BTreeMap;

/// Less than this says nothing.
const FEWEST_MOVES: usize = 30;
/// How many standard errors above the others agreement stands out.
const STANDS_OUT: f64 = 3.0;
/// Thinking times whose spread is smaller, as a part of their mean, are a machine's.
const TOO_EVEN: f64 = 0.25;
/// Who looks away from more of their moves than this may be looking at an engine.
const OFTEN_AWAY: f64 = 0.3;

/// What is known of one player in one game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Conduct {
    agreed: usize,
    spent: Vec<f64>,
    away: usize,
}

impl Conduct {
    /// A move: whether it was the engine's, and what it took and was hidden, in milliseconds.
    pub(crate) fn note(&mut self, agrees: bool, spent: i64, away: i64) {
        self.agreed += usize::from(agrees);
        self.spent.push(spent as f64 / 1_000.0);
        self.away += usize::from(away > 0);
    }

    fn moves(&self) -> usize {
        self.spent.len()
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.moves().max(1) as f64
    }
}

/// What is told of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) player: String,
    /// Moves that were looked at.
    pub(crate) moves: usize,
    /// The share of them that the engine would have played.
    pub(crate) agreement: f64,
    /// The same of everybody else who played the game.
    pub(crate) others: Option<f64>,
    pub(crate) median_seconds: f64,
    /// The standard deviation of the times as a part of their mean.
    pub(crate) spread: f64,
    /// The share of moves before which the page was hidden.
    pub(crate) away: f64,
    /// What stands out.
    pub(crate) flags: Vec<&'static str>,
}

/// Reports on everybody, by game and player.
pub(crate) fn judge(conducts: &BTreeMap<(String, String), Conduct>) -> Vec<Report> {
    let reports = conducts.iter().map(|((game, player), conduct)| {
        let others = conducts
            .iter()
            .filter(|((of_game, name), _)| of_game == game && name != player);
        let (agreed, moves) = others.fold((0, 0), |(agreed, moves), (_, other)| {
            (agreed + other.agreed, moves + other.moves())
        });
        let others = (moves > 0).then(|| agreed as f64 / moves as f64);
        report(game, player, conduct, others)
    });
    reports.collect()
}

fn report(game: &str, player: &str, conduct: &Conduct, others: Option<f64>) -> Report {
    let moves = conduct.moves();
    let mut times = conduct.spent.clone();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / moves.max(1) as f64;
    let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
    let spread = (variance / moves.max(1) as f64).sqrt() / mean.max(1e-3);
    let agreement = conduct.share(conduct.agreed);
    let away = conduct.share(conduct.away);
    let mut flags = Vec::new();
    if moves >= FEWEST_MOVES {
        let error = |usual: f64| (usual * (1.0 - usual) / moves as f64).sqrt().max(0.01);
        if others.is_some_and(|usual| agreement > usual + STANDS_OUT * error(usual)) {
            flags.push("plays the engine's moves");
        }
        if spread < TOO_EVEN {
            flags.push("even times");
        }
        if away > OFTEN_AWAY {
            flags.push("looks away");
        }
    }
    Report {
        game: game.to_owned(),
        player: player.to_owned(),
        moves,
        agreement,
        others,
        median_seconds: times.get(moves / 2).copied().unwrap_or(0.0),
        spread,
        away,
        flags,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conduct(
        moves: usize,
        agrees_every: usize,
        spent: impl Fn(usize) -> i64,
        away: i64,
    ) -> Conduct {
        let mut conduct = Conduct::default();
        for index in 0..moves {
            conduct.note(index % agrees_every == 0, spent(index), away);
        }
        conduct
    }

    fn flags_of(name: &str, conducts: Vec<(&str, Conduct)>) -> Vec<&'static str> {
        let conducts = conducts
            .into_iter()
            .map(|(name, conduct)| (("star".to_owned(), name.to_owned()), conduct))
            .collect();
        let mut reports = judge(&conducts).into_iter();
        reports.find(|report| report.player == name).unwrap().flags
    }

    #[test]
    fn an_engine_in_disguise_stands_out_and_people_do_not() {
        let human = || conduct(120, 4, |index| 500 + 900 * (index as i64 % 7), 0);
        let machine = conduct(60, 1, |_| 2_000, 1_500);
        let all = vec![("ada", human()), ("bo", human()), ("hal", machine)];
        assert_eq!(flags_of("ada", all.clone()), Vec::<&str>::new());
        let expected = vec!["plays the engine's moves", "even times", "looks away"];
        assert_eq!(flags_of("hal", all), expected);
    }

    #[test]
    fn a_few_moves_say_nothing() {
        let human = conduct(120, 4, |index| 500 + 900 * (index as i64 % 7), 0);
        let few = conduct(FEWEST_MOVES - 1, 1, |_| 2_000, 1_500);
        assert!(flags_of("hal", vec![("ada", human), ("hal", few)]).is_empty());
    }
}
