//! Who waits for a game is told, and need not ask again and again.

use crate::helpers::{cluster, guest, guest_with_cookie, within};
use longjump_testbed::Cluster;
use serde_json::{Value, json};

/// A stream of server-sent events.
struct Events(reqwest::Response, String);

impl Events {
    async fn open(cluster: &Cluster, server: usize, path: &str, cookie: &str) -> Self {
        let url = format!("http://{}{path}", cluster.at(server));
        let asked = cluster.http().get(url).header("cookie", cookie);
        let answer = asked.send().await.expect("an answer");
        Self(answer.error_for_status().expect("a stream"), String::new())
    }

    /// The next one for which this holds.
    async fn wait_for(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                while let Some((event, rest)) = self.1.split_once("\n\n") {
                    let data = event.strip_prefix("data: ").map(serde_json::from_str);
                    let value: Option<Value> = data.transpose().expect("JSON");
                    self.1 = rest.to_owned();
                    if let Some(value) = value.filter(&holds) {
                        return value;
                    }
                }
                let more = self.0.chunk().await.expect("an open stream");
                self.1 += std::str::from_utf8(&more.expect("more")).expect("text");
            }
        };
        within(10.0, found).await.expect("it is told in time")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_seeks_is_told_of_the_game_whichever_server_found_it() {
    let cluster = cluster(2).await;
    let (ada, cookie) = guest_with_cookie(&cluster).await;
    let bo = guest(&cluster).await;
    let wanted = json!({"game": "corners", "control": "300+3", "rated": false});
    let status = ada.post(cluster.at(0), "/api/seek", &wanted).await;
    assert_eq!(status.expect("a seek")["state"], "waiting");
    let mut told = Events::open(&cluster, 0, "/api/seek/stream", &cookie).await;
    told.wait_for(|status| status["state"] == "waiting").await;
    // Longer than who neither asks nor listens is waited for.
    tokio::time::sleep(std::time::Duration::from_secs(17)).await;
    let found = bo.post(cluster.at(1), "/api/seek", &wanted).await;
    let found = found.expect("a seek");
    assert_eq!(found["state"], "found");
    let status = told.wait_for(|status| status["state"] == "found").await;
    assert_eq!(status["game"], found["game"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_is_told_when_it_changes() {
    let cluster = cluster(2).await;
    let mut told = Events::open(&cluster, 0, "/api/lobby/stream", "").await;
    let lobby = told.wait_for(|_| true).await;
    assert_eq!(lobby, json!([]));
    let (host, _) = guest_with_cookie(&cluster).await;
    let wanted = json!({"game": "diamond", "control": "300+3", "public": true});
    let game = host.open(cluster.at(1), wanted).await;
    let lobby = told.wait_for(|lobby| lobby != &json!([])).await;
    assert_eq!(lobby[0]["id"], game);
    // Who comes later is told at once.
    let mut later = Events::open(&cluster, 0, "/api/lobby/stream", "").await;
    assert_eq!(later.wait_for(|_| true).await[0]["id"], game);
    let abort = json!({"action": {"kind": "abort"}, "id": "a"});
    let path = format!("/api/games/{game}/actions");
    let closed = host.post(cluster.at(1), &path, &abort).await;
    closed.expect("closed");
    told.wait_for(|lobby| lobby == &json!([])).await;
}
