//! What was played so far, as pairing looks at it.

use crate::meeting::{Entrant, Meeting};
use longjump_wire::tournament::TournamentKind;
use std::collections::HashMap;

/// How many seats a table may have.
const SEATS: usize = 6;

/// What is known of entrants.
pub(crate) struct Past {
    of: Vec<One>,
    met: HashMap<(Entrant, Entrant), u32>,
}

/// What is known of one.
#[derive(Clone, Default)]
pub(crate) struct One {
    pub(crate) points: u32,
    pub(crate) byes: u32,
    /// How often they sat in each seat.
    pub(crate) seats: [u32; SEATS],
    /// Where they sat last.
    pub(crate) last_seat: Option<usize>,
    /// Whom of two they met last.
    pub(crate) last_opponent: Option<Entrant>,
    /// The round in which they were last at a table.
    pub(crate) last_round: usize,
}

impl One {
    /// How much more often they moved first than not, at tables of two.
    pub(crate) fn lead(&self) -> i64 {
        i64::from(self.seats[0]) - i64::from(self.seats[1])
    }
}

impl Past {
    /// What these tables, in the order of their rounds, come to for all entrants before `count`.
    pub(crate) fn new(kind: TournamentKind, count: usize, meetings: &[Meeting]) -> Self {
        let largest = meetings.iter().flat_map(|meeting| &meeting.players).max();
        let count = count.max(largest.map_or(0, |&largest| largest + 1));
        let mut past = Self {
            of: vec![One::default(); count],
            met: HashMap::new(),
        };
        let mut meetings: Vec<&Meeting> = meetings.iter().collect();
        meetings.sort_by_key(|meeting| meeting.round);
        for meeting in meetings {
            past.add(kind, meeting);
        }
        past
    }

    fn add(&mut self, kind: TournamentKind, meeting: &Meeting) {
        for (seat, &player) in meeting.players.iter().enumerate() {
            let one = &mut self.of[player];
            one.points += meeting.points(kind, seat);
            one.last_round = meeting.round;
            if meeting.is_bye() {
                one.byes += 1;
                continue;
            }
            one.seats[seat] += 1;
            one.last_seat = Some(seat);
            if let [first, second] = meeting.players[..] {
                one.last_opponent = Some(if first == player { second } else { first });
            }
        }
        for (seat, &one) in meeting.players.iter().enumerate() {
            for &other in &meeting.players[seat + 1..] {
                *self.met.entry(both(one, other)).or_default() += 1;
            }
        }
    }

    /// What is known of somebody.
    pub(crate) fn of(&self, entrant: Entrant) -> &One {
        &self.of[entrant]
    }

    /// How often two have met.
    pub(crate) fn met(&self, one: Entrant, other: Entrant) -> u32 {
        self.met.get(&both(one, other)).copied().unwrap_or(0)
    }
}

fn both(one: Entrant, other: Entrant) -> (Entrant, Entrant) {
    (one.min(other), one.max(other))
}

/// How many entrants there must be for all of these to be among them.
pub(crate) fn count_of(entrants: &[Entrant]) -> usize {
    entrants.iter().max().map_or(0, |&largest| largest + 1)
}
