//! What players tell of others, and what those who keep order see and do about it.

use crate::accounts::Browser;
use crate::helpers::{cluster, database};
use crate::order::{deed, rated_game};
use longjump_order::set_role;
use longjump_testbed::Cluster;
use longjump_wire::order::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

/// An account of somebody who keeps order.
async fn keeper<'a>(
    cluster: &'a Cluster,
    database: &PgPool,
    name: &str,
    role: Role,
) -> Browser<'a> {
    let mut keeper = Browser::new(cluster);
    keeper.agent = "another browser";
    let credentials = json!({"name": name, "password": crate::accounts::PASSWORD});
    assert_eq!(keeper.post("/api/account", credentials).await.0, 200);
    let about = deed(database, name, "").await;
    let done = set_role(database, &about, Some(role)).await;
    done.expect("a role");
    keeper
}

async fn tell(from: &mut Browser<'_>, about: &str, game: Option<&str>) -> (u16, Value) {
    let report = json!({"about": about, "game": game, "kind": "engine", "text": "so fast\n"});
    from.post("/api/reports", report).await
}

async fn act(by: &mut Browser<'_>, about: &str, deed: Value) -> (u16, Value) {
    let path = format!("/api/order/players/{about}/deeds");
    by.post(&path, json!({"deed": deed, "note": "seen"})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_leads_to_a_refund() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let mut cheat = Browser::with_account(&cluster, "cheat").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let (game, _) = rated_game(&mut cheat, &mut bob).await;
    let mut ada = keeper(&cluster, &database, "ada", Role::Moderator).await;
    ada.server = 1;

    assert_eq!(tell(&mut bob, "Cheat", Some(&game)).await.0, 200);
    assert_eq!(tell(&mut bob, "cheat", Some(&game)).await.0, 200, "once");
    let (status, cases) = ada.get("/api/order/reports").await;
    assert_eq!(status, 200, "{cases}");
    assert_eq!(cases.as_array().map(Vec::len), Some(1), "{cases}");
    assert_eq!(cases[0]["player"], "cheat");
    let reports = cases[0]["reports"].as_array().expect("reports");
    let told = &reports[0];
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (&told["by"], &told["game"], &told["kind"], &told["text"]),
        (
            &json!("bob"),
            &json!(game),
            &json!("engine"),
            &json!("so fast")
        )
    );
    let (_, paces) = ada.get(&format!("/api/order/games/{game}")).await;
    assert_eq!(paces["moves"].as_array().map(Vec::len), Some(10));
    let seats = paces["seats"].as_array().expect("both sides");
    let players: Vec<&Value> = seats.iter().map(|seat| &seat["player"]).collect();
    assert_eq!(players, ["cheat", "bob"]);
    assert!(seats.iter().all(|seat| seat["moves"] == 1), "{paces}");

    for deed in [
        json!({"kind": "take", "measure": "unrated", "days": 30}),
        json!({"kind": "refund", "days": 90}),
        json!({"kind": "settle"}),
    ] {
        let done = act(&mut ada, "CHEAT", deed).await;
        assert_eq!(done.0, 200, "{}", done.1);
    }
    let (_, file) = ada.get("/api/order/players/cheat").await;
    assert_eq!(file["reports"], json!([]));
    assert_eq!(file["standing"]["measures"][0]["measure"], "unrated");
    assert_eq!(file["standing"]["rated_games"], 1);
    let log = file["log"].as_array().expect("a log");
    let lines = log.iter().map(|line| line["what"].as_str().expect("words"));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(
        (lines[0], lines[2]),
        ("1 reports settled", "unrated for 30 days")
    );
    assert!(lines[1].contains("to 1 players for 1 games"), "{lines:?}");
    assert!(
        log.iter()
            .all(|line| line["by"] == "ada" && line["note"] == "seen")
    );
    let (_, profile) = bob.get("/api/players/bob").await;
    let rating = profile["ratings"][0]["rating"].as_f64().expect("a rating");
    assert!((rating - 1500.0).abs() < 1e-6, "{rating}");
    assert_eq!(cheat.events().await[0], "unrated");
    assert_eq!(ada.get("/api/order/log").await.1[0]["about"], "cheat");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_keep_order_see_and_do_anything() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let mut ada = keeper(&cluster, &database, "ada", Role::Moderator).await;
    let mut eve = keeper(&cluster, &database, "eve", Role::Owner).await;
    let warn = || json!({"kind": "warn"});
    for path in ["reports", "log", "players/ada", "games/none"] {
        let path = format!("/api/order/{path}");
        assert_eq!(bob.get(&path).await.0, 403, "{path}");
        assert_eq!(Browser::new(&cluster).get(&path).await.0, 401, "{path}");
    }
    assert_eq!(act(&mut bob, "ada", warn()).await.0, 403);
    let mut guest = Browser::new(&cluster);
    guest.post("/api/guest", json!({})).await;
    assert_eq!(tell(&mut guest, "bob", None).await.0, 403);
    for other in ["eve", "ada"] {
        assert_eq!(act(&mut ada, other, warn()).await.0, 403, "{other}");
    }
    assert_eq!(act(&mut eve, "ada", warn()).await.0, 200);
    assert_eq!(act(&mut ada, "nobody", warn()).await.0, 404);
    let wrong = json!({"kind": "take", "measure": "closed", "days": 0});
    assert_eq!(act(&mut ada, "bob", wrong).await.0, 422);
    // Who has a moderator's session for long has to prove again that they are.
    sqlx::query("UPDATE sessions SET proven_at = now() - interval '6 minutes'")
        .execute(&database)
        .await
        .expect("six minutes go by");
    let unproven = act(&mut ada, "bob", warn()).await;
    assert_eq!((unproven.0, &unproven.1["code"]), (403, &json!("unproven")));
    let (_, view) = ada.get("/api/account").await;
    assert_eq!(view["role"], "moderator");
    assert_eq!(bob.get("/api/account").await.1["role"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_about_others_and_not_many() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let mut cyd = Browser::with_account(&cluster, "cyd").await;
    for name in ["ann", "ben", "dan", "eva"] {
        Browser::with_account(&cluster, name).await;
    }
    let game = cyd.open("60+1", false).await;
    assert_eq!(tell(&mut bob, "bob", None).await.0, 422, "oneself");
    assert_eq!(tell(&mut bob, "nobody", None).await.0, 404);
    assert_eq!(tell(&mut bob, "no\0body", None).await.0, 404);
    assert_eq!(tell(&mut bob, "ann", Some(&game)).await.0, 422, "not there");
    let long = json!({"about": "ann", "kind": "other", "text": "x".repeat(501)});
    assert_eq!(bob.post("/api/reports", long).await.0, 422);
    for name in ["ann", "ben", "dan"] {
        assert_eq!(tell(&mut bob, name, None).await.0, 200, "{name}");
    }
    assert_eq!(tell(&mut bob, "eva", None).await.0, 429, "a new account");
    for (bot, expected) in [("bobsbot", 200), ("bobs2", 200), ("bobs3", 409)] {
        let made = bob.post("/api/bots", json!({"name": bot})).await;
        assert_eq!(made.0, expected, "{}", made.1);
    }
    sqlx::query("UPDATE players SET created_at = now() - interval '25 hours'")
        .execute(&database)
        .await
        .expect("a day goes by");
    assert_eq!(tell(&mut bob, "eva", None).await.0, 200);
    let made = bob.post("/api/bots", json!({"name": "bobs3"})).await;
    assert_eq!(made.0, 200, "{}", made.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_one_place_are_told_of_and_crowds_are_not() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = keeper(&cluster, &database, "ada", Role::Moderator).await;
    let mut cheat = Browser::with_account(&cluster, "cheat").await;
    let mut second = Browser::with_account(&cluster, "second").await;
    rated_game(&mut cheat, &mut second).await;
    let (_, file) = ada.get("/api/order/players/cheat").await;
    let same = json!([{"name": "second", "games_together": 1, "is_restricted": false}]);
    assert_eq!(file["neighbours"], same);
    let kept: Vec<Vec<u8>> = sqlx::query_scalar("SELECT DISTINCT place FROM places")
        .fetch_all(&database)
        .await
        .expect("places");
    assert_eq!(kept.len(), 2, "one for each browser");
    assert!(kept.iter().all(|place| place.len() == 16), "{kept:?}");
    // A class at a school.
    for number in 0..9 {
        let mut pupil = Browser::with_account(&cluster, &format!("pupil{number}")).await;
        assert!(pupil.is_signed_in().await);
    }
    let (_, file) = ada.get("/api/order/players/cheat").await;
    assert_eq!(file["neighbours"], json!([]));
}
