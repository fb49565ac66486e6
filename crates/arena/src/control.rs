//! How long players may think.

use longjump_engine::Limits;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// What a player may use; where several limits are given, the first one reached counts.
///
/// ```
/// use longjump_arena::TimeControl;
/// let control: TimeControl = "clock=10+0.1,depth=8".parse()?;
/// assert_eq!(control.to_string(), "clock=10+0.1,depth=8");
/// assert!("10".parse::<TimeControl>().is_err());
/// # Ok::<(), longjump_arena::ControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// A clock for the whole game.
    pub clock: Option<ClockControl>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

/// A clock that runs while its player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockControl {
    /// What is on it at first.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// So much time for each move.
    pub fn movetime(time: Duration) -> Self {
        Self {
            movetime: Some(time),
            ..Self::default()
        }
    }

    /// So many positions for each move.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Whether a clock decides how long players think, and not only a count of work.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.movetime.is_some()
    }

    /// Whether it leaves players to their own limits.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// The same with all times multiplied, for machines of another speed.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self {
            clock: self.clock.map(|clock| ClockControl {
                time: clock.time.mul_f64(factor),
                increment: clock.increment.mul_f64(factor),
            }),
            movetime: self.movetime.map(|time| time.mul_f64(factor)),
            ..self
        }
    }

    /// The time that a player may take for a move with so much left on its clock.
    pub(crate) fn time_for_move(&self, left: Option<Duration>) -> Option<Duration> {
        let left = self.clock.and(left);
        match (self.movetime, left) {
            (Some(movetime), Some(left)) => Some(movetime.min(left)),
            (movetime, left) => movetime.or(left),
        }
    }

    /// The limits that need no clock.
    pub(crate) fn fixed_limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            end: self.movetime,
            aim: None,
        }
    }
}

/// As it is written in specs of tournaments: see [`TimeControl::from_str`].
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(ClockControl { time, increment }) = self.clock {
            let (time, increment) = (time.as_secs_f64(), increment.as_secs_f64());
            parts.push(format!("clock={time}+{increment}"));
        }
        if let Some(time) = self.movetime {
            parts.push(format!("movetime={}", time.as_secs_f64() * 1000.0));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes={nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth={depth}"));
        }
        f.write_str(&parts.join(","))
    }
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is not a time control: give movetime=MS, clock=SECONDS+INCREMENT, nodes=N or depth=N, \
     several of them with commas"
)]
pub struct ControlError(String);

impl FromStr for TimeControl {
    type Err = ControlError;

    /// Reads parts such as `movetime=100`, `clock=10+0.1`, `nodes=20000` and `depth=6`.
    fn from_str(text: &str) -> Result<Self, ControlError> {
        let mut control = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || ControlError(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            match name {
                "movetime" => {
                    let time = duration(value, 1e-3).filter(|time| !time.is_zero());
                    control.movetime = Some(time.ok_or_else(wrong)?);
                }
                "clock" => control.clock = Some(clock(value).ok_or_else(wrong)?),
                "nodes" => control.nodes = Some(number(value).ok_or_else(wrong)?),
                "depth" => control.depth = Some(number(value).ok_or_else(wrong)?),
                _ => return Err(wrong()),
            }
        }
        Ok(control)
    }
}

/// A number above nothing.
fn number<N: FromStr + Default + PartialOrd>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number| *number > N::default())
}

fn duration(text: &str, unit: f64) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()? * unit;
    Duration::try_from_secs_f64(seconds).ok()
}

fn clock(text: &str) -> Option<ClockControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let control = ClockControl {
        time: duration(time, 1.0)?,
        increment: duration(increment, 1.0)?,
    };
    (!control.time.is_zero()).then_some(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in [
            "movetime=100",
            "movetime=0.5",
            "clock=60+0.6",
            "nodes=20000",
            "depth=6",
            "clock=10+0,movetime=250,nodes=1,depth=2",
            "",
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        let short: TimeControl = "clock=3".parse().expect("no increment");
        assert_eq!(short.to_string(), "clock=3+0");
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "100",
            "movetime=0",
            "movetime=-1",
            "clock=0+1",
            "clock=1e99",
            "nodes=0",
            "nodes=1.5",
            "depth=x",
            "speed=3",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_shorter_of_clock_and_move_counts() {
        let control: TimeControl = "clock=10+0,movetime=250".parse().expect("a control");
        let time = |left| control.time_for_move(Some(Duration::from_millis(left)));
        assert_eq!(time(1000), Some(Duration::from_millis(250)));
        assert_eq!(time(100), Some(Duration::from_millis(100)));
        assert_eq!(TimeControl::nodes(5).time_for_move(None), None);
    }

    #[test]
    fn clocks_and_times_a_move_are_timed() {
        let is_timed = |text: &str| text.parse::<TimeControl>().expect(text).is_timed();
        assert!(is_timed("clock=10+0.1") && is_timed("movetime=5,nodes=9"));
        assert!(!is_timed("nodes=9,depth=3") && !is_timed(""));
    }

    #[test]
    fn only_times_are_scaled() {
        let control: TimeControl = "clock=10+1,movetime=100,nodes=7"
            .parse()
            .expect("a control");
        assert_eq!(
            control.scaled(0.5).to_string(),
            "clock=5+0.5,movetime=50,nodes=7"
        );
    }
}
