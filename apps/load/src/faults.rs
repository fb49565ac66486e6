//! What can go wrong while games are played.

use crate::error::LoadError;
use crate::ground::{SmallDisk, set_clock};
use crate::player::Behaviour;
use crate::verdict::FaultTime;
use clap::ValueEnum;
use longjump_backing::{Backing, BackingError};
use longjump_testbed::{Cluster, Line};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long what was killed stays away.
const AWAY: Duration = Duration::from_secs(3);
/// How long clients are cut off.
const CUT_OFF: Duration = Duration::from_secs(20);
/// How much longer every packet takes on a slow line.
const DELAY: Duration = Duration::from_millis(200);

/// A kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Fault {
    /// A server is killed and comes back
    Server,
    /// A server stands still and goes on
    Freeze,
    /// Servers end and are started again one after another, as for a new version
    Upgrade,
    /// NATS is killed and comes back
    Nats,
    /// The worker is killed and comes back; players play engines
    Worker,
    /// Postgres is stopped and started
    Postgres,
    /// Postgres crashes and its standby takes over
    Failover,
    /// The clock of Postgres is set, some seconds ahead or back
    Clock,
    /// The disk of Postgres and NATS is full; then there is room, and Postgres is started again
    Disk,
    /// Half of the players are cut off for 20 seconds
    Client,
    /// A server can't reach Postgres
    Cut,
    /// What Postgres answers to a server is lost, and then the connection
    Lost,
    /// A server can't reach NATS
    Apart,
    /// What goes between a server, Postgres and NATS takes 200 ms longer each way
    Slow,
    /// Every packet takes 200 ms longer, the whole time
    Delay,
    /// Every move is sent five times, the whole time
    Repeat,
    /// With every move another one goes to another server, the whole time
    Rivals,
    /// One of the others after another, by chance
    Random,
}

/// Those that chance chooses from.
const BY_CHANCE: [Fault; 13] = [
    Fault::Server,
    Fault::Freeze,
    Fault::Upgrade,
    Fault::Nats,
    Fault::Worker,
    Fault::Postgres,
    Fault::Failover,
    Fault::Clock,
    Fault::Disk,
    Fault::Cut,
    Fault::Lost,
    Fault::Apart,
    Fault::Slow,
];

/// Where faults happen.
pub(crate) struct Scene<'a> {
    pub(crate) cluster: &'a mut Cluster,
    pub(crate) behaviour: &'a Behaviour,
    /// What can be filled.
    pub(crate) disk: Option<&'a SmallDisk>,
}

/// Faults that happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Happened {
    /// How often each.
    pub(crate) counts: BTreeMap<String, usize>,
    /// When each.
    pub(crate) times: Vec<FaultTime>,
}

impl Happened {
    /// The longest time that something was away.
    pub(crate) fn longest(&self) -> Duration {
        let times = self.times.iter().map(|time| time.ended - time.began);
        times.max().unwrap_or_default()
    }

    /// Lets a fault happen, and notes when it did.
    async fn add(
        &mut self,
        fault: Fault,
        scene: &mut Scene<'_>,
        server: usize,
        away: Duration,
    ) -> Result<(), LoadError> {
        let began = Instant::now();
        fault.happen(scene, server, away).await?;
        let ended = Instant::now();
        let lasted = ended - began;
        eprintln!(
            "{:>4} {:<9} at server {server} for {lasted:.1?}",
            self.times.len() + 1,
            fault.name()
        );
        *self.counts.entry(fault.name()).or_default() += 1;
        self.times.push(FaultTime { began, ended });
        Ok(())
    }
}

impl Fault {
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether this one, by chance or alone, is about that kind.
    pub(crate) fn includes(self, kind: Self) -> bool {
        self == kind || self == Self::Random
    }

