//! What can go wrong in the arena, with what helps on the command line: the library names no
//! options and no commands.

use crate::Failure;
use longjump_arena::openings::{OpeningsError, Tally};
use longjump_arena::{BotsError, LogError, ScheduleError, SeatError, TournamentError};

impl From<TournamentError> for Failure {
    fn from(error: TournamentError) -> Self {
        let hint = match error {
            TournamentError::Game(error) => return error.into(),
            TournamentError::Seat(SeatError::Engine(error)) => return error.into(),
            TournamentError::Seat(SeatError::Program { program, error }) => {
                return Self::Start { program, error };
            }
            TournamentError::NoLimit(_) => {
                "give --movetime 100, --clock 10+0.1, --nodes 20000 or --depth 6"
            }
            TournamentError::OpeningTooLong(_) => {
                "give fewer random moves, with --opening or for self-play with --plies"
            }
            TournamentError::Schedule(ScheduleError::NotTwo(_)) => {
                "'longjump tournament' takes any number"
            }
            error => return Self::Input(error.to_string()),
        };
        Self::Input(format!("{error}; {hint}"))
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        let hint = match error {
            LogError::InUse(_) => "wait for it, or give another --log",
            LogError::OtherTournament { .. } => {
                "give the same settings to go on with it, or another --log"
            }
            error => return Self::Input(error.to_string()),
        };
        Self::Input(format!("{error}; {hint}"))
    }
}

impl From<BotsError> for Failure {
    fn from(error: BotsError) -> Self {
        match error {
            BotsError::Engine(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<OpeningsError> for Failure {
    fn from(error: OpeningsError) -> Self {
        match error {
            OpeningsError::Game(error) => error.into(),
            OpeningsError::Engine(error) => error.into(),
            error => Self::Input(openings_message(&error)),
        }
    }
}

/// What is wrong with openings, and what helps.
pub(crate) fn openings_message(error: &OpeningsError) -> String {
    let hint = match error {
        OpeningsError::Empty { spec } => {
            return format!("{error}; 'longjump openings {spec} --out FILE' makes some");
        }
        OpeningsError::BalanceForMany { .. } => {
            "leave --balance out, and openings are still distinct"
        }
        OpeningsError::TooFew { tally, .. } => loosen(tally),
        _ => return error.to_string(),
    };
    format!("{error}; {hint}")
}

/// What would find more openings.
fn loosen(tally: &Tally) -> &'static str {
    if tally.ended > tally.tried / 2 {
        "give fewer --plies"
    } else if tally.unbalanced > 0 {
        "give a larger --balance, more --plies or a smaller --count"
    } else {
        "give more --plies or a smaller --count"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_find_more_openings_is_told() {
        let check = |unbalanced, ended, expect: &str| {
            let tally = Tally {
                tried: 10,
                unbalanced,
                ended,
                ..Tally::default()
            };
            let message = openings_message(&OpeningsError::TooFew { wanted: 9, tally });
            assert!(message.ends_with(expect), "{message}");
        };
        check(0, 6, "; give fewer --plies");
        check(
            1,
            5,
            "; give a larger --balance, more --plies or a smaller --count",
        );
        check(0, 5, "; give more --plies or a smaller --count");
    }

    #[test]
    fn a_file_without_openings_is_pointed_to_the_command_that_makes_some() {
        let spec = "star".to_owned();
        let message = openings_message(&OpeningsError::Empty { spec });
        assert!(message.ends_with("; 'longjump openings star --out FILE' makes some"));
    }
}
