//! The processes of a service: Postgres, NATS, servers and a worker, each of which can be
//! stopped.

use crate::line::Line;
use longjump_backing::{Backing, BackingError};
use longjump_client::{ClientError, Visitor};
use longjump_config::Config;
use longjump_server::{Server, StartError, new_secret};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use thiserror::Error;

/// How servers are started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    /// In this process, without a site and without workers: quick, and panics are seen.
    InProcess,
    /// Each as a process of this `longjump` program, so that one can be killed.
    Program(PathBuf),
}

/// Why a service could not be started.
#[derive(Debug, Error)]
pub enum TestbedError {
    /// Postgres or NATS.
    #[error(transparent)]
    Backing(#[from] BackingError),
    /// A server in this process.
    #[error(transparent)]
    Server(#[from] StartError),
    /// A server of its own.
    #[error("a server did not start; {} says why", .0.display())]
    Silent(PathBuf),
    /// The program.
    #[error("{} can't be started: {error}", .program.display())]
    Program {
        /// Which.
        program: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The folder.
    #[error("the folder can't be used: {0}")]
    Folder(#[from] std::io::Error),
}

/// A whole service.
pub struct Cluster {
    // Ended in this order.
    servers: Vec<Node>,
    /// Their ways to Postgres and NATS, of those where these can be broken.
    lines: HashMap<SocketAddr, [Line; 2]>,
    worker: Option<Process>,
    backing: Backing,
    config: Config,
    launch: Launch,
    folder: PathBuf,
    /// The folder, if it goes away with us.
    _temporary: Option<TempDir>,
    http: reqwest::Client,
}

/// One server.
enum Node {
    InProcess(Server),
    Process(Process, SocketAddr),
}

/// A program, ended with us.
struct Process(Child);

impl Cluster {
    /// Starts Postgres, NATS and so many servers in a folder that goes away.
    ///
    /// # Errors
    /// When something does not start, with what to do.
    pub async fn start(launch: Launch, servers: usize) -> Result<Self, TestbedError> {
        let temporary = tempfile::tempdir()?;
        let folder = temporary.path().to_owned();
        let mut cluster = Self::start_in(&folder, launch, servers).await?;
        cluster._temporary = Some(temporary);
        Ok(cluster)
    }

    /// The same in a folder that stays.
    ///
    /// # Errors
    /// When something does not start, with what to do.
    pub async fn start_in(
        folder: &Path,
        launch: Launch,
        servers: usize,
    ) -> Result<Self, TestbedError> {
        let mut backing = tokio::task::block_in_place(|| Backing::start(folder))?;
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: backing.postgres().url(),
            nats: backing.nats().url(),
            secret: new_secret(),
            workers: 0,
            // The one thing of our environment that is passed on.
            book: std::env::var("LONGJUMP_BOOK").unwrap_or_default(),
            push_services: String::new(),
            // Tests ask more often than people.
            connections_from_one_address: 100_000_000,
            requests_a_minute: 100_000_000,
            sign_ins_a_minute: 100_000_000,
            new_players_a_day: 100_000_000,
            games_a_minute: 100_000_000,
            messages_a_second: 100_000,
            ..Config::default()
        };
        let mut cluster = Self {
            servers: Vec::new(),
            lines: HashMap::new(),
            worker: None,
            backing,
            config,
            launch,
            folder: folder.to_owned(),
            _temporary: None,
            http: reqwest::Client::new(),
        };
        for _ in 0..servers {
            cluster.add_server(|_| {}).await?;
        }
        Ok(cluster)
    }

    /// Servers that are started from now on have letters sent by this mail server.
    pub fn write_letters(&mut self, mail: &str) {
        self.config.mail = mail.to_owned();
        self.config.mail_from = "Longjump <games@longjump.example>".to_owned();
    }

    /// Servers that are started from now on send word of turns to browsers by this push service, and by no
    /// other.
    pub fn send_to_browsers(&mut self, push_service: &str) {
        self.config.push_services = push_service.to_owned();
    }

    /// Servers that are started from now on have the limits that they have by default, and
    /// believe who speaks for others, so that one machine can be many visitors.
    pub fn limit_visitors(&mut self) {
        let usual = Config::default();
        self.config = Config {
            requests_a_minute: usual.requests_a_minute,
            sign_ins_a_minute: usual.sign_ins_a_minute,
            games_a_minute: usual.games_a_minute,
            messages_a_second: usual.messages_a_second,
            connections_from_one_address: usual.connections_from_one_address,
            new_players_a_day: usual.new_players_a_day,
            behind_proxy: true,
            ..self.config.clone()
        };
    }

    /// Starts one more server whose ways to Postgres and NATS can be broken, and returns where it
    /// listens.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn add_server_with_lines(&mut self) -> Result<SocketAddr, TestbedError> {
        let (database, to_database) = line_to(&self.config.database).await?;
        let (nats, to_nats) = line_to(&self.config.nats).await?;
        let address = self.add_server(|config| {
            config.database = database;
            config.nats = nats;
        });
        let address = address.await?;
        self.lines.insert(address, [to_database, to_nats]);
        Ok(address)
    }

    /// The ways to Postgres and NATS of a server, if it was added with them.
    pub fn lines(&self, server: usize) -> Option<&[Line; 2]> {
        self.lines.get(&self.at(server))
    }

    /// Gives Postgres a standby, which has everything that is acknowledged from then on.
    ///
    /// # Errors
    /// When it does not start, or does not follow.
    pub fn add_standby(&mut self) -> Result<(), TestbedError> {
        Ok(tokio::task::block_in_place(|| self.backing.add_standby())?)
    }

    /// Postgres crashes and its standby takes over. Servers with lines find it where Postgres was,
    /// others don't; those that are started later do.
    ///
    /// # Errors
    /// When there is no standby, or it does not take over.
    pub fn fail_over(&mut self) -> Result<(), TestbedError> {
        tokio::task::block_in_place(|| self.backing.fail_over())?;
        self.config.database = self.backing.postgres().url();
        let promoted = place_of(&self.config.database)?;
        for [to_database, _] in self.lines.values() {
            to_database.lead_to(promoted);
        }
        Ok(())
    }

    /// Has a server of its own process stand still, or go on.
    pub fn freeze_server(&self, index: usize, is_frozen: bool) {
        let signal = if is_frozen {
            Signal::STOP
        } else {
            Signal::CONT
        };
        if let Node::Process(process, _) = &self.servers[index] {
            process.send(signal);
        }
    }

    /// Starts one more server, set up a little differently, and returns where it listens.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn add_server(
        &mut self,
        change: impl FnOnce(&mut Config),
    ) -> Result<SocketAddr, TestbedError> {
        let mut config = self.config.clone();
        change(&mut config);
        let server = self.start_server(self.servers.len(), config).await?;
        let address = server.address();
        self.servers.push(server);
        Ok(address)
    }

    /// Where a server listens.
    pub fn at(&self, server: usize) -> SocketAddr {
        self.servers[server].address()
    }

    /// Where the servers listen.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(Node::address).collect()
    }

