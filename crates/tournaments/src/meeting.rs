//! Tables at which entrants met, and what that was worth.

use longjump_wire::tournament::TournamentKind;

/// Somebody who has entered, by their place in the list of all who ever did, from 0.
pub type Entrant = usize;

/// What the first place at a table is worth. The last is worth nothing and the others lie evenly between, so
/// that for all tables of two to six, and with places shared by any number, points are whole.
pub const FULL: u32 = 120;

/// A table of some round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Which, from 1.
    pub round: usize,
    /// Who sat there, by seat; one alone had a bye.
    pub players: Vec<Entrant>,
    /// How it ended, once it has; a bye has ended when it begins.
    pub outcome: Option<Outcome>,
}

/// How a table ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// With a place for each seat, the first being 1; who shares one has the best of theirs.
    Played(Vec<u8>),
    /// Without a game, as whoever sits in that seat was not there.
    Absent(usize),
}

impl Meeting {
    /// Whether somebody had nobody to play.
    pub fn is_bye(&self) -> bool {
        self.players.len() == 1
    }

    /// Whether a game was played to an end.
    pub fn is_played(&self) -> bool {
        !self.is_bye() && matches!(self.outcome, Some(Outcome::Played(_)))
    }

    /// The seat of somebody.
    pub fn seat_of(&self, entrant: Entrant) -> Option<usize> {
        self.players.iter().position(|&player| player == entrant)
    }

    /// What it was worth to a seat; nothing before it has ended. Who had nobody to play, as there was nobody
    /// or as somebody did not come, gets the full point for two and half of it at larger tables.
    pub fn points(&self, kind: TournamentKind, seat: usize) -> u32 {
        let without_game = match kind {
            TournamentKind::Tables => FULL / 2,
            _ => FULL,
        };
        match &self.outcome {
            None => 0,
            Some(_) if self.is_bye() => without_game,
            Some(Outcome::Absent(absent)) if *absent == seat => 0,
            Some(Outcome::Absent(_)) => without_game,
            Some(Outcome::Played(places)) => worth(places, seat),
        }
    }
}

/// The mean of the places that a seat shares.
fn worth(places: &[u8], seat: usize) -> u32 {
    let Some(&place) = places.get(seat) else {
        return 0;
    };
    let sharing = places.iter().filter(|&&other| other == place).count() as u32;
    let last = places.len() as u32 - 1;
    let behind = 2 * (u32::from(place) - 1) + sharing - 1;
    FULL / (2 * last) * (2 * last).saturating_sub(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(places: &[u8]) -> Vec<u32> {
        let meeting = Meeting {
            round: 1,
            players: (0..places.len()).collect(),
            outcome: Some(Outcome::Played(places.to_vec())),
        };
        let seats = 0..places.len();
        seats
            .map(|seat| meeting.points(TournamentKind::Tables, seat))
            .collect()
    }

    #[test]
    fn points_lie_evenly_between_first_and_last() {
        assert_eq!(table(&[2, 1]), [0, 120]);
        assert_eq!(table(&[1, 1]), [60, 60]);
        assert_eq!(table(&[3, 1, 2]), [0, 120, 60]);
        assert_eq!(table(&[1, 2, 2]), [120, 30, 30]);
        assert_eq!(table(&[1, 2, 3, 3, 5]), [120, 90, 45, 45, 0]);
        assert_eq!(table(&[6, 5, 4, 3, 2, 1]), [0, 24, 48, 72, 96, 120]);
        assert_eq!(table(&[1; 6]), [60; 6]);
    }

    #[test]
    fn a_table_gives_as_much_whoever_shares() {
        for places in [
            &[1, 1, 3][..],
            &[1, 2, 2, 4],
            &[1, 1, 1, 4, 4],
            &[1, 1, 3, 3, 5, 5],
        ] {
            let sum: u32 = table(places).iter().sum();
            assert_eq!(sum, FULL * places.len() as u32 / 2, "{places:?}");
        }
    }

    #[test]
    fn who_was_not_there_gets_nothing() {
        let mut meeting = Meeting {
            round: 1,
            players: vec![4, 7],
            outcome: Some(Outcome::Absent(1)),
        };
        let points = |meeting: &Meeting, kind| [0, 1].map(|seat| meeting.points(kind, seat));
        assert_eq!(points(&meeting, TournamentKind::Swiss), [FULL, 0]);
        assert_eq!(points(&meeting, TournamentKind::Tables), [FULL / 2, 0]);
        meeting.outcome = None;
        assert_eq!(points(&meeting, TournamentKind::Swiss), [0, 0]);
    }
}