    /// Lets it happen to a server, or to what all servers need, for so long.
    async fn happen(
        self,
        scene: &mut Scene<'_>,
        server: usize,
        away: Duration,
    ) -> Result<(), LoadError> {
        let cluster = &mut *scene.cluster;
        match self {
            Self::Server => {
                cluster.kill_server(server);
                tokio::time::sleep(away).await;
                cluster.restart_server(server).await?;
            }
            Self::Freeze => {
                cluster.freeze_server(server, true);
                tokio::time::sleep(away).await;
                cluster.freeze_server(server, false);
            }
            Self::Upgrade => {
                for index in 0..cluster.addresses().len() {
                    cluster.end_server(index).await;
                    cluster.restart_server(index).await?;
                }
            }
            Self::Nats => {
                cluster.backing().nats().kill();
                tokio::time::sleep(away).await;
                tokio::task::block_in_place(|| cluster.backing().nats().run())?;
            }
            Self::Worker => {
                cluster.kill_worker();
                tokio::time::sleep(away).await;
                cluster.start_worker()?;
            }
            Self::Postgres => {
                tokio::task::block_in_place(|| {
                    cluster.backing().postgres().stop();
                    std::thread::sleep(away);
                    cluster.backing().postgres().run()
                })?;
            }
            Self::Failover => {
                cluster.fail_over()?;
                cluster.add_standby()?;
            }
            Self::Clock => {
                let url = cluster.backing().postgres().url();
                let seconds = away.as_secs_f64() * 10.0;
                let ahead = away.as_millis().is_multiple_of(2);
                set_clock(&url, if ahead { seconds } else { -seconds }).await?;
            }
            Self::Disk => {
                if let Some(disk) = scene.disk {
                    let full = disk.fill()?;
                    tokio::time::sleep(away).await;
                    drop(full);
                    tokio::task::block_in_place(|| start_again(cluster.backing()))?;
                }
            }
            Self::Client => {
                scene.behaviour.cut_off.store(true, Ordering::Relaxed);
                tokio::time::sleep(away).await;
                scene.behaviour.cut_off.store(false, Ordering::Relaxed);
            }
            Self::Cut | Self::Lost | Self::Apart | Self::Slow => {
                if let Some(lines) = cluster.lines(server) {
                    self.break_lines(lines, away).await;
                }
            }
            Self::Delay | Self::Repeat | Self::Rivals | Self::Random => {}
        }
        Ok(())
    }

    async fn break_lines(self, [database, nats]: &[Line; 2], away: Duration) {
        match self {
            Self::Cut => database.cut(),
            Self::Lost => database.lose_answers(),
            Self::Apart => nats.cut(),
            _ => {
                database.delay(DELAY);
                nats.delay(DELAY);
            }
        }
        tokio::time::sleep(away).await;
        for line in [database, nats] {
            if self == Self::Slow {
                line.delay(Duration::ZERO);
            } else {
                line.mend();
            }
        }
    }
}

/// Starts Postgres and its standby again, as an operator would who has made room.
fn start_again(backing: &mut Backing) -> Result<(), BackingError> {
    backing.postgres().stop();
    backing.postgres().run()?;
    if let Some(standby) = backing.standby() {
        standby.stop();
        standby.run()?;
    }
    Ok(())
}

/// Lets one fault happen.
pub(crate) async fn once(fault: Fault, scene: &mut Scene<'_>) -> Result<Happened, LoadError> {
    let away = match fault {
        Fault::Client => CUT_OFF,
        _ => AWAY,
    };
    let mut happened = Happened::default();
    happened.add(fault, scene, 0, away).await?;
    Ok(happened)
}

/// Lets one fault after another happen while something goes on: always this one, or any.
pub(crate) async fn by_chance(
    scene: &mut Scene<'_>,
    seed: u64,
    kind: Fault,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Happened, LoadError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut happened = Happened::default();
    while goes_on() {
        let fault = match kind {
            Fault::Random => BY_CHANCE[random.usize(..BY_CHANCE.len())],
            kind => kind,
        };
        if fault == Fault::Disk && scene.disk.is_none() {
            continue;
        }
        let server = random.usize(..scene.cluster.addresses().len());
        let away = Duration::from_millis(random.u64(300..5_000));
        happened.add(fault, scene, server, away).await?;
        tokio::time::sleep(Duration::from_millis(random.u64(500..4_000))).await;
    }
    Ok(happened)
}

/// Slow lines to all of these servers; a line works for as long as the program runs.
pub(crate) async fn slow_lines(servers: &[SocketAddr]) -> Result<Vec<SocketAddr>, LoadError> {
    let mut lines = Vec::new();
    for &server in servers {
        let line = Line::to(server).await?;
        line.delay(DELAY);
        lines.push(line.address());
    }
    Ok(lines)
}
