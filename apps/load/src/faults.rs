//! What can go wrong while games are played.

use crate::error::LoadError;
use crate::player::Behaviour;
use clap::ValueEnum;
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
    /// NATS is killed and comes back
    Nats,
    /// The worker is killed and comes back; players play engines
    Worker,
    /// Postgres is stopped and started
    Postgres,
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
const BY_CHANCE: [Fault; 9] = [
    Fault::Server,
    Fault::Freeze,
    Fault::Nats,
    Fault::Worker,
    Fault::Postgres,
    Fault::Cut,
    Fault::Lost,
    Fault::Apart,
    Fault::Slow,
];

/// Faults that happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Happened {
    /// How often each.
    pub(crate) counts: BTreeMap<String, usize>,
    /// The longest time that something was away.
    pub(crate) longest: Duration,
}

impl Fault {
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Lets it happen, and returns for how long.
    pub(crate) async fn happen(
        self,
        cluster: &mut Cluster,
        behaviour: &Behaviour,
    ) -> Result<Duration, LoadError> {
        let away = match self {
            Self::Client => CUT_OFF,
            _ => AWAY,
        };
        self.happen_to(cluster, behaviour, 0, away).await
    }

    /// Lets it happen to a server, or to what all servers need, for so long.
    async fn happen_to(
        self,
        cluster: &mut Cluster,
        behaviour: &Behaviour,
        server: usize,
        away: Duration,
    ) -> Result<Duration, LoadError> {
        let started = Instant::now();
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
            Self::Client => {
                behaviour.cut_off.store(true, Ordering::Relaxed);
                tokio::time::sleep(away).await;
                behaviour.cut_off.store(false, Ordering::Relaxed);
            }
            Self::Cut | Self::Lost | Self::Apart | Self::Slow => {
                if let Some(lines) = cluster.lines(server) {
                    self.break_lines(lines, away).await;
                }
            }
            Self::Delay => return Ok(2 * DELAY),
            Self::Repeat | Self::Rivals | Self::Random => return Ok(Duration::ZERO),
        }
        Ok(started.elapsed())
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

/// Lets one fault after another happen until a time.
pub(crate) async fn by_chance(
    cluster: &mut Cluster,
    behaviour: &Behaviour,
    seed: u64,
    end: Instant,
) -> Result<Happened, LoadError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut happened = Happened::default();
    while Instant::now() < end {
        let fault = BY_CHANCE[random.usize(..BY_CHANCE.len())];
        let server = random.usize(..cluster.addresses().len());
        let away = Duration::from_millis(random.u64(300..5_000));
        let lasted = fault.happen_to(cluster, behaviour, server, away).await?;
        *happened.counts.entry(fault.name()).or_default() += 1;
        happened.longest = happened.longest.max(lasted);
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