    /// The numbers of the servers' processes, for those that have one of their own.
    pub fn process_ids(&self) -> Vec<u32> {
        let id = |server: &Node| match server {
            Node::InProcess(_) => None,
            Node::Process(process, _) => Some(process.0.id()),
        };
        self.servers.iter().filter_map(id).collect()
    }

    /// What the servers that have a process of their own have in memory, in kilobytes.
    pub fn memory(&self) -> u64 {
        let of = |process: u32| -> Option<u64> {
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
            let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
            line.split_whitespace().nth(1)?.parse().ok()
        };
        self.process_ids().into_iter().filter_map(of).sum()
    }

    /// What everybody keeps their things in: `server-0.log` and so on is what servers say.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A new guest at the first server.
    ///
    /// # Errors
    /// When the server takes no guests.
    pub async fn guest(&self) -> Result<Visitor, ClientError> {
        Visitor::guest(&self.http, self.at(0)).await
    }

    /// What requests are sent with.
    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// Postgres and NATS.
    pub fn backing(&mut self) -> &mut Backing {
        &mut self.backing
    }

    /// Takes a server of this process out, to be ended as it should.
    pub fn remove_server(&mut self, index: usize) -> Option<Server> {
        match self.servers.remove(index) {
            Node::InProcess(server) => Some(server),
            Node::Process(..) => None,
        }
    }

    /// Kills a server of its own process without a warning.
    pub fn kill_server(&mut self, index: usize) {
        if let Node::Process(process, _) = &mut self.servers[index] {
            process.kill();
        }
    }

