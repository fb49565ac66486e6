//! Points in time and spans of it, in milliseconds; who calls says what time it is.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};
use ts_rs::TS;
use utoipa::ToSchema;

/// A point in time: milliseconds since 1970.
///
/// ```
/// use longjump_wire::time::{Moment, Span};
/// let later = Moment(1_000) + Span::seconds(2);
/// assert_eq!(later - Moment(2_500), Span(500));
/// assert_eq!(Moment(0) - later, Span(0), "spans are never negative");
/// ```
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    TS,
    ToSchema,
)]
#[serde(transparent)]
#[ts(export_to = "time.ts")]
pub struct Moment(pub i64);

/// A span of time in milliseconds, never negative.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    TS,
    ToSchema,
)]
#[serde(transparent)]
#[ts(export_to = "time.ts")]
pub struct Span(pub u64);

impl Span {
    /// So many seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds * 1_000)
    }

    /// What is left after taking `other` away, at least nothing.
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add<Span> for Moment {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add_unsigned(span.0))
    }
}

impl Sub for Moment {
    type Output = Span;
    fn sub(self, earlier: Self) -> Span {
        Span(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
