//! `longjump doctor`

use super::play::USUAL_PORT;
use crate::version;
use clap::Args;
#[cfg(unix)]
use longjump_backing::{Nats, Postgres};
use longjump_console::Failure;
use longjump_engine::{Control, Limits, NoClock, build};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;
use std::{env, fs, thread};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// As many sockets, and the files beside them, as a club with a thousand visitors needs.
#[cfg(unix)]
const FILES_FOR_SERVING: u64 = 4_096;
/// What training the largest net takes, in gigabytes.
const MEMORY_FOR_TRAINING: f64 = 2.0;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump doctor
  longjump doctor --json
  longjump doctor --server 127.0.0.1:4766

Nothing is changed, and nothing is sent anywhere but to the server that is named. The command fails if this program can't play; what
serving and training lack is told, with what helps.")]
pub(crate) struct Doctor {
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
    /// Ask a server whether it is ready instead; for health checks of containers
    #[arg(long, value_name = "ADDRESS")]
    server: Option<SocketAddr>,
}

/// What was looked at, and how it is: what was found, or what is wrong and what helps.
struct Finding {
    purpose: &'static str,
    what: &'static str,
    state: Result<String, (String, &'static str)>,
}

impl Doctor {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(address) = self.server {
            ready(address)?;
            return Ok(writeln!(out, "the server at {address} is ready")?);
        }
        let findings = [
            finding("play", "engine", engine()),
            finding("play", "page", page()),
            finding("play", "port", port()),
            finding("play", "browser", browser()),
            finding("serve", "Postgres", postgres()),
            finding("serve", "NATS", nats()),
            #[cfg(unix)]
            finding("serve", "open files", open_files()),
            finding("train", "processors", Ok(processors())),
            finding("train", "memory", memory()),
        ];
        if self.json {
            let found: Vec<Value> = findings.iter().map(as_json).collect();
            let all =
                json!({ "version": version::SHORT, "target": version::TARGET, "findings": found });
            writeln!(out, "{all}")?;
        } else {
            writeln!(out, "longjump {}", version::long())?;
            for Finding {
                purpose,
                what,
                state,
            } in &findings
            {
                let (mark, text) = match state {
                    Ok(found) => ("ok", found.clone()),
                    Err((wrong, help)) => ("--", format!("{wrong}; {help}")),
                };
                writeln!(out, "{mark}  {purpose:5}  {what:10}  {text}")?;
            }
        }
        match &findings[0].state {
            Ok(_) => Ok(()),
            Err((wrong, help)) => Err(Failure::Input(format!("{wrong}; {help}"))),
        }
    }
}

/// Asks a server, and fails if it does not want to be sent requests.
fn ready(address: SocketAddr) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        Failure::Input(format!("the server at {address} does not answer: {error}"))
    };
    let mut connection = TcpStream::connect_timeout(&address, PATIENCE).map_err(failed)?;
    connection
        .set_read_timeout(Some(PATIENCE))
        .map_err(failed)?;
    let request = format!("GET /ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).map_err(failed)?;
    let mut line = String::new();
    let mut answer = BufReader::new(connection);
    answer.read_line(&mut line).map_err(failed)?;
    if line.starts_with("HTTP/1.1 200 ") {
        return Ok(());
    }
    let line = line.trim();
    Err(Failure::Input(format!(
        "the server at {address} is not ready ({line}); its log says why"
    )))
}

type State = Result<String, (String, &'static str)>;

fn finding(purpose: &'static str, what: &'static str, state: State) -> Finding {
    Finding {
        purpose,
        what,
        state,
    }
}

fn as_json(finding: &Finding) -> Value {
    let Finding {
        purpose,
        what,
        state,
    } = finding;
    match state {
        Ok(found) => json!({ "for": purpose, "what": what, "ok": true, "found": found }),
        Err((wrong, help)) => {
            json!({ "for": purpose, "what": what, "ok": false, "wrong": wrong, "help": help })
        }
    }
}

/// Lets the engine with its net think for a moment.
fn engine() -> State {
    let help = "install the program anew";
    let spec = "star/default"
        .parse()
        .map_err(|_| ("no engine".to_owned(), help))?;
    let mut engine = build(&spec).map_err(|error| (error.to_string(), help))?;
    let limits = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    let choice = engine.choose(&limits, &NoClock, &Control::new(), &mut |_| {});
    let choice = choice.ok_or_else(|| ("the engine finds no move".to_owned(), help))?;
    Ok(format!("thinks, and would begin star with {}", choice.mv))
}

fn page() -> State {
    let found = longjump_site::is_built().then(|| "is part of this program".to_owned());
    let help =
        "run 'bash web/build.sh' and build the program again, or use 'longjump play --terminal'";
    found.ok_or_else(|| ("this program has no page in it".to_owned(), help))
}

fn port() -> State {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL_PORT)).is_ok();
    let help = "'longjump play' takes another, or the one that --port names";
    let found = free.then(|| format!("{USUAL_PORT} is free"));
    found.ok_or_else(|| (format!("{USUAL_PORT} is in use"), help))
}

/// On Linux somebody has to open it; elsewhere the system does.
fn browser() -> State {
    let help = "open the address that 'longjump play' prints yourself";
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some());
    if cfg!(target_os = "linux") && !has_screen {
        return Err(("no screen to open one on".to_owned(), help));
    }
    Ok("is opened by the system".to_owned())
}

#[cfg(unix)]
fn postgres() -> State {
    let help = "or name one that runs elsewhere in the configuration (docs/operating.md)";
    let programs = Postgres::programs().map_err(|error| (error.to_string(), help))?;
    Ok(programs.display().to_string())
}

#[cfg(unix)]
fn nats() -> State {
    let help = "or name one that runs elsewhere in the configuration (docs/operating.md)";
    Nats::version().map_err(|error| (error.to_string(), help))
}

#[cfg(unix)]
fn open_files() -> State {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let text = limit.map_or("no limit".to_owned(), |limit| format!("at most {limit}"));
    if limit.is_some_and(|limit| limit < FILES_FOR_SERVING) {
        let help =
            "for a thousand visitors run 'ulimit -n 65536' first, or set LimitNOFILE in the unit";
        return Err((text, help));
    }
    Ok(text)
}

/// The program starts neither there.
#[cfg(not(unix))]
fn elsewhere() -> State {
    let help = "start it yourself and name it in the configuration (docs/operating.md)";
    Err((
        "is not started by this program on this system".to_owned(),
        help,
    ))
}

#[cfg(not(unix))]
use elsewhere as postgres;
#[cfg(not(unix))]
use elsewhere as nats;

fn processors() -> String {
    let count = thread::available_parallelism().map_or(1, usize::from);
    format!("{count}; 'longjump selfplay' uses all unless told otherwise")
}

fn memory() -> State {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    let Some(kilobytes) = kilobytes else {
        return Ok("not known here".to_owned());
    };
    let gigabytes = kilobytes / 1e6;
    let found = format!("{gigabytes:.1} GB free");
    if gigabytes < MEMORY_FOR_TRAINING {
        return Err((
            found,
            "close other programs, or train on less data at a time",
        ));
    }
    Ok(found)
}
