//! The drill for the day on which somebody deletes what they should not have: a second cluster
//! as the first one was at a time, while that goes on.

use crate::helpers::{Pair, cluster, database};
use longjump_backing::Postgres;
use longjump_testbed::{Audit, Cluster, Launch};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgPool};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A folder with an operator's scripts, and with what they keep.
struct Drill(TempDir);

impl Drill {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let deploy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy");
        // Postgres may run as another user, who need not get to where the scripts are from.
        for script in ["archive.sh", "base-backup.sh", "restore-to.sh"] {
            let copied = std::fs::copy(format!("{deploy}/{script}"), folder.path().join(script));
            copied.expect("a script");
        }
        let open = Permissions::from_mode(0o777);
        std::fs::set_permissions(folder.path(), open).expect("open to that user");
        let drill = Self(folder);
        let (made, said) = drill.run("mkdir", &["archive"]);
        assert!(made, "{said}");
        drill
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs something in the folder as the user of Postgres, and returns whether it went well and
    /// what it said.
    fn run(&self, program: &str, arguments: &[&str]) -> (bool, String) {
        let mut command = if rustix::process::getuid().is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
            command.arg(program);
            command
        } else {
            Command::new(program)
        };
        let output = command.current_dir(&self.0).args(arguments).output();
        let output = output.expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let said = said + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), said)
    }

    fn script(&self, name: &str, arguments: &[&str]) -> (bool, String) {
        self.run("bash", &[&[name], arguments].concat())
    }

    fn restore(&self, time: &str, new: &str) -> (bool, String) {
        self.script("restore-to.sh", &["base", "archive", time, new])
    }

    /// Has a cluster without servers archive what it writes.
    async fn archive_all_of(&self, cluster: &mut Cluster) {
        let database = database(cluster).await;
        let folder = self.0.path().display();
        let archive = format!(
            "ALTER SYSTEM SET archive_command = 'bash {folder}/archive.sh %p {folder}/archive'"
        );
        for setting in ["ALTER SYSTEM SET archive_mode = on".to_owned(), archive] {
            let set = sqlx::query(AssertSqlSafe(setting)).execute(&database);
            set.await.expect("set");
        }
        database.close().await;
        tokio::task::block_in_place(|| {
            cluster.backing().postgres().stop();
            cluster.backing().postgres().run().expect("with an archive");
        });
    }
}

