//! `longjump analyse`

use clap::Args;
use longjump_console::Failure;
use longjump_console::arguments::PositionArgument;
use longjump_display::board_text;
use longjump_display::numbers::{outlook, plies};
use longjump_engine::{
    Choice, Control, Engine, EngineSpec, Limits, Outlook, Table, Thought, build,
};
use longjump_rules::Hole;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump analyse star --movetime 2000
  longjump analyse knightthrough --depth 12 --multipv 3
  longjump analyse minicheckers 6/6/6/2b3/1a4/a5 a
  longjump analyse star/default:threads=2,hash=256 --json

Without a limit it goes on until everything is decided or you press Ctrl-C.")]
pub(crate) struct Analyse {
    /// The game, or an engine such as star/default:threads=2
    #[arg(value_name = "SPEC")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    /// How many lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Milliseconds to think
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Positions to look at
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print each report as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec: EngineSpec = self.spec.parse()?;
        let mut engine = build(&spec)?;
        if self.multipv > 1 {
            engine.set_option("multipv", &self.multipv.to_string())?;
        }
        engine
            .table()
            .set_up(self.position.text().as_deref(), &[])?;
        if let Some(standings) = engine.table().standings() {
            return Err(Failure::Input(format!(
                "there is nothing to analyse: the game is over, places {standings}"
            )));
        }
        if !self.json {
            writeln!(out, "{}", board(engine.table(), None))?;
            writeln!(out, "{}\n", engine.table().position())?;
            writeln!(
                out,
                "{:>5} {:>10} {:>12} {:>8} {:>9}  line",
                "depth", "score", "nodes", "Mnodes/s", "seconds"
            )?;
            out.flush()?;
        }
        let (last, choice) = self.search(&mut *engine, out)?;
        match (self.json, last) {
            (true, None) => writeln!(out, "{}", choice_as_json(choice.as_ref()))?,
            (true, Some(_)) => {}
            (false, last) => {
                let mv = choice.as_ref().map(|choice| choice.mv.as_str());
                writeln!(out, "\n{}", board(engine.table(), mv))?;
                writeln!(out, "{}", in_words(choice.as_ref(), last.as_ref()))?;
            }
        }
        Ok(())
    }

    /// Searches, printing as it goes; returns the last thought of the best line,
    /// if the engine tells any, and what it chose.
    fn search(
        &self,
        engine: &mut dyn Engine,
        out: &mut impl Write,
    ) -> Result<(Option<Thought>, Option<Choice>), Failure> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            end: self.movetime.map(Duration::from_millis),
            aim: None,
        };
        let control = Arc::new(Control::default());
        let signal = Arc::clone(&control);
        // If it can't be caught, Ctrl-C ends the program, which is not bad either.
        let _ = ctrlc::set_handler(move || signal.stop());
        let mut last = None;
        let mut written = Ok(());
        let clock = Instant::now();
        let choice = engine.choose(&limits, &clock, &control, &mut |thought| {
            if thought.rank == 1 {
                last = Some(thought.clone());
            }
            let line = if self.json {
                as_json(thought).to_string()
            } else {
                as_row(thought)
            };
            if written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
                if written.is_err() {
                    control.stop();
                }
            }
        });
        written?;
        Ok((last, choice))
    }
}

/// A move with an arrow between its holes.
fn arrow(mv: &str) -> String {
    let second = mv
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_ascii_alphabetic());
    match second {
        Some((at, _)) if mv.ends_with(|c: char| c.is_ascii_digit()) => {
            format!("{}→{}", &mv[..at], &mv[at..])
        }
        _ => mv.to_owned(),
    }
}

/// The board, with a move marked.
fn board(table: &dyn Table, mv: Option<&str>) -> String {
    let layout = table.layout();
    let hole = |name: &str| {
        let mut points = layout.points.iter();
        points
            .find(|point| point.name == name)
            .map(|point| point.hole)
    };
    let ends = mv.and_then(|mv| {
        let arrow = arrow(mv);
        let (from, to) = arrow.split_once('→')?;
        Some::<(Hole, Hole)>((hole(from)?, hole(to)?))
    });
    board_text(&layout, table.seats(), &table.setup().pieces, ends)
}

fn as_row(thought: &Thought) -> String {
    let seconds = thought.time.as_secs_f64();
    let arrows: Vec<String> = thought.line.iter().take(8).map(|mv| arrow(mv)).collect();
    let more = if thought.line.len() > 8 { " …" } else { "" };
    format!(
        "{:>5} {:>10} {:>12} {:>8.2} {:>9.3}  {}{more}",
        thought.depth,
        Outlook::of(thought.score).to_string(),
        thought.nodes,
        thought.nodes as f64 / seconds.max(1e-6) / 1e6,
        seconds,
        arrows.join(" "),
    )
}

fn in_words(choice: Option<&Choice>, thought: Option<&Thought>) -> String {
    let Some(choice) = choice else {
        return "no move: the game is over".to_owned();
    };
    let (mv, best) = (&choice.mv, arrow(&choice.mv));
    let Some(thought) = thought else {
        let (depth, nodes) = (plies(choice.depth), choice.nodes);
        return match choice.depth {
            0 => format!("move {best}"),
            _ => format!("move {best}, looking {depth} ahead at {nodes} positions"),
        };
    };
    let outlook = outlook(thought.score);
    // A level may have chosen another move than the best it saw.
    let which = if thought.line.first() == Some(mv) {
        "best move"
    } else {
        "move"
    };
    format!(
        "{which} {best}: {outlook}, looking {} ahead",
        plies(thought.depth)
    )
}

/// What engines say that report nothing while they think.
fn choice_as_json(choice: Option<&Choice>) -> Value {
    choice.map_or_else(
        || json!({ "line": [] }),
        |choice| json!({ "depth": choice.depth, "nodes": choice.nodes, "line": [choice.mv] }),
    )
}

fn as_json(thought: &Thought) -> Value {
    let (kind, value) = match Outlook::of(thought.score) {
        Outlook::Ahead(score) => ("ahead", i64::from(score)),
        Outlook::WinIn(plies) => ("win_in", plies.into()),
        Outlook::LossIn(plies) => ("loss_in", plies.into()),
    };
    json!({
        "depth": thought.depth,
        "reached": thought.reached,
        "rank": thought.rank,
        "score": { kind: value },
        "nodes": thought.nodes,
        "seconds": thought.time.as_secs_f64(),
        "table_use": thought.table_use,
        "line": thought.line,
    })
}
