//! Changing the password, and what asks for it again.

use super::{Browser, PASSWORD};
use crate::helpers::{cluster, database, guest, until_too_often, within};
use longjump_config::Config;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn another_password_ends_all_other_sessions_with_their_sockets() {
    let cluster = cluster(2).await;
    let mut here = Browser::with_account(&cluster, "ada").await;
    let mut there = Browser::signed_in(&cluster, "ada").await;
    let mut far_socket = there.socket(cluster.at(1)).await;
    let mut own_socket = here.socket(cluster.at(1)).await;

    let wrong = json!({"old": "not the old one", "new": "twelve plain marbles"});
    let (status, why) = here.post("/api/account/password", wrong).await;
    assert_eq!((status, &why["code"]), (403, &json!("wrong_password")));
    let short = json!({"old": PASSWORD, "new": "short"});
    assert_eq!(here.post("/api/account/password", short).await.0, 422);
    assert!(there.is_signed_in().await);

    let right = json!({"old": PASSWORD, "new": "twelve plain marbles"});
    let (status, view) = here.post("/api/account/password", right).await;
    assert_eq!(status, 200, "{view}");
    assert_eq!(view["sessions"].as_array().map(Vec::len), Some(1));
    let closed = async { while far_socket.receive_any().await.is_ok() {} };
    assert!(within(3.0, closed).await.is_some(), "the socket stays open");
    assert!(!there.is_signed_in().await);
    assert!(here.is_signed_in().await);
    own_socket.send(&json!({"t": "ping"})).await;
    own_socket.receive("pong").await;
    assert_eq!(there.sign_in("ada", PASSWORD).await, 401);
    assert_eq!(there.sign_in("ada", "twelve plain marbles").await, 200);
    let events = ["signed_in", "password_changed", "signed_in", "signed_up"];
    assert_eq!(here.events().await, events);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_with_the_old_password_does_not_outlive_it() {
    let cluster = cluster(1).await;
    let mut here = Browser::with_account(&cluster, "ada").await;
    // Those that were looked at before the change begin before it, and end with it.
    let mut others: Vec<Browser<'_>> = (0..4).map(|_| Browser::new(&cluster)).collect();
    let signing_in = async {
        for other in &mut others {
            other.sign_in("ada", PASSWORD).await;
        }
    };
    let change = json!({"old": PASSWORD, "new": "twelve plain marbles"});
    let (changed, ()) = tokio::join!(here.post("/api/account/password", change), signing_in);
    assert_eq!(changed.0, 200);
    for other in &mut others {
        assert!(!other.is_signed_in().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_t_be_undone_asks_for_the_password_again() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut here = Browser::with_account(&cluster, "ada").await;
    let made = here.post("/api/bots", json!({"name": "robo"})).await;
    assert_eq!(made.0, 200);
    // Right after signing in nobody is asked.
    let renewed = here.post("/api/bots/robo/token", json!({})).await;
    assert_eq!(renewed.0, 200);
    sqlx::query("UPDATE sessions SET proven_at = now() - interval '6 minutes'")
        .execute(&database)
        .await
        .expect("six minutes go by");
    for (status, why) in [
        here.post("/api/bots/robo/token", json!({})).await,
        here.delete("/api/account/sessions").await,
        here.delete("/api/account/sessions/0011223344556677").await,
    ] {
        assert_eq!((status, &why["code"]), (403, &json!("unproven")));
    }
    let guess = json!({"password": "not the password"});
    let (status, why) = here.post("/api/account/proof", guess).await;
    assert_eq!((status, &why["code"]), (403, &json!("wrong_password")));
    let right = json!({"password": PASSWORD});
    assert_eq!(here.post("/api/account/proof", right).await.0, 200);
    let renewed = here.post("/api/bots/robo/token", json!({})).await;
    assert_eq!(renewed.0, 200);
    // The proof belongs to one session only, and a stolen one can't guess for long.
    let mut there = Browser::signed_in(&cluster, "ada").await;
    until_too_often(10, async |number| {
        let guess = json!({"password": format!("guess number {number}")});
        there.post("/api/account/proof", guess).await.0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_bots_have_no_account_to_look_after() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let refused = guest(&cluster).await.get(at, "/api/account").await;
    let refused = refused.expect_err("a guest").to_string();
    assert!(refused.contains("403"), "{refused}");
    let mut owner = Browser::with_account(&cluster, "owner").await;
    let (_, made) = owner.post("/api/bots", json!({"name": "robo"})).await;
    let token = made["token"].as_str().expect("a token");
    let asked = cluster.http().get(format!("http://{at}/api/account"));
    let asked = asked.bearer_auth(token).send().await.expect("an answer");
    assert_eq!(asked.status().as_u16(), 403);
}

/// The SHA-1 of "some other leak", "a third one of them" and "eleven leaky marbles", as in an operator's file.
const LEAKED: &str = "\
48F0292793A13D7E7209BA8D01DA512DDB1584E6:7\r
9DE14F5074E8C8BE63B46E0FF135013E6E7B9465:2\r
E3878E69D968F904C4915BFCCC7BCF037493B4A1:1\r
";

#[tokio::test(flavor = "multi_thread")]
async fn nobody_chooses_a_password_that_is_tried_first() {
    let mut cluster = cluster(0).await;
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), LEAKED).expect("written");
    let name = file.path().display().to_string();
    let started = cluster.add_server(|config| config.leaked_passwords = name);
    started.await.expect("a server with the file");
    let mut ada = Browser::with_account(&cluster, "ada-lovelace").await;
    let mut newcomer = Browser::new(&cluster);
    for leaked in [
        "Password1",
        "eleven leaky marbles",
        "some other leak",
        "Longjump2026",
    ] {
        let account = json!({"name": "newcomer", "password": leaked});
        let change = json!({"old": PASSWORD, "new": leaked});
        let recovery = json!({"name": "nobody", "code": "AAAA-BBBB-CCCC-DDDD", "password": leaked});
        for (status, why) in [
            newcomer.post("/api/account", account).await,
            newcomer.post("/api/recover", recovery).await,
            ada.post("/api/account/password", change).await,
        ] {
            assert_eq!(
                (status, &why["code"]),
                (422, &json!("leaked_password")),
                "{leaked}"
            );
        }
    }
    let own_name = json!({"old": PASSWORD, "new": "AdaLovelace1815"});
    let (_, why) = ada.post("/api/account/password", own_name).await;
    assert_eq!(why["code"], "leaked_password");
    let account = json!({"name": "newcomer", "password": "eleven tight marbles"});
    assert_eq!(newcomer.post("/api/account", account).await.0, 200);

    let other = |config: &mut Config| config.leaked_passwords = "/nowhere/at-all".to_owned();
    let refused = cluster.add_server(other).await.map(|_| ());
    let why = refused.expect_err("no such file").to_string();
    assert!(why.contains("leaked_passwords"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_elsewhere_locks_an_owner_out() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    assert!(ada.is_signed_in().await);
    let mut stranger = Browser::new(&cluster);
    stranger.agent = "another browser";
    let mut with_the_right_one = 0;
    // A minute may end just before the right one is tried, but hardly twice.
    for _ in 0..2 {
        until_too_often(10, async |_| {
            stranger.sign_in("ada", "wrong password").await
        })
        .await;
        with_the_right_one = stranger.sign_in("ada", PASSWORD).await;
        if with_the_right_one == 429 {
            break;
        }
    }
    assert_eq!(with_the_right_one, 429);
    let mut again = Browser::new(&cluster);
    assert_eq!(again.sign_in("ada", PASSWORD).await, 200);
}
