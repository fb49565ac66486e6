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
    found: Option<char>,
    expected: String,
}

impl NotationError {
    /// Something else than `expected` stands at byte `at` of `text`.
    pub fn new(subject: &'static str, text: &str, at: usize, expected: impl Into<String>) -> Self {
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
            found: text[at..].chars().next(),
            expected: expected.into(),
        }
    }

    /// The character in that line, counted from 1, at which reading failed.
    pub fn character(&self) -> usize {
        self.column + 1
    }

    /// What should have stood there.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

/// How much of a long line is shown on either side of the error.
const CONTEXT: usize = 60;

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {} at ", self.subject, self.expected)?;
        if self.line_number > 1 {
            write!(f, "line {}, ", self.line_number)?;
        }
        write!(f, "character {}, found ", self.character())?;
        match self.found {
            None | Some('\n') => write!(f, "the end")?,
            Some(found) => write!(f, "{found:?}")?,
        }
        let skipped = self.column.saturating_sub(CONTEXT);
        let shown: String = self.line.chars().skip(skipped).take(2 * CONTEXT).collect();
        let indent = " ".repeat(self.column - skipped);
        write!(f, "\n  {shown}\n  {indent}^")
    }
}

impl std::error::Error for NotationError {}
