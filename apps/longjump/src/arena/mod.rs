//! Events between engines, as the command line holds them.

mod arguments;
mod live;
mod page;
mod words;

pub(crate) use arguments::{EventArguments, read_openings};
pub(crate) use page::{Outputs, command};

use crate::{Failure, machine};
use live::Live;
use longjump_arena::{Event, Hall, Log, Scoreboard, hold};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// An event and where its games go.
pub(crate) struct Plan {
    pub(crate) event: Event,
    pub(crate) concurrency: usize,
    pub(crate) log: Option<PathBuf>,
    pub(crate) outputs: Outputs,
    pub(crate) json: bool,
}

impl Plan {
    /// Holds the event and tells how it went.
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let started = Instant::now();
        let scoreboard = self.hold()?;
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            writeln!(out, "{}", words::json(&self.event, &scoreboard, seconds))?;
        } else {
            write!(out, "{}", words::summary(&self.event, &scoreboard, seconds))?;
            self.tell_how_to_go_on(&scoreboard, out)?;
        }
        Ok(())
    }

    /// Holds the event, the table on the terminal meanwhile, and makes what is wanted of it.
    pub(crate) fn hold(&self) -> Result<Scoreboard, Failure> {
        self.event.check()?;
        self.outputs.check(self.log.as_deref())?;
        let (mut log, finished) = match &self.log {
            Some(path) => {
                let (log, finished) = Log::open(path, &self.event)?;
                (Some(log), finished)
            }
            None => (None, Vec::new()),
        };
        let live = Live::new(&self.event, finished.len());
        let scoreboard = hold(
            &self.event,
            &finished,
            log.as_mut(),
            &mut Hall {
                concurrency: self.concurrency,
                interrupt: machine::interrupt(),
                heard: &mut |scoreboard| live.show(scoreboard),
                games: None,
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
