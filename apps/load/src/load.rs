//! Players by the thousand, who play whole games and check every promise.

use crate::crowd::{Crowd, pace};
use crate::error::LoadError;
use crate::faults::{self, Fault, Happened, Scene};
use crate::ground::{self, SmallDisk};
use crate::idle::Idle;
use crate::pgbench;
use crate::player::Behaviour;
use crate::program;
use crate::results::{Comparison, LoadResult, PhaseResult};
use crate::stats::Stats;
use crate::verdict::{Evidence, Verdict, judge};
use clap::Args;
use longjump_online::open_board;
use longjump_rules::GameSpec;
use longjump_testbed::{Audit, Cluster, Launch};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How long games that were begun may take to end once no new ones are, besides the time that
/// their players think.
const LAST_GAMES: Duration = Duration::from_secs(60);
/// How many moves such a game may have.
const LONGEST_GAME: u32 = 150;
/// What may be charged above the time thought where nothing is wrong.
const SLACK: Duration = Duration::from_millis(250);
/// The same between faults, and where players send as much as servers take.
const SLACK_WHERE_BUSY: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load
  longjump-load --games 200 --seconds 60 --pgbench
  longjump-load --games 200 --seconds 40 --think 200 --fault server
  longjump-load --games 40 --seconds 600 --think 500 --fault random --seed 7
  longjump-load --games 50 --seconds 20 --think 500 --company
  longjump-load --games 1000 --idle 20000 --think 8000 --seconds 600
  longjump-load --games 50 --seconds 20 --json

Starts Postgres, NATS, servers and a worker on this machine, in a folder that goes away, and
lets players play whole games by chance through them. Players and spectators note what they see;
at the end their history is judged: every move that a server acknowledged is in the database once
and legal, everybody who watched was told in time, no clock was charged more than it may be, and
no game was ended while both played. Servers have their usual limits, and every visitor an address
of their own. With --pgbench, Postgres is first measured alone
with the same statement, and answers are then measured at half the moves a second reached.
docs/scale.md has figures.")]
pub(crate) struct Load {
    /// The game
    #[arg(long, value_name = "SPEC", default_value = "knightthrough")]
    game: String,
    /// Games at a time, with two players each
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// How long new games are begun
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: u64,
    /// Milliseconds that a player thinks about a move, at most
    #[arg(long, value_name = "MS", default_value_t = 0)]
    think: u64,
    /// Moves a second, all games together; else as many as there can be
    #[arg(long, value_name = "N")]
    rate: Option<u32>,
    /// Sockets that only watch
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// Servers
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    servers: u8,
    /// One player of each game is an engine, so that the worker has work
    #[arg(long)]
    engines: bool,
    /// What goes wrong in the middle
    #[arg(long, value_enum, value_name = "WHAT")]
    fault: Option<Fault>,
    /// In every game a spectator and an opponent who are a nuisance, and a crowd of guests who
    /// ask for as much as servers give
    #[arg(long)]
    company: bool,
    /// What chance begins with, for --fault random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare with what Postgres reaches alone
    #[arg(long)]
    pgbench: bool,
    /// The program that servers run [default: longjump beside this program]
    #[arg(long, value_name = "PROGRAM")]
    longjump: Option<PathBuf>,
    /// The program that servers run before --fault upgrade
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,
    /// Keep what servers wrote, and their logs, in this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Load {
    pub(crate) async fn run(&self, out: &mut impl Write) -> Result<(), LoadError> {
        let spec: GameSpec = self.game.parse()?;
        if open_board(&spec)?.seats() != 2 {
            return Err(LoadError::Arguments("give a game for two"));
        }
        if self.games == 0 {
            return Err(LoadError::Arguments("at least one game must be played"));
        }
        let temporary = tempfile::tempdir()?;
        let folder = self.keep.as_deref().unwrap_or(temporary.path());
        let fault = self.fault;
        let disk = match fault {
            Some(Fault::Disk) => Some(SmallDisk::mount(folder)?),
            // Chance does without it where that is not allowed.
            Some(Fault::Random) => SmallDisk::mount(folder)
                .inspect_err(|error| eprintln!("no disk is filled: {error}"))
                .ok(),
            _ => None,
        };
        let program = program::find(self.longjump.as_ref())?;
        let launch = Launch::Program(self.before.clone().unwrap_or_else(|| program.clone()));
        let mut cluster = Cluster::start_in(folder, launch, 0).await?;
        cluster.limit_visitors();
        if fault.is_some_and(|fault| fault.includes(Fault::Clock)) {
            ground::prepare_clock(&cluster.backing().postgres().url()).await?;
        }
        for _ in 0..self.servers {
            // A line costs time, so there are none where time is measured.
            match fault {
                Some(_) => _ = cluster.add_server_with_lines().await?,
                None => _ = cluster.add_server(|_| {}).await?,
            }
        }
        if fault.is_some_and(|fault| fault.includes(Fault::Failover)) {
            cluster.add_standby()?;
        }
        cluster.launch_with(program);
        cluster.start_worker()?;
        let result = self
            .measure(&mut cluster, &spec, folder, disk.as_ref())
            .await?;
        drop(cluster);
        if self.json {
            let line = serde_json::to_string(&result).map_err(std::io::Error::other)?;
            writeln!(out, "{line}")?;
        } else {
            result.write(out)?;
        }
        if result.fine {
            Ok(())
        } else {
            Err(LoadError::NotFine)
        }
    }

