//! Postgres, and a standby that can take over.

use crate::error::BackingError;
use crate::process::{as_other_user, crash, end, free_port, other_user, wait_until};
use rustix::process::Signal;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A Postgres of our own.
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Postgres {
    pub(crate) fn start(folder: &Path) -> Result<Self, BackingError> {
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
        self.make_folder()?;
        let mut initdb = as_other_user(Command::new(Self::programs()?.join("initdb")));
        initdb
            .current_dir(&self.folder)
            .args(["--auth=trust", "--username=longjump", "--encoding=UTF8"])
            .args(["--locale=C.UTF-8", "--pgdata"])
            .arg(&data);
        self.output_of(&mut initdb)?;
        Ok(())
    }

    /// Its folder, for nobody else.
    fn make_folder(&self) -> Result<(), BackingError> {
        let folder_error = |error| BackingError::Folder(self.folder.display().to_string(), error);
        std::fs::create_dir_all(&self.folder).map_err(folder_error)?;
        if let Some((user, group)) = other_user() {
            chown(&self.folder, Some(user), Some(group)).map_err(folder_error)?;
        }
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&self.folder, private).map_err(folder_error)
    }

    fn create_database(&self) -> Result<(), BackingError> {
        let there = self.ask("SELECT count(*) FROM pg_database WHERE datname = 'longjump'")?;
        if there == "0" {
            self.ask("CREATE DATABASE longjump")?;
        }
        Ok(())
    }

    /// Has it do one statement and returns what comes of it.
    fn ask(&self, statement: &str) -> Result<String, BackingError> {
        let mut psql = Command::new(Self::programs()?.join("psql"));
        psql.args(["--host=127.0.0.1", "--username=longjump"])
            .args(["--dbname=postgres", "--no-psqlrc", "--quiet"])
            .args(["--tuples-only", "--no-align", "--command", statement])
            .arg(format!("--port={}", self.port));
        self.output_of(&mut psql)
    }

    /// What a program says that works on it.
    fn output_of(&self, program: &mut Command) -> Result<String, BackingError> {
        let output = program.output();
        let output = output.map_err(|error| self.failed(&error.to_string()))?;
        if !output.status.success() {
            return Err(self.failed(&String::from_utf8_lossy(&output.stderr)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
            // A standby looks again soon for one that was away: commits wait for it.
            .args(["-c", "wal_retrieve_retry_interval=200ms"])
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
            end(child, Signal::INT);
        }
    }

    /// Starts a copy of it that follows it, and has it wait for the copy whenever it commits.
    pub(crate) fn start_standby(&self) -> Result<Self, BackingError> {
        let port = free_port(&self.folder)?;
        let mut standby = Self {
            folder: self.folder.with_file_name(format!("postgres-{port}")),
            port,
            child: None,
        };
        standby.make_folder()?;
        let mut copy = as_other_user(Command::new(Self::programs()?.join("pg_basebackup")));
        copy.current_dir(&standby.folder)
            .args(["--host=127.0.0.1", "--username=longjump"])
            .arg(format!("--port={}", self.port))
            .args(["--checkpoint=fast", "--write-recovery-conf", "--pgdata"])
            .arg(standby.folder.join("data"));
        standby.output_of(&mut copy)?;
        standby.run()?;
        self.wait_for_standby("streaming")?;
        // Only now, as nothing could be committed before. And the copy, which was made before
        // this, waits for nobody when it takes over.
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.ask("SELECT pg_reload_conf()")?;
        self.wait_for_standby("sync")?;
        // The process that makes checkpoints is the one that has commits wait, and it looks at
        // its settings before it makes one.
        self.ask("CHECKPOINT")?;
        Ok(standby)
    }

    /// Waits until a standby is in this state.
    fn wait_for_standby(&self, state: &str) -> Result<(), BackingError> {
        let asked = format!(
            "SELECT count(*) FROM pg_stat_replication
             WHERE state = 'streaming' AND '{state}' IN (state, sync_state)"
        );
        wait_until(|| self.ask(&asked).is_ok_and(|count| count == "1"))
            .then_some(())
            .ok_or_else(|| self.failed("its standby does not follow it"))
    }

    /// Has a standby take over: it accepts writes then.
    pub(crate) fn promote(&self) -> Result<(), BackingError> {
        match self.ask("SELECT pg_promote()")?.as_str() {
            "t" => Ok(()),
            _ => Err(self.failed("it did not take over")),
        }
    }

    /// Ends it without a warning.
    pub(crate) fn crash(&mut self) {
        if let Some(child) = self.child.take() {
            crash(child);
        }
    }

    /// Removes what it has but for its log, so that many that crashed don't fill the disk.
    pub(crate) fn forget_data(self) {
        let _ = std::fs::remove_dir_all(self.folder.join("data"));
    }

    fn failed(&self, why: &str) -> BackingError {
        BackingError::Failed {
            program: "Postgres",
            why: why.trim().to_owned(),
            log: self.folder.join("log").display().to_string(),
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}
