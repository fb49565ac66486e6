//! `longjump tournament`

use clap::{Args, ValueEnum};
use longjump_arena::{Format, MatchSettings};
use longjump_console::Failure;
use longjump_console::arena::TournamentArguments;
use std::io::Write;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump tournament star/default star/greedy star/random --rounds 5 --nodes 2000
  longjump tournament --format gauntlet corners/default corners/minimax corners/greedy --movetime 50
  longjump tournament --format swiss --rounds 7 --bots bots.toml --clock 5+0.05 --log games.jsonl

Engines are specs, outside programs ('ugi:' and the command of a program that speaks UGI,
'uci:' and that of a chess program, for knightthrough), or names in a file of bots; without
any, all bots of the file play. In each round everybody meets everybody else
once (round-robin), the first one meets everybody (gauntlet), or those who stand close to
each other meet (swiss). Each meeting is a block: one opening with every rotation of the seats.")]
pub(crate) struct Tournament {
    /// Who plays
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatArgument::RoundRobin)]
    format: FormatArgument,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    #[command(flatten)]
    tournament: TournamentArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArgument {
    /// Everybody with everybody else
    RoundRobin,
    /// The first with everybody else
    Gauntlet,
    /// Those who stand close to each other
    Swiss,
}

impl Tournament {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut bots = self.tournament.bots()?;
        if !self.engines.is_empty() {
            // What the file wants to be played is for when nobody is named.
            bots.settings = MatchSettings::default();
        }
        let names: Vec<String> = if !self.engines.is_empty() {
            self.engines.clone()
        } else if !bots.settings.players.is_empty() {
            bots.settings.players.clone()
        } else {
            bots.names().map(str::to_owned).collect()
        };
        if names.len() < 2 {
            return Err(Failure::Input(
                "who plays? give two engines or more, as in 'longjump tournament star/default \
                 star/greedy --nodes 1000', or a file of bots"
                    .to_owned(),
            ));
        }
        let control = self.tournament.control()?;
        let participants = names
            .iter()
            .map(|name| bots.participant(name, control))
            .collect::<Result<_, _>>()?;
        let format = match self.format {
            FormatArgument::RoundRobin => Format::RoundRobin,
            FormatArgument::Gauntlet => Format::Gauntlet,
            FormatArgument::Swiss => Format::Swiss,
        };
        let rounds = |_| self.rounds as usize;
        let plan = self
            .tournament
            .plan(format, participants, rounds, None, &bots)?;
        plan.run(out)
    }
}