    async fn measure(
        &self,
        cluster: &mut Cluster,
        spec: &GameSpec,
        folder: &Path,
        disk: Option<&SmallDisk>,
    ) -> Result<LoadResult, LoadError> {
        let alone = match self.pgbench {
            true => {
                let url = cluster.backing().postgres().url();
                let bench = pgbench::prepare(&url).await?;
                Some(pgbench::measure(&bench, folder, 10)?)
            }
            false => None,
        };
        let idle = match self.idle {
            0 => None,
            count => Some(Idle::open(cluster, count).await?),
        };
        let run = self
            .phase(cluster, spec, self.rate, self.fault, disk)
            .await?;
        let idle_sockets = idle.map(Idle::result).transpose()?;
        let comparison = match alone {
            Some(pgbench_a_second) => {
                let half = (run.moves_a_second / 2.0) as u32;
                Some(Comparison {
                    pgbench_a_second,
                    ratio: run.moves_a_second / pgbench_a_second,
                    half_rate: self.phase(cluster, spec, Some(half), None, None).await?,
                })
            }
            None => None,
        };
        let fine = run.fine
            && idle_sockets.is_none_or(|idle| idle.lost == 0)
            && comparison.as_ref().is_none_or(|both| both.half_rate.fine);
        Ok(LoadResult {
            game: self.game.clone(),
            games_at_a_time: self.games,
            seconds: self.seconds,
            servers: self.servers,
            fault: self.fault.map(Fault::name),
            run,
            idle_sockets,
            comparison,
            fine,
        })
    }

