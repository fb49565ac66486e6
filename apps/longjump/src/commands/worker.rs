//! `longjump worker`

use crate::Failure;
use crate::machine;
use crate::online::{log_to_stderr, run, thinker, until_asked_to_end};
use clap::Args;
use longjump_server::work;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump worker --nats nats://127.0.0.1:4222
  longjump worker --nats nats://10.0.0.7:4222 --threads 8

Takes positions from the queue and plays for the engines' seats of online games. Start as many
as the queue needs; one that dies loses nothing, as another gets its job.")]
pub(crate) struct Worker {
    /// Where NATS is
    #[arg(long, value_name = "URL", env = "LONGJUMP_NATS")]
    nats: String,
    /// How many positions to think about at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<u16>,
}

impl Worker {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        log_to_stderr();
        let threads = machine::threads(self.threads).max(1);
        run(async {
            tokio::select! {
                worked = work(&self.nats, threads, thinker()) => {
                    worked.map_err(|error| Failure::Input(format!("{error}; look at --nats")))
                }
                () = until_asked_to_end() => Ok(()),
            }
        })
    }
}
