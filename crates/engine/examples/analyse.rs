//! Shows the best lines of a position with their scores: the engine as a library.
//!
//! ```text
//! cargo run --release -p longjump-engine --example analyse -- corners/default:multipv=2
//! ```

use longjump_engine::{Control, EngineSpec, Limits, Outlook, build};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments
        .next()
        .unwrap_or("star/default:multipv=3".to_owned());
    let spec: EngineSpec = spec.parse()?;
    let position = arguments.next();
    let mut engine = build(&spec)?;
    engine.table().set_up(position.as_deref(), &[])?;
    println!("{}", engine.table().position());

    let limits = Limits::time(Duration::from_secs(1));
    let clock = Instant::now();
    let choice = engine.choose(&limits, &clock, &Control::default(), &mut |thought| {
        let outlook = Outlook::of(thought.score);
        let line = thought.line.join(" ");
        println!("{:2} {}. {outlook}: {line}", thought.depth, thought.rank);
    });
    match choice {
        Some(choice) => println!("the best move is {}", choice.mv),
        None => println!("the game is over"),
    }
    Ok(())
}
