//! The one error of all readers of notation.

use std::fmt;

/// Some text is not what it should be: what was read, where it went wrong, and
/// what was expected there.
///
/// ```
/// use longjump_rules::NotationError;
/// let error = NotationError::new("move", "e10x9", 3, "a hole name");
/// assert_eq!(
///     error.to_string(),
///     "move: expected a hole name at character 4, found 'x'\n  e10x9\n     ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    subject: &'static str,
    line: String,
    line_number: usize,
    column: usize,
    problem: Problem,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Problem {
    /// Something else was expected than what was found.
    Unexpected {
        found: Option<char>,
        expected: String,
    },
    /// Each part is well-formed, but they can't all be.
    Contradiction(String),
}

impl NotationError {
    /// Something else than `expected` stands at byte `at` of `text`.
    pub fn new(subject: &'static str, text: &str, at: usize, expected: impl Into<String>) -> Self {
        let mut error = Self::contradiction(subject, text, at, "");
        error.problem = Problem::Unexpected {
            found: text.get(at..).and_then(|rest| rest.chars().next()),
            expected: expected.into(),
        };
        error
    }

    /// What begins at byte `at` of `text` is well-formed but can't be, for this reason.
    pub fn contradiction(
        subject: &'static str,
        text: &str,
        at: usize,
        reason: impl Into<String>,
    ) -> Self {
        let at = (0..=at.min(text.len()))
            .rev()
            .find(|&byte| text.is_char_boundary(byte))
            .unwrap_or(0);
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        Self {
            subject,
            line: line.to_owned(),
            line_number: before.matches('\n').count() + 1,
            column: text[line_start..at].chars().count(),
            problem: Problem::Contradiction(reason.into()),
        }
    }

    /// The same problem in a larger text, in which this one's begins at byte `at`.
    pub fn within(&self, subject: &'static str, text: &str, at: usize) -> Self {
        match &self.problem {
            Problem::Unexpected { expected, .. } => {
                Self::new(subject, text, at + self.column, expected)
            }
            Problem::Contradiction(reason) => Self::contradiction(subject, text, at, reason),
        }
    }

    /// The character in that line, counted from 1, at which reading failed.
    pub fn character(&self) -> usize {
        self.column + 1
    }

    /// What should have stood there, or why what stands there can't be.
    pub fn expected(&self) -> &str {
        match &self.problem {
            Problem::Unexpected { expected, .. } => expected,
            Problem::Contradiction(reason) => reason,
        }
    }
}

/// How much of a long line is shown on either side of the error.
const CONTEXT: usize = 60;

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self.line_number {
            1 => String::new(),
            number => format!("line {number}, "),
        };
        match &self.problem {
            Problem::Unexpected { found, expected } => {
                let found = match found {
                    None => "the end".to_owned(),
                    Some('\n') => "the end of the line".to_owned(),
                    Some(found) => format!("{found:?}"),
                };
                let place = format!("{line}character {}", self.character());
                write!(
                    f,
                    "{}: expected {expected} at {place}, found {found}",
                    self.subject
                )?;
            }
            Problem::Contradiction(reason) => write!(f, "{}: {line}{reason}", self.subject)?,
        }
        let skipped = self.column.saturating_sub(CONTEXT);
        let shown: String = self.line.chars().skip(skipped).take(2 * CONTEXT).collect();
        write!(f, "\n  {shown}")?;
        if let Problem::Unexpected { .. } = self.problem {
            let indent = " ".repeat(self.column - skipped);
            write!(f, "\n  {indent}^")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}
