//! What the explorer counts of a service, what it tells, and the dump of a month.

use crate::helpers::{Pair, cluster, database, guest, within};
use longjump_config::Config;
use longjump_exploration::dump;
use serde_json::{Value, json};
use std::time::Duration;

/// Two guests play a few moves of a game, and the second one gives up.
async fn played(cluster: &longjump_testbed::Cluster, is_public: bool) -> Pair {
    let (ada, bo) = (guest(cluster).await, guest(cluster).await);
    let at = cluster.at(0);
    let wanted = json!({"game": "minicheckers", "control": "300+3", "public": is_public});
    let game = ada.open(at, wanted).await;
    let pair = Pair { ada, bo, game };
    let sits = pair.act(&pair.bo, at, json!({"kind": "sit"})).await;
    sits.expect("seated");
    for _ in 0..4 {
        pair.play(at).await.expect("played");
    }
    let resigns = pair.act(&pair.bo, at, json!({"kind": "resign"})).await;
    resigns.expect("given up");
    pair
}

async fn asked(pair: &Pair, cluster: &longjump_testbed::Cluster, query: &str) -> Value {
    let path = format!("/api/explorer?game=minicheckers{query}");
    pair.ada.get(cluster.at(0), &path).await.expect("an answer")
}

/// Waits until so many games were counted.
async fn counted(pair: &Pair, cluster: &longjump_testbed::Cluster, games: u64) {
    let all = within(20.0, async {
        while asked(pair, cluster, "").await["games"] != games {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    all.await
        .unwrap_or_else(|| panic!("{games} games are not counted"));
}

#[tokio::test(flavor = "multi_thread")]
async fn public_games_are_counted_once_and_dumped_without_names() {
    let mut cluster = cluster(0).await;
    let folder = cluster.folder().join("explorer");
    let name = folder.display().to_string();
    let added = cluster
        .add_server(|config| config.explorer = name.clone())
        .await;
    added.expect("a server");
    let first = played(&cluster, true).await;
    counted(&first, &cluster, 1).await;
    let explored = asked(&first, &cluster, "").await;
    assert_eq!(explored["moves"][0]["won"], 1);
    assert_eq!(explored["last"][0]["id"], first.game.as_str());
    assert_eq!(
        explored["last"][0]["players"],
        json!([first.ada.name(), first.bo.name()])
    );
    let database = database(&mut cluster).await;
    sqlx::query("UPDATE players SET name = 'somebody' WHERE name = $1")
        .bind(first.ada.name())
        .execute(&database)
        .await
        .expect("renamed");
    let explored = asked(&first, &cluster, "").await;
    assert_eq!(
        explored["last"][0]["players"][0], "somebody",
        "names are kept nowhere else"
    );

    cluster
        .remove_server(0)
        .expect("in this process")
        .drain()
        .await;
    // Connections that nobody uses are let go of a little later, and the file with them.
    let started = within(20.0, async {
        let again = |config: &mut Config| config.explorer = name.clone();
        while cluster.add_server(again).await.is_err() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    started.await.expect("a server");
    let second = played(&cluster, true).await;
    let hidden = played(&cluster, false).await;
    counted(&second, &cluster, 2).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(
        asked(&second, &cluster, "").await["games"],
        2,
        "counted twice, or not public"
    );
    for (query, games) in [
        ("&speed=blitz", 2),
        ("&speed=rapid,days", 0),
        ("&source=arena", 0),
        ("&source=online&rating=1600", 0),
    ] {
        assert_eq!(
            asked(&second, &cluster, query).await["games"],
            games,
            "{query}"
        );
    }
    for query in ["&speed=slow", "&moves=a1a2", "&start=nothing", "&color=red"] {
        let path = format!("/api/explorer?game=minicheckers{query}");
        assert!(
            second.ada.get(cluster.at(0), &path).await.is_err(),
            "{query}"
        );
    }

    let at: i64 = sqlx::query_scalar("SELECT max(at) FROM finished")
        .fetch_one(&database)
        .await
        .expect("a moment");
    let month: String = sqlx::query_scalar(
        "SELECT to_char(to_timestamp($1::float8 / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')",
    )
    .bind(at)
    .fetch_one(&database)
    .await
    .expect("a month");
    let to = cluster.folder().join("dumps");
    let dumped = dump(&database, month.parse().expect("a month"), &to).await;
    let dumped = dumped.expect("a dump");
    assert_eq!(dumped.games, 2);
    let unpacked = std::process::Command::new("gzip")
        .args(["-dc"])
        .arg(&dumped.file)
        .output();
    let text = String::from_utf8(unpacked.expect("gzip").stdout).expect("text");
    let sum = std::process::Command::new("sha256sum")
        .args(["--check", "--status"])
        .arg(format!("{}.sha256", dumped.file.display()))
        .current_dir(&to)
        .status();
    assert!(sum.expect("sha256sum").success(), "another sum");
    assert_eq!(text.matches("[Game \"minicheckers\"]").count(), 2);
    assert!(
        text.contains("[Seat1 \"player 1\"]\n[Seat2 \"player 2\"]"),
        "{text}"
    );
    assert!(text.contains("[Termination \"resigned\"]"), "{text}");
    for game in [&first, &second] {
        assert!(
            text.contains(&game.game) && !text.contains(game.bo.name()),
            "{text}"
        );
    }
    assert!(!text.contains(&hidden.game), "not everybody's");
}
