//! What can go wrong while games are played.

use crate::error::LoadError;
use crate::player::Behaviour;
use clap::ValueEnum;
use longjump_testbed::{Cluster, Line};
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
    /// NATS is killed and comes back
    Nats,
    /// The worker is killed and comes back; players play engines
    Worker,
    /// Postgres is stopped and started
    Postgres,
    /// Half of the players are cut off for 20 seconds
    Client,
    /// Every packet takes 200 ms longer, the whole time
    Delay,
    /// Every move is sent five times, the whole time
    Repeat,
    /// With every move another one goes to another server, the whole time
    Rivals,
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
        let started = Instant::now();
        match self {
            Self::Server => {
                cluster.kill_server(0);
                tokio::time::sleep(AWAY).await;
                cluster.restart_server(0).await?;
            }
            Self::Nats => {
                cluster.backing().nats().kill();
                tokio::time::sleep(AWAY).await;
                tokio::task::block_in_place(|| cluster.backing().nats().run())?;
            }
            Self::Worker => {
                cluster.kill_worker();
                tokio::time::sleep(AWAY).await;
                cluster.start_worker()?;
            }
            Self::Postgres => {
                tokio::task::block_in_place(|| {
                    cluster.backing().postgres().stop();
                    std::thread::sleep(AWAY);
                    cluster.backing().postgres().run()
                })?;
            }
            Self::Client => {
                behaviour.cut_off.store(true, Ordering::Relaxed);
                tokio::time::sleep(CUT_OFF).await;
                behaviour.cut_off.store(false, Ordering::Relaxed);
            }
            Self::Delay => return Ok(2 * DELAY),
            Self::Repeat | Self::Rivals => return Ok(Duration::ZERO),
        }
        Ok(started.elapsed())
    }
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
