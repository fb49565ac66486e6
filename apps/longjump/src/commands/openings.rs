//! `longjump openings`

use clap::Args;
use longjump_arena::openings::{Balance, Openings, OpeningsPlan, Tally};
use longjump_console::arguments::SpecArgument;
use longjump_console::{Failure, files, machine, progress};
use longjump_rules::GameSpec;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

const NODES: u64 = 20_000;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump openings star --count 200 --plies 6 --balance 1 --out star.txt
  longjump openings knightthrough --plies 8 --seed 7 --balance 0.5 --nodes 50000
  longjump openings star:seats=3 --count 50 --plies 9 --json

An opening is random moves from the start, one opening a line. No two lead to the same
position, however the board is turned or mirrored and the seats are exchanged. With --balance
the game's default engine looks at each and must find neither seat further ahead.
The same seed gives the same openings, whatever the number of threads.")]
pub(crate) struct OpeningsArguments {
    #[command(flatten)]
    spec: SpecArgument,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// How many random moves each has
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: u16,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many moves a seat may be ahead, such as 0.5; for two seats only
    #[arg(long, value_name = "MOVES", value_parser = balance, allow_negative_numbers = true)]
    balance: Option<f64>,
    /// How many positions the engine searches to judge one; 20000 when left out
    #[arg(long, value_name = "N", requires = "balance", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many searches at once; one for each processor when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the openings to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

fn balance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(moves) if (0.0..=300.0).contains(&moves) => Ok(moves),
        _ => Err("give a number of moves from 0 to 300, such as 0.5".to_owned()),
    }
}

impl OpeningsArguments {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let plan = self.plan(self.spec.parse()?);
        files::check(self.out.as_deref(), "--out")?;
        let started = Instant::now();
        let bar = progress::bar(self.count.into(), "searching");
        let made = plan.make(&|tally| {
            bar.set_position(tally.found);
            bar.set_message(format!("{} of {} tried", tally.found, tally.tried));
        });
        bar.finish_and_clear();
        let (openings, tally) = made?;
        if let Some(file) = &self.out {
            files::write(file, openings.to_string(), "--out")?;
        }
        let seconds = started.elapsed().as_secs_f64();
        if self.json {
            writeln!(out, "{}", report(&plan, &openings, &tally, seconds))?;
        } else if let Some(file) = &self.out {
            writeln!(out, "{tally}; {seconds:.1} s")?;
            writeln!(out, "written to {}", file.display())?;
        } else {
            write!(out, "{openings}")?;
        }
        Ok(())
    }

    fn plan(&self, spec: GameSpec) -> OpeningsPlan {
        OpeningsPlan {
            spec,
            count: self.count as usize,
            plies: self.plies.into(),
            seed: self.seed,
            balance: self.balance.map(|moves| Balance {
                moves,
                nodes: self.nodes.unwrap_or(NODES),
            }),
            threads: machine::threads(self.threads),
        }
    }
}

fn report(
    plan: &OpeningsPlan,
    openings: &Openings,
    tally: &Tally,
    seconds: f64,
) -> serde_json::Value {
    let lines: Vec<String> = openings.list.iter().map(ToString::to_string).collect();
    json!({
        "spec": plan.spec.to_string(),
        "plies": plan.plies,
        "seed": plan.seed,
        "balance": plan.balance.map(|balance| balance.moves),
        "nodes": plan.balance.map(|balance| balance.nodes),
        "tried": tally.tried,
        "found": tally.found,
        "same": tally.same,
        "unbalanced": tally.unbalanced,
        "ended": tally.ended,
        "seconds": seconds,
        "openings": lines,
    })
}
