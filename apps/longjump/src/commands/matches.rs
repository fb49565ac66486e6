//! `longjump match`

use clap::Args;
use longjump_arena::{Bots, Format, MatchSettings, TestSettings, TimeControl};
use longjump_console::Failure;
use longjump_console::arena::TournamentArguments;
use std::io::Write;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump match star/default star/greedy --games 10 --movetime 20
  longjump match star/default star/default:futility=off --nodes 20000 --sprt 0,10
  longjump match knightthrough/default:level=3 knightthrough/default:level=1 --games 20
  longjump match diamond/default diamond/beam --movetime 100 --their-movetime 1000
  longjump match corners/default 'ugi:./my-engine --quiet' --clock 10+0.1 --log games.jsonl
  longjump match knightthrough/default uci:./fairy-stockfish --movetime 100 --trace said
  longjump openings star --balance 1 --out fair.txt
  longjump match star/default star/greedy --openings fair.txt --games 200 --nodes 5000
  longjump match star:seats=3/greedy star:seats=3/random --games 30

Engines are specs ('longjump engines' lists them), outside programs, or names in a file of
bots. An outside program is 'ugi:' and its command if it speaks UGI, the Universal Game
Interface, and 'uci:' and its command if it is a chess program, for knightthrough only.

Games are played in blocks: the same opening with every rotation of the seats, a pair for two.
With more seats the first engine sits in one and copies of its opponent in all others.
Openings are random moves, or better those of a file: 'longjump openings --balance' makes
fair ones.

With --movetime or --clock half of the cores are used unless --concurrency says otherwise:
engines that think at the same time slow each other down, so that the clock measures the
machine. With --nodes or --depth all cores are used.")]
pub(crate) struct Match {
    /// The engine whose score is counted, such as star/default:hash=64
    #[arg(value_name = "ENGINE", requires = "theirs")]
    ours: Option<String>,
    /// Its opponent at the same game
    #[arg(value_name = "OPPONENT")]
    theirs: Option<String>,
    /// How many games, rounded up to whole blocks [default: 20; 100000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Milliseconds per move for the opponent, if not the same
    #[arg(long, value_name = "MS", help_heading = "Time", value_parser = clap::value_parser!(u32).range(1..))]
    their_movetime: Option<u32>,
    /// Play until a sequential test (SPRT) accepts one of two Elo differences
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        help_heading = "Test"
    )]
    sprt: Option<String>,
    /// Elo by the deviation of a game instead of by the score
    #[arg(
        long,
        visible_alias = "normalized",
        requires = "sprt",
        help_heading = "Test"
    )]
    normalised: bool,
    /// How often the second may be accepted when the first is true
    #[arg(
        long,
        value_name = "RATE",
        default_value_t = 0.05,
        help_heading = "Test"
    )]
    alpha: f64,
    /// How often the first may be accepted when the second is true
    #[arg(
        long,
        value_name = "RATE",
        default_value_t = 0.05,
        help_heading = "Test"
    )]
    beta: f64,
    #[command(flatten)]
    tournament: TournamentArguments,
}

/// How many games a sequential test may take at most.
const MOST_GAMES_OF_A_TEST: u64 = 100_000;

impl Match {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut bots = self.tournament.bots()?;
        if self.ours.is_some() {
            // What the file wants to be played is for when nobody is named.
            bots.settings = MatchSettings::default();
        }
        let [ours, theirs] = self.players(&bots)?;
        let control = self.tournament.control()?;
        let their_control = TimeControl {
            movetime: match self.their_movetime {
                Some(time) => Some(Duration::from_millis(time.into())),
                None => control.movetime,
            },
            ..control
        };
        let participants = vec![
            bots.participant(&ours, control)?,
            bots.participant(&theirs, their_control)?,
        ];
        let test = self.test()?;
        let usual = if test.is_some() {
            MOST_GAMES_OF_A_TEST
        } else {
            20
        };
        let games = self.games.or(bots.settings.games).unwrap_or(usual) as usize;
        let rounds = |seats: usize| games.div_ceil(seats);
        let plan = self
            .tournament
            .plan(Format::Match, participants, rounds, test, &bots)?;
        plan.run(out)
    }

    /// Who plays: as said, or as the file of bots says.
    fn players(&self, bots: &Bots) -> Result<[String; 2], Failure> {
        if let (Some(ours), Some(theirs)) = (&self.ours, &self.theirs) {
            return Ok([ours.clone(), theirs.clone()]);
        }
        let mut players = bots.settings.players.clone();
        if let Some(first) = &bots.settings.first
            && let Some(place) = players.iter().position(|player| player == first)
        {
            players.swap(0, place);
        }
        players.try_into().map_err(|_| {
            Failure::Input(
                "who plays? give two engines, as in 'longjump match star/default star/greedy \
                 --movetime 20', or two players in the [match] of a file of bots"
                    .to_owned(),
            )
        })
    }

    fn test(&self) -> Result<Option<TestSettings>, Failure> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        let read = |text: &str| text.trim().parse::<f64>().ok();
        let bounds = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((read(elo0)?, read(elo1)?)));
        let (elo0, elo1) = bounds.ok_or_else(|| {
            Failure::Input(format!(
                "'{text}' is not a pair of Elo differences; separate two by a comma, as in --sprt 0,10"
            ))
        })?;
        Ok(Some(TestSettings {
            normalised: self.normalised,
            elo0,
            elo1,
            alpha: self.alpha,
            beta: self.beta,
        }))
    }
}
