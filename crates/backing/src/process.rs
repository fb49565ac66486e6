//! Programs that we start and end.

use crate::error::BackingError;
use rustix::process::{Pid, Signal, getuid, kill_process};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// How long a program may take to be there, or to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends a signal to a process of ours.
fn send(process: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

/// Ends a program and what it has started as a crash would: nobody is told, and nothing more is
/// written.
pub(crate) fn crash(child: Child) {
    let id = child.id();
    // It starts nothing more while what it has started is killed.
    send(id, Signal::STOP);
    let started = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    for process in started.unwrap_or_default().split_whitespace() {
        process
            .parse()
            .into_iter()
            .for_each(|id| send(id, Signal::KILL));
    }
    // Alone it can't say or write anything, but gives shared memory back to the system, which it
    // could not if it were killed too.
    send(id, Signal::QUIT);
    end(child, Signal::CONT);
}

/// Sends a signal and waits for the end.
pub(crate) fn end(mut child: Child, signal: Signal) {
    send(child.id(), signal);
    let ended = wait_until(|| !matches!(child.try_wait(), Ok(None)));
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
}

pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    false
}

/// A port that nobody listens at just now.
pub(crate) fn free_port(folder: &Path) -> Result<u16, BackingError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let port = listener.and_then(|listener| Ok(listener.local_addr()?.port()));
    port.map_err(|error| BackingError::Folder(folder.display().to_string(), error))
}

/// Postgres refuses to run as root: then it runs as the user that its package has made.
pub(crate) fn other_user() -> Option<(u32, u32)> {
    if !getuid().is_root() {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.starts_with("postgres:"))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

pub(crate) fn as_other_user(mut command: Command) -> Command {
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command
}
