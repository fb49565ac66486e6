//! `longjump-load`: players by the thousand on this machine, who play whole games and check every
//! promise; and the service alone, for others to test against.

mod cluster;
mod company;
mod crowd;
mod error;
mod faults;
mod ground;
mod history;
mod idle;
mod letters;
mod load;
mod middle;
mod pgbench;
mod player;
mod program;
mod results;
mod rounds;
mod standing;
mod stats;
mod table;
mod tournament;
mod verdict;

use clap::{Parser, Subcommand};

#[derive(Parser, Debug)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    load: load::Load,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Start a service and nothing else, until the input ends
    Cluster(cluster::ClusterArguments),
    /// Measure what games by days cost while nobody is there
    Standing(standing::StandingArguments),
    /// Have letters sent while servers are killed
    Letters(letters::LettersArguments),
    /// Hold a tournament while servers are killed
    Tournament(tournament::TournamentArguments),
    #[command(hide = true)]
    Idle(idle::IdleArguments),
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Some(Command::Cluster(cluster)) => cluster.run().await,
        Some(Command::Standing(standing)) => standing.run(&mut std::io::stdout()).await,
        Some(Command::Letters(letters)) => letters.run(&mut std::io::stdout()).await,
        Some(Command::Tournament(one)) => one.run(&mut std::io::stdout()).await,
        Some(Command::Idle(idle)) => idle.run().await,
        None => arguments.load.run(&mut std::io::stdout()).await,
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
