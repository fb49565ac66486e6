//! The processes under load: Postgres, NATS, servers and a worker, each of which can be killed.

use crate::Failure;
use longjump_server::{Backing, new_secret};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Everything that is put under load.
pub(super) struct House {
    // Ended in this order.
    servers: Vec<Process>,
    worker: Option<Process>,
    pub(super) backing: Backing,
    folder: PathBuf,
}

/// A program of ours, ended with us.
struct Process {
    child: Child,
    address: Option<SocketAddr>,
}

impl House {
    /// Starts everything, with what it keeps in `folder`.
    pub(super) fn start(folder: &Path, servers: usize) -> Result<Self, Failure> {
        let said = |error: longjump_server::BackingError| Failure::Input(error.to_string());
        let mut backing = Backing::start(folder).map_err(said)?;
        let config = format!(
            "database = {:?}\nnats = {:?}\nsecret = {:?}\nlisten = '127.0.0.1:0'\nworkers = 0\n\
             requests_a_minute = 100000000\nsign_ins_a_minute = 100000000\n\
             messages_a_second = 100000\n",
            backing.postgres().url(),
            backing.nats().url(),
            new_secret()
        );
        std::fs::write(folder.join("server.toml"), config)?;
        let mut house = Self {
            servers: Vec::new(),
            worker: None,
            backing,
            folder: folder.to_owned(),
        };
        for _ in 0..servers {
            let server = house.start_server("127.0.0.1:0")?;
            house.servers.push(server);
        }
        house.start_worker()?;
        Ok(house)
    }

    /// Where the servers listen.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        let addresses = self.servers.iter().filter_map(|server| server.address);
        addresses.collect()
    }

    /// The numbers of the servers' processes.
    pub(super) fn server_processes(&self) -> Vec<u32> {
        self.servers
            .iter()
            .map(|server| server.child.id())
            .collect()
    }

    /// Kills a server without a warning.
    pub(super) fn kill_server(&mut self, index: usize) {
        self.servers[index].kill();
    }

    /// Starts it again where it was.
    pub(super) fn restart_server(&mut self, index: usize) -> Result<(), Failure> {
        let address = self.servers[index].address;
        let address = address.map_or_else(String::new, |address| address.to_string());
        self.servers[index] = self.start_server(&address)?;
        Ok(())
    }

    /// Kills the worker without a warning.
    pub(super) fn kill_worker(&mut self) {
        if let Some(worker) = &mut self.worker {
            worker.kill();
        }
    }

    /// Starts a worker.
    pub(super) fn start_worker(&mut self) -> Result<(), Failure> {
        let child = program()?
            .args(["worker", "--threads", "1", "--nats"])
            .arg(self.backing.nats().url())
            .stdout(Stdio::null())
            .stderr(self.log("worker")?)
            .spawn()?;
        self.worker = Some(Process {
            child,
            address: None,
        });
        Ok(())
    }

    fn start_server(&self, listen: &str) -> Result<Process, Failure> {
        let number = self.servers.len();
        let mut child = program()?
            .args(["serve", "--listen", listen, "--config"])
            .arg(self.folder.join("server.toml"))
            .stdout(Stdio::piped())
            .stderr(self.log(&format!("server-{number}"))?)
            .spawn()?;
        let address = child.stdout.take().and_then(told_address);
        let mut server = Process { child, address };
        if address.is_none() {
            server.kill();
            let log = self.folder.join(format!("server-{number}.log"));
            return Err(Failure::Input(format!(
                "a server did not start; {} says why",
                log.display()
            )));
        }
        Ok(server)
    }

    fn log(&self, name: &str) -> Result<std::fs::File, Failure> {
        let path = self.folder.join(format!("{name}.log"));
        let file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(path)?;
        Ok(file)
    }
}

impl Process {
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn program() -> Result<Command, Failure> {
    Ok(Command::new(std::env::current_exe()?))
}

/// The address in the first line that a server prints.
fn told_address(out: impl std::io::Read) -> Option<SocketAddr> {
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).ok()?;
    let url = line.trim().strip_prefix("Longjump is at http://")?;
    url.trim_end_matches('/').parse().ok()
}

/// What a process has in memory, in kilobytes.
pub(super) fn memory_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
