//! Who stands where, and what decides between those of as many points.

use crate::meeting::{Entrant, Meeting, Outcome};
use crate::plan::Plan;
use longjump_wire::tournament::TournamentKind;
use std::cmp::Reverse;

/// A line of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who.
    pub entrant: Entrant,
    /// Their place, from 1; who can't be told apart shares one.
    pub place: usize,
    /// Their points, of which a won game is [`FULL`](crate::FULL).
    pub points: u32,
    /// What decides among as many points, in this order: for Swiss tournaments Buchholz, Sonneborn-Berger,
    /// what they made among themselves, wins; for round robins the same without Buchholz; for arenas wins,
    /// and games less than anybody; for tables the points of all they met, and first places.
    pub ties: Vec<u32>,
    /// How many games they have played to the end.
    pub played: u32,
    /// How many of those they won.
    pub wins: u32,
}

/// The standings of all entrants before `count`, the first first. Tables that are not over count nothing.
pub fn standings(plan: &Plan, count: usize, meetings: &[Meeting]) -> Vec<Line> {
    let sums = Sums::new(plan.kind, count, meetings);
    let most = sums.played.iter().max().copied().unwrap_or(0);
    let mut lines: Vec<Line> = (0..count)
        .map(|one| Line {
            entrant: one,
            place: 0,
            points: sums.points[one],
            ties: match plan.kind {
                TournamentKind::Swiss => vec![sums.opponents[one], sums.beaten[one]],
                TournamentKind::RoundRobin => vec![sums.beaten[one]],
                TournamentKind::Arena => vec![sums.wins[one], most - sums.played[one]],
                TournamentKind::Tables => vec![sums.opponents[one], sums.wins[one]],
            },
            played: sums.played[one],
            wins: sums.wins[one],
        })
        .collect();
    lines.sort_by_key(key);
    if matches!(
        plan.kind,
        TournamentKind::Swiss | TournamentKind::RoundRobin
    ) {
        add_what_equals_made(&mut lines, meetings, plan.kind);
        lines.sort_by_key(key);
    }
    for index in 0..lines.len() {
        let is_shared = index > 0 && rank(&lines[index]) == rank(&lines[index - 1]);
        lines[index].place = if is_shared {
            lines[index - 1].place
        } else {
            index + 1
        };
    }
    lines
}

fn rank(line: &Line) -> (u32, &[u32]) {
    (line.points, &line.ties)
}

fn key(line: &Line) -> (Reverse<u32>, Reverse<Vec<u32>>, Entrant) {
    (
        Reverse(line.points),
        Reverse(line.ties.clone()),
        line.entrant,
    )
}

/// What all tables come to, for each entrant.
struct Sums {
    points: Vec<u32>,
    played: Vec<u32>,
    wins: Vec<u32>,
    /// The points of all they have played.
    opponents: Vec<u32>,
    /// Those of all they have beaten, and half of those of all they have drawn with, in halves.
    beaten: Vec<u32>,
}

impl Sums {
    fn new(kind: TournamentKind, count: usize, meetings: &[Meeting]) -> Self {
        let mut sums = Self {
            points: vec![0; count],
            played: vec![0; count],
            wins: vec![0; count],
            opponents: vec![0; count],
            beaten: vec![0; count],
        };
        for meeting in meetings {
            for (seat, &one) in meeting.players.iter().enumerate() {
                sums.points[one] += meeting.points(kind, seat);
            }
        }
        for meeting in meetings {
            if let Some(Outcome::Played(places)) = &meeting.outcome
                && meeting.is_played()
            {
                sums.add_played(&meeting.players, places);
            }
        }
        sums
    }

    fn add_played(&mut self, players: &[Entrant], places: &[u8]) {
        for (&one, &place) in players.iter().zip(places) {
            self.played[one] += 1;
            let is_alone = places.iter().filter(|&&other| other == 1).count() == 1;
            self.wins[one] += u32::from(place == 1 && is_alone);
            for (&other, &behind) in players.iter().zip(places) {
                if other != one {
                    self.opponents[one] += self.points[other];
                    let halves = match place.cmp(&behind) {
                        std::cmp::Ordering::Less => 2,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Greater => 0,
                    };
                    self.beaten[one] += halves * self.points[other];
                }
            }
        }
    }
}

/// Adds what those who are equal so far made among themselves, if all of them have met; and their wins.
fn add_what_equals_made(lines: &mut [Line], meetings: &[Meeting], kind: TournamentKind) {
    let mut from = 0;
    while from < lines.len() {
        let equals = lines[from..].iter();
        let count = equals
            .take_while(|line| rank(line) == rank(&lines[from]))
            .count();
        let group: Vec<Entrant> = lines[from..from + count]
            .iter()
            .map(|line| line.entrant)
            .collect();
        let among = among(&group, meetings, kind);
        for (line, made) in lines[from..from + count].iter_mut().zip(among) {
            line.ties.extend([made, line.wins]);
        }
        from += count;
    }
}

fn among(group: &[Entrant], meetings: &[Meeting], kind: TournamentKind) -> Vec<u32> {
    let mut made = vec![0; group.len()];
    let mut met = std::collections::HashSet::new();
    for meeting in meetings.iter().filter(|meeting| meeting.is_played()) {
        let places: Vec<usize> = meeting
            .players
            .iter()
            .filter_map(|player| group.iter().position(|one| one == player))
            .collect();
        if let [one, other] = places[..] {
            made[one] += meeting.points(kind, 0);
            made[other] += meeting.points(kind, 1);
            met.insert((one.min(other), one.max(other)));
        }
    }
    let pairs = group.len() * (group.len() - 1) / 2;
    if met.len() == pairs {
        made
    } else {
        vec![0; group.len()]
    }
}
