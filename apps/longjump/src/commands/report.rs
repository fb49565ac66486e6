//! `longjump report`

use clap::Args;
use longjump_arena::read_log;
use longjump_console::Failure;
use longjump_console::arena::Outputs;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump report games.jsonl --report games.html
  longjump report games.jsonl --data games.json --records games.txt

The log is what 'longjump match' and 'longjump tournament' write with --log; it may still be
growing.")]
pub(crate) struct Report {
    /// The log of the games
    #[arg(value_name = "LOG")]
    log: PathBuf,
    #[command(flatten)]
    outputs: Outputs,
}

impl Report {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (header, blocks) = read_log(&self.log)?;
        self.outputs.write(&self.log)?;
        let games: usize = blocks.iter().map(Vec::len).sum();
        let names: Vec<&str> = header
            .participants
            .iter()
            .map(|participant| participant.name.as_str())
            .collect();
        writeln!(
            out,
            "{games} games of {}: {}",
            header.game,
            names.join(", ")
        )?;
        Ok(())
    }
}
