//! How people played, and what of it stands out: pure functions of games that are over. What they
//! say is only ever a reason for a person to look.

use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The first moves of a game are known by heart, to people and to engines.
pub const KNOWN_BY_HEART: usize = 8;
/// Less than this says nothing.
const FEWEST_MOVES: usize = 30;
/// How many standard errors above the others agreement stands out.
const STANDS_OUT: f64 = 3.0;
/// Thinking times whose spread is smaller, as a part of their mean, are a machine's.
const TOO_EVEN: f64 = 0.25;
/// Who looks away from more of their moves than this may be looking at an engine.
const OFTEN_AWAY: f64 = 0.3;

/// A game that is over, with what is known of how its moves came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// What it is called in addresses.
    pub id: String,
    /// Its rules.
    pub spec: String,
    /// Who sat where at the end; engines and bots have no name here.
    pub people: HashMap<usize, String>,
    /// Its moves in order.
    pub moves: Vec<TimedMove>,
}

/// A move, and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedMove {
    /// Whose it is, from 0.
    pub seat: usize,
    /// The move.
    pub mv: String,
    /// What it took, in milliseconds.
    pub spent: i64,
    /// For how long of that the page was hidden, in milliseconds, as it says itself.
    pub away: i64,
}

/// How people played, by game and player.
pub type Conducts = BTreeMap<(String, String), Conduct>;

impl FinishedGame {
    /// What each of its people took for their moves.
    pub fn paces(&self) -> BTreeMap<usize, Pace> {
        let mut conducts: BTreeMap<usize, Conduct> = BTreeMap::new();
        for played in self.moves.iter().skip(KNOWN_BY_HEART) {
            if self.people.contains_key(&played.seat) {
                let conduct = conducts.entry(played.seat).or_default();
                conduct.note(false, played.spent, played.away);
            }
        }
        let paces = conducts.into_iter();
        paces
            .map(|(seat, conduct)| (seat, conduct.pace()))
            .collect()
    }

    /// Adds how its people played. `agrees` is given the moves before a move and the move, and
    /// says whether an engine would have played it; none where there was no choice.
    ///
    /// # Errors
    /// Those of `agrees`.
    pub fn note_conduct<E>(
        &self,
        conducts: &mut Conducts,
        mut agrees: impl FnMut(&[&str], &str) -> Result<Option<bool>, E>,
    ) -> Result<(), E> {
        let moves: Vec<&str> = self.moves.iter().map(|played| played.mv.as_str()).collect();
        for (ply, played) in self.moves.iter().enumerate().skip(KNOWN_BY_HEART) {
            let Some(name) = self.people.get(&played.seat) else {
                continue;
            };
            if let Some(agrees) = agrees(&moves[..ply], &played.mv)? {
                let key = (self.spec.clone(), name.clone());
                let conduct = conducts.entry(key).or_default();
                conduct.note(agrees, played.spent, played.away);
            }
        }
        Ok(())
    }
}

/// How one player played one game, over all their rounds of it.
#[derive(Clone, Default, Debug)]
pub struct Conduct {
    agreed: usize,
    spent: Vec<f64>,
    away: usize,
}

impl Conduct {
    /// A move: whether it was the engine's, and what it took and was hidden, in milliseconds.
    pub fn note(&mut self, agrees: bool, spent: i64, away: i64) {
        self.agreed += usize::from(agrees);
        self.spent.push(spent as f64 / 1_000.0);
        self.away += usize::from(away > 0);
    }

    /// How many moves these were, and what they took.
    pub fn pace(&self) -> Pace {
        let moves = self.moves();
        let mut times = self.spent.clone();
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / moves.max(1) as f64;
        let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
        Pace {
            moves,
            median_seconds: times.get(moves / 2).copied().unwrap_or(0.0),
            spread: (variance / moves.max(1) as f64).sqrt() / mean.max(1e-3),
            away: self.share(self.away),
        }
    }

    fn moves(&self) -> usize {
        self.spent.len()
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.moves().max(1) as f64
    }
}

/// How many moves somebody made, and what they took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pace {
    /// Moves that were looked at.
    pub moves: usize,
    /// Half of the moves took less.
    pub median_seconds: f64,
    /// The standard deviation of the times as a part of their mean.
    #[serde(rename = "spread_of_times")]
    pub spread: f64,
    /// The share of moves before which the page was hidden.
    pub away: f64,
}

/// What stands out of how somebody played one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Assessment {
    /// Who.
    pub player: String,
    /// At which game.
    pub game: String,
    /// The share of the moves that the engine would have played.
    pub agreement: f64,
    /// The same of everybody else who played the game.
    pub others: Option<f64>,
    /// The moves that were looked at, and what they took.
    #[serde(flatten)]
    pub pace: Pace,
    /// What stands out.
    pub flags: Vec<&'static str>,
}

/// Assesses everybody, by game and player: agreement with the engine is compared with that of all
/// others who played the same game.
///
/// ```
/// use longjump_online::fairplay::{Conduct, assess};
/// let mut conduct = Conduct::default();
/// conduct.note(true, 1_500, 0);
/// let conducts = [(("star".to_owned(), "Ada".to_owned()), conduct)].into();
/// let assessments = assess(&conducts);
/// assert_eq!(assessments[0].agreement, 1.0);
/// assert!(assessments[0].flags.is_empty(), "one move says nothing");
/// ```
pub fn assess(conducts: &Conducts) -> Vec<Assessment> {
    let assessments = conducts.iter().map(|((game, player), conduct)| {
        let others = conducts
            .iter()
            .filter(|((of_game, name), _)| of_game == game && name != player);
        let (agreed, moves) = others.fold((0, 0), |(agreed, moves), (_, other)| {
            (agreed + other.agreed, moves + other.moves())
        });
        let others = (moves > 0).then(|| agreed as f64 / moves as f64);
        assess_one(game, player, conduct, others)
    });
    assessments.collect()
}

fn assess_one(game: &str, player: &str, conduct: &Conduct, others: Option<f64>) -> Assessment {
    let pace = conduct.pace();
    let moves = pace.moves;
    let agreement = conduct.share(conduct.agreed);
    let mut flags = Vec::new();
    if moves >= FEWEST_MOVES {
        let error = |usual: f64| (usual * (1.0 - usual) / moves as f64).sqrt().max(0.01);
        if others.is_some_and(|usual| agreement > usual + STANDS_OUT * error(usual)) {
            flags.push("plays the engine's moves");
        }
        if pace.spread < TOO_EVEN {
            flags.push("even times");
        }
        if pace.away > OFTEN_AWAY {
            flags.push("looks away");
        }
    }
    Assessment {
        game: game.to_owned(),
        player: player.to_owned(),
        agreement,
        others,
        pace,
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
        let mut assessments = assess(&conducts).into_iter();
        assessments.find(|one| one.player == name).unwrap().flags
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
