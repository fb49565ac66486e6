//! `longjump solve`

use clap::Args;
use indicatif::ProgressBar;
use longjump_console::Failure;
use longjump_console::arguments::{PositionArgument, SpecArgument};
use longjump_engine::{Control, Value, solve};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump solve minicheckers
  longjump solve minicheckers --hash 64 --json
  longjump solve minicheckers 6/b1b3/3b2/6/1a3a/a5 a")]
pub(crate) struct Solve {
    #[command(flatten)]
    spec: SpecArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// The size of the table in MiB
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

impl Solve {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.spec.parse()?;
        let control = Arc::new(Control::default());
        let signal = Arc::clone(&control);
        // If it can't be caught, Ctrl-C ends the program, which is not bad either.
        let _ = ctrlc::set_handler(move || signal.stop());
        let spinner = ProgressBar::new_spinner().with_message("solving");
        spinner.enable_steady_tick(Duration::from_millis(200));
        let started = Instant::now();
        let position = self.position.text();
        let solution = solve(&spec, position.as_deref(), self.hash as usize, &control)?;
        let seconds = started.elapsed().as_secs_f64();
        spinner.finish_and_clear();
        let Some(solution) = solution else {
            let reason = if control.is_stopped() {
                "stopped before it was solved"
            } else {
                "there is nothing to solve: the game is over"
            };
            return Err(Failure::Input(reason.to_owned()));
        };
        if self.json {
            let move_of =
                |(mv, value): &(String, Value)| json!({ "move": mv, "value": word(*value) });
            let report = json!({
                "spec": spec.to_string(),
                "value": word(solution.value),
                "moves": solution.moves.iter().map(move_of).collect::<Vec<Json>>(),
                "nodes": solution.nodes,
                "seconds": seconds,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        for (mv, value) in &solution.moves {
            writeln!(out, "{mv:6} {}", word(*value))?;
        }
        writeln!(out, "{} positions in {seconds:.2} s", solution.nodes)?;
        writeln!(out, "{}", word(solution.value))?;
        Ok(())
    }
}
