//! The list of one's sessions, and ending them.

use super::Browser;
use crate::helpers::{cluster, database, within};
use serde_json::Value;

fn ids(view: &Value, is_own: bool) -> Vec<String> {
    let sessions = view["sessions"].as_array().expect("sessions");
    let wanted = sessions
        .iter()
        .filter(|session| session["is_own"] == is_own);
    let ids = wanted.filter_map(|session| session["id"].as_str());
    ids.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_session_or_all_others_are_ended_with_their_sockets() {
    let cluster = cluster(2).await;
    let mut here = Browser::with_account(&cluster, "ada").await;
    let mut there = Browser::signed_in(&cluster, "ada").await;
    let (_, seen_there) = there.get("/api/account").await;
    let there_id = ids(&seen_there, true).remove(0);
    let mut second = Browser::signed_in(&cluster, "ada").await;
    let mut third = Browser::signed_in(&cluster, "ada").await;
    let (_, view) = here.get("/api/account").await;
    assert_eq!(view["sessions"].as_array().map(Vec::len), Some(4));
    assert_eq!(view["sessions"][0]["is_own"], true, "one's own comes first");
    assert_eq!(view["sessions"][0]["browser"], "Firefox, Windows");
    assert!(!view.to_string().contains("127.0.0.1"));

    let mut socket = there.socket(cluster.at(1)).await;
    let path = format!("/api/account/sessions/{there_id}");
    let (status, view) = here.delete(&path).await;
    assert_eq!(status, 200, "{view}");
    assert_eq!(ids(&view, false).len(), 2);
    let closed = async { while socket.receive_any().await.is_ok() {} };
    assert!(within(3.0, closed).await.is_some(), "the socket stays open");
    assert!(!there.is_signed_in().await);
    assert!(second.is_signed_in().await);
    assert_eq!(here.delete(&path).await.0, 404, "it is gone");
    assert_eq!(here.delete("/api/account/sessions/%00").await.0, 404);

    let mut socket = second.socket(cluster.at(1)).await;
    let (status, view) = here.delete("/api/account/sessions").await;
    assert_eq!((status, ids(&view, false).len()), (200, 0));
    let closed = async { while socket.receive_any().await.is_ok() {} };
    assert!(within(3.0, closed).await.is_some(), "the socket stays open");
    assert!(!second.is_signed_in().await && !third.is_signed_in().await);
    assert!(here.is_signed_in().await);
    assert_eq!(here.events().await[..2], ["others_ended", "session_ended"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_ends_the_session_of_somebody_else() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bo = Browser::with_account(&cluster, "bob").await;
    let (_, view) = ada.get("/api/account").await;
    let path = format!("/api/account/sessions/{}", ids(&view, true)[0]);
    assert_eq!(bo.delete(&path).await.0, 404);
    bo.delete("/api/account/sessions").await;
    assert!(ada.is_signed_in().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_never_goes_on_with_a_session_that_was_there() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let planted = Browser::with_account(&cluster, "eve").await.cookie;
    let mut victim = Browser::new(&cluster);
    victim.cookie.clone_from(&planted);
    assert_eq!(victim.sign_in("ada", super::PASSWORD).await, 200);
    assert_ne!(victim.cookie, planted);
    let mut eve = Browser::new(&cluster);
    eve.cookie = planted;
    assert!(!eve.is_signed_in().await, "what was planted has ended");
    assert!(ada.is_signed_in().await && victim.is_signed_in().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_noted_as_seen_when_it_is_used() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    sqlx::query("UPDATE sessions SET seen_at = now() - interval '2 days'")
        .execute(&database)
        .await
        .expect("two days go by");
    ada.get("/api/me").await;
    let (_, view) = ada.get("/api/account").await;
    let session = &view["sessions"][0];
    let times = [&session["began"], &session["seen"]].map(|time| time.as_i64().expect("a time"));
    assert!((times[1] - times[0]).abs() < 60_000, "{session}");
}
