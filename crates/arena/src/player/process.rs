//! Outside programs: started, spoken to line by line, and stopped.

use super::{Fault, Program};
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
}

/// Looks whether a program can be started.
pub(super) fn check(program: &Program) -> io::Result<()> {
    let mut child = spawn(program)?;
    kill(&mut child);
    Ok(())
}

fn spawn(program: &Program) -> io::Result<Child> {
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
        .stderr(Stdio::null());
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
    pub(super) fn start(program: &Program) -> Result<Self, Fault> {
        let failed = |error: io::Error| Fault::new(Cause::Crash, format!("can't start: {error}"));
        let mut child = spawn(program).map_err(failed)?;
        let input = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let (sender, output) = sync_channel(WAITING_LINES);
        std::thread::spawn(move || read(BufReader::new(stdout), &sender));
        Ok(Self {
            child,
            input,
            output,
            written: 0,
        })
    }

    /// Says some lines. That nobody listens shows when there is no answer.
    pub(super) fn say(&mut self, lines: &str) {
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
            Err(RecvTimeoutError::Disconnected) => Err(Fault::new(when_gone, self.epitaph())),
        }
    }

    /// How it ended.
    fn epitaph(&mut self) -> String {
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
        wait(&mut self.child, end);
        kill(&mut self.child);
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
fn read(mut stdout: impl BufRead, sender: &SyncSender<Output>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = stdout.by_ref().take(MOST_OUTPUT as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
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