/// Has Postgres archive what it has, and waits for it.
async fn hand_over(database: &PgPool) {
    let file: String = sqlx::query_scalar("SELECT pg_walfile_name(pg_switch_wal())")
        .fetch_one(database)
        .await
        .expect("the next file");
    for _ in 0..100 {
        let last: Option<String> =
            sqlx::query_scalar("SELECT max(last_archived_wal) FROM pg_stat_archiver")
                .fetch_one(database)
                .await
                .expect("the last file");
        if last.is_some_and(|last| last >= file) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{file} was not archived");
}

/// What a server shows of a game, but for clocks, which go on.
async fn shown(pair: &Pair, cluster: &Cluster) -> Value {
    let path = format!("/api/games/{}", pair.game);
    let shown = pair.ada.get(cluster.at(0), &path).await.expect("a game");
    ["version", "moves", "started", "turn", "outcome"]
        .iter()
        .map(|&field| (field.to_owned(), shown[field].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// What must not be done to a game.
async fn delete(game: &str, database: &PgPool) {
    for table in ["moves", "room_events", "seats"] {
        let sql = format!("DELETE FROM {table} WHERE game = $1");
        let gone = sqlx::query(AssertSqlSafe(sql)).bind(game).execute(database);
        gone.await.expect("gone");
    }
    let gone = sqlx::query("DELETE FROM games WHERE id = $1").bind(game);
    assert_eq!(
        gone.execute(database).await.expect("gone").rows_affected(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_cluster_is_as_the_first_was_at_a_time() {
    let drill = Arc::new(Drill::new());
    let mut first = cluster(0).await;
    drill.archive_all_of(&mut first).await;
    let mut secret = String::new();
    let server = first.add_server(|config| secret.clone_from(&config.secret));
    let at = server.await.expect("a server");
    let pairs = [Pair::new(&first, "1d").await, Pair::new(&first, "1d").await];
    let [kept, deleted] = &pairs;
    let url = first.backing().postgres().url();
    for pair in &pairs {
        pair.play(at).await.expect("played");
    }
    let (saved, said) = drill.script("base-backup.sh", &[&url, "base"]);
    assert!(saved, "{said}");
    println!("{said}");
    forget_what_is_older(&drill, &said);
    // Debian keeps this one elsewhere, so that a base backup lacks it.
    std::fs::remove_file(drill.path("base/data/postgresql.conf")).expect("settings");

    for pair in pairs.iter().cycle().take(20) {
        pair.play(at).await.expect("played");
    }
    let database = database(&mut first).await;
    let then: String = sqlx::query_scalar("SELECT clock_timestamp()::text")
        .fetch_one(&database)
        .await
        .expect("the time");
    let games: Vec<String> = pairs.iter().map(|pair| pair.game.clone()).collect();
    let audit = Audit::connect(&url).await.expect("the database");
    let moves_then = audit.moves(&games).await.expect("moves");
    assert_eq!(moves_then.len(), 22);
    let shown_then = [shown(kept, &first).await, shown(deleted, &first).await];

    for pair in pairs.iter().cycle().take(6) {
        pair.play(at).await.expect("played");
    }
    delete(&deleted.game, &database).await;
    refuses_what_can_t_be(&drill, &then);
    hand_over(&database).await;

    let restoring = tokio::task::spawn_blocking({
        let (drill, then) = (Arc::clone(&drill), then.clone());
        move || drill.restore(&then, "club/postgres/data")
    });
    let mut begun_meanwhile = 0;
    while !restoring.is_finished() {
        let pair = Pair::new(&first, "1d").await;
        pair.play(at).await.expect("the first goes on");
        begun_meanwhile += 1;
    }
    let (restored, said) = restoring.await.expect("it runs");
    assert!(restored, "{said}");
    println!("{said}{begun_meanwhile} games began at the first meanwhile");
    assert!(begun_meanwhile > 0);
    assert!(said.contains("2 games, 22 moves, the last at 2"), "{said}");
    let (again, said) = drill.restore(&then, "club/postgres/data");
    assert!(!again && said.contains("is not empty"), "{said}");

    // Nothing of the first is shared, but what cookies are signed with.
    let mut second = Cluster::start_in(&drill.path("club"), Launch::InProcess, 0)
        .await
        .expect("a cluster");
    let server = second.add_server(|config| config.secret = secret);
    let there = server.await.expect("a server");
    let audit = Audit::connect(&second.backing().postgres().url()).await;
    let restored = audit.expect("the database").moves(&games).await;
    assert_eq!(restored.expect("moves"), moves_then);
    let shown_there = [shown(kept, &second).await, shown(deleted, &second).await];
    assert_eq!(shown_there, shown_then);
    for pair in &pairs {
        pair.play(there).await.expect("the game goes on there");
    }
    let here = shown(kept, &first).await;
    let moves = here["moves"].as_array().expect("moves").len();
    assert_eq!(moves, 14, "the first knows nothing of that");
}

/// The archive need not have what is older than the only base backup, which says what that is.
fn forget_what_is_older(drill: &Drill, said: &str) {
    let file = said.trim().rsplit(' ').next().expect("a file");
    let count = || {
        std::fs::read_dir(drill.path("archive"))
            .expect("files")
            .count()
    };
    let before = count();
    let programs = Postgres::programs().expect("Postgres");
    let program = programs.join("pg_archivecleanup");
    let (cleaned, said) = drill.run(&program.display().to_string(), &["archive", file]);
    assert!(cleaned && count() < before, "{before} files: {said}");
}

/// What can't be restored is refused before anything is made, with what to do.
fn refuses_what_can_t_be(drill: &Drill, then: &str) {
    for (time, new, why) in [
        ("2020-01-01 UTC", "club/postgres/data", "ended only at"),
        ("tomorrow", "club/postgres/data", "is in the future"),
        ("some day", "club/postgres/data", "give the time like this"),
        (then, "archive", "is not empty"),
        // The file that has this time is still being written.
        (then, "club/postgres/data", "SELECT pg_switch_wal()"),
    ] {
        let (restored, said) = drill.restore(time, new);
        assert!(!restored && said.contains(why), "{time} to {new}: {said}");
    }
    assert!(!drill.path("club/postgres/data").exists());
}

#[test]
fn an_archive_never_changes_what_it_has() {
    let drill = Drill::new();
    let keep = |text: &str| {
        std::fs::write(drill.path("wal"), text).expect("written");
        drill.script("archive.sh", &["wal", "archive"])
    };
    // Asked for again, as after a crash before the answer.
    for _ in 0..2 {
        assert_eq!(keep("one cluster's"), (true, String::new()));
    }
    let (kept, said) = keep("another cluster's");
    assert!(!kept && said.contains("an archive of its own"), "{said}");
    let kept = std::fs::read_to_string(drill.path("archive/wal"));
    assert_eq!(kept.expect("kept"), "one cluster's");
    let (kept, said) = drill.script("archive.sh", &["wal", "nowhere"]);
    assert!(
        !kept && said.contains("there is no folder nowhere"),
        "{said}"
    );
}
