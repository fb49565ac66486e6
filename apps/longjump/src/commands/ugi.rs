//! `longjump ugi`

use clap::Args;
use longjump_console::Failure;
use longjump_engine::{EngineSpec, build, ugi};
use std::io;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump ugi --game knightthrough
  longjump ugi --game star/default:threads=2,hash=256

Then type: ugi, position startpos, go movetime 1000, quit. docs/protocol.md has
the rest.")]
pub(crate) struct Ugi {
    /// The game, or an engine such as star/default:threads=2
    #[arg(long, value_name = "SPEC")]
    game: String,
}

impl Ugi {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let spec: EngineSpec = self.game.parse()?;
        ugi::serve(build(&spec)?, io::stdin().lock(), io::stdout())?;
        Ok(())
    }
}
