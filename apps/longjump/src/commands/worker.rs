//! `longjump worker`

use crate::online::{log_to_stderr, run, thinker, until_asked_to_end};
use clap::Args;
use longjump_bus::{NatsAddress, work};
use longjump_console::Failure;
use longjump_console::machine;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump worker --nats nats://127.0.0.1:4222
  longjump worker --nats tls://worker:PASSWORD@10.0.0.7:4222 --nats-ca ca.pem --threads 8

Takes positions from the queue and plays for the engines' seats of online games. Start as many
as the queue needs; one that dies loses nothing, as another gets its job. It needs no database and
no secret; give the address with its password as LONGJUMP_NATS, where others can't see it.")]
pub(crate) struct Worker {
    /// Where NATS is
    #[arg(long, value_name = "URL", env = "LONGJUMP_NATS")]
    nats: String,
    /// The certificate that NATS is known by, if the system does not know it
    #[arg(
        long,
        value_name = "FILE",
        env = "LONGJUMP_NATS_CA",
        default_value = ""
    )]
    nats_ca: String,
    /// How many positions to think about at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<u16>,
}

impl Worker {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        log_to_stderr();
        let threads = machine::threads(self.threads).max(1);
        let nats = NatsAddress::new(&self.nats, &self.nats_ca);
        run(async {
            tokio::select! {
                worked = work(&nats, threads, thinker()) => {
                    let hint = "look at --nats and --nats-ca";
                    worked.map_err(|error| Failure::Input(format!("{error}; {hint}")))
                }
                () = until_asked_to_end() => Ok(()),
            }
        })
    }
}
