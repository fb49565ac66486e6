//! `longjump-load letters`: letters that are due all at once, sent by servers that are killed.

use crate::error::LoadError;
use crate::program;
use clap::Args;
use longjump_testbed::{Cluster, Launch, MailServer};
use serde::Serialize;
use sqlx::PgPool;
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Notes each letter that is sent again as nobody knows whether it arrived. The service counts these too, but a
/// killed server's figures are lost.
const NOTE_DOUBTS: &str = "
    CREATE TABLE doubts (notice bigint PRIMARY KEY);
    CREATE FUNCTION note_doubt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO doubts VALUES (NEW.id) ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_doubt AFTER UPDATE ON notices FOR EACH ROW
        WHEN (NEW.begun - NEW.failed > 1) EXECUTE FUNCTION note_doubt()";
/// How long the last letters may take once nobody is killed any more: two waits for what is in doubt.
const PATIENCE: Duration = Duration::from_secs(180);

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump-load letters --count 100000
  longjump-load letters --count 2000 --kill 0

All are due at once. A server is killed every so often and started again, until every letter was
taken. Each must have been sent once; one repeat is allowed for each that had left when its server was
killed, if the mail server's answer was not noted yet.")]
pub(crate) struct LettersArguments {
    /// How many letters
    #[arg(long, value_name = "N", default_value_t = 2000)]
    count: i32,
    /// How many servers
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    servers: u8,
    /// Kill a server after so many milliseconds, again and again; 0 for never
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    kill: u64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program that servers run [default: longjump beside this program]
    #[arg(long, value_name = "PROGRAM")]
    longjump: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// What became of them.
#[derive(Serialize)]
struct Outcome {
    letters: i32,
    kills: u32,
    /// Letters that nobody got.
    forgotten: usize,
    /// Those that came twice, and those that came more often.
    twice: usize,
    more: usize,
    /// Letters that were sent again as nobody knew whether they had arrived: all that may come twice.
    doubted: usize,
    /// Until all were taken.
    seconds: f64,
    per_second: f64,
}

impl LettersArguments {
    pub(crate) async fn run(&self, out: &mut impl Write) -> Result<(), LoadError> {
        let launch = Launch::Program(program::find(self.longjump.as_ref())?);
        let mut cluster = Cluster::start(launch, 0).await?;
        let folder = cluster.folder().join("letters");
        let mail = tokio::task::block_in_place(|| MailServer::start(&folder))?;
        cluster.write_letters(&mail.url());
        for _ in 0..self.servers {
            cluster.add_server(|_| {}).await?;
        }
        let database = PgPool::connect(&cluster.backing().postgres().url()).await?;
        let (kills, seconds) = self.send(&mut cluster, &database).await?;
        let doubted: i64 = sqlx::query_scalar("SELECT count(*) FROM doubts")
            .fetch_one(&database)
            .await?;
        let outcome = self.outcome(&mail, kills, doubted as usize, seconds)?;
        self.print(out, &outcome)?;
        let is_fine =
            outcome.forgotten == 0 && outcome.more == 0 && outcome.twice <= outcome.doubted;
        is_fine.then_some(()).ok_or(LoadError::NotFine)
    }

    /// Makes them due, kills servers meanwhile, and waits until none is left.
    async fn send(
        &self,
        cluster: &mut Cluster,
        database: &PgPool,
    ) -> Result<(u32, f64), LoadError> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        sqlx::raw_sql(NOTE_DOUBTS).execute(database).await?;
        sqlx::query(
            "INSERT INTO players (name, name_key, kind) VALUES ('Reader', 'reader', 'account')",
        )
        .execute(database)
        .await?;
        let began = Instant::now();
        sqlx::query(
            "INSERT INTO notices (player, letter)
             SELECT p.id, jsonb_build_object('to', 'reader' || n || '@example.org', 'language', 'en',
                        'name', 'Reader', 'about', jsonb_build_object('changed', 'password_changed'))
             FROM players p, generate_series(1, $1) n WHERE p.name = 'Reader'",
        )
        .bind(self.count)
        .execute(database)
        .await?;
        let mut kills = 0;
        let mut killed = Instant::now();
        while is_any_left(database, "begun = 0").await? {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if self.kill > 0 && killed.elapsed() >= Duration::from_millis(self.kill) {
                let server = random.usize(..usize::from(self.servers));
                cluster.kill_server(server);
                cluster.restart_server(server).await?;
                kills += 1;
                killed = Instant::now();
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let begun = Instant::now();
        while is_any_left(database, "true").await? && begun.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok((kills, seconds))
    }

    fn outcome(
        &self,
        mail: &MailServer,
        kills: u32,
        doubted: usize,
        seconds: f64,
    ) -> Result<Outcome, LoadError> {
        let mut came: HashMap<String, usize> = HashMap::new();
        for letter in mail.letters()? {
            *came.entry(letter.to).or_default() += 1;
        }
        Ok(Outcome {
            letters: self.count,
            kills,
            forgotten: self.count as usize - came.len(),
            twice: came.values().filter(|&&times| times == 2).count(),
            more: came.values().filter(|&&times| times > 2).count(),
            doubted,
            seconds,
            per_second: f64::from(self.count) / seconds,
        })
    }

    fn print(&self, out: &mut impl Write, outcome: &Outcome) -> Result<(), LoadError> {
        if self.json {
            serde_json::to_writer(&mut *out, outcome).map_err(std::io::Error::other)?;
            writeln!(out)?;
            return Ok(());
        }
        let Outcome {
            letters,
            kills,
            forgotten,
            twice,
            more,
            doubted,
            seconds,
            per_second,
        } = outcome;
        writeln!(
            out,
            "{letters} letters, all taken after {seconds:.1} s: {per_second:.0} a second"
        )?;
        writeln!(out, "servers killed: {kills}")?;
        writeln!(
            out,
            "forgotten: {forgotten}   sent twice: {twice} of {doubted} in doubt   more often: {more}"
        )?;
        Ok(())
    }
}

/// Whether a letter is left of which this is so.
async fn is_any_left(database: &PgPool, condition: &'static str) -> Result<bool, LoadError> {
    let query = format!("SELECT EXISTS (SELECT 1 FROM notices WHERE {condition})");
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(query))
        .fetch_one(database)
        .await?)
}
