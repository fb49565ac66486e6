//! One's own data: taken along, and deleted.

use super::{Browser, PASSWORD};
use crate::helpers::{cluster, database, within};
use crate::plans::line;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::io::Read;
use std::process::Command;
use std::time::Duration;

/// A name that nothing else has in it.
const NAME: &str = "Zyzzogeton";
const BOT: &str = "ZyzzogetonsBot";

async fn room(browser: &mut Browser<'_>, game: &str) -> Value {
    browser.get(&format!("/api/games/{game}")).await.1
}

/// The tables that have a text in some row of theirs, whatever its capitals.
async fn tables_with(database: &PgPool, text: &str) -> Vec<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'",
    )
    .fetch_all(database)
    .await
    .expect("tables");
    assert!(tables.len() > 20, "{tables:?}");
    let mut found = Vec::new();
    for table in tables {
        let query = format!("SELECT EXISTS (SELECT FROM {table} t WHERE t::text ILIKE $1)");
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(format!("%{text}%"));
        if query.fetch_one(database).await.expect("a table") {
            found.push(table);
        }
    }
    found.sort();
    found
}

/// What a backup of the database would have, in small letters.
fn dump(url: &str) -> String {
    let dump = Command::new("pg_dump").arg("--inserts").arg(url).output();
    let dump = dump.expect("pg_dump");
    assert!(dump.status.success());
    String::from_utf8_lossy(&dump.stdout).to_lowercase()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_and_its_name_found_nowhere() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let url = cluster.backing().postgres().url();
    let (games, bo_view) = {
        let mut ada = Browser::with_account(&cluster, NAME).await;
        let mut bo = Browser::with_account(&cluster, "bob").await;
        let made = ada.post("/api/bots", json!({"name": BOT})).await;
        assert_eq!(made.0, 200, "{}", made.1);
        ada.post("/api/account/codes", json!({})).await;
        ada.post("/api/account/vacation", json!({"days": 1})).await;
        // A try to sign in is kept for a while too.
        Browser::new(&cluster).sign_in(NAME, "wrong password").await;
        let planned = bo.open("1d", false).await;
        ada.sit(&planned).await;
        let kept = ada.keep_lines(&planned, 0, &[line(&[0, 0])]).await;
        assert_eq!(kept["ply"], 0, "{kept}");
        // One that is over, one that goes on, one that waits, and one that was left before it began.
        let mut games = Vec::new();
        for control in ["60+1", "1d"] {
            let game = ada.open(control, false).await;
            bo.sit(&game).await;
            ada.play(&game).await;
            bo.play(&game).await;
            games.push(game);
        }
        bo.resign(&games[0]).await;
        games.push(ada.open("60+1", false).await);
        let left = bo.open("60+1", false).await;
        ada.sit(&left).await;
        games.push(left);
        assert!(tables_with(&database, NAME).await.len() >= 3);
        assert!(dump(&url).contains("zyzzogeton"));

        // A game that somebody watches at the other server.
        let mut watcher = Browser::new(&cluster);
        watcher.server = 1;
        assert!(
            room(&mut watcher, &games[0])
                .await
                .to_string()
                .contains(NAME)
        );

        let tried = json!({"player": NAME, "tries": [{"id": "9o3hjg", "solved": true}]});
        let told = ada.post("/api/puzzles/minicheckers/tries", tried).await;
        assert_eq!(told.0, 200, "{told:?}");
        let wrong = ada
            .post("/api/account/delete", json!({"name": "bob"}))
            .await;
        assert_eq!(wrong.0, 422);
        let mut elsewhere = Browser::signed_in(&cluster, NAME).await;
        let gone = ada.post("/api/account/delete", json!({"name": NAME})).await;
        assert_eq!(gone.0, 200, "{}", gone.1);
        let kept =
            "SELECT (SELECT count(*) FROM puzzle_tries) + (SELECT count(*) FROM solver_ratings)";
        let kept: i64 = sqlx::query_scalar(kept)
            .fetch_one(&database)
            .await
            .expect("a number");
        assert_eq!(kept, 0, "tries and ratings of one that is gone");
        assert!(!ada.is_signed_in().await);
        assert!(!elsewhere.is_signed_in().await);
        let profile = bo.get(&format!("/api/players/{NAME}")).await;
        assert_eq!(profile.0, 404);

        let forgotten = within(10.0, async {
            while room(&mut watcher, &games[0])
                .await
                .to_string()
                .contains(NAME)
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        forgotten.await.expect("the other server forgets it");
        let views = (
            room(&mut bo, &games[0]).await,
            room(&mut bo, &games[1]).await,
        );
        // Nobody takes the name.
        for name in [NAME, "zyzzogeton", BOT] {
            let credentials = json!({"name": name, "password": PASSWORD});
            let taken = Browser::new(&cluster)
                .post("/api/account", credentials)
                .await;
            assert_eq!((taken.0, &taken.1["code"]), (409, &json!("name_taken")));
        }
        (games, views)
    };
    assert_eq!(tables_with(&database, "zyzzogeton").await, [""; 0]);
    let kept: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM vacations) + (SELECT count(*) FROM plans)",
    )
    .fetch_one(&database)
    .await
    .expect("a count");
    assert_eq!(kept, 0);
    assert!(!dump(&url).contains("zyzzogeton"));

    assert_eq!(Browser::new(&cluster).sign_in(NAME, PASSWORD).await, 401);

    // Others' games are whole: who won keeps it, and who waited for a move has won.
    let (over, going_on) = bo_view;
    assert_eq!(over["outcome"]["reason"], "resignation");
    assert_eq!(over["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(going_on["outcome"]["reason"], "resignation");
    assert_eq!(going_on["outcome"]["places"], json!([2, 1]));
    let name = over["seats"][0]["occupant"]["name"]
        .as_str()
        .expect("a name");
    assert!(name.starts_with("Guest-"), "{name}");
    let open: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM games g WHERE id = ANY($1) AND status <> 'over'
         AND EXISTS (SELECT FROM seats s JOIN players p ON p.id = s.player WHERE s.game = g.id AND p.kind = 'guest')",
    )
    .bind(&games)
    .fetch_one(&database)
    .await
    .expect("a count");
    assert_eq!(open, 0, "nobody who is gone sits anywhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_undone_needs_a_proof_and_an_account() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut guest = Browser::new(&cluster);
    guest.post("/api/guest", json!({})).await;
    let refused = guest
        .post("/api/account/delete", json!({"name": "x"}))
        .await;
    assert_eq!(refused.0, 403);
    let mut ada = Browser::with_account(&cluster, "ada").await;
    sqlx::query("UPDATE sessions SET proven_at = now() - interval '6 minutes'")
        .execute(&database)
        .await
        .expect("six minutes go by");
    for (status, why) in [
        ada.post("/api/account/delete", json!({"name": "ada"}))
            .await,
        ada.get("/api/account/export").await,
    ] {
        assert_eq!((status, &why["code"]), (403, &json!("unproven")));
    }
    assert!(ada.is_signed_in().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_kept_of_somebody_is_in_the_archive() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let made = ada.post("/api/bots", json!({"name": "adasbot"})).await;
    assert_eq!(made.0, 200);
    let mut games = Vec::new();
    // More than are read at a time.
    for _ in 0..52 {
        let game = ada.open("60+1", false).await;
        bo.sit(&game).await;
        ada.play(&game).await;
        bo.resign(&game).await;
        games.push(game);
    }
    let report = json!({"about": "bob", "kind": "other", "text": "sings"});
    assert_eq!(ada.post("/api/reports", report).await.0, 200);
    let taken = ada.post("/api/account/vacation", json!({"days": 3})).await;
    assert_eq!(taken.0, 200);
    assert_eq!(ada.put("/api/follows/bob", json!({})).await.0, 200);
    let planned = bo.open("1d", false).await;
    ada.sit(&planned).await;
    let lines = [line(&[0, 0])];
    ada.keep_lines(&planned, 0, &lines).await;
    games.push(planned.clone());
    let nodes = json!([{"depth": 0, "mv": ""}]);
    let chapter = json!({"id": "1", "title": "One", "game": "star", "nodes": nodes});
    let study = json!({"title": "My lines", "chapter": chapter, "id": "x"});
    let (status, study) = ada.post("/api/studies", study).await;
    assert_eq!(status, 200);
    let study = study["id"].as_str().expect("its name");
    let edit = json!({"id": "y", "edit": {"kind": "title", "title": "My best lines"}});
    let edited = ada.post(&format!("/api/studies/{study}/edits"), edit).await;
    assert_eq!(edited.0, 200, "{edited:?}");
    let tried = json!({"player": "ada", "tries": [{"id": "9o3hjg", "solved": true}]});
    let told = ada.post("/api/puzzles/minicheckers/tries", tried).await;
    assert_eq!(told.0, 200, "{told:?}");
    let url = format!("http://{}/api/account/export", cluster.at(0));
    let answer = cluster.http().get(url).header("cookie", &ada.cookie).send();
    let answer = answer.await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let bytes = answer.bytes().await.expect("an archive");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = archive.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        text
    };
    assert!(read("README.txt").contains("account.json"));
    let follows: Value = serde_json::from_str(&read("follows.json")).expect("JSON");
    assert_eq!(follows[0]["name"], "bob");
    let vacations: Value = serde_json::from_str(&read("vacations.json")).expect("JSON");
    assert_eq!(vacations[0]["days"], 3);
    let plans: Value = serde_json::from_str(&read("plans.json")).expect("JSON");
    assert_eq!(plans, json!([{"game": planned, "ply": 0, "lines": lines}]));
    let kept: Value = serde_json::from_str(&read(&format!("studies/{study}.json"))).expect("JSON");
    assert_eq!(kept["content"]["title"], "My best lines");
    let edits: Value = serde_json::from_str(&read("edits/1.json")).expect("JSON");
    assert_eq!(edits[0]["study"], study);
    let tried: Value = serde_json::from_str(&read("puzzles.json")).expect("JSON");
    assert_eq!(tried["tries"][0]["puzzle"], "9o3hjg");
    assert_eq!(tried["ratings"][0]["pack"], "minicheckers");
    let account: Value = serde_json::from_str(&read("account.json")).expect("JSON");
    assert_eq!(account["events"][0]["what"], "signed_up");
    let ratings: Value = serde_json::from_str(&read("ratings.json")).expect("JSON");
    assert_eq!(ratings["name"], "ada");
    assert!(read("bots.json").contains("adasbot"));
    assert!(read("reports.json").contains("sings"));
    let listed: Value = serde_json::from_str(&read("games.json")).expect("JSON");
    let listed = listed.as_array().expect("a list");
    let mut ids: Vec<_> = listed
        .iter()
        .filter_map(|game| game["id"].as_str())
        .collect();
    ids.reverse();
    assert_eq!(ids, games);
    for game in &games {
        let record = read(&format!("games/{game}.txt"));
        assert!(record.contains("ada") && record.contains("bob"), "{record}");
    }
}