    /// Plays for the time given, lets the last games end, and judges the history.
    async fn phase(
        &self,
        cluster: &mut Cluster,
        spec: &GameSpec,
        rate: Option<u32>,
        fault: Option<Fault>,
        disk: Option<&SmallDisk>,
    ) -> Result<PhaseResult, LoadError> {
        let mut servers = cluster.addresses();
        if fault == Some(Fault::Delay) {
            servers = faults::slow_lines(&servers).await?;
        }
        let permits = rate.map(|_| Arc::new(Semaphore::new(0)));
        let crowd = Arc::new(self.crowd(servers, spec, permits.clone(), fault));
        let guests = crowd.guests(2 * self.games).await?;
        let started = Instant::now();
        let end = started + Duration::from_secs(self.seconds);
        let think = Duration::from_millis(self.think);
        let last = end + LAST_GAMES + LONGEST_GAME * think / 2;
        let mut pairs = JoinSet::new();
        for (number, pair) in guests.chunks_exact(2).enumerate() {
            let pair = [pair[0].clone(), pair[1].clone()];
            pairs.spawn(Arc::clone(&crowd).play_games(number, pair, end, last));
        }
        let flooding = crowd.flood(end).await?;
        let pacing = permits
            .zip(rate)
            .map(|(permits, rate)| tokio::spawn(pace(permits, rate)));
        // The first second is for everybody to sit down.
        tokio::time::sleep(Duration::from_secs(1)).await;
        crowd.stats.forget_times();
        let counted_from = (Instant::now(), crowd.accepted());
        let mut scene = Scene {
            cluster: &mut *cluster,
            behaviour: &crowd.behaviour,
            disk,
        };
        let happened = match fault {
            Some(Fault::Random) => {
                let last = end - Duration::from_secs(5);
                let goes_on = || Instant::now() < last;
                faults::by_chance(&mut scene, self.seed, Fault::Random, &goes_on).await?
            }
            Some(fault) => {
                let middle = started + Duration::from_secs(self.seconds / 2);
                tokio::time::sleep_until(middle.into()).await;
                faults::once(fault, &mut scene).await?
            }
            None => Happened::default(),
        };
        tokio::time::sleep_until(end.into()).await;
        let counted = (crowd.accepted() - counted_from.1) as f64;
        let moves_a_second = counted / counted_from.0.elapsed().as_secs_f64();
        let players = crowd.stats.result();
        let mut stuck = 0;
        while let Some(finished) = pairs.join_next().await {
            stuck += usize::from(!finished.unwrap_or(false));
        }
        flooding.join_all().await;
        if let Some(pacing) = pacing {
            pacing.abort();
        }
        let audit = Audit::connect(&cluster.backing().postgres().url()).await?;
        let verdict = self.judge(&crowd, &audit, fault, &happened).await?;
        Ok(PhaseResult {
            fine: verdict.is_fine() && stuck == 0 && crowd.stats.unexpected() == 0,
            moves_a_second,
            games: crowd.games().len(),
            pairs_stuck: stuck,
            outage_ms: happened.longest().as_millis() as u64,
            faults: happened.counts,
            verdict,
            players,
        })
    }

    fn crowd(
        &self,
        servers: Vec<SocketAddr>,
        spec: &GameSpec,
        permits: Option<Arc<Semaphore>>,
        fault: Option<Fault>,
    ) -> Crowd {
        Crowd {
            http: reqwest::Client::new(),
            servers: servers.into(),
            spec: spec.clone(),
            behaviour: Behaviour {
                think: Duration::from_millis(self.think),
                copies: if fault == Some(Fault::Repeat) { 5 } else { 1 },
                rival_moves: fault == Some(Fault::Rivals),
                permits,
                cut_off: Arc::new(AtomicBool::new(false)),
                claims: fault == Some(Fault::Random),
                rude: self.company,
            },
            engines: self.engines || fault == Some(Fault::Worker),
            spectators: fault.is_some(),
            company: self.company,
            stats: Arc::new(Stats::new()),
            history: Arc::default(),
            games: Mutex::default(),
        }
    }

    async fn judge(
        &self,
        crowd: &Crowd,
        audit: &Audit,
        fault: Option<Fault>,
        happened: &Happened,
    ) -> Result<Verdict, LoadError> {
        let games = crowd.games();
        let (moves, stored) = (audit.moves(&games).await?, audit.ends(&games).await?);
        Ok(judge(&Evidence {
            spec: &crowd.spec,
            notes: &crowd.history.notes(),
            moves: &moves,
            games: &stored,
            faults: &happened.times,
            slack: if fault.is_some() || self.think == 0 {
                SLACK_WHERE_BUSY
            } else {
                SLACK
            },
            prompt_seat: self.company.then_some(0),
        }))
    }
}
