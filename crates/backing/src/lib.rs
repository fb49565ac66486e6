//! Postgres and NATS for a small club, and for tests: started in a folder, ended with us.
//!
//! ```no_run
//! use longjump_backing::Backing;
//! # fn example() -> Result<(), longjump_backing::BackingError> {
//! let mut backing = Backing::start("club".as_ref())?;
//! println!("{} and {}", backing.postgres().url(), backing.nats().url());
//! # Ok(())
//! # }
//! ```

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a program may take to be there, or to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// A Postgres and a NATS of our own.
pub struct Backing {
    postgres: Postgres,
    nats: Nats,
}

/// A Postgres of our own.
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// A NATS of our own, with a queue that is kept on disk.
pub struct Nats {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// Why one could not be started.
#[derive(Debug, Error)]
pub enum BackingError {
    /// It is not installed.
    #[error("{0} is not installed; on Debian: apt-get install postgresql nats-server")]
    NotInstalled(&'static str),
    /// It ended at once, or never answered.
    #[error("{program} could not be started: {why}; its log is {log}")]
    Failed {
        /// Which.
        program: &'static str,
        /// What it said.
        why: String,
        /// Where more is told.
        log: String,
    },
    /// The folder can't be used.
    #[error("the folder {0} can't be used: {1}")]
    Folder(String, io::Error),
}

impl Backing {
    /// Starts both, with everything they keep in `folder`.
    ///
    /// # Errors
    /// When they are not installed or don't start.
    pub fn start(folder: &Path) -> Result<Self, BackingError> {
        let made = std::fs::create_dir_all(folder);
        let passable = made.and_then(|()| match other_user() {
            // The other user must get through it, and need not see what is in it.
            Some(_) => std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o711)),
            None => Ok(()),
        });
        // The programs run in folders of their own, where a relative path leads elsewhere.
        let folder = passable
            .and_then(|()| folder.canonicalize())
            .map_err(|error| BackingError::Folder(folder.display().to_string(), error))?;
        Ok(Self {
            postgres: Postgres::start(&folder)?,
            nats: Nats::start(&folder)?,
        })
    }

    /// The database.
    pub fn postgres(&mut self) -> &mut Postgres {
        &mut self.postgres
    }

    /// NATS.
    pub fn nats(&mut self) -> &mut Nats {
        &mut self.nats
    }
}

impl Postgres {
    fn start(folder: &Path) -> Result<Self, BackingError> {
        let port = free_port(folder)?;
        let mut postgres = Self {
            folder: folder.join("postgres"),
            port,
            child: None,
        };
        postgres.prepare()?;
        postgres.run()?;
        postgres.create_database()?;
        Ok(postgres)
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("postgres://longjump@127.0.0.1:{}/longjump", self.port)
    }

    /// Where its programs are, such as `pgbench`.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn programs() -> Result<PathBuf, BackingError> {
        let missing = BackingError::NotInstalled("Postgres");
        let versions = std::fs::read_dir("/usr/lib/postgresql");
        let mut found: Vec<PathBuf> = versions
            .map_err(|_| BackingError::NotInstalled("Postgres"))?
            .filter_map(|version| Some(version.ok()?.path().join("bin")))
            .filter(|path| path.join("initdb").exists())
            .collect();
        found.sort();
        found.pop().ok_or(missing)
    }

    /// A new cluster, unless there is one.
    fn prepare(&self) -> Result<(), BackingError> {
        let data = self.folder.join("data");
        if data.join("PG_VERSION").exists() {
            return Ok(());
        }
        let folder_error = |error| BackingError::Folder(self.folder.display().to_string(), error);
        std::fs::create_dir_all(&self.folder).map_err(folder_error)?;
        if let Some((user, group)) = other_user() {
            chown(&self.folder, Some(user), Some(group)).map_err(folder_error)?;
        }
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&self.folder, private).map_err(folder_error)?;
        let output = as_other_user(Command::new(Self::programs()?.join("initdb")))
            .current_dir(&self.folder)
            .args(["--auth=trust", "--username=longjump", "--encoding=UTF8"])
            .args(["--locale=C.UTF-8", "--pgdata"])
            .arg(&data)
            .output()
            .map_err(folder_error)?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.failed(&String::from_utf8_lossy(&output.stderr)))
    }

    fn create_database(&self) -> Result<(), BackingError> {
        let output = Command::new(Self::programs()?.join("psql"))
            .args([
                "--host=127.0.0.1",
                "--username=longjump",
                "--dbname=postgres",
            ])
            .arg(format!("--port={}", self.port))
            .args(["--quiet", "--command=CREATE DATABASE longjump"])
            .output();
        let output = output.map_err(|error| self.failed(&error.to_string()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() || said.contains("already exists") {
            return Ok(());
        }
        Err(self.failed(&said))
    }

    /// Starts it where it was.
    ///
    /// # Errors
    /// When it doesn't start.
    pub fn run(&mut self) -> Result<(), BackingError> {
        let data = self.folder.join("data");
        let log = self.folder.join("log");
        let told = std::fs::File::create(&log).map_err(|error| self.failed(&error.to_string()))?;
        let child = as_other_user(Command::new(Self::programs()?.join("postgres")))
            .current_dir(&self.folder)
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&self.folder)
            .args(["-c", "listen_addresses=127.0.0.1", "-p"])
            .arg(self.port.to_string())
            .stdout(Stdio::null())
            .stderr(told)
            .spawn();
        self.child = Some(child.map_err(|error| self.failed(&error.to_string()))?);
        let ready = Self::programs()?.join("pg_isready");
        let port = self.port.to_string();
        wait_until(|| {
            let asked = Command::new(&ready)
                .args(["--quiet", "--host=127.0.0.1", "--port", &port])
                .status();
            asked.is_ok_and(|status| status.success())
        })
        .then_some(())
        .ok_or_else(|| self.failed("it does not answer"))
    }

    /// Ends it as an operator would: who is connected is cut off.
    pub fn stop(&mut self) {
        if let Some(child) = self.child.take() {
            end(child, rustix::process::Signal::INT);
        }
    }

    fn failed(&self, why: &str) -> BackingError {
        BackingError::Failed {
            program: "Postgres",
            why: why.trim().to_owned(),
            log: self.folder.join("log").display().to_string(),
        }
    }
}

impl Nats {
    fn start(folder: &Path) -> Result<Self, BackingError> {
        let mut nats = Self {
            folder: folder.join("nats"),
            port: free_port(folder)?,
            child: None,
        };
        nats.run()?;
        Ok(nats)
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
            end(child, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            end(child, rustix::process::Signal::TERM);
        }
    }
}

/// Sends a signal and waits for the end.
fn end(mut child: Child, signal: rustix::process::Signal) {
    let pid = i32::try_from(child.id()).ok();
    if let Some(pid) = pid.and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, signal);
    }
    let ended = wait_until(|| !matches!(child.try_wait(), Ok(None)));
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
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
fn free_port(folder: &Path) -> Result<u16, BackingError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let port = listener.and_then(|listener| Ok(listener.local_addr()?.port()));
    port.map_err(|error| BackingError::Folder(folder.display().to_string(), error))
}

/// Postgres refuses to run as root: then it runs as the user that its package has made.
fn other_user() -> Option<(u32, u32)> {
    if !rustix::process::getuid().is_root() {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.starts_with("postgres:"))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

fn as_other_user(mut command: Command) -> Command {
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command
}
