//! External programs that speak one of two protocols.

use super::player::{Answer, Fault, Player, Question};
use super::process::Process;
use super::program::Program;
use super::protocol::Protocol;
use super::search_info::SearchInfo;
use super::trace::Trace;
use crate::Cause;
use crate::openings::Opening;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How long a program may take to start, or to get ready for a game.
const PATIENCE_AT_START: Duration = Duration::from_secs(10);

pub(super) struct External {
    process: Process,
    protocol: Protocol,
    /// The name of its option for random numbers, as it spells it.
    seed: Option<String>,
}

impl External {
    pub(super) fn start(
        program: &Program,
        protocol: Protocol,
        trace: Option<Trace>,
    ) -> Result<Self, Fault> {
        let mut process = Process::start(program, trace)?;
        process.say(&format!("{}\n", protocol.hello()));
        let mut options = Vec::new();
        let end = Instant::now() + PATIENCE_AT_START;
        loop {
            let (line, _) = process.line(end, Cause::Crash)?;
            if line.trim() == protocol.hello_back() {
                break;
            }
            options.extend(option_name(&line));
        }
        let has = |wanted: &str| {
            let mut options = options.iter();
            let found = options.find(|name| name.eq_ignore_ascii_case(wanted));
            let mut given = program.options.iter();
            let is_given = given.any(|(name, _)| name.eq_ignore_ascii_case(wanted));
            found.filter(|_| !is_given).cloned()
        };
        let mut lines = String::new();
        let own = protocol.options();
        let own = own.into_iter().filter(|(name, _)| has(name).is_some());
        for (name, value) in program.options.iter().cloned().chain(own) {
            writeln!(lines, "setoption name {name} value {value}").expect("a string takes all");
        }
        let seed = has("seed");
        let mut external = Self {
            process,
            protocol,
            seed,
        };
        external.get_ready(&lines, Cause::Crash)?;
        Ok(external)
    }

    /// Says some lines and waits until they were understood.
    fn get_ready(&mut self, lines: &str, when_gone: Cause) -> Result<(), Fault> {
        self.process.say(&format!("{lines}isready\n"));
        let end = Instant::now() + PATIENCE_AT_START;
        while self.process.line(end, when_gone)?.0.trim() != "readyok" {}
        Ok(())
    }
}

/// The name of an option in a line that tells of one.
fn option_name(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option name ")?;
    let (name, _) = rest.split_once(" type ")?;
    Some(name.trim().to_owned())
}

impl Player for External {
    fn begin(&mut self, _: &Opening, seed: u64) -> Result<(), Fault> {
        let mut lines = String::new();
        if let Some(name) = &self.seed {
            lines += &format!("setoption name {name} value {seed}\n");
        }
        lines += self.protocol.new_game();
        lines.push('\n');
        self.get_ready(&lines, Cause::Disconnect)
    }

    fn observe(&mut self, _: &str) {}

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let lines = format!(
            "{}\ngo{}\n",
            self.protocol.position(question),
            self.protocol.limits(question)
        );
        let asked = Instant::now();
        let end = asked + question.patience;
        self.process.say(&lines);
        let mut info = SearchInfo::default();
        loop {
            let (line, at) = self.process.line(end, Cause::Crash)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => info.read(words),
                Some("bestmove") => {
                    return Ok(Answer {
                        mv: words.next().unwrap_or("none").to_owned(),
                        took: at.saturating_duration_since(asked),
                        score: info.score(&self.protocol),
                        depth: info.depth,
                        nodes: info.nodes,
                    });
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found() {
        let line = "option name Late Moves type spin default 1 min 0 max 9";
        assert_eq!(option_name(line).as_deref(), Some("Late Moves"));
        assert_eq!(option_name("id name seed"), None);
    }
}
