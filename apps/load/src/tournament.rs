//! `longjump-load tournament`: a whole tournament through the service, with servers killed in between.

use crate::error::LoadError;
use crate::faults::{self, Fault, Scene};
use crate::ground::{self, SmallDisk};
use crate::middle;
use crate::player::Behaviour;
use crate::program;
use crate::rounds::{Judged, judge};
use crate::table::{Hall, Sat, play};
use clap::{Args, ValueEnum};
use longjump_client::Visitor;
use longjump_testbed::{Cluster, Launch};
use longjump_wire::rest::GameCreated;
use longjump_wire::room::PlayerId;
use longjump_wire::tournament::{
    NewTournament, TournamentAction, TournamentKind, TournamentStatus, TournamentView,
};
use serde::Serialize;
use sqlx::PgPool;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How often somebody looks whether there are new tables.
const LOOK: Duration = Duration::from_millis(500);
/// How many enter at a time.
const AT_ONCE: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// Everybody who is back from a game has the next one
    Arena,
    /// Rounds against people of as many points
    Swiss,
    /// Everybody against everybody
    RoundRobin,
    /// Tables of three to six
    Tables,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load tournament --kind swiss --players 200 --rounds 9 --fault random
  longjump-load tournament --kind tables --players 120 --rounds 6 --middle
  longjump-load tournament --kind arena --players 500 --minutes 2
  longjump-load tournament --kind swiss --players 20 --rounds 3 --fault server --json

Announces a tournament, has everybody enter, and plays all its games through the service, a few moves
each, until it is over. With --fault something goes wrong all the time, with --middle at the worst
moments. Then every round is paired again from what is kept of it, and must come to the same tables;
nobody may be left out, and every game must have been opened once and counted as it ended.
docs/tournaments.md has figures.")]
pub(crate) struct TournamentArguments {
    /// How it is played
    #[arg(long, value_enum, value_name = "KIND", default_value = "swiss")]
    kind: Kind,
    /// How many take part
    #[arg(long, value_name = "N", default_value_t = 200)]
    players: usize,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 9)]
    rounds: u8,
    /// How many sit at a table, with --kind tables
    #[arg(long, value_name = "N", default_value_t = 6)]
    table: u8,
    /// How long an arena takes
    #[arg(long, value_name = "N", default_value_t = 2)]
    minutes: u32,
    /// The game [default: knightthrough, and star with --kind tables]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Moves of each game before somebody gives up
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,
    /// Servers
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=16))]
    servers: u8,
    /// What goes wrong, again and again
    #[arg(long, value_enum, value_name = "WHAT")]
    fault: Option<Fault>,
    /// Kill all servers in each round: when it is half paired, and when half of its games are opened
    #[arg(long, conflicts_with = "fault")]
    middle: bool,
    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// After so many minutes it is given up
    #[arg(long, value_name = "N", default_value_t = 30)]
    patience: u64,
    /// The program that servers run [default: longjump beside this program]
    #[arg(long, value_name = "PROGRAM")]
    longjump: Option<PathBuf>,
    /// Keep what servers wrote, and their logs, in this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// What became of it.
#[derive(Serialize)]
struct Outcome {
    kind: &'static str,
    players: usize,
    seconds: f64,
    faults: BTreeMap<String, usize>,
    #[serde(flatten)]
    judged: Judged,
    fine: bool,
}

impl TournamentArguments {
    pub(crate) async fn run(&self, out: &mut impl Write) -> Result<(), LoadError> {
        let temporary = tempfile::tempdir()?;
        let folder = self.keep.as_deref().unwrap_or(temporary.path());
        let is_random = self.fault == Some(Fault::Random);
        let disk = is_random.then(|| SmallDisk::mount(folder).ok()).flatten();
        let program = program::find(self.longjump.as_ref())?;
        let mut cluster = Cluster::start_in(folder, Launch::Program(program), 0).await?;
        if self.fault.is_some_and(|fault| fault.includes(Fault::Clock)) {
            ground::prepare_clock(&cluster.backing().postgres().url()).await?;
        }
        for _ in 0..self.servers {
            match self.fault {
                Some(_) => _ = cluster.add_server_with_lines().await?,
                None => _ = cluster.add_server(|_| {}).await?,
            }
        }
        if self
            .fault
            .is_some_and(|fault| fault.includes(Fault::Failover))
        {
            cluster.add_standby()?;
        }
        cluster.start_worker()?;
        let outcome = self.hold(&mut cluster, disk.as_ref()).await?;
        if self.json {
            let line = serde_json::to_string(&outcome).map_err(std::io::Error::other)?;
            writeln!(out, "{line}")?;
        } else {
            outcome.write(out)?;
        }
        outcome.fine.then_some(()).ok_or(LoadError::NotFine)
    }

