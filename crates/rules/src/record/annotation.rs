//! What is noted about a move: clock, evaluation, shapes and free words.

use super::Shape;
use std::fmt;

/// Clock, evaluation, shapes and free words about one move.
///
/// ```
/// use longjump_rules::record::{Annotation, Evaluation};
/// let note = Annotation::read("[%clk 0:04:58] [%eval 1.40] [%draw Ge5,Re5g7] a long hop");
/// assert_eq!(note.clock_ms, Some(298_000));
/// assert_eq!(note.evaluation, Some(Evaluation::Hundredths(140)));
/// assert_eq!(note.shapes.len(), 2);
/// assert_eq!(note.words, "a long hop");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// What the mover's clock showed after the move, in milliseconds.
    pub clock_ms: Option<u64>,
    /// How the position stands for the mover.
    pub evaluation: Option<Evaluation>,
    /// What is drawn on the board.
    pub shapes: Vec<Shape>,
    /// Anything else; the only white space is single spaces and new lines.
    pub words: String,
}

/// How a position stands for the seat that has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// So many hundredths of a move ahead; negative when behind.
    Hundredths(i32),
    /// It wins in so many plies.
    WinIn(u32),
    /// It loses in so many plies.
    LossIn(u32),
}

impl Annotation {
    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes apart what stands between a comment's braces. What is neither
    /// clock, evaluation nor shapes is words.
    pub fn read(comment: &str) -> Self {
        let mut annotation = Self::default();
        let mut rest = comment.trim();
        loop {
            if let Some((clock, after)) =
                field(rest, "[%clk ").filter(|_| annotation.clock_ms.is_none())
                && let Some(clock) = read_clock(clock)
            {
                annotation.clock_ms = Some(clock);
                rest = after;
            } else if let Some((value, after)) =
                field(rest, "[%eval ").filter(|_| annotation.evaluation.is_none())
                && let Some(value) = Evaluation::read(value)
            {
                annotation.evaluation = Some(value);
                rest = after;
            } else if let Some((list, after)) =
                field(rest, "[%draw ").filter(|_| annotation.shapes.is_empty())
                && let Some(shapes) = list.split(',').map(Shape::read).collect()
            {
                annotation.shapes = shapes;
                rest = after;
            } else {
                let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                annotation.words = unescaped(&words);
                return annotation;
            }
        }
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(
            self.clock_ms
                .map(|clock| format!("[%clk {}]", ClockText(clock))),
        );
        parts.extend(
            self.evaluation
                .map(|evaluation| format!("[%eval {evaluation}]")),
        );
        if !self.shapes.is_empty() {
            let shapes: Vec<String> = self.shapes.iter().map(Shape::to_string).collect();
            parts.push(format!("[%draw {}]", shapes.join(",")));
        }
        let words = escaped(&self.words);
        parts.extend(words.split_whitespace().map(str::to_owned));
        f.write_str(&parts.join(" "))
    }
}

/// Words as they stand in a comment: without what would end it or look like a field.
fn escaped(words: &str) -> String {
    words
        .replace('\\', "\\\\")
        .replace('{', "\\{")
        .replace('}', "\\}")
        .replace("[%", "\\[%")
        .replace('\n', "\\n")
}

/// What [`escaped`] was made of. A backslash before anything else is one.
fn unescaped(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text.chars().peekable();
    while let Some(sign) = rest.next() {
        let escaped = rest.next_if(|next| sign == '\\' && "\\{}[n".contains(*next));
        words.push(match escaped {
            Some('n') => '\n',
            Some(escaped) => escaped,
            None => sign,
        });
    }
    words
}

/// The value of the field that `text` begins with, and what follows.
fn field<'a>(text: &'a str, opening: &str) -> Option<(&'a str, &'a str)> {
    let (value, after) = text.strip_prefix(opening)?.split_once(']')?;
    Some((value, after.trim_start()))
}

/// Milliseconds as `h:mm:ss` or `h:mm:ss.mmm`.
struct ClockText(u64);

impl fmt::Display for ClockText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, ms) = (self.0 / 1000, self.0 % 1000);
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        write!(f, "{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)?;
        if ms > 0 {
            write!(f, ".{ms:03}")?;
        }
        Ok(())
    }
}

fn read_clock(text: &str) -> Option<u64> {
    let (hours, rest) = text.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let (seconds, ms) = seconds.split_once('.').unwrap_or((seconds, "000"));
    let number = |digits: &str, count: Option<usize>| {
        let well_formed = digits.bytes().all(|b| b.is_ascii_digit())
            && count.is_none_or(|count| digits.len() == count);
        digits.parse::<u64>().ok().filter(|_| well_formed)
    };
    let below_60 = |digits| number(digits, Some(2)).filter(|&value| value < 60);
    let seconds = below_60(minutes)? * 60 + below_60(seconds)?;
    let rest = seconds * 1000 + number(ms, Some(3))?;
    number(hours, None)?
        .checked_mul(3_600_000)?
        .checked_add(rest)
}

impl Evaluation {
    fn read(text: &str) -> Option<Self> {
        if let Some(plies) = text.strip_prefix("#-") {
            return read_plies(plies).map(Self::LossIn);
        }
        if let Some(plies) = text.strip_prefix('#') {
            return read_plies(plies).map(Self::WinIn);
        }
        let (sign, digits) = text
            .strip_prefix('-')
            .map_or((1, text), |digits| (-1, digits));
        let (whole, hundredths) = digits.split_once('.')?;
        let well_formed = hundredths.len() == 2
            && !whole.is_empty()
            && (whole.bytes().chain(hundredths.bytes())).all(|b| b.is_ascii_digit());
        let value = format!("{whole}{hundredths}").parse::<i64>().ok()?;
        let value = i32::try_from(value * sign).ok()?;
        well_formed.then_some(Self::Hundredths(value))
    }
}

fn read_plies(text: &str) -> Option<u32> {
    let well_formed = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| well_formed)
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Hundredths(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::WinIn(plies) => write!(f, "#{plies}"),
            Self::LossIn(plies) => write!(f, "#-{plies}"),
        }
    }
}
