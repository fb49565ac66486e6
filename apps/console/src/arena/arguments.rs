//! What `match` and `tournament` have in common.

use super::failures::openings_message;
use super::{Outputs, Plan, concurrency};
use crate::{Failure, files};
use clap::Args;
use longjump_arena::openings::{Opening, Openings};
use longjump_arena::{
    Bots, EngineSource, Format, OpeningChoice, Participant, RefereeSettings, Schedule,
    TestSettings, TimeControl, Tournament, time_factor,
};
use longjump_engine::{EngineSpec, open_record, open_table};
use longjump_rules::GameSpec;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many random moves games begin with when nothing else is said.
const USUAL_PLIES: usize = 4;

/// Where named engines are when nothing else is said.
const USUAL_FILE: &str = "bots.toml";

#[derive(Args, Debug)]
#[expect(missing_docs, reason = "clap would print a comment")]
pub struct TournamentArguments {
    /// The game, if no engine's spec names it
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,
    /// A file of named engines [default: bots.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    bots: Option<PathBuf>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", help_heading = "Time")]
    movetime: Option<f64>,
    /// Seconds per game, and what each move adds, such as 10+0.1
    #[arg(long, value_name = "S+S", help_heading = "Time")]
    clock: Option<String>,
    /// Nodes (positions searched) per move
    #[arg(long, value_name = "N", help_heading = "Time")]
    nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N", help_heading = "Time")]
    depth: Option<u32>,
    /// By how many milliseconds an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 50, help_heading = "Time")]
    margin: u64,
    /// Multiply times so that they are worth what they are on the reference machine
    #[arg(long, help_heading = "Time")]
    scaled: bool,
    /// How many random moves each block of games begins with [default: 4]
    #[arg(long, value_name = "N", help_heading = "Openings")]
    opening: Option<usize>,
    /// A file of openings, as 'longjump openings' makes them; with its --balance they are fair
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "opening",
        help_heading = "Openings"
    )]
    openings: Option<PathBuf>,
    /// A saved game to go on from: its moves are the opening
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening", "openings"], help_heading = "Openings")]
    from: Option<PathBuf>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games at once [default: the number of cores, or half of them where engines go
    /// by the clock, as those that think at the same time slow each other down and lose time
    /// that they were given; a count of nodes or plies is worth the same on a busy machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// After how many plies a game is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    longest: usize,
    /// End games as soon as an engine claims a result that the referee can prove
    #[arg(long)]
    solved: bool,
    /// Keep every game here; the same command goes on after an interruption
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Keep what outside engines say and are told, and their standard error, in this folder:
    /// a file for each process, with times
    #[arg(long, value_name = "FOLDER")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl TournamentArguments {
    /// The named engines there are.
    pub fn bots(&self) -> Result<Bots, Failure> {
        let usual = Path::new(USUAL_FILE);
        Ok(match &self.bots {
            Some(path) => Bots::open(path)?,
            None if usual.exists() => Bots::open(usual)?,
            None => Bots::default(),
        })
    }

    /// How long everybody may think who has no time of its own.
    pub fn control(&self) -> Result<TimeControl, Failure> {
        let mut parts = Vec::new();
        if let Some(clock) = &self.clock {
            parts.push(format!("clock={clock}"));
        }
        if let Some(time) = self.movetime {
            parts.push(format!("movetime={time}"));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes={nodes}"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth={depth}"));
        }
        let control = parts.join(",").parse();
        control.map_err(|error: longjump_arena::ControlError| Failure::Input(error.to_string()))
    }

    /// The plan of a tournament, so many games or a little more.
    pub fn plan(
        &self,
        format: Format,
        participants: Vec<Participant>,
        rounds: impl Fn(usize) -> usize,
        test: Option<TestSettings>,
        bots: &Bots,
    ) -> Result<Plan, Failure> {
        let game = self.game_of(&participants)?;
        let seats = open_table(&game)?.seats();
        let participants = told_apart(participants);
        let time_factor = match self.scaled {
            true => Some(time_factor(&game)?),
            false => None,
        };
        let is_timed = participants.iter().any(|one| one.control.is_timed());
        let log = self.log.clone();
        let usual_log = bots.settings.log.as_ref().map(|log| bots.path(log));
        Ok(Plan {
            tournament: Tournament {
                openings: self.openings(&game, bots)?,
                game,
                schedule: Schedule {
                    format,
                    participants: participants.len(),
                    seats,
                    rounds: rounds(seats),
                },
                participants,
                seed: self.seed,
                rules: RefereeSettings {
                    margin: Duration::from_millis(self.margin),
                    longest: self.longest,
                    ends_solved_games: self.solved,
                    ..RefereeSettings::default()
                },
                test,
                time_factor,
            },
            concurrency: concurrency(self.concurrency, is_timed),
            log: log.or(usual_log),
            trace: self.trace.clone(),
            outputs: self.outputs.or_records(bots),
            json: self.json,
        })
    }

    /// The game that is played: said, or that of an engine's spec.
    fn game_of(&self, participants: &[Participant]) -> Result<GameSpec, Failure> {
        if let Some(game) = &self.game {
            return Ok(game.parse().map_err(longjump_rules::SpecError::from)?);
        }
        let spec = participants
            .iter()
            .find_map(|participant| match &participant.source {
                EngineSource::BuiltIn(spec) => Some(spec.game().clone()),
                _ => None,
            });
        spec.ok_or_else(|| {
            Failure::Input(
                "no engine says which game is played; give --game SPEC, such as --game star".into(),
            )
        })
    }

    fn openings(&self, game: &GameSpec, bots: &Bots) -> Result<OpeningChoice, Failure> {
        let file = &bots.settings;
        let here = |path: &Option<PathBuf>| path.as_ref().map(|path| bots.path(path));
        // What the command line says counts, whatever the file has.
        if let Some(plies) = self.opening {
            return Ok(OpeningChoice::Random(plies));
        }
        let is_said = self.openings.is_some() || self.from.is_some();
        let in_file = |path: &Option<PathBuf>| here(path).filter(|_| !is_said);
        if let Some(path) = self.openings.clone().or_else(|| in_file(&file.openings)) {
            return Ok(OpeningChoice::Listed(read_openings(&path, game)?));
        }
        if let Some(path) = self.from.clone().or_else(|| in_file(&file.from)) {
            return Ok(OpeningChoice::Listed(vec![saved_game(&path, game)?]));
        }
        if let Some(moves) = &file.opening {
            let list = Openings::read(moves, game).map_err(|error| {
                let message = openings_message(&error);
                Failure::Input(format!("the opening of the file of bots: {message}"))
            })?;
            return Ok(OpeningChoice::Listed(list.list));
        }
        Ok(OpeningChoice::Random(USUAL_PLIES))
    }
}

