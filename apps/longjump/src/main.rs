//! Play, study and research games of jumping pieces from the command line.

mod arena;
mod commands;
mod drawing;
mod files;
mod lab;
mod machine;
mod online;
mod progress;
mod site;
mod terminal;
mod training;
mod words;

use clap::{Parser, Subcommand};
use longjump_arena::{EventError, LogError, SeatError};
use longjump_engine::EngineError;
use longjump_learning::LearningError;
use longjump_rules::{NotationError, SpecError};
use std::io::{self, Write};
use std::process::ExitCode;

/// Games of jumping pieces: Star (Chinese Checkers), Diamond, Corners,
/// KnightThrough and Mini-Checkers.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
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
    /// List the engines of the games: the modern one, simple ones, and the papers' own
    Engines(commands::engines::Engines),
    /// Draw a position
    Show(commands::show::Show),
    /// List the legal moves of a position, one a line
    Moves(commands::moves::Moves),
    /// Count the move sequences of a given length; the last line is the count
    Perft(commands::perft::Perft),
    /// Play random games and tell how they went
    Playouts(commands::playouts::Playouts),
    /// Play a game
    Play(commands::play::Play),
    /// Serve the site with games between people, alone or beside other servers
    Serve(commands::serve::Serve),
    /// Think for the engines' seats of online games
    Worker(commands::worker::Worker),
    /// Report on players of online games whose moves look like an engine's
    Fairplay(commands::fairplay::Fairplay),
    /// Find the best moves of a position
    Analyse(commands::analyse::Analyse),
    /// Find out who wins with best play, where the game is small enough
    Solve(commands::solve::Solve),
    /// Show or make the book of openings
    Book(commands::book::Book),
    /// Speak the Universal Game Interface with a manager on standard input and output
    Ugi(commands::ugi::Ugi),
    /// Let two engines play each other
    Match(commands::matches::Match),
    /// Let any number of engines play each other
    Tournament(commands::tournament::Tournament),
    /// Rate all engines, levels and papers' players of the games
    Ratings(commands::ratings::Ratings),
    /// Make the page, the JSON or the records of a log of games
    Report(commands::report::Report),
    /// Make starting positions for matches: distinct and fair
    Openings(commands::openings::OpeningsArguments),
    /// Tell what the results of a match mean for a sequential test
    Llr(commands::llr::Llr),
    /// Let an engine play itself and write positions to learn from
    Selfplay(commands::selfplay::SelfPlay),
    /// Look at positions to learn from, check and mix them
    Data(commands::data::Data),
    /// Train a net on positions of games that were played
    Train(commands::train::Train),
    /// Find better numbers for an engine, by playing or from games that were played
    Tune(commands::tune::Tune),
    /// Build, check and ask tables of exact distances to the goal
    Tables(commands::tables::Tables),
    /// Find a short way for one army alone across the board
    Solo(commands::solo::Solo),
    /// Run the papers' experiments with their own players and write a report
    Lab(commands::lab::Lab),
    /// Search a fixed list of positions and tell nodes and speed
    Bench(commands::bench::Bench),
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something typed is wrong; the message says what to do.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Input(format!(
            "{error}\n'longjump games' lists the games and their options"
        ))
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Game(error) => error.into(),
            EngineError::UnknownPlayer { game, .. } => Self::Input(format!(
                "{error}; 'longjump engines {game}' lists those there are"
            )),
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<EventError> for Failure {
    fn from(error: EventError) -> Self {
        match error {
            EventError::Game(error) => error.into(),
            EventError::Seat(SeatError::Engine(error)) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<LearningError> for Failure {
    fn from(error: LearningError) -> Self {
        match error {
            LearningError::Game(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
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
        Command::Fairplay(fairplay) => fairplay.run(&mut out),
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
        Command::Report(report) => report.run(&mut out),
        Command::Openings(openings) => openings.run(&mut out),
        Command::Llr(llr) => llr.run(&mut out),
        Command::Selfplay(games) => games.run(&mut out),
        Command::Data(data) => data.run(&mut out),
        Command::Train(train) => train.run(&mut out),
        Command::Tune(tune) => tune.run(&mut out),
        Command::Tables(tables) => tables.run(&mut out),
        Command::Solo(solo) => solo.run(&mut out),
        Command::Lab(lab) => lab.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
    };
    finish(result.and_then(|()| Ok(out.flush()?)))
}

/// Tells how it went.
fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has read enough, as in `longjump moves star | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => fail(&format!("can't write the output: {error}")),
        Err(Failure::Input(message)) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    anstream::eprintln!("error: {message}");
    ExitCode::FAILURE
}
