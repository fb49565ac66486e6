//! Play, study and research games of jumping pieces from the command line.
//!
//! All of the program but for its entry, so that releases can have it twice in one file: for every
//! processor, and for those since 2013 (`dist/`).

mod commands;
mod online;
mod version;

use clap::{CommandFactory, Parser, Subcommand};
use longjump_console::Failure;
use longjump_workshop as workshop;
use std::io::Write;
use std::process::ExitCode;

/// Games of jumping pieces: Star (Chinese Checkers), Diamond, Corners,
/// KnightThrough and Mini-Checkers.
#[derive(Parser)]
#[command(
    name = "longjump",
    version = version::SHORT,
    long_version = version::long(),
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  longjump games                                the games and their options
  longjump show star:seats=3                    the board at the start
  longjump moves knightthrough                  the legal moves
  longjump perft star 5                         count move sequences
  longjump playouts knightthrough --seconds 10  play random games
  longjump play --terminal star                 play against the engine
  longjump analyse star --movetime 2000         find the best move
  longjump match star/default star/greedy --games 10 --movetime 20";

#[derive(Subcommand)]
enum Command {
    /// List the games with their options
    Games(commands::games::Games),
    /// List the engines of each game: the modern one, simple ones, and those of the papers
    Engines(commands::engines::Engines),
    /// Draw a position
    Show(commands::show::Show),
    /// List the legal moves of a position, one per line
    Moves(commands::moves::Moves),
    /// Count the move sequences of a given length; the last line is the count
    Perft(commands::perft::Perft),
    /// Play random games and report how they went
    Playouts(commands::playouts::Playouts),
    /// Play a game
    Play(commands::play::Play),
    /// Serve the site with games between people, alone or beside other servers
    Serve(commands::serve::Serve),
    /// Think for the engines' seats of online games
    Worker(commands::worker::Worker),
    /// Keep order among those who play online: warn, mute, close, give points back
    Admin(commands::admin::Admin),
    /// Report on players of online games whose moves look like an engine's
    Fairplay(commands::fairplay::Fairplay),
    /// Count what was played, ask what was played from a position, and write public games down
    Explorer(commands::explorer::ExplorerArguments),
    /// Find the best moves of a position
    Analyse(commands::analyse::Analyse),
    /// Find out who wins with best play, if the game is small enough
    Solve(commands::solve::Solve),
    /// Show or make an opening book
    Book(workshop::book::Book),
    /// Speak the Universal Game Interface (UGI) on standard input and output
    Ugi(commands::ugi::Ugi),
    /// Let two engines play each other
    Match(commands::matches::Match),
    /// Let any number of engines play each other
    Tournament(commands::tournament::Tournament),
    /// Rate all engines of the games, with their levels and the papers' players
    Ratings(commands::ratings::Ratings),
    /// Measure the levels against each other, or calibrate them anew
    Levels(commands::levels::Levels),
    /// Turn the log of an event into a page, JSON or game records
    Report(commands::report::Report),
    /// Make openings for matches: distinct and fair
    Openings(commands::openings::OpeningsArguments),
    /// Find puzzles in games, and check them
    Puzzles(commands::puzzles::Puzzles),
    /// Say what the results of a match mean for a sequential test (SPRT)
    Llr(commands::llr::Llr),
    /// Let an engine play itself and write training data
    Selfplay(workshop::selfplay::SelfPlay),
    /// Inspect, check and mix training data
    Data(workshop::data::Data),
    /// Train a net on training data
    Train(workshop::train::Train),
    /// Tune the parameters of an engine, by playing or from training data
    Tune(workshop::tune::Tune),
    /// Build, check and query tables of exact distances to the goal
    Tables(workshop::tables::Tables),
    /// Find a short way across the board for one side alone
    Solo(commands::solo::Solo),
    /// Repeat the papers' experiments with their own players and write a report
    Lab(commands::lab::Lab),
    /// Search a fixed list of positions and report nodes and speed
    Bench(commands::bench::Bench),
    /// Check that all is here that playing, serving and training need
    Doctor(commands::doctor::Doctor),
    /// Write what a shell completes commands with
    Completions(commands::completions::Completions),
    /// Write the manual pages
    Manual(commands::manual::Manual),
}

/// Does what the arguments say.
pub fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let mut out = anstream::stdout().lock();
    let result = match command {
        Command::Games(games) => games.run(&mut out),
        Command::Engines(engines) => engines.run(&mut out),
        Command::Show(show) => show.run(&mut out),
        Command::Moves(moves) => moves.run(&mut out),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Playouts(playouts) => playouts.run(&mut out),
        Command::Serve(serve) => {
            drop(out);
            return finish(serve.run());
        }
        Command::Worker(worker) => {
            drop(out);
            return finish(worker.run());
        }
        Command::Play(play) => {
            // The screen writes for itself.
            drop(out);
            return finish(play.run());
        }
        Command::Admin(admin) => admin.run(&mut out),
        Command::Fairplay(fairplay) => fairplay.run(&mut out),
        Command::Explorer(explorer) => explorer.run(&mut out),
        Command::Analyse(analyse) => analyse.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::Book(book) => book.run(&mut out),
        Command::Ugi(ugi) => {
            // The protocol writes from another thread.
            drop(out);
            return finish(ugi.run());
        }
        Command::Match(games) => games.run(&mut out),
        Command::Tournament(event) => event.run(&mut out),
        Command::Ratings(ratings) => ratings.run(&mut out),
        Command::Levels(levels) => levels.run(&mut out),
        Command::Report(report) => report.run(&mut out),
        Command::Openings(openings) => openings.run(&mut out),
        Command::Puzzles(puzzles) => puzzles.run(&mut out),
        Command::Llr(llr) => llr.run(&mut out),
        Command::Selfplay(games) => games.run(&mut out),
        Command::Data(data) => data.run(&mut out),
        Command::Train(train) => train.run(&mut out),
        Command::Tune(tune) => tune.run(&mut out),
        Command::Tables(tables) => tables.run(&mut out),
        Command::Solo(solo) => solo.run(&mut out),
        Command::Lab(lab) => lab.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Doctor(doctor) => doctor.run(&mut out),
        Command::Completions(completions) => completions.run(Arguments::command(), &mut out),
        Command::Manual(manual) => manual.run(Arguments::command()),
    };
    finish(result.and_then(|()| Ok(out.flush()?)))
}

/// Tells how it went.
fn finish(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else {
        return ExitCode::SUCCESS;
    };
    if failure.is_read_enough() {
        return ExitCode::SUCCESS;
    }
    anstream::eprintln!("error: {failure}");
    ExitCode::FAILURE
}
