//! NATS.

use crate::error::BackingError;
use crate::process::{end, free_port, wait_until};
use rustix::process::Signal;
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A NATS of our own, with a queue that is kept on disk.
pub struct Nats {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Nats {
    pub(crate) fn start(folder: &Path) -> Result<Self, BackingError> {
        let mut nats = Self {
            folder: folder.join("nats"),
            port: free_port(folder)?,
            child: None,
        };
        nats.run()?;
        Ok(nats)
    }

    /// Which one is installed, as it says itself.
    ///
    /// # Errors
    /// When there is none.
    pub fn version() -> Result<String, BackingError> {
        let output = Command::new("nats-server").arg("--version").output();
        let output = output.map_err(|_| BackingError::NotInstalled("nats-server"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it where it was.
    ///
    /// # Errors
    /// When it doesn't start.
    pub fn run(&mut self) -> Result<(), BackingError> {
        let port = self.port;
        let log = self.folder.join("log");
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| BackingError::Folder(self.folder.display().to_string(), error))?;
        let child = Command::new("nats-server")
            .args(["--jetstream", "--addr", "127.0.0.1", "--port"])
            .arg(port.to_string())
            .arg("--store_dir")
            .arg(&self.folder)
            .arg("--log")
            .arg(&log)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child.map_err(|_| BackingError::NotInstalled("nats-server"))?);
        wait_until(|| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok())
            .then_some(())
            .ok_or_else(|| BackingError::Failed {
                program: "nats-server",
                why: "it does not answer".to_owned(),
                log: log.display().to_string(),
            })
    }

    /// Ends it without a warning.
    pub fn kill(&mut self) {
        if let Some(child) = self.child.take() {
            end(child, Signal::KILL);
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            end(child, Signal::TERM);
        }
    }
}
