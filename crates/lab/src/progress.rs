//! How far the experiments are.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What whoever waits is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The name of the chapter that is being worked on.
    pub chapter: &'static str,
    /// How many games, searches and moves are done.
    pub done: u64,
    /// How many there are as far as is known yet.
    pub expected: u64,
}

/// Counts steps and tells of each.
pub(crate) struct Meter<'a> {
    progress: Mutex<Progress>,
    listener: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Meter<'a> {
    pub(crate) fn new(listener: &'a (dyn Fn(Progress) + Sync)) -> Self {
        Self {
            progress: Mutex::default(),
            listener,
        }
    }

    pub(crate) fn begin(&self, chapter: &'static str) {
        self.change(|progress| progress.chapter = chapter);
    }

    /// There will be so many steps more.
    pub(crate) fn expect(&self, steps: u64) {
        self.change(|progress| progress.expected += steps);
    }

    pub(crate) fn advance(&self, steps: u64) {
        self.change(|progress| progress.done += steps);
    }

    pub(crate) fn advance_to(&self, done: u64) {
        self.change(|progress| progress.done = done);
    }

    pub(crate) fn done(&self) -> u64 {
        self.lock().done
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        let mut progress = self.lock();
        change(&mut progress);
        let now = *progress;
        drop(progress);
        (self.listener)(now);
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        // Whoever panicked left a number at most.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
