//! Pairs of games between two engines, for the laboratory and the report's tuning.

use crate::Failure;
use longjump_arena::{
    Body, Contender, Event, Format, Hall, HouseRules, OpeningChoice, Scoreboard, TimeControl, hold,
};
use longjump_engine::EngineSpec;
use std::sync::atomic::AtomicBool;

/// An engine and how long it may think.
#[derive(Clone)]
pub(crate) struct Fighter {
    pub(crate) spec: EngineSpec,
    pub(crate) control: TimeControl,
}

/// Games in pairs between two engines of one game: each pair begins with the
/// same random moves, seats exchanged.
#[derive(Clone)]
pub(crate) struct Bout {
    pub(crate) ours: Fighter,
    pub(crate) theirs: Fighter,
    pub(crate) pairs: u64,
    /// How many random moves.
    pub(crate) opening: usize,
    pub(crate) seed: u64,
}

/// Wins, draws and losses, and what they took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    plies: u64,
}

impl Tally {
    fn of(scoreboard: &Scoreboard) -> Self {
        let [won, drawn, lost] = scoreboard.duels();
        Self {
            won,
            drawn,
            lost,
            plies: scoreboard.plies() as u64,
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// How long games are after their opening.
    pub(crate) fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }

    /// The share of points, half a point for a draw.
    pub(crate) fn score(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// By how much the share of points may be off, with 95 % confidence. Two
    /// more games won and two more lost are counted in, so that a few games that
    /// all end alike don't look like certainty (Agresti and Coull's way).
    pub(crate) fn error(&self) -> f64 {
        let games = (self.games() + 4) as f64;
        let (won, drawn, lost) = (self.won + 2, self.drawn, self.lost + 2);
        let score = (won as f64 + drawn as f64 / 2.0) / games;
        let square = |result: f64| (result - score).powi(2);
        let variance =
            (won as f64 * square(1.0) + drawn as f64 * square(0.5) + lost as f64 * square(0.0))
                / games;
        1.96 * (variance / games).sqrt()
    }
}

/// Holds a bout, several games at once, telling `heard` after every pair how many games
/// were played.
pub(crate) fn hold_bout(
    bout: &Bout,
    threads: usize,
    heard: &mut (dyn FnMut(usize) + Send),
) -> Result<Tally, Failure> {
    let contender = |name: &str, fighter: &Fighter| Contender {
        name: name.to_owned(),
        body: Body::Inside(fighter.spec.clone()),
        control: fighter.control,
    };
    let contenders = vec![
        contender("ours", &bout.ours),
        contender("theirs", &bout.theirs),
    ];
    let game = bout.ours.spec.game().clone();
    let event = Event {
        openings: OpeningChoice::Random(bout.opening),
        seed: bout.seed,
        rules: HouseRules::without_clocks(),
        ..Event::new(game, Format::Match, bout.pairs as usize, contenders)?
    };
    event.check()?;
    let mut hall = Hall {
        concurrency: threads,
        interrupt: &AtomicBool::new(false),
        heard: &mut |scoreboard| heard(scoreboard.games()),
        games: None,
    };
    let scoreboard = hold(&event, &[], None, &mut hall)?;
    Ok(Tally::of(&scoreboard))
}
