//! Games that go on for days with nobody there, and what they cost while nothing happens.

use crate::error::LoadError;
use crate::program;
use clap::Args;
use longjump_testbed::{Cluster, Launch};
use longjump_wire::rest::{Accepted, ActionRequest, CreateGame, GameCreated};
use longjump_wire::socket::RoomAction;
use sqlx::PgPool;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// How long their cost is measured.
const MEASURED: Duration = Duration::from_secs(20);

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load standing 1000 10000 100000

For each number: that many games by days go on and as many rooms wait for players, nobody is
there, and for 20 seconds two servers and Postgres do what they do by themselves. Prints what
that takes of a core, what Postgres reads, and how long the lobby and a game take to be shown.")]
pub(crate) struct StandingArguments {
    /// How many games, one number after another, each larger than the last
    #[arg(required = true)]
    games: Vec<i64>,
    /// The program that servers run [default: longjump beside this program]
    #[arg(long, value_name = "PROGRAM")]
    longjump: Option<PathBuf>,
}

/// What has been used of the machine so far.
struct Used {
    /// Processor time of the servers, in milliseconds.
    servers: u64,
    /// The same of Postgres.
    postgres: u64,
    /// Pages that Postgres has looked at.
    pages: i64,
}

impl StandingArguments {
    pub(crate) async fn run(&self, out: &mut impl Write) -> Result<(), LoadError> {
        let launch = Launch::Program(program::find(self.longjump.as_ref())?);
        let mut cluster = Cluster::start(launch, 2).await?;
        let pool = PgPool::connect(&cluster.backing().postgres().url()).await?;
        let patterns = [begin(&cluster, true).await?, begin(&cluster, false).await?];
        writeln!(
            out,
            "{:>8} {:>14} {:>14} {:>12} {:>9} {:>9}",
            "games", "servers ms/s", "Postgres ms/s", "pages/s", "lobby ms", "game ms"
        )?;
        let mut have = 1;
        for &count in &self.games {
            for pattern in &patterns {
                copy(&pool, pattern, have, count).await?;
            }
            have = have.max(count);
            sqlx::raw_sql("VACUUM ANALYZE").execute(&pool).await?;
            measure(&cluster, &pool, &patterns[0], count, out).await?;
        }
        Ok(())
    }
}

/// Measures for a while and writes a line.
async fn measure(
    cluster: &Cluster,
    pool: &PgPool,
    pattern: &str,
    count: i64,
    out: &mut impl Write,
) -> Result<(), LoadError> {
    // What comes to an end because of the copying has come to it by then.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let before = used(cluster, pool).await?;
    tokio::time::sleep(MEASURED).await;
    let after = used(cluster, pool).await?;
    let seconds = MEASURED.as_secs_f64();
    let each = |before: u64, after: u64| after.saturating_sub(before) as f64 / seconds;
    let lobby = shown(cluster, "/api/lobby").await?;
    let last = format!("/api/games/{}{count:07}", &pattern[..5]);
    let game = shown(cluster, &last).await?;
    writeln!(
        out,
        "{count:>8} {:>14.1} {:>14.1} {:>12.0} {lobby:>9.1} {:>9.1}",
        each(before.servers, after.servers),
        each(before.postgres, after.postgres),
        (after.pages - before.pages) as f64 / seconds,
        game,
    )?;
    out.flush()?;
    Ok(())
}

/// A game by days that has begun, or waits for somebody.
async fn begin(cluster: &Cluster, is_started: bool) -> Result<String, LoadError> {
    let at = cluster.at(0);
    let wanted = CreateGame {
        game: "diamond".to_owned(),
        control: "7d".to_owned(),
        rated: false,
        public: true,
        seat: None,
        engines: None,
        id: None,
    };
    let (host, other) = (cluster.guest().await?, cluster.guest().await?);
    let created: GameCreated = host.post(at, "/api/games", &wanted).await?;
    if is_started {
        let sit = ActionRequest {
            action: RoomAction::Sit { seat: None },
            id: "sit".to_owned(),
        };
        let path = format!("/api/games/{}/actions", created.id);
        let _: Accepted = other.post(at, &path, &sit).await?;
    }
    Ok(created.id)
}

/// Copies a game until there are so many.
async fn copy(pool: &PgPool, pattern: &str, have: i64, want: i64) -> Result<(), LoadError> {
    // Twelve letters, as all names of games have, which begin as that of the pattern does.
    let name = "(left($1, 5) || lpad(n::text, 7, '0'))";
    let columns = "game, control, rated, public, status, version, ply, turn, engine_turn, \
                   remaining, deadline, updated_at, created_by, look_at";
    let statements = [
        format!(
            "INSERT INTO games (id, {columns}) SELECT {name}, {columns}
             FROM games, generate_series($2 + 1, $3) n WHERE id = $1"
        ),
        format!(
            "INSERT INTO seats (game, seat, player) SELECT {name}, seat, player
             FROM seats, generate_series($2 + 1, $3) n WHERE game = $1"
        ),
        format!(
            "INSERT INTO room_events (game, version, at, body) SELECT {name}, version, at, body
             FROM room_events, generate_series($2 + 1, $3) n WHERE game = $1"
        ),
    ];
    for statement in statements {
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .bind(pattern)
            .bind(have)
            .bind(want)
            .execute(pool)
            .await?;
    }
    Ok(())
}

/// How long something takes to be shown, in milliseconds: the best of three.
async fn shown(cluster: &Cluster, path: &str) -> Result<f64, LoadError> {
    let guest = cluster.guest().await?;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let asked = std::time::Instant::now();
        let _: serde_json::Value = guest.get(cluster.at(0), path).await?;
        best = best.min(asked.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(best)
}

async fn used(cluster: &Cluster, pool: &PgPool) -> Result<Used, LoadError> {
    let pages: i64 = sqlx::query_scalar(
        "SELECT (blks_hit + blks_read)::bigint FROM pg_stat_database
         WHERE datname = current_database()",
    )
    .fetch_one(pool)
    .await?;
    let backends: Vec<i32> =
        sqlx::query_scalar("SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL")
            .fetch_all(pool)
            .await?;
    let backends = backends.into_iter().map(|pid| pid as u32);
    Ok(Used {
        servers: cluster.process_ids().into_iter().map(time_of).sum(),
        postgres: backends.map(time_of).sum(),
        pages,
    })
}

/// Processor time of a process, in milliseconds.
fn time_of(process: u32) -> u64 {
    let read = || -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // After the name, which is in brackets: user time is the 12th field, system time the next.
        let (_, fields) = stat.rsplit_once(')')?;
        let times = fields.split_whitespace().skip(11).take(2);
        times.map(|time| time.parse::<u64>().ok()).sum()
    };
    // In ticks of a hundredth of a second.
    read().unwrap_or(0) * 10
}
