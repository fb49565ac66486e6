//! What can go wrong while games are played.

use super::house::House;
use super::player::Manners;
use super::proxy::slow_line;
use crate::Failure;
use clap::ValueEnum;
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
    pub(super) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Lets it happen, and returns for how long.
    pub(super) async fn happen(
        self,
        house: &mut House,
        manners: &Manners,
    ) -> Result<Duration, Failure> {
        let said = |error: longjump_server::BackingError| Failure::Input(error.to_string());
        let started = Instant::now();
        match self {
            Self::Server => {
                house.kill_server(0);
                tokio::time::sleep(AWAY).await;
                tokio::task::block_in_place(|| house.restart_server(0))?;
            }
            Self::Nats => {
                house.backing.nats().kill();
                tokio::time::sleep(AWAY).await;
                tokio::task::block_in_place(|| house.backing.nats().run()).map_err(said)?;
            }
            Self::Worker => {
                house.kill_worker();
                tokio::time::sleep(AWAY).await;
                house.start_worker()?;
            }
            Self::Postgres => {
                tokio::task::block_in_place(|| {
                    house.backing.postgres().stop();
                    std::thread::sleep(AWAY);
                    house.backing.postgres().run()
                })
                .map_err(said)?;
            }
            Self::Client => {
                manners.cut_off.store(true, Ordering::Relaxed);
                tokio::time::sleep(CUT_OFF).await;
                manners.cut_off.store(false, Ordering::Relaxed);
            }
            Self::Delay => return Ok(2 * DELAY),
            Self::Repeat | Self::Rivals => return Ok(Duration::ZERO),
        }
        Ok(started.elapsed())
    }
}

/// Slow lines to all of these servers.
pub(super) async fn slow_lines(servers: &[SocketAddr]) -> Result<Vec<SocketAddr>, Failure> {
    let mut lines = Vec::new();
    for &server in servers {
        lines.push(slow_line(server, DELAY).await?);
    }
    Ok(lines)
}
