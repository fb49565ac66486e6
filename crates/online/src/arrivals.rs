//! When messages first came that could not be written down at once: who has to send one again
//! because the database is away is not charged for that time.

use crate::Command;
use longjump_wire::time::{Moment, Span};

/// How many are remembered in one room: more than it has seats.
const MOST: usize = 16;
/// For how long.
const REMEMBERED: Span = Span::seconds(120);

/// Messages of one room that wait to be sent again.
#[derive(Default)]
pub struct Arrivals(Vec<Arrival>);

struct Arrival {
    client: String,
    command: Command,
    first: Moment,
}

impl Arrivals {
    /// When the very same message first came, if it had to be sent again.
    pub fn first(&self, client: &str, command: &Command) -> Option<Moment> {
        let mut known = self.0.iter();
        let arrival = known.find(|known| known.client == client && known.command == *command);
        arrival.map(|arrival| arrival.first)
    }

    /// The message has to be sent again.
    pub fn remember(&mut self, client: &str, command: &Command, first: Moment) {
        self.0
            .retain(|known| first - known.first < REMEMBERED && known.client != client);
        if self.0.len() < MOST {
            self.0.push(Arrival {
                client: client.to_owned(),
                command: command.clone(),
                first,
            });
        }
    }

    /// It was settled.
    pub fn forget(&mut self, client: &str) {
        self.0.retain(|known| known.client != client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(mv: &str) -> Command {
        Command::Move {
            ply: 3,
            mv: mv.to_owned(),
        }
    }

    #[test]
    fn only_the_very_same_message_keeps_its_time() {
        let mut arrivals = Arrivals::default();
        arrivals.remember("1:a", &command("a1b2"), Moment(5));
        assert_eq!(arrivals.first("1:a", &command("a1b2")), Some(Moment(5)));
        assert_eq!(arrivals.first("1:a", &command("a1b3")), None);
        assert_eq!(arrivals.first("2:a", &command("a1b2")), None);
        arrivals.forget("1:a");
        assert_eq!(arrivals.first("1:a", &command("a1b2")), None);
    }

    #[test]
    fn few_are_remembered_and_not_for_ever() {
        let mut arrivals = Arrivals::default();
        for number in 0..100 {
            arrivals.remember(&number.to_string(), &command("a1b2"), Moment(number));
        }
        assert_eq!(arrivals.0.len(), MOST);
        arrivals.remember("late", &command("a1b2"), Moment(1_000_000));
        assert_eq!(arrivals.0.len(), 1);
    }
}
