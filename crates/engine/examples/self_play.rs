//! An engine plays a game against itself and says what it thinks: the engine as a library.
//!
//! ```text
//! cargo run --release -p longjump-engine --example self_play -- corners/default
//! ```

use longjump_engine::{Control, EngineSpec, Limits, Outlook, build};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = std::env::args()
        .nth(1)
        .unwrap_or("minicheckers/default".to_owned());
    let spec: EngineSpec = spec.parse()?;
    let mut engine = build(&spec)?;
    let limits = Limits::time(Duration::from_millis(200));
    while let Some(seat) = engine.table().turn() {
        // The clock is given, as browsers have another one.
        let clock = Instant::now();
        let choice = engine.choose(&limits, &clock, &Control::default(), &mut |_| {});
        let choice = choice.ok_or("it found no move")?;
        let outlook = choice.score.map(Outlook::of);
        println!(
            "{seat} {} at depth {}: {outlook:?}",
            choice.mv, choice.depth
        );
        engine.table().play(&choice.mv)?;
    }
    println!("{}", engine.table().record(&[], None)?);
    Ok(())
}
