//! Players by the thousand on this machine, who play whole games and check every promise.

mod bench;
mod faults;
mod house;
mod player;
mod proxy;
mod stats;

use crate::Failure;
use crate::online::run;
use clap::Args;
use faults::Fault;
use house::{House, memory_of};
use longjump_engine::open_table;
use longjump_rules::GameSpec;
use longjump_server::Store;
use longjump_server::client::{ClientError, Socket, Visitor};
use player::{Manners, Player};
use serde_json::{Value, json};
use stats::{Stats, Verdict};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
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
  longjump load
  longjump load --games 200 --seconds 60 --pgbench
  longjump load --games 200 --seconds 40 --think 200 --fault server
  longjump load --games 500 --idle 5000 --think 4000 --seconds 600
  longjump load --games 50 --seconds 20 --json

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
    /// Compare with what Postgres reaches alone
    #[arg(long)]
    pgbench: bool,
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
    manners: Manners,
    engines: bool,
    stats: Arc<Stats>,
    games: Mutex<Vec<String>>,
}

impl Load {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec: GameSpec = self.game.parse()?;
        if open_table(&spec)?.seats() != 2 {
            return Err(Failure::Input("give a game for two".to_owned()));
        }
        if self.games == 0 {
            return Err(Failure::Input(
                "at least one game must be played".to_owned(),
            ));
        }
        let folder = match &self.keep {
            Some(folder) => folder.clone(),
            None => std::env::temp_dir().join(format!("longjump-load-{}", std::process::id())),
        };
        let mut house = House::start(&folder, usize::from(self.servers))?;
        let report = run(self.measure(&mut house, spec, &folder));
        drop(house);
        if self.keep.is_none() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        let report = report?;
        if self.json {
            writeln!(out, "{report}")?;
        } else {
            write_report(out, &report)?;
        }
        if report["fine"] == true {
            return Ok(());
        }
        Err(Failure::Input(
            "something was lost or could not be finished; see above".to_owned(),
        ))
    }

    async fn measure(
        &self,
        house: &mut House,
        spec: GameSpec,
        folder: &std::path::Path,
    ) -> Result<Value, Failure> {
        let url = house.backing.postgres().url();
        let alone = match self.pgbench {
            true => {
                let bench = bench::prepare(&url).await?;
                Some(bench::pgbench(&bench, folder, 10)?)
            }
            false => None,
        };
        let idle = self.open_idle_sockets(house).await?;
        let full = self
            .phase(house, &spec, &url, self.rate, self.fault)
            .await?;
        let mut report = json!({
            "game": self.game,
            "games_at_a_time": self.games,
            "seconds": self.seconds,
            "servers": self.servers,
            "fault": self.fault.map(Fault::name),
            "run": full,
        });
        let mut fine = full["fine"] == true;
        if let Some(idle) = idle {
            fine &= idle.report(&mut report).await;
        }
        if let Some(alone) = alone {
            let reached = full["moves_a_second"].as_f64().unwrap_or(0.0);
            let half = self.phase(house, &spec, &url, Some((reached / 2.0) as u32), None);
            let half = half.await?;
            fine &= half["fine"] == true;
            report["pgbench_a_second"] = json!(alone);
            report["ratio"] = json!(reached / alone);
            report["half_rate"] = half;
        }
        report["fine"] = json!(fine);
        Ok(report)
    }

    /// Sockets that only watch, with what each of them costs the servers.
    async fn open_idle_sockets(&self, house: &House) -> Result<Option<Idle>, Failure> {
        if self.idle == 0 {
            return Ok(None);
        }
        let servers = house.addresses();
        let http = reqwest::Client::new();
        let host = Visitor::guest(&http, servers[0]).await.map_err(said)?;
        let guest = Visitor::guest(&http, servers[0]).await.map_err(said)?;
        let watched = json!({"game": "minicheckers", "control": "14d"});
        let game = host
            .post(servers[0], "/api/games", &watched)
            .await
            .map_err(said)?;
        let watch = json!({"t": "watch", "game": game["id"]});
        let processes = house.server_processes();
        let memory = || {
            processes
                .iter()
                .filter_map(|&process| memory_of(process))
                .sum::<u64>()
        };
        let before = memory();
        let mut sockets = Vec::with_capacity(self.idle);
        for number in 0..self.idle {
            let mut socket = guest
                .socket(servers[number % servers.len()])
                .await
                .map_err(said)?;
            socket.say(&watch).await.map_err(said)?;
            socket.hear_of("room").await.map_err(said)?;
            sockets.push(socket);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let grown = memory().saturating_sub(before);
        let bytes_each = grown * 1024 / self.idle as u64;
        // They answer pings, as browsers do.
        let mut listening = JoinSet::new();
        for mut socket in sockets {
            listening.spawn(async move {
                let _ = socket.hear_of("nothing").await;
                socket
            });
        }
        Ok(Some(Idle {
            count: self.idle,
            bytes_each,
            listening,
        }))
    }

    /// Plays for the time given, lets the last games end, and checks every promise.
    async fn phase(
        &self,
        house: &mut House,
        spec: &GameSpec,
        url: &str,
        rate: Option<u32>,
        fault: Option<Fault>,
    ) -> Result<Value, Failure> {
        let mut servers = house.addresses();
        if fault == Some(Fault::Delay) {
            servers = faults::slow_lines(&servers).await?;
        }
        let permits = rate.map(|_| Arc::new(Semaphore::new(0)));
        let crowd = Arc::new(Crowd {
            http: reqwest::Client::new(),
            servers: servers.into(),
            spec: spec.clone(),
            manners: Manners {
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
            guests.push(guest.map_err(said)?);
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
        let outage = match fault {
            Some(fault) => {
                let middle = started + Duration::from_secs(self.seconds / 2);
                tokio::time::sleep_until(middle.into()).await;
                fault.happen(house, &crowd.manners).await?
            }
            None => Duration::ZERO,
        };
        tokio::time::sleep_until(end.into()).await;
        let counted = (crowd.accepted() - counted_from.1) as f64;
        let moves_a_second = counted / counted_from.0.elapsed().as_secs_f64();
        let at_the_end = crowd.stats.to_json();
        let mut stuck = 0;
        while let Some(finished) = pairs.join_next().await {
            stuck += usize::from(!finished.unwrap_or(false));
        }
        if let Some(pacing) = pacing {
            pacing.abort();
        }
        let store = Store::connect(url, 2)
            .await
            .map_err(|error| Failure::Input(error.to_string()))?;
        let games = crowd
            .games
            .lock()
            .map(|games| games.clone())
            .unwrap_or_default();
        let verdict = crowd.stats.check(&store, &games).await?;
        Ok(phase_report(
            &crowd,
            &verdict,
            moves_a_second,
            outage,
            stuck,
            games.len(),
            &at_the_end,
        ))
    }
}

fn phase_report(
    crowd: &Crowd,
    verdict: &Verdict,
    moves_a_second: f64,
    outage: Duration,
    stuck: usize,
    games: usize,
    at_the_end: &Value,
) -> Value {
    // A clock may be charged for the outage, and for coming back after it.
    let allowed = (outage + Duration::from_secs(10)).as_millis() as i64
        + crowd.manners.think.as_millis() as i64;
    // Where the rate is fixed, players wait for their permits with their clocks running.
    let clocks_are_fair = verdict.longest_charge <= allowed || crowd.manners.permits.is_some();
    let fine = verdict.lost.is_empty()
        && verdict.unfinished == 0
        && stuck == 0
        && crowd.stats.unexpected() == 0
        && clocks_are_fair;
    json!({
        "fine": fine,
        "moves_a_second": moves_a_second,
        "games": games,
        "moves_kept": verdict.kept,
        "promises": verdict.promises,
        "promises_broken": verdict.lost.len(),
        "first_broken": verdict.lost.iter().take(3).collect::<Vec<_>>(),
        "games_unfinished": verdict.unfinished,
        "pairs_stuck": stuck,
        "outage_ms": outage.as_millis() as u64,
        "longest_charge_ms": verdict.longest_charge,
        "usual_charge_ms": verdict.usual_charge,
        "clocks_are_fair": clocks_are_fair,
        "players": at_the_end,
    })
}

impl Crowd {
    fn accepted(&self) -> u64 {
        self.stats.accepted.load(Ordering::Relaxed)
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
                    manners: self.manners.clone(),
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
        let mut wanted = json!({"game": self.spec.to_string(), "control": "600+5"});
        if self.engines {
            wanted["engines"] = json!(1);
        }
        let opened = pair[0].post(server, "/api/games", &wanted).await?;
        let id = opened["id"].as_str().unwrap_or_default().to_owned();
        if !self.engines {
            let sit = json!({"what": {"kind": "sit"}, "id": "sit"});
            let other = self.servers[(number + 1) % self.servers.len()];
            pair[1]
                .post(other, &format!("/api/games/{id}/wishes"), &sit)
                .await?;
        }
        Ok(id)
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

/// Sockets that only watch.
struct Idle {
    count: usize,
    bytes_each: u64,
    listening: JoinSet<Socket>,
}

impl Idle {
    /// Whether all are still there.
    async fn report(mut self, report: &mut Value) -> bool {
        let mut gone = 0;
        while self.listening.try_join_next().is_some() {
            gone += 1;
        }
        report["idle_sockets"] = json!({
            "count": self.count,
            "memory_each": self.bytes_each,
            "lost": gone,
        });
        gone == 0
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn said(error: ClientError) -> Failure {
    Failure::Input(error.to_string())
}

fn write_report(out: &mut impl Write, report: &Value) -> Result<(), Failure> {
    let phase = |out: &mut dyn Write, name: &str, run: &Value| -> std::io::Result<()> {
        let players = &run["players"];
        let latency = &players["latency_ms"];
        writeln!(
            out,
            "{name}: {:.0} moves a second in {} games; answers within {} ms (half), {} ms (99 %), {} ms (all)",
            run["moves_a_second"].as_f64().unwrap_or(0.0),
            run["games"],
            latency["p50"],
            latency["p99"],
            latency["max"],
        )?;
        writeln!(
            out,
            "  {} promises, {} broken; {} games not ended; {} connections broke, {} messages sent again",
            run["promises"],
            run["promises_broken"],
            run["games_unfinished"],
            players["broken_connections"],
            players["sent_again"],
        )?;
        writeln!(
            out,
            "  clocks: at most {} ms charged for a move, {} ms for 99 %; the outage was {} ms",
            run["longest_charge_ms"], run["usual_charge_ms"], run["outage_ms"],
        )?;
        for broken in run["first_broken"].as_array().into_iter().flatten() {
            writeln!(out, "  broken: {broken}")?;
        }
        for refused in players["first_refusals"].as_array().into_iter().flatten() {
            writeln!(out, "  refused: {refused}")?;
        }
        Ok(())
    };
    phase(out, "all that goes", &report["run"])?;
    if let Some(idle) = report.get("idle_sockets") {
        writeln!(
            out,
            "{} idle sockets, {} bytes of the servers' memory each, {} lost",
            idle["count"], idle["memory_each"], idle["lost"]
        )?;
    }
    if let Some(alone) = report["pgbench_a_second"].as_f64() {
        let ratio = report["ratio"].as_f64().unwrap_or(0.0);
        writeln!(out, "Postgres alone: {alone:.0} a second; ratio {ratio:.2}")?;
        phase(out, "half of that", &report["half_rate"])?;
    }
    Ok(())
}
