//! `longjump-load cluster`: a service for others to test against.

use crate::error::LoadError;
use crate::program;
use clap::Args;
use longjump_testbed::{Cluster, Launch, MailServer};
use serde::Serialize;
use std::io::{Read, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load cluster --servers 2

Starts Postgres, NATS, servers and a worker in a folder that goes away, prints one line of JSON
with the servers' addresses, the database, and that folder, where server-0.log and so on is what
they say, and ends everything when its input ends. The site's browser tests and .ci/schemathesis use it.")]
pub(crate) struct ClusterArguments {
    /// Servers
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    servers: u8,
    /// The program that servers run [default: longjump beside this program]
    #[arg(long, value_name = "PROGRAM")]
    longjump: Option<PathBuf>,
    /// Have letters sent, to a mail server that keeps them in that folder, in letters/new
    #[arg(long)]
    letters: bool,
    /// Have word of turns sent to browsers by this push service, which is on this machine
    #[arg(long, value_name = "HOST:PORT")]
    push: Option<String>,
    /// Have the first server count in this folder what was played in public games
    #[arg(long, value_name = "FOLDER")]
    explorer: Option<String>,
}

/// What is printed once everything runs.
#[derive(Serialize)]
struct Started {
    /// Where the servers are.
    servers: Vec<String>,
    /// Where everything of theirs is.
    folder: PathBuf,
    /// The database, for what people would have to wait for.
    database: String,
}

impl ClusterArguments {
    pub(crate) async fn run(&self) -> Result<(), LoadError> {
        let launch = Launch::Program(program::find(self.longjump.as_ref())?);
        let mut cluster = Cluster::start(launch, 0).await?;
        let mail = self.letters.then(|| {
            let folder = cluster.folder().join("letters");
            tokio::task::block_in_place(|| MailServer::start(&folder))
        });
        let mail = mail.transpose()?;
        if let Some(mail) = &mail {
            cluster.write_letters(&mail.url());
        }
        if let Some(push) = &self.push {
            cluster.send_to_browsers(push);
        }
        for number in 0..self.servers {
            let explorer = self.explorer.clone().filter(|_| number == 0);
            cluster
                .add_server(|config| config.explorer = explorer.unwrap_or_default())
                .await?;
        }
        cluster.start_worker()?;
        let addresses = cluster.addresses().into_iter();
        let started = Started {
            servers: addresses
                .map(|address| format!("http://{address}"))
                .collect(),
            folder: cluster.folder().to_owned(),
            database: cluster.backing().postgres().url(),
        };
        let line = serde_json::to_string(&started).map_err(std::io::Error::other)?;
        let mut out = std::io::stdout();
        writeln!(out, "{line}")?;
        out.flush()?;
        let mut ignored = Vec::new();
        tokio::task::block_in_place(|| std::io::stdin().read_to_end(&mut ignored))?;
        Ok(())
    }
}
