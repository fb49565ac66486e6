//! External programs: started, spoken to line by line, and stopped.

use super::player::Fault;
use super::program::Program;
use super::trace::{Speaker, Trace};
use crate::Cause;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// More than this in one answer is no answer: half a megabyte.
const MOST_OUTPUT: usize = 512 * 1024;
/// How many lines may wait to be read.
const WAITING_LINES: usize = 4096;
/// How long a program may take to end when it is asked to.
const PATIENCE_AT_END: Duration = Duration::from_millis(500);

/// Something that a program wrote.
enum Output {
    /// A line, and when it came.
    Line(String, Instant),
    /// A line without an end.
    Flood,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<Output>,
    /// How much it has written since it was last spoken to.
    written: usize,
    trace: Option<Trace>,
    /// Ends when the program's standard error does, if that is kept.
    errors: Option<Receiver<()>>,
}

/// Looks whether a program can be started.
pub(super) fn check(program: &Program) -> io::Result<()> {
    let mut child = spawn(program, Stdio::null())?;
    kill(&mut child);
    Ok(())
}

fn spawn(program: &Program, errors: Stdio) -> io::Result<Child> {
    let (name, arguments) = program
        .command
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no program's name"))?;
    let mut command = Command::new(name);
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors);
    apart(&mut command);
    command.spawn()
}

/// Ctrl-C on the terminal is for us; the program ends when we end it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

impl Process {
    pub(super) fn start(program: &Program, trace: Option<Trace>) -> Result<Self, Fault> {
        let note = |what: String| {
            if let Some(trace) = &trace {
                trace.note(&what);
            }
        };
        note(format!("starting {program}"));
        let errors = match trace {
            Some(_) => Stdio::piped(),
            None => Stdio::null(),
        };
        let mut child = spawn(program, errors).map_err(|error| {
            let what = format!("can't start: {error}");
            note(what.clone());
            Fault::new(Cause::Crash, what)
        })?;
        let input = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let (sender, output) = sync_channel(WAITING_LINES);
        let traced = trace.clone();
        std::thread::spawn(move || read(BufReader::new(stdout), &sender, traced.as_ref()));
        let errors = child.stderr.take().zip(trace.clone());
        let errors = errors.map(|(stderr, trace)| {
            let (sender, done) = sync_channel(1);
            std::thread::spawn(move || keep_errors(BufReader::new(stderr), &trace, sender));
            done
        });
        Ok(Self {
            child,
            input,
            output,
            written: 0,
            trace,
            errors,
        })
    }

    /// Says some lines. That nobody listens shows when there is no answer.
    pub(super) fn say(&mut self, lines: &str) {
        if let Some(trace) = &self.trace {
            trace.write(Instant::now(), Speaker::Referee, lines);
        }
        self.written = 0;
        let said = self.input.write_all(lines.as_bytes());
        said.and_then(|()| self.input.flush()).ok();
    }

    /// The next line and when it came, waiting until `end`.
    ///
    /// # Errors
    /// When none comes, as the program is slow (a stall), gone (with `when_gone` as the
    /// cause), or writes too much.
    pub(super) fn line(
        &mut self,
        end: Instant,
        when_gone: Cause,
    ) -> Result<(String, Instant), Fault> {
        let line = self.next_line(end, when_gone);
        if let (Err(fault), Some(trace)) = (&line, &self.trace) {
            trace.note(&format!("{}: {}", fault.cause, fault.detail));
        }
        line
    }

    fn next_line(&mut self, end: Instant, when_gone: Cause) -> Result<(String, Instant), Fault> {
        let patience = end.saturating_duration_since(Instant::now());
        let flood = || {
            let most = MOST_OUTPUT / 1024;
            Fault::new(
                Cause::Flood,
                format!("wrote more than {most} KiB for an answer"),
            )
        };
        match self.output.recv_timeout(patience) {
            Ok(Output::Line(line, at)) => {
                self.written += line.len();
                if self.written > MOST_OUTPUT {
                    return Err(flood());
                }
                Ok((line, at))
            }
            Ok(Output::Flood) => Err(flood()),
            Err(RecvTimeoutError::Timeout) => Err(Fault::new(Cause::Stall, "gave no answer")),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::new(when_gone, self.how_it_ended())),
        }
    }

    /// Waits until what the dead program has written is in its trace. Something that it has
    /// started may still hold its pipes, so not for ever.
    fn listen_to_the_end(&self) {
        let end = Instant::now() + PATIENCE_AT_END;
        let left = || end.saturating_duration_since(Instant::now());
        while self.output.recv_timeout(left()).is_ok() {}
        if let Some(errors) = &self.errors {
            errors.recv_timeout(left()).ok();
        }
    }

    /// How it ended.
    fn how_it_ended(&mut self) -> String {
        let end = Instant::now() + PATIENCE_AT_END;
        match wait(&mut self.child, end) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit\n");
        let end = Instant::now() + PATIENCE_AT_END;
        let status = wait(&mut self.child, end);
        kill(&mut self.child);
        if let Some(trace) = &self.trace {
            self.listen_to_the_end();
            trace.note(&match status {
                Some(status) => format!("ended with {status}"),
                None => "killed, as it did not end when asked to".to_owned(),
            });
        }
    }
}

/// Ends a program and whatever it has started, such as the engine behind a script.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id())
        && let Some(group) = rustix::process::Pid::from_raw(group)
    {
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).ok();
    }
    child.kill().ok();
    child.wait().ok();
}

/// How a program ended, if it does until then.
fn wait(child: &mut Child, end: Instant) -> Option<std::process::ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() > end {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Passes on what a program writes until it ends or nobody wants to know.
fn read(mut stdout: impl BufRead, sender: &SyncSender<Output>, trace: Option<&Trace>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = stdout.by_ref().take(MOST_OUTPUT as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if let Some(trace) = trace {
            trace.write(at, Speaker::Output, &String::from_utf8_lossy(&line));
        }
        let output = if line.len() == MOST_OUTPUT && line.last() != Some(&b'\n') {
            Output::Flood
        } else {
            Output::Line(String::from_utf8_lossy(&line).into_owned(), at)
        };
        if sender.send(output).is_err() {
            return;
        }
    }
}

/// Keeps what a program writes to its standard error. That the sender is dropped says that it
/// has closed it.
fn keep_errors(mut stderr: impl BufRead, trace: &Trace, _done: SyncSender<()>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = stderr.by_ref().take(MOST_OUTPUT as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                trace.write(Instant::now(), Speaker::Error, &text);
            }
        }
    }
}
