//! What is to be done with a tournament next: a state machine whose steps somebody else carries out.

use longjump_wire::time::Moment;
use longjump_wire::tournament::{TournamentKind, TournamentStatus};

/// How a tournament stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// How it is played.
    pub kind: TournamentKind,
    /// Whether it has begun, or rests.
    pub status: TournamentStatus,
    /// How many rounds there are; an arena has as many as there is time for.
    pub rounds: usize,
    /// How many of them are paired.
    pub paired: usize,
    /// How many tables are not over.
    pub going_on: usize,
    /// How many take part.
    pub present: usize,
    /// How many of them are at no table just now.
    pub waiting: usize,
    /// With fewer it doesn't begin, and is over when no more are left.
    pub fewest: usize,
    /// Before that nothing begins.
    pub next_at: Moment,
    /// When an arena is over.
    pub ends_at: Option<Moment>,
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing, for now.
    Wait,
    /// It does not take place: too few have come.
    Cancel,
    /// It is time for the next round, as soon as the pause is over.
    Rest,
    /// The next round is paired.
    Pair,
    /// It is over.
    Finish,
}

/// The next step. `rested` is whether the pause before the next round has been set.
pub fn next_step(now: &Situation, at: Moment, rested: bool) -> Step {
    match now.status {
        TournamentStatus::Announced if at < now.next_at => Step::Wait,
        TournamentStatus::Announced if now.present < now.fewest => Step::Cancel,
        TournamentStatus::Announced => Step::Pair,
        TournamentStatus::Running if now.kind == TournamentKind::Arena => arena(now, at),
        TournamentStatus::Running => rounds(now, at, rested),
        TournamentStatus::Paused | TournamentStatus::Over | TournamentStatus::Cancelled => {
            Step::Wait
        }
    }
}

fn arena(now: &Situation, at: Moment) -> Step {
    let is_up = now.ends_at.is_some_and(|end| at >= end);
    if is_up && now.going_on == 0 {
        Step::Finish
    } else if is_up || now.waiting < 2 || at < now.next_at {
        Step::Wait
    } else {
        Step::Pair
    }
}

fn rounds(now: &Situation, at: Moment, rested: bool) -> Step {
    if now.going_on > 0 {
        Step::Wait
    } else if now.paired >= now.rounds || now.present < now.fewest {
        Step::Finish
    } else if !rested {
        Step::Rest
    } else if at < now.next_at {
        Step::Wait
    } else {
        Step::Pair
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swiss() -> Situation {
        Situation {
            kind: TournamentKind::Swiss,
            status: TournamentStatus::Announced,
            rounds: 3,
            paired: 0,
            going_on: 0,
            present: 4,
            waiting: 4,
            fewest: 2,
            next_at: Moment(100),
            ends_at: None,
        }
    }

    #[test]
    fn it_begins_in_time_with_enough_people() {
        let now = swiss();
        assert_eq!(next_step(&now, Moment(99), false), Step::Wait);
        assert_eq!(next_step(&now, Moment(100), false), Step::Pair);
        let alone = Situation { present: 1, ..now };
        assert_eq!(next_step(&alone, Moment(100), false), Step::Cancel);
    }

    #[test]
    fn a_round_follows_when_all_tables_are_over_and_everybody_has_rested() {
        let running = Situation {
            status: TournamentStatus::Running,
            paired: 1,
            going_on: 1,
            ..swiss()
        };
        let step = |now: &Situation, at, rested| next_step(now, Moment(at), rested);
        assert_eq!(step(&running, 500, true), Step::Wait);
        let done = Situation {
            going_on: 0,
            ..running
        };
        assert_eq!(step(&done, 500, false), Step::Rest);
        assert_eq!(step(&done, 50, true), Step::Wait);
        assert_eq!(step(&done, 100, true), Step::Pair);
        let last = Situation { paired: 3, ..done };
        assert_eq!(step(&last, 500, false), Step::Finish);
        let left_alone = Situation { present: 1, ..done };
        assert_eq!(step(&left_alone, 500, false), Step::Finish);
        let paused = Situation {
            status: TournamentStatus::Paused,
            ..done
        };
        assert_eq!(step(&paused, 500, true), Step::Wait);
    }

    #[test]
    fn an_arena_ends_with_its_last_game() {
        let arena = Situation {
            kind: TournamentKind::Arena,
            status: TournamentStatus::Running,
            ends_at: Some(Moment(1_000)),
            going_on: 1,
            ..swiss()
        };
        let step = |now: &Situation, at| next_step(now, Moment(at), false);
        assert_eq!(step(&arena, 100), Step::Pair);
        assert_eq!(step(&arena, 99), Step::Wait, "a moment after the last ones");
        assert_eq!(
            step(
                &Situation {
                    waiting: 1,
                    ..arena
                },
                500
            ),
            Step::Wait
        );
        assert_eq!(step(&arena, 1_000), Step::Wait);
        assert_eq!(
            step(
                &Situation {
                    going_on: 0,
                    ..arena
                },
                1_000
            ),
            Step::Finish
        );
    }
}
