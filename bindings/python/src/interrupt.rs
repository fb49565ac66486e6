//! Work that takes time, and Ctrl-C.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::time::Duration;

/// How often to look whether Ctrl-C was pressed.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Does work on another thread while other threads of Python go on. Ctrl-C tells it to stop, and is raised
/// once it has.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let is_done = AtomicBool::new(false);
    let waiting = std::thread::current();
    std::thread::scope(|scope| {
        let working = scope.spawn(|| {
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            is_done.store(true, Release);
            waiting.unpark();
            done
        });
        let mut interrupted = None;
        while !is_done.load(Acquire) {
            py.detach(|| std::thread::park_timeout(LOOK_UP));
            if let Err(error) = py.check_signals() {
                stop();
                interrupted.get_or_insert(error);
            }
        }
        let done = working.join().and_then(|done| done);
        let done = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        interrupted.map_or(Ok(done), Err)
    })
}