/// The openings of a file.
pub fn read_openings(path: &Path, game: &GameSpec) -> Result<Vec<Opening>, Failure> {
    let openings = Openings::read(&files::read(path)?, game).map_err(|error| {
        let message = openings_message(&error);
        Failure::Input(format!("{}: {message}", path.display()))
    })?;
    Ok(openings.list)
}

/// A saved game as an opening.
fn saved_game(path: &Path, game: &GameSpec) -> Result<Opening, Failure> {
    let (spec, table, record) = open_record(&files::read(path)?)?;
    let wanted: EngineSpec = format!("{game}/default").parse()?;
    if &spec != wanted.lasting().game() {
        return Err(Failure::Input(format!(
            "{} is a game of {spec}, not of {game}",
            path.display()
        )));
    }
    if table.standings().is_some() {
        return Err(Failure::Input(format!(
            "the game in {} is over; nothing can follow it",
            path.display()
        )));
    }
    Ok(Opening {
        start: record.start,
        moves: table.played(),
    })
}

/// The same engine may play itself: names get a number then.
fn told_apart(mut participants: Vec<Participant>) -> Vec<Participant> {
    for number in 1..participants.len() {
        let (before, rest) = participants.split_at_mut(number);
        let name = rest[0].name.clone();
        let mut copy = 2;
        while before.iter().any(|other| other.name == rest[0].name) {
            rest[0].name = format!("{name} ({copy})");
            copy += 1;
        }
    }
    participants
}
