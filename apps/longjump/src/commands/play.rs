//! `longjump play`

use crate::Failure;
use crate::terminal::{self, Player, Session, Thinker};
use clap::Args;
use longjump_engine::{EngineError, open_table};
use longjump_rules::{GameSpec, NotationError, Seat, SpecError};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// What `--opponent` says for somebody at the same keyboard.
const PERSON: &str = "person";

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump play --terminal
  longjump play --terminal star --opponent default:level=5
  longjump play --terminal star:seats=3 --opponent greedy --opponent person
  longjump play --terminal knightthrough --opponent default --movetime 3000
  longjump play --terminal corners --opponent random --seat b

'longjump engines GAME' lists the opponents; 'person' is somebody at the same
keyboard. Press ? while playing to see the keys. The game is printed as a
record when you leave.")]
pub(crate) struct Play {
    /// The game with its options, such as star:seats=3
    #[arg(value_name = "GAME", default_value = "star")]
    game: String,
    /// Play in this terminal
    #[arg(long)]
    terminal: bool,
    /// Who plays the other seats, in their order; one for all, or one for each
    /// [default: default:level=3 in games for two, greedy in others]
    #[arg(long = "opponent", value_name = "ENGINE")]
    opponents: Vec<String>,
    /// Your seat: a moves first
    #[arg(long, value_name = "LETTER", default_value = "a")]
    seat: char,
    /// Milliseconds an engine thinks at most
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if !self.terminal {
            return Err(Failure::Input(
                "where shall the board be? give --terminal to play in this terminal".to_owned(),
            ));
        }
        let game: GameSpec = self
            .game
            .parse()
            .map_err(|error: NotationError| Failure::from(SpecError::from(error)))?;
        let table = open_table(&game)?;
        let players = self.players(&game, table.seats())?;
        let movetime = Duration::from_millis(self.movetime);
        let mut thinker = Thinker::new(&game, &players, movetime)?;
        if !io::stdout().is_terminal() {
            return Err(Failure::Input(
                "standard output is no terminal, so there is nothing to play on".to_owned(),
            ));
        }
        let mut session = Session::new(game, table, players);
        terminal::run(&mut session, &mut thinker)?;
        if let Some(record) = session.record() {
            write!(anstream::stdout(), "{record}")?;
        }
        Ok(())
    }

    /// Who plays each seat.
    fn players(&self, game: &GameSpec, seats: usize) -> Result<Vec<Player>, Failure> {
        let own = Seat::from_letter(self.seat).filter(|seat| seat.index() < seats);
        let own = own.ok_or_else(|| {
            let last = Seat::new(seats - 1);
            Failure::Input(format!(
                "{game} has the seats a to {last}, not {}",
                self.seat
            ))
        })?;
        let others = seats - 1;
        let names: Vec<&str> = match self.opponents.as_slice() {
            [] if seats == 2 => vec!["default:level=3"],
            [] => vec!["greedy"; others],
            [one] => vec![one; others],
            several if several.len() == others => several.iter().map(String::as_str).collect(),
            several => {
                let given = several.len();
                return Err(Failure::Input(format!(
                    "{game} has {others} other seats, and {given} opponents are given; \
                     give one for all, or one for each"
                )));
            }
        };
        let opponent = |name: &str| match name {
            PERSON => Ok(Player::Person),
            name => format!("{game}/{name}").parse().map(Player::Engine),
        };
        let players = names.into_iter().map(opponent);
        let mut players: Vec<Player> = players.collect::<Result<_, EngineError>>()?;
        players.insert(own.index(), Player::Person);
        Ok(players)
    }
}
