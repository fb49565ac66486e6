//! What is measured, as it is printed with `--json`.

use crate::verdict::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A whole run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct LoadResult {
    /// The game.
    pub(crate) game: String,
    /// How many were played at a time.
    pub(crate) games_at_a_time: usize,
    /// How long new games were begun.
    pub(crate) seconds: u64,
    /// How many servers there were.
    pub(crate) servers: u8,
    /// What went wrong on purpose.
    pub(crate) fault: Option<String>,
    /// As many moves as there can be, or as were asked for.
    pub(crate) run: PhaseResult,
    /// Sockets that only watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) idle_sockets: Option<IdleResult>,
    /// Postgres alone, and what it compares with.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) comparison: Option<Comparison>,
    /// Whether every promise was kept.
    pub(crate) fine: bool,
}

/// What Postgres reaches alone, and answers at half the rate.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Comparison {
    /// Our statement with one move, in transactions a second.
    pub(crate) pgbench_a_second: f64,
    /// Moves a second of the service for each of those.
    pub(crate) ratio: f64,
    /// A run at half the moves a second reached.
    pub(crate) half_rate: PhaseResult,
}

/// Games played under the same circumstances.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PhaseResult {
    /// Whether every promise was kept.
    pub(crate) fine: bool,
    /// Moves that were acknowledged, each second.
    pub(crate) moves_a_second: f64,
    /// Games begun.
    pub(crate) games: usize,
    /// Pairs of players who could not go on.
    pub(crate) pairs_stuck: usize,
    /// What went wrong on purpose, and how often.
    pub(crate) faults: BTreeMap<String, usize>,
    /// The longest time that something was away.
    pub(crate) outage_ms: u64,
    /// What the history of all players and spectators comes to.
    pub(crate) verdict: Verdict,
    /// What players noted.
    pub(crate) players: PlayersResult,
}

/// What players noted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PlayersResult {
    /// Moves acknowledged.
    pub(crate) accepted: u64,
    /// Moves acknowledged as done before.
    pub(crate) repeated: u64,
    /// Messages sent again as no answer came.
    pub(crate) sent_again: u64,
    /// Connections that broke.
    pub(crate) broken_connections: u64,
    /// Refusals that should not have been.
    pub(crate) unexpected_refusals: usize,
    /// The first of those.
    pub(crate) first_refusals: Vec<String>,
    /// How long answers took, in milliseconds.
    pub(crate) latency_ms: Latency,
}

/// Times within which so many of a hundred answers came.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p90: f64,
    pub(crate) p99: f64,
    pub(crate) max: f64,
}

/// Sockets that only watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct IdleResult {
    /// How many.
    pub(crate) count: usize,
    /// What each takes of the servers' memory, in bytes.
    pub(crate) memory_each: u64,
    /// Those that the servers closed.
    pub(crate) lost: usize,
}

impl LoadResult {
    /// Writes it for people.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.run.write(out, "all that goes")?;
        if let Some(idle) = &self.idle_sockets {
            writeln!(
                out,
                "{} idle sockets, {} bytes of the servers' memory each, {} lost",
                idle.count, idle.memory_each, idle.lost
            )?;
        }
        if let Some(comparison) = &self.comparison {
            writeln!(
                out,
                "Postgres alone: {:.0} a second; ratio {:.2}",
                comparison.pgbench_a_second, comparison.ratio
            )?;
            comparison.half_rate.write(out, "half of that")?;
        }
        Ok(())
    }
}

impl PhaseResult {
    fn write(&self, out: &mut impl Write, name: &str) -> io::Result<()> {
        let players = &self.players;
        let latency = &players.latency_ms;
        writeln!(
            out,
            "{name}: {:.0} moves a second in {} games; answers within {} ms (half), {} ms (99 %), {} ms (all)",
            self.moves_a_second, self.games, latency.p50, latency.p99, latency.max,
        )?;
        let verdict = &self.verdict;
        writeln!(
            out,
            "  {} promises, {} broken; {} games not ended, {} wrongly; {} connections broke, {} messages sent again",
            verdict.promises,
            verdict.broken.len(),
            verdict.unfinished.len(),
            verdict.ended_wrongly.len(),
            players.broken_connections,
            players.sent_again,
        )?;
        writeln!(
            out,
            "  clocks: at most {} ms above the time thought ({} ms where nothing was wrong); the longest outage was {} ms",
            verdict.most_above_thought_ms,
            verdict.most_above_thought_undisturbed_ms,
            self.outage_ms,
        )?;
        writeln!(
            out,
            "  news: everybody who watched knew within {} ms",
            verdict.longest_telling_ms
        )?;
        if !self.faults.is_empty() {
            writeln!(out, "  faults: {}", written(&self.faults))?;
        }
        for (kind, wrongs) in verdict.wrongs().filter(|(_, wrongs)| !wrongs.is_empty()) {
            writeln!(out, "  {kind}: {} times", wrongs.len())?;
            for wrong in wrongs.iter().take(3) {
                writeln!(out, "    {wrong}")?;
            }
        }
        for refused in &players.first_refusals {
            writeln!(out, "  refused: {refused}")?;
        }
        Ok(())
    }
}

/// Counts in a line.
fn written(counts: &BTreeMap<String, usize>) -> String {
    let all: usize = counts.values().sum();
    let each: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    format!("{all} ({})", each.join(", "))
}
