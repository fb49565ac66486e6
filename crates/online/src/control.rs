//! How much time players have, and which speed that is.

use longjump_wire::time::Span;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;
/// How many moves of one player a game is taken to have when its length is estimated.
const USUAL_MOVES: u64 = 40;

/// A time control.
///
/// ```
/// use longjump_online::{Control, Speed};
/// let control: Control = "300+3".parse()?;
/// assert_eq!(control, Control::Fischer { initial: 300, increment: 3 });
/// assert_eq!(control.speed(), Speed::Blitz);
/// assert_eq!("20/move".parse::<Control>()?.to_string(), "20/move");
/// assert_eq!("3d".parse::<Control>()?.speed(), Speed::Days);
/// assert!("0+0".parse::<Control>().is_err());
/// # Ok::<(), longjump_online::ControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Control {
    /// Time for the whole game, and more after each move; in seconds.
    Fischer {
        /// What is on the clock at first.
        initial: u32,
        /// What is added after each move.
        increment: u32,
    },
    /// So many seconds for each move.
    PerMove {
        /// The seconds.
        seconds: u32,
    },
    /// So many days for each move.
    Days {
        /// The days.
        days: u32,
    },
}

/// How fast a game is: each speed has its own ratings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Under three minutes a player.
    Fast,
    /// Under eight minutes.
    Blitz,
    /// Longer, but at one sitting.
    Rapid,
    /// Days for each move.
    Days,
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no time control; give seconds and increment (300+3), seconds for each move (20/move) \
     or days for each move (3d): up to 10800 seconds, 180 increment, 3600 a move, 14 days"
)]
pub struct ControlError(String);

impl Control {
    /// What is on each clock at first.
    pub fn initial(self) -> Span {
        match self {
            Self::Fischer { initial, .. } => Span::seconds(u64::from(initial)),
            Self::PerMove { seconds } => Span::seconds(u64::from(seconds)),
            Self::Days { days } => Span::seconds(u64::from(days) * DAY),
        }
    }

    /// What is on a clock after a move that left `remaining`.
    pub(crate) fn after_move(self, remaining: Span) -> Span {
        match self {
            Self::Fischer { increment, .. } => remaining + Span::seconds(u64::from(increment)),
            Self::PerMove { .. } | Self::Days { .. } => self.initial(),
        }
    }

    /// The speed it counts as.
    pub fn speed(self) -> Speed {
        let estimate = match self {
            Self::Fischer { initial, increment } => {
                u64::from(initial) + USUAL_MOVES * u64::from(increment)
            }
            Self::PerMove { seconds } => USUAL_MOVES * u64::from(seconds),
            Self::Days { .. } => return Speed::Days,
        };
        match estimate {
            0..180 => Speed::Fast,
            180..480 => Speed::Blitz,
            _ => Speed::Rapid,
        }
    }

    /// How long somebody must be away before the others may go on without them; none where the
    /// clock alone decides.
    pub fn patience(self) -> Option<Span> {
        match self.speed() {
            Speed::Fast => Some(Span::seconds(20)),
            Speed::Blitz => Some(Span::seconds(45)),
            Speed::Rapid => Some(Span::seconds(90)),
            // Nobody waits at a board for days.
            Speed::Days => None,
        }
    }

    /// How long somebody may take for their first move, whatever is on the clock; none where a clock
    /// runs for days.
    pub fn first_move(self) -> Option<Span> {
        match self.speed() {
            Speed::Fast => Some(Span::seconds(30)),
            Speed::Blitz => Some(Span::seconds(45)),
            Speed::Rapid => Some(Span::seconds(60)),
            Speed::Days => None,
        }
    }

    fn is_sensible(self) -> bool {
        match self {
            Self::Fischer { initial, increment } => {
                initial <= 10_800 && increment <= 180 && initial + increment > 0
            }
            Self::PerMove { seconds } => (1..=3_600).contains(&seconds),
            Self::Days { days } => (1..=14).contains(&days),
        }
    }
}

impl Speed {
    /// Its name in addresses and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Days => "days",
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fischer { initial, increment } => write!(f, "{initial}+{increment}"),
            Self::PerMove { seconds } => write!(f, "{seconds}/move"),
            Self::Days { days } => write!(f, "{days}d"),
        }
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<u32>().ok()).flatten()
        };
        let read = || {
            if let Some(days) = text.strip_suffix('d') {
                return Some(Self::Days {
                    days: number(days)?,
                });
            }
            if let Some(seconds) = text.strip_suffix("/move") {
                return Some(Self::PerMove {
                    seconds: number(seconds)?,
                });
            }
            let (initial, increment) = text.split_once('+')?;
            Some(Self::Fischer {
                initial: number(initial)?,
                increment: number(increment)?,
            })
        };
        // A sum too large for the check is larger than any that is sensible.
        let small = |control: &Self| match *control {
            Self::Fischer { initial, .. } => initial <= 10_800,
            _ => true,
        };
        read()
            .filter(small)
            .filter(|control| control.is_sensible())
            .ok_or_else(|| ControlError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in [
            "60+0",
            "0+1",
            "10800+180",
            "1/move",
            "3600/move",
            "1d",
            "14d",
        ] {
            let control: Control = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "",
            "+",
            "1",
            "0+0",
            "-1+2",
            "10801+0",
            "60+181",
            "4294967295+1",
            "0/move",
            "3601/move",
            "0d",
            "15d",
            "d",
            "/move",
            "1+1d",
            " 1+1",
            "1.5+1",
        ] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }

    #[test]
    fn speeds_go_by_the_length_of_a_game() {
        let speed = |text: &str| text.parse::<Control>().expect(text).speed();
        assert_eq!(speed("60+1"), Speed::Fast);
        assert_eq!(speed("180+0"), Speed::Blitz);
        assert_eq!(speed("600+5"), Speed::Rapid);
        assert_eq!(speed("3/move"), Speed::Fast);
        assert_eq!(speed("30/move"), Speed::Rapid);
        assert_eq!(speed("1d"), Speed::Days);
    }
}
