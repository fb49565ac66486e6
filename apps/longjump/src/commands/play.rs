//! `longjump play`

use clap::Args;
use longjump_console::Failure;
use longjump_engine::{EngineError, open_table};
use longjump_games::lasting;
use longjump_rules::{GameSpec, NotationError, Seat, SpecError};
use longjump_terminal::{EngineThread, Player, Session};
use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

/// Where the site is unless somebody else is there.
pub(super) const USUAL_PORT: u16 = 4765;
/// What `--opponent` says for somebody at the same keyboard.
const PERSON: &str = "person";

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump play
  longjump play corners --port 8000 --no-open
  longjump play --terminal
  longjump play --terminal star --opponent default:level=5
  longjump play --terminal star:seats=3 --opponent greedy --opponent person
  longjump play --terminal knightthrough --opponent default --movetime 3000
  longjump play --terminal corners --opponent random --seat b

'longjump engines GAME' lists the opponents; 'person' is somebody at the same
keyboard. Press ? while playing to see the keys. The game is printed as a
record when you leave.")]
pub(crate) struct Play {
    /// The game with its options, such as star:seats=3; else star, or in the
    /// browser the game that was left there
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Play in this terminal, not in the browser
    #[arg(long)]
    terminal: bool,
    /// Where the site is served on this machine [default: 4765, or any that is free]
    #[arg(long, value_name = "N", conflicts_with = "terminal")]
    port: Option<u16>,
    /// Don't open the browser
    #[arg(long, conflicts_with = "terminal")]
    no_open: bool,
    /// Who plays the other seats, in their order; one for all, or one for each
    /// [default: default:level=1]
    #[arg(long = "opponent", value_name = "ENGINE", requires = "terminal")]
    opponents: Vec<String>,
    /// Your seat: a moves first
    #[arg(
        long,
        value_name = "LETTER",
        default_value = "a",
        requires = "terminal"
    )]
    seat: char,
    /// Milliseconds an engine thinks at most
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "terminal")]
    movetime: u64,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game: GameSpec = self
            .game
            .as_deref()
            .unwrap_or("star")
            .parse()
            .map_err(|error: NotationError| Failure::from(SpecError::from(error)))?;
        let table = open_table(&game)?;
        if !self.terminal {
            return self.serve(&game);
        }
        let players = self.players(&game, table.seats())?;
        let movetime = Duration::from_millis(self.movetime);
        let mut engines = EngineThread::start(&game, &players, movetime)?;
        if !io::stdout().is_terminal() {
            return Err(Failure::Input(
                "standard output is no terminal, so there is nothing to play on; run this in a \
                 terminal, or play in the browser: longjump play"
                    .to_owned(),
            ));
        }
        let mut session = Session::new(game, table, players);
        longjump_terminal::play(&mut session, &mut engines)?;
        if let Some(record) = session.record() {
            write!(anstream::stdout(), "{record}")?;
        }
        Ok(())
    }

    /// Serves the site until Ctrl-C.
    fn serve(&self, game: &GameSpec) -> Result<(), Failure> {
        let listener = self.listen()?;
        if !longjump_site::is_built() {
            return Err(Failure::Input(
                "this program was built without the site; run web/build.sh and build it again, \
                 or play in the terminal: longjump play --terminal"
                    .to_owned(),
            ));
        }
        let mut address = format!("http://{}/", listener.local_addr().map_err(unserved)?);
        if self.game.is_some() {
            // Addresses are kept and passed on.
            address = format!("{address}#/play?g={}", lasting(game));
        }
        let mut out = anstream::stdout();
        writeln!(out, "Longjump is at {address}\nCtrl-C ends it.")?;
        out.flush()?;
        if !self.no_open && open::that_detached(&address).is_err() {
            writeln!(
                out,
                "No browser could be opened; open the address yourself."
            )?;
        }
        let book = std::env::var("LONGJUMP_BOOK").unwrap_or_default();
        longjump_site::serve(listener, &book, async {
            // Where Ctrl-C can't be caught it ends the program by itself.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .map_err(unserved)
    }

    /// The port that was asked for, or else the usual one so that what browsers
    /// keep for an address is found again, or any.
    fn listen(&self) -> Result<TcpListener, Failure> {
        let listen = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        match self.port {
            Some(port) => listen(port).map_err(|error| {
                Failure::Input(format!(
                    "nothing can be served at port {port} ({error}); give another --port, or none"
                ))
            }),
            None => listen(USUAL_PORT).or_else(|_| listen(0)).map_err(unserved),
        }
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
            [] => vec!["default:level=1"; others],
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

/// What is said when the site can't be served, whatever the port.
fn unserved(error: io::Error) -> Failure {
    Failure::System {
        what: "serve the site on this machine",
        error,
        hint: "give a free --port, or play in the terminal: longjump play --terminal",
    }
}
