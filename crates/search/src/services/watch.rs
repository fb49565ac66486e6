//! How a search in one thread learns that its time is over.

use crate::{Clock, Control, Limits, NoClock};

/// Counts the positions that a search looks at, and tells it when to end.
pub struct Watch<'a> {
    limits: &'a Limits,
    control: &'a Control,
    clock: &'a dyn Clock,
    nodes: u64,
    is_over: bool,
}

/// After so many positions the clock is looked at.
const CHECK_EVERY: u64 = 256;

impl<'a> Watch<'a> {
    /// Begins to watch over these limits; depth is the search's own affair.
    pub fn new(limits: &'a Limits, control: &'a Control, clock: &'a dyn Clock) -> Self {
        Self {
            limits,
            control,
            clock,
            nodes: 0,
            is_over: control.is_stopped(),
        }
    }

    /// Watches over nothing: the search goes on until it is done.
    pub fn endless() -> Self {
        static NO_LIMITS: Limits = Limits {
            depth: None,
            nodes: None,
            end: None,
            aim: None,
        };
        static NEVER_STOPPED: Control = Control::new();
        Self::new(&NO_LIMITS, &NEVER_STOPPED, &NoClock)
    }

    /// One more position.
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            let time = self.clock.elapsed();
            let is_late = self.limits.end.is_some_and(|end| time >= end);
            self.is_over |= is_late || self.control.is_stopped();
        }
        self.is_over |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether to end now.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The clock in use.
    pub fn clock(&self) -> &'a dyn Clock {
        self.clock
    }

    /// When to end, if there is a time for it.
    pub fn end(&self) -> Option<std::time::Duration> {
        self.limits.end
    }
}
