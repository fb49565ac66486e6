//! What long work asks of the machine and of whoever sits at it.

use std::sync::atomic::{AtomicBool, Ordering};

/// How many things can be done at once, unless told otherwise.
pub fn threads(wanted: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(cores, usize::from)
}

/// Becomes true with the first Ctrl-C: work ends with what there is. The second one ends the
/// program at once.
pub fn interrupt() -> &'static AtomicBool {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let stop = || {
        if INTERRUPT.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Of several that ask only the first sets the handler. Without one Ctrl-C ends the
    // program, and what was saved is kept.
    ctrlc::set_handler(stop).ok();
    &INTERRUPT
}
