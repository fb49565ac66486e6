//! What the commands around online play share.

#[cfg(unix)]
pub(crate) mod club;

use longjump_bus::Thinker;
use longjump_config::Config;
use longjump_console::Failure;
use longjump_dataset::Checksum;
use longjump_engine::choose_at_level;
use longjump_wire::cluster::Job;
use std::future::Future;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::EnvFilter;

/// The longest that an engine thinks about a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(2);

/// The database of a service, by the configuration of its servers.
pub(crate) fn database(config: Option<&Path>) -> Result<String, Failure> {
    let config = Config::load(config).map_err(|error| Failure::Input(error.to_string()))?;
    if config.database.is_empty() {
        let why = "no database is configured; give --config FILE, for a club FOLDER/join.toml";
        return Err(Failure::Input(why.to_owned()));
    }
    Ok(config.database)
}

/// Runs something on all cores.
pub(crate) fn run<T>(task: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::System {
            what: "start the threads that answer requests",
            error,
            hint: "see how many threads and open files this account may have (ulimit -a)",
        })?;
    runtime.block_on(task)
}

/// Logs for people at a terminal, and as JSON for whatever collects logs elsewhere;
/// `RUST_LOG` says how much.
pub(crate) fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,async_nats=warn,sqlx=warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A log that can't be written, on a full disk for one, must stop nothing.
        .log_internal_errors(false);
    if std::io::stderr().is_terminal() {
        builder.init();
    } else {
        builder.json().init();
    }
}

/// Waits for Ctrl-C, or for the signal by which systems end services.
pub(crate) async fn until_asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = asked.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// What workers think with: the engine of a level.
pub(crate) fn thinker() -> Thinker {
    Arc::new(think)
}

fn think(job: &Job) -> Option<String> {
    // Every game has a name of its own.
    let seed = Checksum::of(job.game.as_bytes());
    let level = job.level.into();
    choose_at_level(&job.spec, level, seed, &job.moves, LONGEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_level_has_a_thought() {
        for spec in [
            "star",
            "star:seats=3",
            "diamond",
            "corners",
            "corners:preset=race",
            "knightthrough",
            "minicheckers",
        ] {
            for level in [1, 10] {
                let job = Job {
                    game: "x".to_owned(),
                    version: 1,
                    spec: spec.to_owned(),
                    moves: Vec::new(),
                    level,
                };
                assert!(think(&job).is_some(), "{spec} {level}");
            }
        }
    }
}
