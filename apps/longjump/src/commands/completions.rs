//! `longjump completions`

use clap::{Args, Command};
use clap_complete::Shell;
use longjump_console::Failure;
use std::io::Write;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump completions bash > ~/.local/share/bash-completion/completions/longjump
  longjump completions fish > ~/.config/fish/completions/longjump.fish

Packages bring these files with them.")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, mut command: Command, out: &mut impl Write) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "longjump", &mut script);
        Ok(out.write_all(&script)?)
    }
}
