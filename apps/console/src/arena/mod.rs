//! Matches and tournaments, as the command line runs them.

mod arguments;
mod failures;
mod live;
mod page;

pub use arguments::{TournamentArguments, read_openings};
pub use page::{Outputs, command};

use crate::{Failure, files, machine};
use live::Live;
use longjump_arena::{
    Log, RunOptions, Scoreboard, Tournament, TraceFolder, run_tournament, summary,
};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// How many games at once: as wanted, or one a core; but where engines go by the clock, one for
/// two cores. Two that think at once share caches and memory, often a core too, and lose time
/// that the other one was given.
pub fn concurrency(wanted: Option<u16>, is_timed: bool) -> usize {
    match wanted {
        None if is_timed => (machine::threads(None) / 2).max(1),
        wanted => machine::threads(wanted),
    }
}

/// A tournament and where its games go.
pub struct Plan {
    /// What is played.
    pub tournament: Tournament,
    /// How many games at once.
    pub concurrency: usize,
    /// Where all games are kept, to go on from.
    pub log: Option<PathBuf>,
    /// A folder for what engines and referee say to each other.
    pub trace: Option<PathBuf>,
    /// What is made of the log.
    pub outputs: Outputs,
    /// Whether the result is printed as JSON.
    pub json: bool,
}

impl Plan {
    /// Plays the tournament and prints how it went.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let started = Instant::now();
        let scoreboard = self.play()?;
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            writeln!(
                out,
                "{}",
                summary::json(&self.tournament, &scoreboard, seconds)
            )?;
        } else {
            write!(
                out,
                "{}",
                summary::text(&self.tournament, &scoreboard, seconds)
            )?;
            self.tell_how_to_go_on(&scoreboard, out)?;
        }
        Ok(())
    }

    /// Plays the tournament with a live table on the terminal, and writes the files that are wanted.
    pub fn play(&self) -> Result<Scoreboard, Failure> {
        self.tournament.check()?;
        self.outputs.check(self.log.as_deref())?;
        let (mut log, finished) = match &self.log {
            Some(path) => {
                let (log, finished) = Log::open(path, &self.tournament)?;
                (Some(log), finished)
            }
            None => (None, Vec::new()),
        };
        let traces = self.trace.as_deref().map(|folder| {
            let made = TraceFolder::create(folder);
            made.map_err(|error| files::unwritten(folder, &error, "--trace"))
        });
        let traces = traces.transpose()?;
        let live = Live::new(&self.tournament, finished.len());
        let scoreboard = run_tournament(
            &self.tournament,
            &finished,
            log.as_mut(),
            &mut RunOptions {
                concurrency: self.concurrency,
                interrupt: machine::interrupt(),
                progress: &mut |scoreboard| live.show(scoreboard),
                on_block: None,
                traces: traces.as_ref(),
            },
        )?;
        live.clear();
        if let Some(log) = &self.log {
            self.outputs.write(log)?;
        }
        Ok(scoreboard)
    }

    /// After Ctrl-C.
    fn tell_how_to_go_on(
        &self,
        scoreboard: &Scoreboard,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match &self.log {
            _ if scoreboard.is_over() => {}
            Some(log) => writeln!(
                out,
                "Stopped before the end: the same command goes on from {}.",
                log.display()
            )?,
            None => writeln!(
                out,
                "Stopped before the end; with --log FILE it could go on from here."
            )?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timed_games_get_half_of_the_cores_unless_told() {
        let cores = machine::threads(None);
        assert_eq!(concurrency(None, false), cores);
        assert_eq!(concurrency(None, true), (cores / 2).max(1));
        assert_eq!(concurrency(Some(7), true), 7);
    }
}
