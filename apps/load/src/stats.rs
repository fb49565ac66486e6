//! What was promised, how fast, and whether it was kept.

use crate::error::LoadError;
use crate::results::{Latency, PlayersResult};
use hdrhistogram::Histogram;
use longjump_testbed::{Audit, StoredMove};
use longjump_wire::socket::ServerMessage;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A move that a server has acknowledged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    pub(crate) game: String,
    pub(crate) ply: i32,
    pub(crate) mv: String,
    pub(crate) version: i32,
}

/// What all players note.
pub(crate) struct Stats {
    promises: Mutex<Vec<Promise>>,
    latencies: Mutex<Histogram<u64>>,
    refusals: Mutex<Vec<String>>,
    breaks: AtomicU64,
    repeated: AtomicU64,
    pub(crate) accepted: AtomicU64,
    pub(crate) sent_again: AtomicU64,
}

/// What was promised against what the database has.
#[derive(Clone, Debug)]
pub(crate) struct AuditResult {
    pub(crate) promises: usize,
    pub(crate) lost: Vec<String>,
    pub(crate) kept: usize,
    pub(crate) unfinished: usize,
    /// The most that was charged to a clock for one move, in milliseconds.
    pub(crate) longest_charge: i64,
    /// The 99th percentile of what was charged.
    pub(crate) usual_charge: i64,
}

impl Stats {
    pub(crate) fn new() -> Self {
        Self {
            promises: Mutex::default(),
            latencies: Mutex::new(Histogram::new(3).expect("three digits")),
            refusals: Mutex::default(),
            breaks: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            sent_again: AtomicU64::new(0),
        }
    }

    pub(crate) fn note(&self, promise: Promise, took: Duration, repeated: bool) {
        if repeated {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        } else {
            self.accepted.fetch_add(1, Ordering::Relaxed);
            let _ = lock(&self.latencies).record(took.as_micros() as u64);
        }
        lock(&self.promises).push(promise);
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

    /// Compares what was promised with what the database has.
    pub(crate) async fn check(
        &self,
        audit: &Audit,
        games: &[String],
    ) -> Result<AuditResult, LoadError> {
        let kept = audit.moves(games).await?;
        let unfinished = audit.unfinished(games).await?;
        let by_ply: HashMap<(&str, i32), &StoredMove> = kept
            .iter()
            .map(|mv| ((mv.game.as_str(), mv.ply), mv))
            .collect();
        let promises = lock(&self.promises);
        let is_kept = |promise: &Promise| {
            by_ply
                .get(&(promise.game.as_str(), promise.ply))
                .is_some_and(|kept| kept.mv == promise.mv && kept.version == promise.version)
        };
        let lost = promises.iter().filter(|promise| !is_kept(promise));
        let mut charges: Vec<i64> = kept.iter().map(|mv| mv.spent).collect();
        charges.sort_unstable();
        let usual = charges.len().saturating_sub(1) * 99 / 100;
        Ok(AuditResult {
            promises: promises.len(),
            lost: lost.map(|promise| format!("{promise:?}")).collect(),
            kept: kept.len(),
            unfinished: unfinished.len(),
            longest_charge: charges.last().copied().unwrap_or(0),
            usual_charge: charges.get(usual).copied().unwrap_or(0),
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