    /// Holds it to its end, and judges it.
    async fn hold(
        &self,
        cluster: &mut Cluster,
        disk: Option<&SmallDisk>,
    ) -> Result<Outcome, LoadError> {
        let hall = Arc::new(Hall::new(cluster.addresses(), self.plies, self.seed));
        let organiser = Visitor::account(
            cluster.http(),
            cluster.at(0),
            "Organiser",
            "a long password",
        );
        let organiser = organiser.await?;
        let mut players = Vec::new();
        for _ in 0..self.players {
            players.push(cluster.guest().await?);
        }
        let wanted = self.wanted();
        let created: GameCreated = hall.post(&organiser, "/api/tournaments", &wanted).await?;
        let began = Instant::now();
        let is_over = Arc::new(AtomicBool::new(false));
        let held = tokio::spawn(hold(
            Arc::clone(&hall),
            (organiser, players),
            created.id.clone(),
            Arc::clone(&is_over),
        ));
        let until = began + Duration::from_secs(self.patience * 60);
        let goes_on = || !is_over.load(Ordering::Relaxed) && Instant::now() < until;
        let behaviour = Behaviour::default();
        let faults = if let Some(fault) = self.fault {
            let mut scene = Scene {
                cluster: &mut *cluster,
                behaviour: &behaviour,
                disk,
            };
            let happened = faults::by_chance(&mut scene, self.seed, fault, &goes_on).await?;
            happened.counts
        } else if self.middle {
            middle::kill_all(cluster, &goes_on).await?
        } else {
            BTreeMap::new()
        };
        while goes_on() {
            tokio::time::sleep(LOOK).await;
        }
        let seconds = began.elapsed().as_secs_f64();
        if is_over.load(Ordering::Relaxed) {
            held.await.map_err(std::io::Error::other)??;
        } else {
            held.abort();
        }
        let database = PgPool::connect(&cluster.backing().postgres().url()).await?;
        let judged = judge(&database, &created.id, self.players).await?;
        Ok(Outcome {
            kind: self.kind_name(),
            players: self.players,
            seconds,
            fine: judged.is_fine() && (!self.middle || !faults.is_empty()),
            faults,
            judged,
        })
    }

    fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Arena => "arena",
            Kind::Swiss => "swiss",
            Kind::RoundRobin => "round robin",
            Kind::Tables => "tables",
        }
    }

    fn wanted(&self) -> NewTournament {
        let is_of_tables = self.kind == Kind::Tables;
        let usual = if is_of_tables {
            "star"
        } else {
            "knightthrough"
        };
        NewTournament {
            name: "Load".to_owned(),
            kind: match self.kind {
                Kind::Arena => TournamentKind::Arena,
                Kind::Swiss => TournamentKind::Swiss,
                Kind::RoundRobin => TournamentKind::RoundRobin,
                Kind::Tables => TournamentKind::Tables,
            },
            game: self.game.clone().unwrap_or_else(|| usual.to_owned()),
            control: "300+3".to_owned(),
            rated: false,
            public: true,
            rounds: match self.kind {
                Kind::Arena | Kind::RoundRobin => 1,
                Kind::Swiss | Kind::Tables => self.rounds,
            },
            table: is_of_tables.then_some(self.table),
            minutes: (self.kind == Kind::Arena).then_some(self.minutes),
            begins_in: 24 * 60 * 60,
            rest: 1,
            most: self.players as u32,
            id: Some("load".to_owned()),
        }
    }
}

/// Has everybody enter, begins, and plays every game there is until no more come.
async fn hold(
    hall: Arc<Hall>,
    (organiser, players): (Visitor, Vec<Visitor>),
    id: String,
    is_over: Arc<AtomicBool>,
) -> Result<(), LoadError> {
    let path = format!("/api/tournaments/{id}");
    enter(&hall, &players, &path).await;
    hall.act(&organiser, &path, TournamentAction::Start).await;
    let mut by_id: HashMap<PlayerId, Visitor> = HashMap::new();
    for player in players {
        by_id.insert(hall.id_of(&player).await, player);
    }
    let mut seen = HashSet::new();
    let mut playing = JoinSet::new();
    loop {
        let view: TournamentView = hall.get(&organiser, &path).await;
        let of_number: HashMap<u32, PlayerId> = view
            .standings
            .iter()
            .filter_map(|line| Some((line.number, line.player?)))
            .collect();
        for table in view
            .tables
            .into_iter()
            .filter(|table| table.points.is_none())
        {
            let Some(game) = table.game.filter(|game| seen.insert(game.clone())) else {
                continue;
            };
            let sat = table.players.iter().filter_map(|number| {
                let visitor = by_id.get(of_number.get(number)?)?;
                let number = *number as usize;
                Some(Sat {
                    number,
                    visitor: visitor.clone(),
                })
            });
            playing.spawn(play(Arc::clone(&hall), game, sat.collect()));
        }
        if !matches!(
            view.tournament.status,
            TournamentStatus::Running | TournamentStatus::Announced
        ) {
            break;
        }
        tokio::time::sleep(LOOK).await;
    }
    while playing.join_next().await.is_some() {}
    is_over.store(true, Ordering::Relaxed);
    Ok(())
}

async fn enter(hall: &Arc<Hall>, players: &[Visitor], path: &str) {
    for some in players.chunks(AT_ONCE) {
        let mut entering = JoinSet::new();
        for player in some {
            let (hall, player, path) = (Arc::clone(hall), player.clone(), path.to_owned());
            entering.spawn(async move { hall.act(&player, &path, TournamentAction::Join).await });
        }
        entering.join_all().await;
    }
}

impl Outcome {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self {
            kind,
            players,
            seconds,
            faults,
            judged,
            ..
        } = self;
        writeln!(
            out,
            "{kind} of {players}: {} rounds, {} tables in {seconds:.0} s",
            judged.rounds, judged.tables
        )?;
        let faults: Vec<String> = faults
            .iter()
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        if !faults.is_empty() {
            writeln!(out, "faults: {}", faults.join(", "))?;
        }
        judged.write(out)
    }
}