    /// Has a server of its own process end as it should, and waits until it has.
    pub async fn end_server(&mut self, index: usize) {
        if let Node::Process(process, _) = &mut self.servers[index] {
            process.send(Signal::TERM);
            while matches!(process.0.try_wait(), Ok(None)) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Servers that are started from now on run this program.
    pub fn launch_with(&mut self, program: PathBuf) {
        self.launch = Launch::Program(program);
    }

    /// Starts it again where it was.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn restart_server(&mut self, index: usize) -> Result<(), TestbedError> {
        let mut config = Config {
            listen: self.at(index),
            ..self.config.clone()
        };
        if let Some([database, nats]) = self.lines(index) {
            config.database = through(&config.database, database)?;
            config.nats = through(&config.nats, nats)?;
        }
        self.servers[index] = self.start_server(index, config).await?;
        Ok(())
    }

    /// Starts a worker of its own process, if servers are such.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_worker(&mut self) -> Result<(), TestbedError> {
        if let Launch::Program(program) = &self.launch {
            let mut command = Command::new(program);
            command
                .args(["worker", "--threads", "1", "--nats", &self.config.nats])
                .stdout(Stdio::null())
                .stderr(log(&self.folder.join("worker.log"))?);
            self.worker = Some(Process(spawn(program, &mut command)?));
        }
        Ok(())
    }

    /// Kills the worker without a warning.
    pub fn kill_worker(&mut self) {
        self.worker = None;
    }

    async fn start_server(&self, index: usize, mut config: Config) -> Result<Node, TestbedError> {
        if !config.mail.is_empty() || !config.push_services.is_empty() {
            // Links in letters lead to it, and push services are told who sends, so where it is has to be
            // known before.
            config.listen = free_place(config.listen)?;
            config.public_url = format!("http://{}", config.listen);
        }
        let program = match &self.launch {
            Launch::InProcess => {
                let server = Server::start(config, axum::Router::new()).await?;
                return Ok(Node::InProcess(server));
            }
            Launch::Program(program) => program,
        };
        let file = self.folder.join(format!("server-{index}.toml"));
        std::fs::write(&file, written(&config)?)?;
        let errors = self.folder.join(format!("server-{index}.log"));
        let mut command = Command::new(program);
        command
            .args(["serve", "--config"])
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(log(&errors)?);
        let mut process = Process(spawn(program, &mut command)?);
        let out = process.0.stdout.take();
        let address = tokio::task::block_in_place(|| out.and_then(printed_address));
        match address {
            Some(address) => Ok(Node::Process(process, address)),
            None => Err(TestbedError::Silent(errors)),
        }
    }
}

/// A configuration as an operator would write it: without what goes without saying, which older
/// programs may not know.
fn written(config: &Config) -> std::io::Result<String> {
    let table = |config| toml::Table::try_from(config).map_err(std::io::Error::other);
    let (mut given, usual) = (table(config)?, table(&Config::default())?);
    given.retain(|name, value| usual.get(name) != Some(value));
    toml::to_string(&given).map_err(std::io::Error::other)
}

/// A place to listen, with a port that nobody listens at just now if any would do.
fn free_place(place: SocketAddr) -> std::io::Result<SocketAddr> {
    match place.port() {
        0 => std::net::TcpListener::bind(place)?.local_addr(),
        _ => Ok(place),
    }
}

/// The part of an address that says where.
fn place_of(url: &str) -> std::io::Result<SocketAddr> {
    let place = url.split(['@', '/']).find_map(|part| part.parse().ok());
    place.ok_or_else(|| std::io::Error::other("an address without a place"))
}

/// An address with a line in place of where it leads.
fn through(url: &str, line: &Line) -> std::io::Result<String> {
    let place = place_of(url)?.to_string();
    Ok(url.replace(&place, &line.address().to_string()))
}

/// The same address through a line, and that line.
async fn line_to(url: &str) -> Result<(String, Line), TestbedError> {
    let line = Line::to(place_of(url)?).await?;
    Ok((through(url, &line)?, line))
}

impl Node {
    fn address(&self) -> SocketAddr {
        match self {
            Self::InProcess(server) => server.address(),
            Self::Process(_, address) => *address,
        }
    }
}

impl Process {
    fn send(&self, signal: Signal) {
        if let Some(pid) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, signal);
        }
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(program: &Path, command: &mut Command) -> Result<Child, TestbedError> {
    // Servers believe the environment before their file, and ours is not meant for them.
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"LONGJUMP_") {
            command.env_remove(name);
        }
    }
    let spawned = command.spawn();
    spawned.map_err(|error| TestbedError::Program {
        program: program.to_owned(),
        error,
    })
}

fn log(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::File::options();
    options.create(true).append(true).open(path)
}

/// The address in the first line that a server prints.
fn printed_address(out: impl std::io::Read) -> Option<SocketAddr> {
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).ok()?;
    let url = line.trim().strip_prefix("Longjump is at http://")?;
    url.trim_end_matches('/').parse().ok()
}
