//! How many moves were acknowledged, how fast, and what else players count.

use crate::results::{Latency, PlayersResult};
use hdrhistogram::Histogram;
use longjump_wire::socket::ServerMessage;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What all players note.
pub(crate) struct Stats {
    latencies: Mutex<Histogram<u64>>,
    refusals: Mutex<Vec<String>>,
    breaks: AtomicU64,
    repeated: AtomicU64,
    pub(crate) accepted: AtomicU64,
    pub(crate) sent_again: AtomicU64,
}

impl Stats {
    pub(crate) fn new() -> Self {
        Self {
            latencies: Mutex::new(Histogram::new(3).expect("three digits")),
            refusals: Mutex::default(),
            breaks: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            sent_again: AtomicU64::new(0),
        }
    }

    pub(crate) fn note(&self, took: Duration, repeated: bool) {
        if repeated {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        } else {
            self.accepted.fetch_add(1, Ordering::Relaxed);
            let _ = lock(&self.latencies).record(took.as_micros() as u64);
        }
    }

    pub(crate) fn note_refusal(&self, message: &ServerMessage) {
        lock(&self.refusals).push(format!("{message:?}"));
    }

    pub(crate) fn note_break(&self) {
        self.breaks.fetch_add(1, Ordering::Relaxed);
    }

    /// Starts measuring anew, once everybody is there.
    pub(crate) fn forget_times(&self) {
        lock(&self.latencies).reset();
    }

    /// The time in milliseconds within which so many of a hundred answers came.
    pub(crate) fn latency(&self, percent: f64) -> f64 {
        lock(&self.latencies).value_at_percentile(percent) as f64 / 1_000.0
    }

    /// What players have noted so far.
    pub(crate) fn result(&self) -> PlayersResult {
        let refusals = lock(&self.refusals);
        PlayersResult {
            accepted: self.accepted.load(Ordering::Relaxed),
            repeated: self.repeated.load(Ordering::Relaxed),
            sent_again: self.sent_again.load(Ordering::Relaxed),
            broken_connections: self.breaks.load(Ordering::Relaxed),
            unexpected_refusals: refusals.len(),
            first_refusals: refusals.iter().take(3).cloned().collect(),
            latency_ms: Latency {
                p50: self.latency(50.0),
                p90: self.latency(90.0),
                p99: self.latency(99.0),
                max: self.latency(100.0),
            },
        }
    }

    pub(crate) fn unexpected(&self) -> usize {
        lock(&self.refusals).len()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
