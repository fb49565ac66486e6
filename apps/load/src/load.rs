//! Players by the thousand, who play whole games and check every promise.

use crate::error::LoadError;
use crate::faults::{self, Fault, Happened};
use crate::idle::Idle;
use crate::pgbench;
use crate::player::{Behaviour, Player};
use crate::program;
use crate::results::{Comparison, LoadResult, PhaseResult};
use crate::stats::{AuditResult, Stats};
use clap::Args;
use longjump_client::{ClientError, Visitor};
use longjump_online::open_board;
use longjump_rules::GameSpec;
use longjump_testbed::{Audit, Cluster, Launch};
use longjump_wire::rest::{Accepted, ActionRequest, CreateGame, GameCreated};
use longjump_wire::socket::RoomAction;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How long games that were begun may take to end once no new ones are, besides the time that
/// their players think.
const LAST_GAMES: Duration = Duration::from_secs(60);
/// How many moves such a game may have.
const LONGEST_GAME: u32 = 150;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load
  longjump-load --games 200 --seconds 60 --pgbench
  longjump-load --games 200 --seconds 40 --think 200 --fault server
  longjump-load --games 40 --seconds 600 --think 500 --fault random --seed 7
  longjump-load --games 500 --idle 5000 --think 4000 --seconds 600
  longjump-load --games 50 --seconds 20 --json

Starts Postgres, NATS, servers and a worker on this machine, in a folder that goes away, and
lets players play whole games by chance through them. At the end every move that a server
acknowledged is looked for in the database. With --pgbench, Postgres is first measured alone
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
    /// What chance begins with, for --fault random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare with what Postgres reaches alone
    #[arg(long)]
    pgbench: bool,
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

