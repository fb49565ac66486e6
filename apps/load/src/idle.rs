//! Sockets that only watch, and what each of them costs the servers.

use crate::company;
use crate::error::LoadError;
use crate::results::IdleResult;
use clap::Args;
use longjump_client::{ClientError, Socket, Visitor};
use longjump_testbed::Cluster;
use longjump_wire::rest::{CreateGame, GameCreated};
use longjump_wire::socket::{ClientMessage, ServerMessage};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use tokio::task::JoinSet;

/// How many of them one process has: each may have so many files open, and no more.
const IN_A_PROCESS: usize = 5_000;
/// How many each guest has.
const OF_A_GUEST: usize = 20;

/// Sockets that are open, in processes of their own.
pub(crate) struct Idle {
    count: usize,
    memory_each: u64,
    holders: Vec<Holder>,
}

/// A process that holds some of them; it lets them go when its input ends.
struct Holder {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Opens sockets that watch a game, for `--idle`
#[derive(Args, Debug)]
pub(crate) struct IdleArguments {
    /// Which game
    game: String,
    /// How many sockets
    count: usize,
    /// The number of the first guest
    first: usize,
    /// Where the servers are
    servers: Vec<SocketAddr>,
}

impl Idle {
    /// Opens so many, all at one game.
    pub(crate) async fn open(cluster: &Cluster, count: usize) -> Result<Self, LoadError> {
        let servers = cluster.addresses();
        let host = cluster.guest().await?;
        let watched = CreateGame {
            game: "minicheckers".to_owned(),
            control: "14d".to_owned(),
            rated: false,
            public: false,
            seat: None,
            engines: None,
            id: None,
        };
        let created: GameCreated = host.post(servers[0], "/api/games", &watched).await?;
        let before = cluster.memory();
        let mut holders = Vec::new();
        for first in (0..count).step_by(IN_A_PROCESS) {
            let part = IN_A_PROCESS.min(count - first);
            holders.push(Holder::start(&created.id, part, first, &servers)?);
        }
        for holder in &mut holders {
            tokio::task::block_in_place(|| holder.line())?;
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let grown = cluster.memory().saturating_sub(before);
        Ok(Self {
            count,
            memory_each: grown * 1024 / count as u64,
            holders,
        })
    }

    /// How they fared.
    pub(crate) fn result(self) -> Result<IdleResult, LoadError> {
        let mut lost = 0;
        for mut holder in self.holders {
            drop(holder.input);
            let mut told = String::new();
            holder.output.read_to_string(&mut told)?;
            let parsed = told.trim().parse::<usize>();
            lost += parsed.map_err(std::io::Error::other)?;
            holder.child.wait()?;
        }
        Ok(IdleResult {
            count: self.count,
            memory_each: self.memory_each,
            lost,
        })
    }
}

impl Holder {
    fn start(
        game: &str,
        count: usize,
        first: usize,
        servers: &[SocketAddr],
    ) -> Result<Self, LoadError> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["idle", game, &count.to_string(), &first.to_string()])
            .args(servers.iter().map(SocketAddr::to_string))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| std::io::Error::other("no pipes"))?;
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    /// The next line it prints.
    fn line(&mut self) -> Result<String, LoadError> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err(std::io::Error::other("idle sockets could not be opened").into()),
            _ => Ok(line),
        }
    }
}

impl IdleArguments {
    /// Opens the sockets, says so, and when the input ends how many were lost.
    pub(crate) async fn run(&self) -> Result<(), LoadError> {
        let watch = ClientMessage::Watch {
            game: self.game.clone(),
            since: None,
        };
        let http = reqwest::Client::new();
        let mut listening = JoinSet::new();
        let mut guest = None;
        for number in 0..self.count {
            let server = self.servers[number % self.servers.len()];
            if number % OF_A_GUEST == 0 {
                let address = company::address((1 << 20) + self.first + number);
                guest = Some(Visitor::guest_from(&http, server, address).await?);
            }
            let Some(guest) = &guest else { continue };
            let mut socket = guest.socket(server).await?;
            socket.send(&watch).await?;
            while !matches!(socket.receive().await?, ServerMessage::Room { .. }) {}
            // They answer pings, as browsers do.
            listening.spawn(listen(socket));
        }
        let mut out = std::io::stdout();
        writeln!(out, "open")?;
        out.flush()?;
        let mut ignored = Vec::new();
        tokio::task::block_in_place(|| std::io::stdin().read_to_end(&mut ignored))?;
        let mut lost = 0;
        while listening.try_join_next().is_some() {
            lost += 1;
        }
        writeln!(out, "{lost}")?;
        Ok(())
    }
}

/// Listens until the socket breaks.
async fn listen(mut socket: Socket) -> ClientError {
    loop {
        if let Err(error) = socket.receive_text().await {
            return error;
        }
    }
}
