//! What is measured, for Prometheus.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::{OnceLock, Weak};
use std::time::Duration;

/// The one recorder of this process.
pub(crate) fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            // Another one is there already when tests run in one process.
            let _ = metrics::set_global_recorder(recorder);
            handle
        })
        .clone()
}

/// Sums measurements up for as long as the server is there. Each is kept by itself until then,
/// and where nobody asks for figures nothing else would do it.
pub(crate) async fn sum_up<T>(server: Weak<T>, metrics: PrometheusHandle, every: Duration) {
    while server.strong_count() > 0 {
        metrics.run_upkeep();
        tokio::time::sleep(every).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// What this process has in memory, in kilobytes.
    fn memory() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").expect("what the system knows");
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.expect("a number")
    }

    #[tokio::test]
    async fn measurements_that_nobody_asks_for_take_no_memory() {
        let metrics = recorder();
        let server = Arc::new(());
        let often = Duration::from_millis(1);
        tokio::spawn(sum_up(Arc::downgrade(&server), metrics, often));
        let before = memory();
        // 40 MB, if each of them were kept.
        for _ in 0..100 {
            for number in 0..50_000 {
                metrics::histogram!("measured_by_a_test").record(f64::from(number));
            }
            tokio::time::sleep(2 * often).await;
        }
        let grown = memory().saturating_sub(before);
        assert!(grown < 10_000, "{grown} kB more than before");
    }
}
