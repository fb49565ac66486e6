//! How far a search may go, and how it learns that it must end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How far a search may go; where several limits are given, the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth in plies after which to end.
    pub depth: Option<u32>,
    /// How many positions may be looked at.
    pub nodes: Option<u64>,
    /// When to end, whatever the search is in the middle of.
    pub end: Option<Duration>,
    /// About how long to think: less when the move is clear, more when not.
    pub aim: Option<Duration>,
}

impl Limits {
    /// No limit but this depth.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// No limit but this number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// All of this time.
    pub fn time(end: Duration) -> Self {
        Self {
            end: Some(end),
            ..Self::default()
        }
    }
}

/// Tells how much time has gone by since the search was asked for. Search has
/// no clock of its own, so that it runs where there is no system clock. It looks
/// at the clock now and then whatever its limits are, so that a clock may also
/// be what notices a wish to stop where nothing else can run meanwhile.
pub trait Clock: Sync {
    /// The time gone by.
    fn elapsed(&self) -> Duration;
}

/// No time ever goes by: for searches that are limited in another way.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

impl Clock for std::time::Instant {
    fn elapsed(&self) -> Duration {
        std::time::Instant::elapsed(self)
    }
}

/// What the threads of a search and its owner have in common while it runs.
#[derive(Debug, Default)]
pub struct Control {
    /// The owner wants it to end.
    stop: AtomicBool,
    /// A limit was reached, or the thread that decides has finished.
    end: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// Nobody has asked for an end.
    pub const fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            end: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// Asks the search to end as soon as it can, with the best move it has.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether its owner asked it to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// A search begins. A wish to stop that came before stands.
    pub(crate) fn begin(&self) {
        self.end.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
    }

    /// All threads are to end, whatever the owner wishes.
    pub(crate) fn end(&self) {
        self.end.store(true, Relaxed);
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.is_stopped() || self.end.load(Relaxed)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Positions looked at so far, as far as the threads have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
