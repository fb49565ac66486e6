//! A mail server that keeps all letters, as Debian's aiosmtpd.

use crate::cluster::TestbedError;
use rustix::process::{Pid, Signal, kill_process};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// One that can be killed and started again.
pub struct MailServer {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// A letter as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// To whom it is.
    pub to: String,
    /// Its head and its text.
    pub all: String,
}

impl MailServer {
    /// One that keeps its letters in a folder.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(folder: &Path) -> Result<Self, TestbedError> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
            .local_addr()?
            .port();
        let mut server = Self {
            folder: folder.to_owned(),
            port,
            child: None,
        };
        server.run()?;
        Ok(server)
    }

    /// Starts it where it was.
    ///
    /// # Errors
    /// When it does not start.
    pub fn run(&mut self) -> Result<(), TestbedError> {
        // The one of Debian's package, whatever other Python is in front.
        let program = PathBuf::from("/usr/bin/aiosmtpd");
        let child = Command::new(&program)
            .args(["--nosetuid", "--smtputf8", "--listen"])
            .arg(format!("127.0.0.1:{}", self.port))
            .args(["--class", "aiosmtpd.handlers.Mailbox"])
            .arg(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child = child.map_err(|error| TestbedError::Program { program, error })?;
        self.child = Some(child);
        for _ in 0..300 {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(TestbedError::Silent(self.folder.clone()))
    }

    /// Its address, as servers are told.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Has it stand still, or go on.
    pub fn freeze(&self, is_frozen: bool) {
        let signal = if is_frozen {
            Signal::STOP
        } else {
            Signal::CONT
        };
        if let Some(child) = &self.child {
            let _ = kill_process(Pid::from_child(child), signal);
        }
    }

    /// Ends it without a warning.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// All letters so far, the oldest first.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn letters(&self) -> Result<Vec<Received>, TestbedError> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(self.folder.join("new"))? {
            let entry = entry?;
            files.push((entry.metadata()?.modified()?, entry.path()));
        }
        files.sort();
        let read = |(_, path): &(_, PathBuf)| {
            let all = std::fs::read_to_string(path)?;
            let to = all.lines().find_map(|line| line.strip_prefix("To: "));
            let to = to.unwrap_or_default().to_owned();
            Ok(Received { to, all })
        };
        files.iter().map(read).collect()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.kill();
    }
}
