//! What is over goes away, and nothing else does.

use crate::helpers::{Pair, cluster, database, guest, within};
use serde_json::json;
use sqlx::{AssertSqlSafe, PgPool};
use std::time::Duration;

async fn run(database: &PgPool, statement: &str) {
    let done = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
        .execute(database)
        .await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

async fn count(database: &PgPool, of: &str) -> i64 {
    let count = sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM {of}")));
    count.fetch_one(database).await.expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_is_deleted_and_nothing_else() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let played = Pair::new(&cluster, "300+3").await;
    played.play(at).await.expect("played");
    let wanted = json!({"game": "star", "control": "300+3"});
    // A guest who only opened a room and closed it, another who sought somebody, and one who
    // has just come; the room of the first was old, that of the last is not.
    let (opener, seeker, newcomer) = (
        guest(&cluster).await,
        guest(&cluster).await,
        guest(&cluster).await,
    );
    let mut rooms = Vec::new();
    for person in [&opener, &newcomer] {
        let game = person.open(at, wanted.clone()).await;
        let abort = json!({"action": {"kind": "abort"}, "id": "a"});
        let path = format!("/api/games/{game}/actions");
        person.post(at, &path, &abort).await.expect("closed");
        rooms.push(game);
    }
    // One that was begun and called off before a move stays: its players may look for it.
    let called_off = Pair::new(&cluster, "300+3").await;
    let abort = json!({"kind": "abort"});
    let done = called_off.act(&called_off.ada, at, abort).await;
    done.expect("called off");
    seeker
        .post(at, "/api/seek", &wanted)
        .await
        .expect("waiting");
    let database = database(&mut cluster).await;
    let month = "31::bigint * 24 * 60 * 60 * 1000";
    for statement in [
        format!(
            "UPDATE players SET created_at = now() - interval '31 days' WHERE name <> '{}'",
            newcomer.name()
        ),
        format!(
            "UPDATE games SET updated_at = updated_at - {month} WHERE id <> '{}'",
            rooms[1]
        ),
        format!("UPDATE seeks SET seen_at = seen_at - {month}"),
        "INSERT INTO sign_in_tries VALUES ('old', 1, 1)".to_owned(),
        "INSERT INTO servers VALUES ('old', 1)".to_owned(),
        "INSERT INTO outages VALUES (1, 2)".to_owned(),
        "INSERT INTO passkey_challenges
         VALUES ('old', 'sign_in', NULL, '{}', now() - interval '1 second'),
                ('new', 'sign_in', NULL, '{}', now() + interval '5 minutes')"
            .to_owned(),
        "INSERT INTO places SELECT min(id), '\\x01', current_date - 31 FROM players".to_owned(),
        "INSERT INTO places SELECT min(id), '\\x02', current_date - 30 FROM players".to_owned(),
        "INSERT INTO reports (by_player, about, kind, text, settled_at)
         SELECT min(id), max(id), 'other', '', now() - age FROM players,
             unnest(ARRAY['366 days', '364 days', NULL]::interval[]) AS age GROUP BY age"
            .to_owned(),
        // More than are deleted at a time.
        "INSERT INTO sessions
         SELECT decode(lpad(to_hex(n), 64, '0'), 'hex'), (SELECT min(id) FROM players), 'cookie',
                now(), now() - interval '1 second'
         FROM generate_series(1, 1201) AS n"
            .to_owned(),
    ] {
        run(&database, &statement).await;
    }
    let kept_sessions = count(&database, "sessions WHERE expires_at > now()").await;
    assert_eq!(kept_sessions, 7, "seven guests");
    // A server that starts looks at once, and then every hour.
    cluster.add_server(|_| {}).await.expect("a server");
    let guests = || count(&database, "players");
    let gone = async {
        while guests().await != 5 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    assert!(
        within(10.0, gone).await.is_some(),
        "{} players",
        guests().await
    );
    for (what, left) in [
        ("sessions", 5),
        ("seeks", 0),
        ("sign_in_tries", 0),
        ("passkey_challenges", 1),
        ("places WHERE place IN ('\\x01', '\\x02')", 1),
        ("reports", 2),
        ("servers WHERE name = 'old'", 0),
        ("outages WHERE began = 1", 0),
        ("games", 3),
        ("seats", 6),
        ("moves", 1),
    ] {
        assert_eq!(count(&database, what).await, left, "{what}");
    }
    for (person, game) in [(&played.ada, &played.game), (&newcomer, &rooms[1])] {
        let path = format!("/api/games/{game}");
        person.get(at, &path).await.expect("still there");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_note_of_a_server_stays_to_tell_of_an_outage() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let noted = async {
        while count(&database, "servers").await == 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within(10.0, noted).await.expect("noted");
    // As if all servers had been away for two days.
    let server = cluster.remove_server(0).expect("a server");
    server.drain().await;
    assert_eq!(count(&database, "servers").await, 1);
    let days = 2 * 24 * 60 * 60 * 1000;
    run(
        &database,
        &format!("UPDATE servers SET noted_at = noted_at - {days}"),
    )
    .await;
    cluster.add_server(|_| {}).await.expect("a server");
    let outage = async {
        while count(&database, &format!("outages WHERE ended - began > {days}")).await == 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    assert!(within(10.0, outage).await.is_some(), "nobody knows of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_takes_its_note_with_it() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let both = async {
        while count(&database, "servers").await != 2 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within(10.0, both).await.expect("both noted");
    let server = cluster.remove_server(1).expect("a server");
    server.drain().await;
    assert_eq!(count(&database, "servers").await, 1);
    // And does not write another.
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(count(&database, "servers").await, 1);
}
