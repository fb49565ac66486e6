//! What a program of one's own can do with the crates: two engines play a game move by move, one
//! analyses a position, and a short match says which of two is stronger.

use longjump_arena::{EngineConfig, PairedMatch, TimeControl};
use longjump_engine::{Control, Engine, EngineError, Limits, NoClock, Outlook, build, open_table};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    play(["corners/default:hash=4", "corners/random:seed=7"])?;
    analyse("star/default:hash=4,multipv=3", &[])?;
    // A knight of the second seat can reach the first row.
    let moves = ["b2c4", "a7b5", "c4d6", "b5a3", "d6f7"];
    analyse("knightthrough/default:hash=4", &moves)?;
    compare("minicheckers/default:hash=4", "minicheckers/greedy")
}

/// Lets two engines play a game and prints its moves.
fn play(specs: [&str; 2]) -> Result<(), Box<dyn Error>> {
    let engine = |spec: &str| -> Result<Box<dyn Engine>, EngineError> { build(&spec.parse()?) };
    let mut engines = [engine(specs[0])?, engine(specs[1])?];
    let mut table = open_table(engines[0].spec().game())?;
    while let Some(seat) = table.turn() {
        let engine = &mut engines[seat.index()];
        let limits = Limits::nodes(2_000);
        let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
        let mv = choice.ok_or("a game that goes on has a move")?.mv;
        println!("move {} by {seat}: {mv}", table.played().len() + 1);
        table.play(&mv)?;
        for engine in &mut engines {
            engine.table().play(&mv)?;
        }
    }
    let standings = table.standings().ok_or("the game is over")?;
    println!("{} against {}: places {standings}", specs[0], specs[1]);
    Ok(())
}

/// Prints the best lines after these moves with their scores, to a depth of six plies.
fn analyse(spec: &str, moves: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut engine = build(&spec.parse()?)?;
    engine.table().set_up(None, moves)?;
    println!("{}", engine.table().position());
    let limits = Limits::depth(6);
    let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |thought| {
        let score = Outlook::of(thought.score);
        let line = thought.line.join(" ");
        println!(
            "depth {} line {}: {score} {line}",
            thought.depth, thought.rank
        );
    });
    println!("best: {}", choice.ok_or("the game goes on")?.mv);
    Ok(())
}

/// Prints what one engine scores against another in ten game pairs.
fn compare(ours: &str, theirs: &str) -> Result<(), Box<dyn Error>> {
    let engine = |spec: &str| -> Result<EngineConfig, EngineError> {
        Ok(EngineConfig {
            spec: spec.parse()?,
            control: TimeControl::nodes(500),
        })
    };
    let games = PairedMatch {
        ours: engine(ours)?,
        theirs: engine(theirs)?,
        pairs: 10,
        opening_plies: 2,
        seed: 1,
    };
    let score = games.play(1, &mut |_| {})?;
    println!("{ours} scores {:.2} of 1 against {theirs}", score.mean());
    Ok(())
}
