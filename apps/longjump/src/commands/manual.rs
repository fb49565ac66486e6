//! `longjump manual`

use clap::{Args, Command};
use longjump_console::{Failure, files};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Example:
  longjump manual --out man1 && man man1/longjump-match.1

Packages bring these pages with them.")]
pub(crate) struct Manual {
    /// The folder they go to, one page a command
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Manual {
    pub(crate) fn run(&self, command: Command) -> Result<(), Failure> {
        let written = std::fs::create_dir_all(&self.out)
            .and_then(|()| clap_mangen::generate_to(command, &self.out));
        written.map_err(|error| files::unwritten(&self.out, &error, "--out"))
    }
}
