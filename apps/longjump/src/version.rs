//! Which Longjump this is.

use longjump_evaluation::network;
use std::sync::LazyLock;

/// The version and the commit, for one line.
pub(crate) const SHORT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("BUILD_COMMIT"), ")");

/// The target that it was built for.
pub(crate) const TARGET: &str = env!("BUILD_TARGET");

/// The version, the commit, the target and the nets.
pub(crate) fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let nets: Vec<String> = network::packed()
            .map(|(file, checksum)| format!("{file} {checksum:08x}"))
            .collect();
        format!("{SHORT}\ntarget: {TARGET}\nnets: {}", nets.join(", "))
    });
    &LONG
}