/// What players share.
struct Crowd {
    http: reqwest::Client,
    servers: Arc<[SocketAddr]>,
    spec: GameSpec,
    behaviour: Behaviour,
    engines: bool,
    stats: Arc<Stats>,
    games: Mutex<Vec<String>>,
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
        let launch = Launch::Program(program::find(self.longjump.as_ref())?);
        let mut cluster = Cluster::start_in(folder, launch, 0).await?;
        for _ in 0..self.servers {
            // A line costs time, so there are none where time is measured.
            match self.fault {
                Some(_) => _ = cluster.add_server_with_lines().await?,
                None => _ = cluster.add_server(|_| {}).await?,
            }
        }
        cluster.start_worker()?;
        let result = self.measure(&mut cluster, &spec, folder).await?;
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
    ) -> Result<LoadResult, LoadError> {
        let url = cluster.backing().postgres().url();
        let alone = match self.pgbench {
            true => {
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
            .phase(cluster, spec, &url, self.rate, self.fault)
            .await?;
        let idle_sockets = idle.map(Idle::result);
        let comparison = match alone {
            Some(pgbench_a_second) => {
                let half = (run.moves_a_second / 2.0) as u32;
                Some(Comparison {
                    pgbench_a_second,
                    ratio: run.moves_a_second / pgbench_a_second,
                    half_rate: self.phase(cluster, spec, &url, Some(half), None).await?,
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

    /// Plays for the time given, lets the last games end, and checks every promise.
    async fn phase(
        &self,
        cluster: &mut Cluster,
        spec: &GameSpec,
        url: &str,
        rate: Option<u32>,
        fault: Option<Fault>,
    ) -> Result<PhaseResult, LoadError> {
        let mut servers = cluster.addresses();
        if fault == Some(Fault::Delay) {
            servers = faults::slow_lines(&servers).await?;
        }
        let permits = rate.map(|_| Arc::new(Semaphore::new(0)));
        let crowd = Arc::new(Crowd {
            http: reqwest::Client::new(),
            servers: servers.into(),
            spec: spec.clone(),
            behaviour: Behaviour {
                think: Duration::from_millis(self.think),
                copies: if fault == Some(Fault::Repeat) { 5 } else { 1 },
                rival_moves: fault == Some(Fault::Rivals),
                permits: permits.clone(),
                cut_off: Arc::new(AtomicBool::new(false)),
            },
            engines: self.engines || fault == Some(Fault::Worker),
            stats: Arc::new(Stats::new()),
            games: Mutex::default(),
        });
        let mut guests = Vec::new();
        for _ in 0..2 * self.games {
            let guest = Visitor::guest(&crowd.http, crowd.servers[0]).await;
            guests.push(guest?);
        }
        let started = Instant::now();
        let end = started + Duration::from_secs(self.seconds);
        let think = Duration::from_millis(self.think);
        let last = end + LAST_GAMES + LONGEST_GAME * think / 2;
        let mut pairs = JoinSet::new();
        for (number, pair) in guests.chunks_exact(2).enumerate() {
            let pair = [pair[0].clone(), pair[1].clone()];
            pairs.spawn(Arc::clone(&crowd).play_games(number, pair, end, last));
        }
        let pacing = permits
            .zip(rate)
            .map(|(permits, rate)| tokio::spawn(pace(permits, rate)));
        // The first second is for everybody to sit down.
        tokio::time::sleep(Duration::from_secs(1)).await;
        crowd.stats.forget_times();
        let counted_from = (Instant::now(), crowd.accepted());
        let happened = match fault {
            Some(Fault::Random) => {
                let last = end - Duration::from_secs(5);
                faults::by_chance(cluster, &crowd.behaviour, self.seed, last).await?
            }
            Some(fault) => {
                let middle = started + Duration::from_secs(self.seconds / 2);
                tokio::time::sleep_until(middle.into()).await;
                Happened {
                    longest: fault.happen(cluster, &crowd.behaviour).await?,
                    counts: [(fault.name(), 1)].into(),
                }
            }
            None => Happened::default(),
        };
        let outage = happened.longest;
        tokio::time::sleep_until(end.into()).await;
        let counted = (crowd.accepted() - counted_from.1) as f64;
        let moves_a_second = counted / counted_from.0.elapsed().as_secs_f64();
        let players = crowd.stats.result();
        let mut stuck = 0;
        while let Some(finished) = pairs.join_next().await {
            stuck += usize::from(!finished.unwrap_or(false));
        }
        if let Some(pacing) = pacing {
            pacing.abort();
        }
        let audit = Audit::connect(url).await?;
        let games = crowd
            .games
            .lock()
            .map(|games| games.clone())
            .unwrap_or_default();
        let audited = crowd.stats.check(&audit, &games).await?;
        let fair = crowd.are_clocks_fair(&audited, outage);
        Ok(PhaseResult {
            fine: audited.lost.is_empty()
                && audited.unfinished == 0
                && stuck == 0
                && crowd.stats.unexpected() == 0
                && fair,
            moves_a_second,
            games: games.len(),
            moves_kept: audited.kept,
            promises: audited.promises,
            promises_broken: audited.lost.len(),
            first_broken: audited.lost.into_iter().take(3).collect(),
            games_unfinished: audited.unfinished,
            pairs_stuck: stuck,
            faults: happened.counts,
            outage_ms: outage.as_millis() as u64,
            longest_charge_ms: audited.longest_charge,
            usual_charge_ms: audited.usual_charge,
            clocks_are_fair: fair,
            players,
        })
    }
}

impl Crowd {
    fn accepted(&self) -> u64 {
        self.stats.accepted.load(Ordering::Relaxed)
    }

    /// Whether no clock was charged for more than it may be.
    fn are_clocks_fair(&self, audited: &AuditResult, outage: Duration) -> bool {
        // For the outage, and for coming back after it.
        let allowed = outage + Duration::from_secs(10) + self.behaviour.think;
        // Where the rate is fixed, players wait for their permits with their clocks running.
        audited.longest_charge <= allowed.as_millis() as i64 || self.behaviour.permits.is_some()
    }

    /// One pair plays game after game; false if one could not be ended.
    async fn play_games(
        self: Arc<Self>,
        number: usize,
        pair: [Visitor; 2],
        end: Instant,
        last: Instant,
    ) -> bool {
        let mut tries = 0;
        while Instant::now() < end {
            let game = match self.open(&pair, number + tries).await {
                Ok(game) => game,
                // A server may be gone; another is there, or soon.
                Err(_) => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            if let Ok(mut games) = self.games.lock() {
                games.push(game.clone());
            }
            let seats = if self.engines { 1 } else { 2 };
            let players = pair
                .iter()
                .take(seats)
                .enumerate()
                .map(|(seat, visitor)| Player {
                    visitor: visitor.clone(),
                    servers: Arc::clone(&self.servers),
                    home: number + seat,
                    number: 2 * number + seat,
                    seat,
                    game: game.clone(),
                    spec: self.spec.clone(),
                    behaviour: self.behaviour.clone(),
                    stats: Arc::clone(&self.stats),
                });
            let mut playing: JoinSet<bool> = players.map(|player| player.play(last)).collect();
            while let Some(finished) = playing.join_next().await {
                if !finished.unwrap_or(false) {
                    return false;
                }
            }
        }
        true
    }

    async fn open(&self, pair: &[Visitor; 2], number: usize) -> Result<String, ClientError> {
        let server = self.servers[number % self.servers.len()];
        let wanted = CreateGame {
            game: self.spec.to_string(),
            control: "600+5".to_owned(),
            rated: false,
            public: false,
            seat: None,
            engines: self.engines.then_some(1),
            id: None,
        };
        let created: GameCreated = pair[0].post(server, "/api/games", &wanted).await?;
        if !self.engines {
            let sit = ActionRequest {
                action: RoomAction::Sit { seat: None },
                id: "sit".to_owned(),
            };
            let other = self.servers[(number + 1) % self.servers.len()];
            let path = format!("/api/games/{}/actions", created.id);
            let _: Accepted = pair[1].post(other, &path, &sit).await?;
        }
        Ok(created.id)
    }
}

/// Gives permits at a steady rate.
async fn pace(permits: Arc<Semaphore>, rate: u32) {
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    let started = Instant::now();
    let mut given = 0;
    loop {
        ticks.tick().await;
        let due = (started.elapsed().as_secs_f64() * f64::from(rate)) as usize;
        permits.add_permits(due - given);
        given = due;
    }
}
