//! `longjump serve`

use crate::Failure;
use crate::online::{log_to_stderr, run, thinker, until_asked_to_end};
use clap::Args;
use longjump_backing::Backing;
use longjump_bus::work;
use longjump_config::Config;
use longjump_server::Server;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump serve --data club
  longjump serve --data club --listen 0.0.0.0:80 --url https://club.example
  longjump serve --data club --url https://club.example --behind-proxy
  longjump serve --config longjump.toml
  LONGJUMP_DATABASE=postgres://longjump@db/longjump longjump serve --config longjump.toml

With --data it starts a Postgres and a NATS of its own and keeps everything in that folder:
all a small club needs (on Debian: apt-get install postgresql nats-server). Without it the
configuration says where they are, and any number of servers can share them. See
docs/operating.md.")]
pub(crate) struct Serve {
    /// The configuration; the environment goes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Start Postgres and NATS too, and keep everything in this folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:4766]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// How people reach the site; with https, cookies go over secure connections only
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// A proxy of ours is in front, and says where requests come from
    #[arg(long)]
    behind_proxy: bool,
    /// Engines that think in this process [default: 1]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut config = self.configuration()?;
        log_to_stderr();
        // Ended last, after everything that needs it.
        let _backing = match &self.data {
            Some(folder) => Some(self.start_backing(folder, &mut config)?),
            None => None,
        };
        if config.database.is_empty() || config.nats.is_empty() {
            return Err(Failure::Input(
                "no database is configured; give --data FOLDER to start one here, or --config"
                    .to_owned(),
            ));
        }
        run(serve(config))
    }

    /// The configuration, with what the command line says over it.
    fn configuration(&self) -> Result<Config, Failure> {
        let mut config = Config::load(self.config.as_deref()).map_err(input_failure)?;
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(url) = &self.url {
            config.public_url.clone_from(url);
        }
        if let Some(workers) = self.workers {
            config.workers = workers;
        }
        config.behind_proxy |= self.behind_proxy;
        Ok(config)
    }

    /// Starts Postgres and NATS, and makes a secret that stays the same.
    fn start_backing(&self, folder: &Path, config: &mut Config) -> Result<Backing, Failure> {
        let mut backing = Backing::start(folder).map_err(input_failure)?;
        config.database = backing.postgres().url();
        config.nats = backing.nats().url();
        config.nats_ca.clear();
        if config.secret.is_empty() {
            config.secret = kept_secret(&folder.join("secret"))?;
        }
        let join = format!(
            "# For more servers and workers on this machine: longjump serve --config THIS\n\
             database = {:?}\nnats = {:?}\nsecret = {:?}\n",
            config.database, config.nats, config.secret
        );
        write_private(&folder.join("join.toml"), &join)?;
        Ok(backing)
    }
}

async fn serve(config: Config) -> Result<(), Failure> {
    let (nats, workers) = (config.nats_address(), config.workers);
    let url = config.public_url.clone();
    let site = longjump_site::router(&config.book);
    let server = Server::start(config, site).await.map_err(input_failure)?;
    let worker =
        (workers > 0).then(|| tokio::spawn(async move { work(&nats, workers, thinker()).await }));
    let address = match url.as_str() {
        "" => format!("http://{}/", server.address()),
        url => url.to_owned(),
    };
    let mut out = anstream::stdout();
    writeln!(out, "Longjump is at {address}\nCtrl-C ends it.")?;
    out.flush()?;
    until_asked_to_end().await;
    server.drain().await;
    if let Some(worker) = worker {
        worker.abort();
    }
    Ok(())
}

/// The secret that a folder has, or a new one that it keeps.
fn kept_secret(path: &Path) -> Result<String, Failure> {
    if let Ok(secret) = std::fs::read_to_string(path) {
        return Ok(secret.trim().to_owned());
    }
    let secret = longjump_server::new_secret();
    write_private(path, &secret)?;
    Ok(secret)
}

/// Writes what nobody else may read.
fn write_private(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn input_failure(error: impl ToString) -> Failure {
    Failure::Input(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        serve: Serve,
    }

    #[test]
    fn a_club_can_say_that_it_is_behind_a_proxy() {
        for (given, expect) in [
            (&["serve"][..], false),
            (&["serve", "--behind-proxy"], true),
        ] {
            let line = CommandLine::parse_from(given);
            let config = line.serve.configuration().expect("a configuration");
            assert_eq!(config.behind_proxy, expect, "{given:?}");
        }
    }
}
