//! Servers killed at the worst moments of a round: half of it is paired, or half of its games are opened.

use crate::error::LoadError;
use longjump_testbed::Cluster;
use sqlx::{Connection, PgConnection};
use std::collections::BTreeMap;
use std::time::Duration;

/// How often the database is asked whether it is time.
const LOOK: Duration = Duration::from_millis(20);
/// How long all servers are away.
const AWAY: Duration = Duration::from_secs(1);
/// A table more takes a while, and so does a game that is opened, so that there is a middle.
const SLOWLY: &str = "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
    CREATE TRIGGER slowly BEFORE INSERT OR UPDATE OF is_opened ON tournament_tables FOR EACH ROW EXECUTE FUNCTION slowly();";
/// The last round that is paired, whether the next one is just now, and whether some of its games are
/// opened and others not.
const MOMENT: &str = "
    SELECT coalesce(max(round), 0),
           EXISTS (SELECT FROM pg_stat_activity WHERE state <> 'idle' AND query LIKE 'INSERT INTO tournament_tables %'),
           coalesce((SELECT bool_or(is_opened) AND NOT bool_and(is_opened) FROM tournament_tables
                     WHERE game IS NOT NULL AND round = (SELECT max(round) FROM tournament_rounds)), false)
    FROM tournament_rounds";

/// Kills all servers twice in each round, and says how often it was in the middle indeed.
pub(crate) async fn kill_all(
    cluster: &mut Cluster,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<BTreeMap<String, usize>, LoadError> {
    let mut database = PgConnection::connect(&cluster.backing().postgres().url()).await?;
    sqlx::raw_sql(SLOWLY).execute(&mut database).await?;
    let mut counts = BTreeMap::new();
    let (mut broken_off, mut half_opened) = (0, 0);
    while goes_on() {
        tokio::time::sleep(LOOK).await;
        let (round, is_pairing, is_opening) = moment(&mut database).await?;
        let what = if is_pairing && broken_off <= round {
            broken_off = round + 1;
            "pairing broken off"
        } else if is_opening && half_opened < round {
            half_opened = round;
            "games half opened"
        } else {
            continue;
        };
        let servers = 0..cluster.addresses().len();
        servers
            .clone()
            .for_each(|server| cluster.kill_server(server));
        tokio::time::sleep(AWAY).await;
        let (after, _, is_half_opened) = moment(&mut database).await?;
        eprintln!("round {round}, then {after}: {what}");
        if after == round && (is_half_opened || is_pairing) {
            *counts.entry(what.to_owned()).or_default() += 1;
        }
        for server in servers {
            cluster.restart_server(server).await?;
        }
    }
    Ok(counts)
}

async fn moment(database: &mut PgConnection) -> Result<(i32, bool, bool), sqlx::Error> {
    sqlx::query_as(MOMENT).fetch_one(database).await
}
