//! A tournament: participants, a schedule and what holds for all games.

use crate::openings::{Opening, random_opening};
use crate::participant::{Participant, SeatError};
use crate::referee::RefereeSettings;
use crate::schedule::{Format, Schedule, ScheduleError};
use longjump_dataset::mixed;
use longjump_engine::{Table, open_table};
use longjump_rules::{GameSpec, SpecError};
use longjump_statistics::{EloModel, Hypotheses, SequentialTest, TestError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Everything that decides which games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// The game.
    pub game: GameSpec,
    /// Who takes part.
    pub participants: Vec<Participant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What games begin with.
    pub openings: OpeningChoice,
    /// Where all random numbers come from.
    pub seed: u64,
    /// What holds for all games.
    pub rules: RefereeSettings,
    /// The test that ends a match, if there is one.
    pub test: Option<TestSettings>,
    /// By what times are multiplied on this machine, if they are: see
    /// [`time_factor`](crate::time_factor).
    pub time_factor: Option<f64>,
}

/// What games begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningChoice {
    /// So many random moves.
    Random(usize),
    /// These, one after the other, and then again from the first.
    Listed(Vec<Opening>),
}

/// A sequential test as it is asked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestSettings {
    /// Whether Elo is normalised by the spread of results.
    pub normalised: bool,
    /// The Elo of the first hypothesis.
    pub elo0: f64,
    /// The Elo of the second one.
    pub elo1: f64,
    /// How often to accept the second if the first holds.
    pub alpha: f64,
    /// How often to accept the first if the second holds.
    pub beta: f64,
}

impl TestSettings {
    /// The test.
    ///
    /// # Errors
    /// When there is no such test.
    pub fn test(&self) -> Result<SequentialTest, TestError> {
        let model = if self.normalised {
            EloModel::Normalised
        } else {
            EloModel::Logistic
        };
        let hypotheses = Hypotheses::new(model, self.elo0, self.elo1)?;
        SequentialTest::new(hypotheses, self.alpha, self.beta)
    }
}

/// Why a tournament can't be held.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Somebody can't be seated.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The schedule can't be.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The test can't be.
    #[error(transparent)]
    Test(#[from] TestError),
    /// Somebody has no limit at all.
    #[error("how long may {0} think? it has no limit of time, nodes or depth")]
    NoLimit(String),
    /// A name is taken.
    #[error("two engines are called {0}; give them different names")]
    SameName(String),
    /// A list without openings.
    #[error("there is no opening in the list")]
    NoOpening,
    /// Random moves end the game.
    #[error("random games are over before {0} plies")]
    OpeningTooLong(usize),
}

impl Tournament {
    /// A tournament from random openings, with the usual rules and no test.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(
        game: GameSpec,
        format: Format,
        rounds: usize,
        participants: Vec<Participant>,
    ) -> Result<Self, TournamentError> {
        let schedule = Schedule {
            format,
            participants: participants.len(),
            seats: open_table(&game)?.seats(),
            rounds,
        };
        Ok(Self {
            game,
            participants,
            schedule,
            openings: OpeningChoice::Random(4),
            seed: 1,
            rules: RefereeSettings::default(),
            test: None,
            time_factor: None,
        })
    }

    /// Looks whether it can be held.
    ///
    /// # Errors
    /// When it can't.
    pub fn check(&self) -> Result<(), TournamentError> {
        let mut table = open_table(&self.game)?;
        self.schedule.check()?;
        if let Some(test) = &self.test {
            test.test()?;
        }
        for (number, participant) in self.participants.iter().enumerate() {
            participant.check(&self.game)?;
            if participant.control.is_open() && !participant.limits_itself() {
                return Err(TournamentError::NoLimit(participant.name.clone()));
            }
            let mut others = self.participants[..number].iter();
            if others.any(|other| other.name == participant.name) {
                return Err(TournamentError::SameName(participant.name.clone()));
            }
        }
        match &self.openings {
            OpeningChoice::Listed(openings) if openings.is_empty() => {
                Err(TournamentError::NoOpening)
            }
            OpeningChoice::Random(plies) if random_opening(&mut *table, *plies, 1).is_none() => {
                Err(TournamentError::OpeningTooLong(*plies))
            }
            _ => Ok(()),
        }
    }

    /// The participants with the times that they have on this machine.
    pub(crate) fn participants_here(&self) -> Vec<Participant> {
        let factor = self.time_factor.unwrap_or(1.0);
        let here = |participant: &Participant| Participant {
            control: participant.control.scaled(factor),
            ..participant.clone()
        };
        self.participants.iter().map(here).collect()
    }

    /// The opening of a number; `table` is a board of the game to try moves on.
    pub(crate) fn opening(&self, number: usize, table: &mut dyn Table) -> Opening {
        match &self.openings {
            OpeningChoice::Listed(openings) => openings[number % openings.len()].clone(),
            OpeningChoice::Random(plies) => Opening {
                start: None,
                // Whether games are that long was looked at before the first one.
                moves: random_opening(table, *plies, mixed(self.seed, number as u64))
                    .unwrap_or_default(),
            },
        }
    }
}
