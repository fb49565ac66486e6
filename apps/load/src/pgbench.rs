//! What Postgres reaches with our statement and nothing around it.

use crate::error::LoadError;
use longjump_backing::Postgres;
use longjump_server::Store;
use longjump_testbed::WRITE_MOVES;
use std::path::Path;
use std::process::Command;

/// What pgbench reaches, in transactions a second: the best of a few numbers of clients.
pub(crate) fn measure(url: &str, folder: &Path, seconds: u32) -> Result<f64, LoadError> {
    let programs = Postgres::programs()?;
    let script = folder.join("move.sql");
    std::fs::write(&script, transaction())?;
    let mut best: f64 = 0.0;
    for clients in [4, 16, 64] {
        let ready = Command::new(programs.join("psql"))
            .args(["--quiet", "--set=ON_ERROR_STOP=1", "--command"])
            .arg(games(clients))
            .arg(url)
            .output()?;
        if !ready.status.success() {
            return Err(failed(&ready.stderr));
        }
        let output = Command::new(programs.join("pgbench"))
            .args([
                "--no-vacuum",
                "--protocol=prepared",
                "--define=v=0",
                "--jobs=2",
            ])
            .arg(format!("--client={clients}"))
            .arg(format!("--time={seconds}"))
            .arg("--file")
            .arg(&script)
            .arg(url)
            .output()?;
        if !output.status.success() {
            return Err(failed(&output.stderr));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.starts_with("tps ="));
        let tps = line.and_then(|line| line.split_whitespace().nth(2)?.parse().ok());
        best = best.max(tps.ok_or_else(|| failed(&output.stdout))?);
    }
    Ok(best)
}

/// Another database with the same tables, for pgbench alone.
pub(crate) async fn prepare(url: &str) -> Result<String, LoadError> {
    let programs = Postgres::programs()?;
    let made = Command::new(programs.join("psql"))
        .args(["--quiet", "--command=CREATE DATABASE bench"])
        .arg(url)
        .output()?;
    if !made.status.success() {
        return Err(failed(&made.stderr));
    }
    let (base, _) = url.rsplit_once('/').unwrap_or((url, ""));
    let url = format!("{base}/bench");
    // Connecting makes the tables.
    Store::connect(&url, 1).await?;
    Ok(url)
}

/// One game for each client, as fresh ones.
fn games(clients: u32) -> String {
    format!(
        "DELETE FROM moves; DELETE FROM games;
         INSERT INTO games (id, game, control, rated, public, status, version, ply, turn,
                            remaining, updated_at)
         SELECT 'bench' || n, 'knightthrough', '300+3', false, false, 'playing', 0, 0, 0,
                '{{300000,300000}}', 0
         FROM generate_series(0, {clients} - 1) AS n;"
    )
}

/// Our statement with one move: every client plays its own game, one move after another.
fn transaction() -> String {
    let values = [
        "ARRAY['bench' || :client_id]",
        "ARRAY[:v]",
        "ARRAY[:v]",
        "ARRAY[:v % 2]",
        "ARRAY['a1b2']",
        "ARRAY[100]",
        "ARRAY[0]",
        "ARRAY[1700000000000 + :v]",
        "ARRAY['17-m' || :v]",
        "ARRAY[300000 - :v]",
        "ARRAY[(:v + 1) % 2]",
        "ARRAY[false]",
        "ARRAY[1700000300000 + :v]",
    ];
    let mut statement: String = WRITE_MOVES
        .lines()
        .filter(|line| !line.starts_with("--"))
        .collect::<Vec<_>>()
        .join(" ");
    // From the last on, so that $1 is not found in $13.
    for (index, value) in values.iter().enumerate().rev() {
        statement = statement.replace(&format!("${}", index + 1), value);
    }
    format!("{};\n\\set v :v + 1\n", statement.trim())
}

fn failed(output: &[u8]) -> LoadError {
    let text = String::from_utf8_lossy(output);
    LoadError::Pgbench(text.trim().to_owned())
}
